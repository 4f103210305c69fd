// Splits a text into pieces that can be found and cited. Runs in a worker thread for files.
import { maxPieceLength } from "@intellibox/contract/rules/knowledge";
import { eachWord, stemOf } from "#lib/tokenize.ts";

export type NewPiece = { page: number | null; heading: string; text: string; words: string[] };
export type TextPart = { page: number | null; text: string };

/** Shorter paragraphs are joined with the next, so that a piece has some meaning of its own. */
const enough = maxPieceLength / 2;
const maxHeading = 80;
/** No text of a person has more different words in a piece and its title. */
const maxWords = 400;

/** `title` and `heading` are found with each piece, and so is a question. */
export const makePieces = (parts: TextPart[], title: string, heading = ""): NewPiece[] =>
  parts.flatMap(({ page, text }) =>
    splitText(text, heading).map((piece) => ({
      page,
      ...piece,
      words: stemsOf(`${title}\n${piece.heading}\n${piece.text}`),
    })),
  );

/** The stems of a text, each once, without stop words. */
export function stemsOf(text: string, most = maxWords): string[] {
  const stems = new Set<string>();
  eachWord(text, (word) => {
    const stem = stemOf(word);
    if (stem !== undefined) stems.add(stem);
    return stems.size >= most;
  });
  return [...stems];
}

type Split = { heading: string; text: string };

function splitText(text: string, fixedHeading: string): Split[] {
  const pieces: Split[] = [];
  let heading = fixedHeading;
  let current = "";
  const flush = () => {
    if (current) pieces.push({ heading, text: current });
    current = "";
  };
  const paragraphs = paragraphsOf(text);
  for (const [at, paragraph] of paragraphs.entries()) {
    const found = fixedHeading ? undefined : headingOf(paragraph);
    const next = paragraphs[at + 1];
    if (found && next !== undefined && headingOf(next) === undefined) {
      flush();
      heading = found;
      continue;
    }
    for (const part of shortParts(paragraph)) {
      if (current && current.length + part.length + 2 > maxPieceLength) flush();
      current = current ? `${current}\n\n${part}` : part;
      if (current.length >= enough) flush();
    }
  }
  flush();
  return pieces;
}

const paragraphsOf = (text: string) =>
  text
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

/** "# Prices", or a short line of its own that is no sentence. */
function headingOf(paragraph: string): string | undefined {
  if (paragraph.includes("\n")) return undefined;
  const marked = /^#{1,6}\s+(.{1,200})$/.exec(paragraph)?.[1];
  if (marked) return marked.trim().slice(0, maxHeading);
  const isShort = paragraph.length <= maxHeading && !/[.!?:;,)\d]$/.test(paragraph) && /\p{L}/u.test(paragraph);
  // A list item is no heading.
  return isShort && !/^[-*•\d]/.test(paragraph) ? paragraph : undefined;
}

/** The paragraph, or its lines and sentences if it is too long. */
function shortParts(paragraph: string): string[] {
  if (paragraph.length <= maxPieceLength) return [paragraph];
  const parts: string[] = [];
  let part = "";
  for (const unit of unitsOf(paragraph)) {
    if (part && part.length + unit.length > maxPieceLength) {
      parts.push(part.trim());
      part = "";
    }
    part += unit;
  }
  if (part.trim()) parts.push(part.trim());
  return parts;
}

/** Lines and sentences, and cuts of a sentence that is too long. Together they are the paragraph. */
const unitsOf = (paragraph: string): string[] =>
  paragraph.split(/(?<=\n)|(?<=[.!?。！？।] )/u).flatMap((unit) => {
    if (unit.length <= maxPieceLength) return [unit];
    const cuts: string[] = [];
    let rest = unit;
    while (rest.length > maxPieceLength) {
      const space = rest.lastIndexOf(" ", maxPieceLength);
      const end = space > enough ? space : endOfCharacter(rest, maxPieceLength);
      cuts.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    return [...cuts, rest];
  });

/** Does not cut a character of two code units. */
const endOfCharacter = (text: string, at: number) => (/[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at);
