/** Whether a list, a newsletter or a program sent it (RFC 2919, 2369, 3834), or an address that takes no answers. */
export const isAutomatic = (headers: Record<string, string>, from: string) =>
  !!headers.listId ||
  !!headers.listUnsubscribe ||
  /^(?:bulk|list|junk)/i.test(headers.precedence ?? "") ||
  (!!headers.autoSubmitted && !/^no\b/i.test(headers.autoSubmitted)) ||
  takesNoAnswers.test(from);

const takesNoAnswers =
  /^(?:(?:.*[-_.+])?(?:no|do-?not)[-_.]?reply|mailer-daemon|postmaster|bounces?|notifications?|alerts?|automated|system)(?:[-_.+].*)?@/i;
