import { cleanLine, type KnownLinks } from "./answers/clean-answer.ts";
import type { Show } from "./formats/text-format.ts";

/** Passes on the key points of a JSON answer one by one. Each must be complete, because links are removed from it first. */
export const pointsOnly =
  (known: KnownLinks) =>
  (emit: Show): Show => {
    const read = pointReader();
    return (piece) => {
      for (const point of read(piece)) {
        const line = cleanLine(point, known);
        if (line) emit(`${line}\n`);
      }
    };
  };

/** A string and the character after it: before a colon it is a key, otherwise a value. */
const token = /"((?:[^"\\]|\\.)*)"\s*([:,\]}])/gs;

function pointReader() {
  let rest = "";
  let key: string | undefined;
  let list: "none" | "summary" | "over" = "none";

  return (piece: string): string[] => {
    rest += piece;
    const points: string[] = [];
    let end = 0;
    for (const { 0: whole, 1: text = "", 2: after, index } of rest.matchAll(token)) {
      end = index + whole.length;
      if (after === ":") {
        key = text;
        if (text === "summary") list = "summary";
        else if (text === "actions") list = "over";
      } else if (list === "summary" && (key === "summary" || key === "text")) points.push(unescaped(text));
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
