import { findAttribution } from "./thread-attribution.ts";
import { readHeaderBlock } from "./thread-headers.ts";
import { type Line, linesOf } from "./thread-lines.ts";
import { isForwardedMark, isOriginalMark } from "./thread-words.ts";

/** One message of a conversation; unstated fields are empty, and `at` is null. */
export type ThreadMessage = { from: string; to: string; at: string | null; body: string };

type Open = Omit<ThreadMessage, "body"> & {
  /** The number of quote marks before every line of this message. */
  depth: number;
  lines: string[];
};

/**
 * Splits a pasted or extracted conversation into its messages, in the order of the text. One pass that reads each line a fixed
 * number of times, so that a megabyte is split while the user types.
 */
export function splitThread(text: string): ThreadMessage[] {
  const lines = linesOf(text);
  const thread = openThread();
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] as Line;
    const block = readHeaderBlock(lines, at);
    if (block) {
      if (block.message) {
        thread.dropSeparators();
        thread.begin({ ...block.message, depth: line.depth });
      } else for (const plain of lines.slice(at, block.end)) thread.add(plain);
      at = block.end;
      continue;
    }
    const attribution = findAttribution(lines, at);
    if (attribution) {
      thread.takeBack(attribution.lines - 1);
      thread.dropSeparators();
      thread.begin({ ...attribution.message, depth: bodyDepth(lines, at) });
    } else if (isOriginalMark(line.text)) {
      thread.begin({ from: "", to: "", at: null, depth: line.depth });
    } else thread.add(line);
    at += 1;
  }
  return thread.end();
}

/** Collects the messages, with a stack of open ones by quote depth, outermost first. */
function openThread() {
  const found: Open[] = [];
  const open: Open[] = [];
  let current: Open | undefined;

  function begin(message: Omit<Open, "lines">) {
    const begun: Open = { ...message, lines: [] };
    while ((open.at(-1)?.depth ?? -1) >= message.depth) open.pop();
    open.push(begun);
    found.push(begun);
    current = begun;
  }

  /** Text outside every quotation, from an unnamed writer. */
  function beginUnnamed() {
    const begun: Open = { from: "", to: "", at: null, depth: 0, lines: [] };
    open.unshift(begun);
    found.push(begun);
    return begun;
  }

  function add({ depth, text }: Line) {
    // The depth of a blank line is unreliable: many programs leave out its quote mark.
    if (text === "") return current?.lines.push("");
    // An answer between quoted lines belongs to the outer message; the quotation may continue after it.
    const owner = open.findLast((message) => message.depth <= depth) ?? beginUnnamed();
    if (owner !== current && owner.lines.length > 0) owner.lines.push("");
    const marks = depth - owner.depth;
    owner.lines.push(marks > 0 ? `${">".repeat(marks)} ${text}` : text);
    current = owner;
  }

  return {
    begin,
    add,
    /** Removes the first lines of a wrapped "On … wrote:", which were added to the previous message. */
    takeBack(count: number) {
      for (let left = count; left > 0; left -= 1) current?.lines.pop();
    },
    /** Removes separators directly above a header, which do not belong to the previous message. */
    dropSeparators() {
      const before = current?.lines ?? [];
      while (before.length > 0 && isSeparator(before.at(-1) ?? "")) before.pop();
    },
    // "-----Original Message-----" opens a message that the header below it replaces.
    end: () => found.map(closed).filter(({ from, body }) => from !== "" || body !== ""),
  };
}

const isSeparator = (line: string) =>
  line === "" || /^[_=\-–—*\s>]{3,}$/.test(line.slice(0, 200)) || isForwardedMark(line);

const closed = ({ from, to, at, lines }: Open): ThreadMessage => ({ from, to, at, body: lines.join("\n").trim() });

/** The text after "On … wrote:" has one quote mark more than that line, or none if the program does not mark quotes. */
function bodyDepth(lines: Line[], at: number) {
  const own = lines[at]?.depth ?? 0;
  const lookAhead = 4;
  for (let next = at + 1; next < lines.length && next <= at + lookAhead; next += 1) {
    const line = lines[next] as Line;
    if (line.text !== "") return line.depth > own ? own + 1 : own;
    if (line.depth > own) return own + 1;
  }
  return own;
}
