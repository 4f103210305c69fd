// Finds which pieces of knowledge a written mail used, whatever its model says: nothing of them goes into a mail unnamed.
import type { UsedPiece } from "@intellibox/contract/rules/knowledge";
import type { OfferedPiece } from "./offered-piece.ts";

/** So many words in a row are no coincidence. */
const rowOfWords = 5;

/**
 * The pieces that the model named, and each piece that has a number, an address, a name or a row of words of the mail that nothing
 * else has: neither what was given besides the knowledge, nor a piece that is named already.
 */
export function usedPieces(
  mail: string,
  given: string,
  offered: OfferedPiece[],
  named: OfferedPiece[],
): OfferedPiece[] {
  const used = new Set(named.filter((piece) => offered.includes(piece)));
  const open = new Set(itemsOf(mail));
  for (const item of itemsOf(given)) open.delete(item);
  const itemsOfPieces = new Map(offered.map((piece) => [piece, itemsOf(contentOf(piece))]));
  for (const piece of used) for (const item of itemsOfPieces.get(piece) ?? []) open.delete(item);
  for (const [piece, items] of itemsOfPieces) {
    if (used.has(piece) || ![...items].some((item) => open.has(item))) continue;
    used.add(piece);
    for (const item of items) open.delete(item);
  }
  return offered.filter((piece) => used.has(piece));
}

export const presentUsed = ({ id, sourceId, title, page, isOutOfDate }: OfferedPiece): UsedPiece => ({
  ...{ id: sourceId, piece: id, title, page, isOutOfDate },
});

const contentOf = ({ title, heading, text }: OfferedPiece) => `${title}\n${heading}\n${text}`;

/** Numbers without separators, addresses, names and rows of words, each with its kind. */
export function itemsOf(text: string): Set<string> {
  const plain = text.normalize("NFKC");
  const items = new Set<string>();
  for (const [found] of plain.matchAll(/https?:\/\/[^\s<>"']{3,500}|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{3,120}/gu))
    items.add(`address ${found.toLowerCase().replace(/[.,;:!?)/]+$/, "")}`);
  for (const [found] of plain.matchAll(/\p{Nd}[\p{Nd}.,:'’ ]{0,30}(?<=\p{Nd})|\p{Nd}/gu))
    for (const number of numbersIn(found)) items.add(`number ${number}`);
  // Inside a sentence only: every sentence begins with a capital.
  for (const [found] of plain.matchAll(/(?<=[\p{Ll}\p{N},;:] )\p{Lu}[\p{L}'’-]{2,30}/gu))
    items.add(`name ${found.toLowerCase().replace(/['’]s$/, "")}`);
  const words = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  for (let at = 0; at + rowOfWords <= words.length; at++)
    items.add(`words ${words.slice(at, at + rowOfWords).join(" ")}`);
  return items;
}

/** "1,500.00" and "1 500" are 1500. A run with spaces may be several numbers, which count each. */
function numbersIn(run: string): string[] {
  const whole = digitsOf(run.replace(/[.,]00?$/, ""));
  const parts = run.split(/[ ,;:'’]+/).map((part) => digitsOf(part.replace(/[.,]00?$/, "")));
  return [...new Set([whole, ...parts])].filter(Boolean);
}

const digitsOf = (text: string) => text.replaceAll(/[^\p{Nd}]/gu, "").replace(/^0+(?=\d)/, "");
