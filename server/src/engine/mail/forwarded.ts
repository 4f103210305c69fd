import { linesOf, markLines, readMail } from "./clean-mail.ts";
import { unquote } from "./quotes.ts";

export type ForwardedMail = { from: string; text: string };

const forwardMark =
  /forwarded message|begin forwarded|forwarded by|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|mensagem encaminhada|doorgestuurd bericht|пересылаемое сообщение|转发的邮件/i;
const headerName =
  /^\s*\*?(?:from|sent|date|to|cc|bcc|subject|reply-to|von|gesendet|datum|an|betreff|de|envoyé|à|objet|enviado(?: el)?|para|asunto|fecha|assunto|data|da|inviato|oggetto)\s*:/i;
const fromHeader = /^\s*\*?(?:from|von|de|da|van)\s*:\*?\s*(.{1,200})$/i;
// A forward says so in a line or two of its own. Below a longer text the old mail is only the quote of an answer.
const longestNote = 400;

/** The mail that this one passes on, without its headers and signature. Undefined for an answer that quotes an old mail. */
export function forwardedMail(body: string, sender = ""): ForwardedMail | undefined {
  const lines = linesOf(body);
  const kinds = markLines(lines, sender);
  const start = kinds.indexOf("quote");
  if (start < 0) return undefined;
  const quoted = lines.slice(start).map(unquote);
  const own = lines.filter((_, i) => kinds[i] === "body").join(" ");
  const isMarked = quoted.slice(0, 3).some((line) => line.length < 200 && forwardMark.test(line));
  const isHandedOver =
    own.length <= longestNote && /\b(?:fwd?|fyi|see below|below|take (?:this|it|over)|handle|deal with)\b/i.test(own);
  const heads = quoted.slice(0, 14).filter((line) => headerName.test(line)).length;
  if (!isMarked && !(isHandedOver && heads >= 3)) return undefined;
  const from = quoted.map((line) => fromHeader.exec(line)?.[1] ?? "").find(Boolean) ?? "";
  let first = 0;
  for (let i = 0; i < Math.min(quoted.length, 14); i++) if (headerName.test(quoted[i] ?? "")) first = i + 1;
  const { text } = readMail(quoted.slice(first || 1).join("\n"), from);
  return text ? { from: from.trim(), text } : undefined;
}

const subjectHeader = /^\s*\*?(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp|विषय)\s*:\*?\s*(.{1,200})$/i;

/** The subject in the header of the newest mail that a body quotes, or "". */
export function subjectOfQuote(body: string): string {
  const lines = linesOf(body);
  const kinds = markLines(lines);
  return quotedSubject(lines.filter((_, i) => kinds[i] === "quote").map(unquote));
}

/** The subject in the header of the newest mail among quoted lines. */
const quotedSubject = (quoted: string[]) =>
  quoted.map((line) => subjectHeader.exec(line.slice(0, 300))?.[1]?.trim() ?? "").find(Boolean) ?? "";
