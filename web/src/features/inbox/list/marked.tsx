import { Fragment } from "react";

export type Hits = readonly (readonly [number, number])[];

/** Text with the hits of a search marked. */
export function Marked({ text, hits = [] }: { text: string; hits?: Hits | undefined }) {
  return piecesOf(text, hits).map(({ words, isHit, at }) =>
    isHit ? (
      <mark key={at} className="rounded-[3px] bg-warn-bg font-medium text-warn">
        {words}
      </mark>
    ) : (
      <Fragment key={at}>{words}</Fragment>
    ),
  );
}

type Piece = { words: string; isHit: boolean; at: number };

/** Splits the text at its hits. Ranges that overlap, lie outside or run backwards lose their mark, never text. */
export function piecesOf(text: string, hits: Hits): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [start, end] of [...hits].sort(([a], [b]) => a - b)) {
    const from = Math.max(at, start);
    const to = Math.min(end, text.length);
    if (to <= from) continue;
    if (from > at) pieces.push({ words: text.slice(at, from), isHit: false, at });
    pieces.push({ words: text.slice(from, to), isHit: true, at: from });
    at = to;
  }
  if (at < text.length) pieces.push({ words: text.slice(at), isHit: false, at });
  return pieces;
}
