import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import type { CheckedThread } from "@intellibox/contract/rules/mail-check/types";

/** The conversation that a reply is compared with before it is sent. */
export function checkedThread(message: MailMessage): CheckedThread {
  const { from, fromName, to, cc, replyTo, bodyText, thread, folder } = message;
  const writers = [message, ...thread].map((one) => ({ name: one.fromName, address: one.from }));
  return {
    text: bodyText,
    people: [...writers, ...to, ...cc, ...replyTo].map(({ name, address }) => ({ name: name ?? "", address })),
    sender: folder === "sent" ? undefined : { name: fromName, address: from },
  };
}
