import { cleanLine, type KnownLinks } from "./answers/clean-answer.ts";
import type { Show } from "./formats/text-format.ts";

/**
 * Passes on the texts of a list of a JSON answer one by one: of the key points, unless another list is named. Each must be complete,
 * because links are removed from it first.
 */
export const pointsOnly =
  (known: KnownLinks, list = "summary", end = "\n") =>
  (emit: Show): Show => {
    const read = pointReader(list);
    return (piece) => {
      for (const point of read(piece)) {
        const line = cleanLine(point, known);
        if (line) emit(`${line}${end}`);
      }
    };
  };

/** A string and the character after it: before a colon it is a key, otherwise a value. */
const token = /"((?:[^"\\]|\\.)*)"\s*([:,\]}])/gs;

function pointReader(name: string) {
  let rest = "";
  let key: string | undefined;
  let list: "none" | "wanted" | "over" = "none";

  return (piece: string): string[] => {
    rest += piece;
    const points: string[] = [];
    let end = 0;
    for (const { 0: whole, 1: text = "", 2: after, index } of rest.matchAll(token)) {
      end = index + whole.length;
      if (after === ":") {
        key = text;
        if (text === name) list = "wanted";
        else if (text === "actions") list = "over";
      } else if (list === "wanted" && (key === name || key === "text")) points.push(unescaped(text));
    }
    rest = rest.slice(end);
    return points;
  };
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return "";
  }
}
