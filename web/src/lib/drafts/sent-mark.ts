/** The last mail that was sent from this browser, so that Send asks before it sends the same mail again, also after a reload. */
import type { MailOutcome } from "../mail/mail-outcome.ts";
import { currentSession } from "../session/session.ts";
import { jsonEntry } from "../storage.ts";

type Content = {
  to: string;
  cc?: string | undefined;
  bcc?: string | undefined;
  subject: string;
  html: string;
  inReplyTo?: string | undefined;
  forward?: string | undefined;
};
export type SentMark = { look: string; messageId: string; to: string[]; state: MailOutcome["state"] };

const entry = jsonEntry<SentMark & { owner: string }>("intellibox.sent", (found) => {
  const { look, messageId, to, owner, state } = (found ?? {}) as Record<string, unknown>;
  const isWhole = [look, messageId, owner, state].every((part) => typeof part === "string") && Array.isArray(to);
  return isWhole && owner === currentSession()?.user._id ? (found as SentMark & { owner: string }) : null;
});

export const readSentMark = (): SentMark | null => entry.read();
export const writeSentMark = (mark: SentMark) => entry.write({ ...mark, owner: currentSession()?.user._id ?? "" });
export const clearSentMark = () => entry.clear();

/** Equal for mails with the same recipients, text and files. Short, because it is compared at every keystroke. */
export const lookOf = ({ to, cc, bcc, subject, html, inReplyTo = "", forward }: Content, files: readonly File[]) =>
  digest(
    JSON.stringify([
      to,
      cc || "",
      bcc || "",
      subject,
      html,
      inReplyTo,
      forward || "",
      ...files.map(({ name, size }) => [name, size]),
    ]),
  );

/** A 53-bit hash (cyrb53), not for security. The browser's crypto hashes are missing on plain HTTP. */
function digest(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36);
}
