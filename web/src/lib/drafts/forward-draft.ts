import type { MailMessage, MailPerson } from "@intellibox/contract/endpoints/inbox";
import { mailDateTime } from "../format.ts";
import { type ComposeDraft, composeDefaults } from "./compose-draft.ts";
import { escapeHtml } from "./draft-html.ts";

type Forwarded = Pick<MailMessage, "subject" | "from" | "fromName" | "to" | "cc" | "date" | "bodyText">;

/** The mail that forwards a message: an empty line to write in, then the message's head and text. */
export function forwardDraft(message: Forwarded, asAttachment: boolean): ComposeDraft {
  const subject = forwardSubject(message.subject);
  const bodyHtml = asAttachment ? "<p></p>" : `<p></p>${headOf(message)}${textOf(message.bodyText)}`;
  return { ...composeDefaults, subject, bodyHtml };
}

/** Adds "Fwd: " unless the subject has it, in any of the usual languages. */
export const forwardSubject = (subject: string) =>
  /^\s*(?:fwd?|wg|tr|rv|i)\s*:/i.test(subject) ? subject : `Fwd: ${subject}`;

/** In English for every reader: the names of the fields are those of RFC 5322, which mail programs recognise. */
function headOf({ from, fromName, to, cc, date, subject }: Forwarded) {
  const fields = {
    From: peopleOf([{ name: fromName, address: from }]),
    Date: mailDateTime(date),
    Subject: subject,
    ...(to.length > 0 && { To: peopleOf(to) }),
    ...(cc.length > 0 && { Cc: peopleOf(cc) }),
  };
  const lines = [
    "---------- Forwarded message ----------",
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
  ];
  return `<p>${lines.map(escapeHtml).join("<br>")}</p>`;
}

/** Each line as it is: the text is another person's, so nothing of it becomes a list or a heading. */
const textOf = (text: string) =>
  text
    .replaceAll("\r\n", "\n")
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph.split("\n").map(escapeHtml).join("<br>")}</p>`)
    .join("");

const peopleOf = (people: readonly MailPerson[]) =>
  people.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(", ");
