import type { MailAddress, ParsedMail } from "./parsed-mail.ts";

/** The ids that link a mail to others. */
export type ThreadLink = Pick<ParsedMail, "messageId" | "inReplyTo" | "references">;

/** All ids of the mail's conversation that it names, its own included, nearest first. */
export function relatedIds({ messageId, inReplyTo, references }: ThreadLink): string[] {
  const ids = [messageId, inReplyTo, ...references.toReversed()];
  return [...new Set(ids.filter((id) => id !== null))];
}

/**
 * Chooses the thread of a mail, given the threads of its related ids. Mail arrives in any order: if it links several threads, the
 * messages of `absorbed` move into `thread`. Without a thread, the mail starts a new one.
 */
export function planThread(link: ThreadLink, threadOf: ReadonlyMap<string, string>) {
  const threads = relatedIds(link).flatMap((id) => threadOf.get(id) ?? []);
  const [thread, ...others] = new Set(threads);
  return { thread: thread ?? null, absorbed: others };
}

// Reply and forward marks of the mailers of a dozen languages, counted ones too: "Re[2]:", "AW:", "Fwd:", "回复：".
const mark =
  /^\s*(?:(?:re|r|aw|antw|antwort|sv|vs|vá|odp|ynt|tr|rv|res|enc|fwd?|wg|i|回复|答复|转发|返信)(?:\[\d{1,3}\]|\(\d{1,3}\))?\s*[:：]|\[[^\]]{1,40}\])\s*/iu;

/** A B-tree entry holds 2,700 bytes, and most characters take up to three. */
const maxBase = 500;

/** The subject without reply marks and list tags, for comparison. */
export function baseSubject(subject: string): string {
  let rest = subject.slice(0, maxBase).toWellFormed();
  for (let next = rest.replace(mark, ""); next !== rest && next.trim(); next = rest.replace(mark, "")) rest = next;
  return rest.replace(/\s+/g, " ").trim().toLowerCase();
}

const replyMark =
  /^\s*(?:\[[^\]]{1,40}\]\s*)?(?:re|aw|antw|antwort|sv|vs|odp|ynt|res|回复|答复|返信)(?:\[\d{1,3}\]|\(\d{1,3}\))?\s*[:：]/iu;
export const isReplySubject = (subject: string) => replyMark.test(subject.slice(0, 200));

export type SubjectLink = { subject: string; date: Date | null; people: string[] };
const maxGapMs = 30 * 24 * 3600 * 1000;

/**
 * Whether a reply without ids continues an earlier mail. It must have a reply's subject, the same base subject, a common person and
 * at most a month in between, because a subject such as "Hello" alone proves nothing.
 */
export function continuesBySubject(reply: SubjectLink, earlier: SubjectLink): boolean {
  const base = baseSubject(reply.subject);
  if (!base || !isReplySubject(reply.subject) || base !== baseSubject(earlier.subject)) return false;
  if (!reply.date || !earlier.date || Math.abs(reply.date.getTime() - earlier.date.getTime()) > maxGapMs) return false;
  const people = new Set(earlier.people);
  return reply.people.some((address) => people.has(address));
}

/** All addresses of a mail, in lower case. */
export const peopleOf = (mail: Pick<ParsedMail, "from" | "to" | "cc">) =>
  [mail.from, ...mail.to, ...mail.cc].map(({ address }: MailAddress) => address.toLowerCase()).filter(Boolean);
