import { blocksOf } from "#lib/drafts/draft-html.ts";
import type { TextPiece } from "./text-pieces.ts";
import { diffWords } from "./word-diff.ts";

export type NewBlock = { kind: TextPiece["kind"]; text: string };

/** One change of the document. All positions are those before any change. */
export type TextChange =
  | { do: "replace"; from: number; to: number; text: string }
  | { do: "remove"; piece: TextPiece }
  /** After the piece, or before the first one. */
  | { do: "insert"; after: TextPiece | undefined; before: TextPiece | undefined; blocks: NewBlock[] };

const newBlocks = (text: string): NewBlock[] =>
  blocksOf(text).flatMap(({ kind, lines }): NewBlock[] =>
    kind === "paragraph" ? [{ kind, text: lines.join("\n") }] : lines.map((line) => ({ kind, text: line })),
  );

/**
 * The changes that turn the pieces into the new text. While the text is being written, the old words after its end are left
 * as they are: they may still come.
 */
export function planChanges(pieces: readonly TextPiece[], text: string, isFinished: boolean): TextChange[] {
  const blocks = newBlocks(text);
  const pairs = alignBlocks(pieces, blocks);
  const lastPaired = pieces.findLastIndex((_, index) => pairs.includes(index));
  const changes: TextChange[] = [];
  pieces.forEach((piece, index) => {
    const at = pairs.indexOf(index);
    const block = blocks[at];
    const isOpen = !isFinished && at === blocks.length - 1;
    if (block) changes.push(...changesWithin(piece, block.text, isOpen));
    else if (isFinished || index < lastPaired) changes.push({ do: "remove", piece });
  });
  let after: TextPiece | undefined;
  blocks.forEach((block, at) => {
    const index = pairs[at] ?? -1;
    if (index >= 0) after = pieces[index];
    else {
      const last = changes.at(-1);
      if (last?.do === "insert" && last.after === after) last.blocks.push(block);
      else changes.push({ do: "insert", after, before: pieces[0], blocks: [block] });
    }
  });
  return changes;
}

function changesWithin(piece: TextPiece, text: string, isOpen: boolean): TextChange[] {
  // Spaces at the ends belong to the words around a selection.
  const [, lead = "", trail = ""] = /^(\s*)[\s\S]*?(\s*)$/.exec(piece.text) ?? [];
  const runs = diffWords(piece.text, lead + text.trim() + trail);
  const changes: TextChange[] = [];
  let from = piece.from;
  runs.forEach((run, index) => {
    const next = runs[index + 1];
    const isRest = isOpen && runs.slice(index + 1).every(({ kind, text: rest }) => kind === "new" || !rest.trim());
    if (run.kind === "old") {
      const put = next?.kind === "new" ? next.text : "";
      const to = isRest ? from : from + run.text.length;
      if (put || to > from) changes.push({ do: "replace", from, to, text: put });
    } else if (run.kind === "new" && runs[index - 1]?.kind !== "old")
      changes.push({ do: "replace", from, to: from, text: run.text });
    if (run.kind !== "new") from += run.text.length;
  });
  return changes;
}

/**
 * For each new block the index of its piece, or -1. Order is kept, and blocks that share many words are paired. Without a shared
 * word, as in a translation, blocks are paired one by one.
 */
function alignBlocks(pieces: readonly TextPiece[], blocks: readonly NewBlock[]): number[] {
  const [height, width] = [pieces.length + 1, blocks.length + 1];
  const bags = pieces.map(({ text }) => bagOf(text));
  const newBags = blocks.map(({ text }) => bagOf(text));
  const best = Array.from({ length: height }, () => new Float64Array(width));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  const score = (i: number, j: number) =>
    likeness(bags[i], newBags[j]) + (pieces[i]?.kind === blocks[j]?.kind ? 0.05 : 0.001);
  for (let i = pieces.length - 1; i >= 0; i -= 1)
    for (let j = blocks.length - 1; j >= 0; j -= 1) {
      const row = best[i];
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), at(i + 1, j + 1) + score(i, j));
    }
  const pairs = blocks.map(() => -1);
  for (let i = 0, j = 0; i < pieces.length && j < blocks.length; ) {
    if (at(i, j) === at(i + 1, j + 1) + score(i, j)) {
      pairs[j] = i;
      i += 1;
      j += 1;
    } else if (at(i, j) === at(i + 1, j)) i += 1;
    else j += 1;
  }
  return pairs;
}

const bagOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

function likeness(one: Set<string> | undefined, other: Set<string> | undefined): number {
  if (!one?.size || !other?.size) return 0;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return (2 * shared) / (one.size + other.size);
}
