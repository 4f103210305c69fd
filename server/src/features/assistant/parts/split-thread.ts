import type { SummaryTask } from "../model.ts";
import { tokensOf, tokensOfUnit } from "./model-window.ts";

type Thread = SummaryTask["thread"];
/** Messages that are read in one call. `indexes` are their numbers in the whole thread. */
export type ThreadPart = { thread: Thread; indexes: number[] };

const headerTokens = 60;

/** Parts of at most `room` tokens, in the order of the thread. A longer message is split at its lines. */
export function splitThread(thread: Thread, room: number): ThreadPart[] {
  const parts: ThreadPart[] = [];
  let part: ThreadPart = { thread: [], indexes: [] };
  let used = 0;
  for (const [index, message] of thread.entries()) {
    for (const body of splitText(message.body, room - headerTokens)) {
      const size = tokensOf(body) + headerTokens;
      if (used + size > room && part.thread.length > 0) {
        parts.push(part);
        part = { thread: [], indexes: [] };
        used = 0;
      }
      part.thread.push({ ...message, body });
      part.indexes.push(index);
      used += size;
    }
  }
  if (part.thread.length > 0) parts.push(part);
  return parts;
}

/** Pieces of at most `room` tokens, cut at the ends of lines if there are any. One pass over the text. */
export function splitText(text: string, room: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  let used = 0;
  let line = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    used += tokensOfUnit(code);
    if (code === 10) line = at + 1;
    if (used <= room) continue;
    const cut = line > start + (at - start) / 2 ? line : at;
    if (cut <= start) continue;
    pieces.push(text.slice(start, cut));
    start = cut;
    used = tokensOf(text.slice(cut, at + 1));
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** The beginning of a text that fits into `room` tokens. */
export const startOf = (text: string, room: number): string =>
  splitText(text.slice(0, Math.ceil(room * 3.5)), room)[0] ?? "";
