import { tame } from "../text/tame.ts";

/** A pasted mail: the header lines above its text, and the text. */
export type PastedMail = { from: string; subject: string; body: string };

const label =
  /^\s*\*{0,2}(from|von|de|da|van|от|发件人|差出人|प्रेषक|subject|betreff|objet|asunto|assunto|oggetto|onderwerp|тема|主题|件名|विषय|to|an|à|para|a|aan|cc|bcc|date|sent|datum|gesendet|envoyé|enviado|enviada|fecha|data|received|reply-to|प्रति|दिनांक)\s*\*{0,2}\s*[:：]\*{0,2}\s*(\S.*)$/iu;
const fromLabels = /^(?:from|von|de|da|van|от|发件人|差出人|प्रेषक)$/iu;
const subjectLabels = /^(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp|тема|主题|件名|विषय)$/iu;

/** Separates the header lines at the top of a pasted mail from its text. */
export function splitHeader(mail: string): PastedMail {
  const lines = tame(mail, longestMail).split("\n");
  let first = 0;
  while (first < lines.length && !(lines[first] ?? "").trim()) first++;
  let from = "";
  let subject = "";
  let end = first;
  for (; end < lines.length && end - first < mostHeaderLines; end++) {
    const found = label.exec((lines[end] ?? "").slice(0, 1_000));
    if (!found) break;
    const [, name = "", value = ""] = found;
    if (fromLabels.test(name) && !from) from = value.trim();
    else if (subjectLabels.test(name) && !subject) subject = value.trim();
  }
  // One line such as "To: everybody who came" may be the mail's own; "From:" and "Subject:" are not.
  const isHeader = end - first >= 2 || (end > first && (from !== "" || subject !== ""));
  return isHeader ? { from, subject, body: lines.slice(end).join("\n") } : { from: "", subject: "", body: mail };
}

const mostHeaderLines = 20;
const longestMail = 400_000;
