/** The kind of a line, by its text and its position in the mail. */
export type LineKind = "body" | "blank" | "quote" | "signature" | "closing" | "disclaimer" | "greeting";

/** Marks `>` lines, attributions, and forwarded or Outlook-style header blocks with everything below them as quotes. */
export function markQuotes(lines: string[]): LineKind[] {
  const kinds: LineKind[] = lines.map((line) => (line.trim() ? "body" : "blank"));
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (isQuoted(line)) kinds[i] = "quote";
    else if (startsOldMail(lines, i)) {
      kinds.fill("quote", i);
      break;
    } else {
      const span = attributionSpan(lines, i);
      if (span === 0) continue;
      // An attribution with no ">" below it introduces a quote without marks, which reaches to the end.
      const next = nextText(lines, i + span);
      const end = next < lines.length && isQuoted(lines[next] ?? "") ? i + span : lines.length;
      kinds.fill("quote", i, end);
      i = end - 1;
    }
  }
  return kinds;
}

/** A quoted line without its marks. */
export const unquote = (line: string) => line.replace(/^(?:\s{0,3}(?:[>|]|&gt;))+\s?/, "");

const isQuoted = (line: string) => /^\s{0,3}(?:[>|]|&gt;|[A-Z][A-Za-z]{0,3}>\s)/.test(line);

const separator =
  /^\s*[-_*=\s]*(?:original message|forwarded message|begin forwarded message|forwarded by|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|message transféré|mensaje original|mensaje reenviado|messaggio originale|mensagem original|oorspronkelijk bericht|исходное сообщение|原始邮件|元のメッセージ)\b/i;
const headerLine =
  /^\s*\*?(from|sent|date|to|cc|subject|von|gesendet|datum|an|betreff|de|envoyé|date|à|objet|enviado|para|asunto|da|inviato|oggetto|van|verzonden|aan|onderwerp|от|кому|тема|дата|发件人|收件人|主题|差出人|宛先|件名)\s*:\*?\s/i;

function startsOldMail(lines: string[], i: number): boolean {
  const line = lines[i] ?? "";
  if (line.length < 200 && separator.test(line)) return true;
  if (!headerLine.test(line)) return false;
  // One "To: …" line may be prose; three header lines together are a pasted header.
  let seen = 0;
  for (let k = i; k < Math.min(lines.length, i + 6); k++) if (headerLine.test(lines[k] ?? "")) seen++;
  return seen >= 3 && i > 0;
}

const wrote =
  /\b(?:wrote|writes|said|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|napisał|пишет|написал[аи]?|writes)\s*\p{P}*\s*:?\s*$|(?:写道|寫道|書きました|のメール)\s*[:：]?\s*$/iu;
const attributionStart =
  /^\s*(?:On|At|In message|Am|Le|El|Il|Em|Op|Den|W dniu|В|於|在)\b|^\s*["']?[\p{L}][\p{L}.,'" -]{1,60}(?:<[^>]{3,80}>|\[[^\]]{3,80}\])?,?\s*(?:wrote|writes|schrieb)|^\s*\d{4}[-年/]/iu;

/** The number of lines of an attribution ("On Tue, Ada wrote:") that begins here, or 0. Mail programs wrap it over up to three. */
function attributionSpan(lines: string[], i: number): number {
  const first = lines[i] ?? "";
  if (first.length > 200 || !attributionStart.test(first)) return 0;
  let joined = "";
  for (let span = 1; span <= 3 && i + span <= lines.length; span++) {
    const line = (lines[i + span - 1] ?? "").trim();
    if (!line) return 0;
    joined += ` ${line}`;
    if (joined.length > 300) return 0;
    if (wrote.test(joined) && /:\s*$|\d/.test(joined)) return span;
    if (/[.!?]$/.test(line)) return 0;
  }
  return 0;
}

function nextText(lines: string[], from: number): number {
  let i = from;
  while (i < lines.length && !(lines[i] ?? "").trim()) i++;
  return i;
}
