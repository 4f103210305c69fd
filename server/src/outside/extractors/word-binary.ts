/**
 * The text of a binary Word document, [MS-DOC]: one string in which every position counts, so that the lengths in the
 * header can cut it into body, notes, headers and text boxes. Deleted (tracked) characters are blanked, not removed.
 */
import iconv from "iconv-lite";
import { ansiOfLocale } from "./codepages.ts";
import { Fault } from "./content.ts";

export type WordStory = { text: string; isHeader: boolean };

/** Pieces may refer to the same bytes repeatedly; no real document has more characters. */
const maxCharacters = 4_000_000;
/** ccpText, ccpFtn, ccpHdd, (reserved), ccpAtn, ccpEdn, ccpTxbx, ccpHdrTxbx in FibRgLw97. */
const storyLengths = [76, 80, 84, 92, 96, 100, 104];
const headerStory = 2;

export function readStories(main: Buffer, tables: (name: "0Table" | "1Table") => Buffer): WordStory[] {
  const flags = main.readUInt16LE(10);
  if (flags & 0x0100) throw new Fault("encrypted", "The document is encrypted");
  // nFib: 0xC1 is Word 97; Word 6 and 95 keep their text in one run of bytes.
  if (main.readUInt16LE(2) < 0xc1) return [{ text: oldText(main), isHeader: false }];
  const table = tables(flags & 0x0200 ? "1Table" : "0Table");
  const text = joinPieces(main, table);
  let at = 0;
  return storyLengths.map((offset, story) => {
    const start = at;
    at += main.readUInt32LE(offset);
    return { text: text.slice(start, at), isHeader: story === headerStory };
  });
}

function oldText(main: Buffer) {
  const [start, end] = [main.readUInt32LE(24), main.readUInt32LE(28)];
  if (start >= end || start > main.length) throw new Fault("corrupt", "No text in the document");
  return iconv.decode(main.subarray(start, Math.min(end, start + maxCharacters)), ansiOfLocale(main.readUInt16LE(6)));
}

type Piece = { characters: number; offset: number; isNarrow: boolean };

function joinPieces(main: Buffer, table: Buffer): string {
  const deleted = deletedRanges(main, table);
  const out: string[] = [];
  let total = 0;
  for (const { characters, offset, isNarrow } of piecesOf(main, table)) {
    const width = isNarrow ? 1 : 2;
    const bytes = main.subarray(offset, offset + characters * width);
    const text = isNarrow ? iconv.decode(bytes, "cp1252") : iconv.decode(bytes, "utf-16le");
    out.push(blanked(text, { offset, width, deleted }));
    total += characters;
    if (total > maxCharacters) break;
  }
  return out.join("");
}

/** The piece table, behind the property modifiers of the Clx (2.9.38). */
function piecesOf(main: Buffer, table: Buffer): Piece[] {
  const start = main.readUInt32LE(0x1a2);
  let at = start;
  while (table[at] === 1) at += 3 + table.readUInt16LE(at + 1);
  if (table[at] !== 2) throw new Fault("corrupt", "No piece table");
  const plc = table.subarray(at + 5, at + 5 + table.readUInt32LE(at + 1));
  const count = Math.floor((plc.length - 4) / 12);
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const characters = plc.readUInt32LE((index + 1) * 4) - plc.readUInt32LE(index * 4);
    const place = plc.readUInt32LE((count + 1) * 4 + index * 8 + 2);
    const isNarrow = (place & 0x40000000) !== 0;
    const offset = isNarrow ? (place & 0x3fffffff) / 2 : place & 0x3fffffff;
    return { characters: Math.min(maxCharacters, Math.max(0, characters)), offset, isNarrow };
  });
}

type Range = { start: number; end: number };

/** Byte ranges of the main stream whose character properties say "deleted while tracking changes". */
function deletedRanges(main: Buffer, table: Buffer): Range[] {
  const plc = table.subarray(main.readUInt32LE(0xfa), main.readUInt32LE(0xfa) + main.readUInt32LE(0xfe));
  const pages = Math.max(0, Math.floor((plc.length - 4) / 8));
  const ranges: Range[] = [];
  for (let index = 0; index < pages; index += 1) {
    const page = plc.readUInt32LE((pages + 1) * 4 + index * 4) * 512;
    const block = main.subarray(page, page + 512);
    const runs = block[511] ?? 0;
    for (let run = 0; run < runs && (run + 2) * 4 <= 511; run += 1) {
      const at = (block[(runs + 1) * 4 + run] ?? 0) * 2;
      const properties = block.subarray(at + 1, at + 1 + (block[at] ?? 0));
      if (at > 0 && isDeleted(properties))
        ranges.push({ start: block.readUInt32LE(run * 4), end: block.readUInt32LE(run * 4 + 4) });
    }
  }
  return ranges;
}

const operandSize = [1, 1, 2, 4, 2, 2, 0, 3];
const sprmCFRMarkDel = 0x0800;

function isDeleted(properties: Buffer): boolean {
  let at = 0;
  while (at + 3 <= properties.length) {
    const code = properties.readUInt16LE(at);
    if (code === sprmCFRMarkDel) return properties[at + 2] === 1;
    const size = operandSize[code >> 13] ?? 1;
    at += 2 + (size === 0 ? 1 + (properties[at + 2] ?? 0) : size);
  }
  return false;
}

function blanked(
  text: string,
  { offset, width, deleted }: { offset: number; width: number; deleted: Range[] },
): string {
  let out = text;
  for (const { start, end } of deleted) {
    const from = Math.max(0, Math.floor((start - offset) / width));
    const to = Math.min(out.length, Math.floor((end - offset) / width));
    if (to > from) out = out.slice(0, from) + "\0".repeat(to - from) + out.slice(to);
  }
  return out;
}
