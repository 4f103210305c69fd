/** In characters. Its translation fits into a model's answer, in languages that need several tokens for a word too. */
const longestPart = 4_000;

/** Divides a mail at its paragraphs, long paragraphs at their lines and sentences. */
export function partsToTranslate(mail: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const piece of piecesOf(mail.replaceAll("\r\n", "\n").trim())) {
    if (part && part.length + piece.length > longestPart) {
      parts.push(part);
      part = "";
    }
    part += piece;
  }
  return [...parts, part].map((text) => text.trim()).filter(Boolean);
}

function piecesOf(mail: string): string[] {
  return mail
    .split(/(?<=\n\s*\n)(?=\S)/)
    .flatMap((paragraph) => (paragraph.length <= longestPart ? [paragraph] : paragraph.split(/(?<=\n|[.!?।。] )/)))
    .flatMap((piece) => piece.match(/[\s\S]{1,4000}/g) ?? []);
}
