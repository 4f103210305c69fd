import type { MailAddress, ParsedMail } from "./parsed-mail.ts";

/** What binds a mail to others. */
export type ThreadLink = Pick<ParsedMail, "messageId" | "inReplyTo" | "references">;

/** Every id that this mail says belongs to its conversation, its own included, nearest first. */
export function relatedIds({ messageId, inReplyTo, references }: ThreadLink): string[] {
  const ids = [messageId, inReplyTo, ...references.toReversed()];
  return [...new Set(ids.filter((id) => id !== null))];
}

/**
 * Which thread a mail goes to, given the threads that its related ids are already in. Mail arrives in any order: one that
 * binds several threads together makes them one, so `absorbed` are to be moved into `thread`. No thread: it opens a new one.
 */
export function planThread(link: ThreadLink, threadOf: ReadonlyMap<string, string>) {
  const threads = relatedIds(link).flatMap((id) => threadOf.get(id) ?? []);
  const [thread, ...others] = new Set(threads);
  return { thread: thread ?? null, absorbed: others };
}

// Reply and forward marks of the mailers of a dozen languages, counted ones too: "Re[2]:", "AW:", "Fwd:", "回复：".
const mark =
  /^\s*(?:(?:re|r|aw|antw|antwort|sv|vs|vá|odp|ynt|tr|rv|res|enc|fwd?|wg|i|回复|答复|转发|返信)(?:\[\d{1,3}\]|\(\d{1,3}\))?\s*[:：]|\[[^\]]{1,40}\])\s*/iu;

/** An index of the database takes 2,700 bytes, and a letter has three. */
const maxBase = 500;

/** The subject without marks and list tags, for comparing. */
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
 * Whether a reply whose mailer left out the ids continues an earlier mail. It takes a reply's subject, the same base, a person
 * in common and a month at most: "Hello" alone binds nobody.
 */
export function continuesBySubject(reply: SubjectLink, earlier: SubjectLink): boolean {
  const base = baseSubject(reply.subject);
  if (!base || !isReplySubject(reply.subject) || base !== baseSubject(earlier.subject)) return false;
  if (!reply.date || !earlier.date || Math.abs(reply.date.getTime() - earlier.date.getTime()) > maxGapMs) return false;
  const people = new Set(earlier.people);
  return reply.people.some((address) => people.has(address));
}

/** Everybody on a mail, in lower case. */
export const peopleOf = (mail: Pick<ParsedMail, "from" | "to" | "cc">) =>
  [mail.from, ...mail.to, ...mail.cc].map(({ address }: MailAddress) => address.toLowerCase()).filter(Boolean);
