import { expect, test } from "vitest";
import { linksIn } from "./answers/clean-answer.ts";
import { pointsOnly } from "./stream-points.ts";

function shown(answer: string, size: number) {
  const lines: string[] = [];
  const read = pointsOnly(linksIn(""))((text) => lines.push(text));
  for (let at = 0; at < answer.length; at += size) read(answer.slice(at, at + size));
  return lines;
}

const objects = JSON.stringify({
  summary: [
    { text: 'She said "text": yes', source: 0 },
    { text: "Second: point, with ] and }", source: 1 },
  ],
  actions: [{ action: "Send it", owner: "Ana", due: "", source: 0 }],
});

test.each([1, 3, 7, 1000])("only key points are shown, one by one, from pieces of %i characters", (size) => {
  expect(shown(objects, size)).toEqual(['She said "text": yes\n', "Second: point, with ] and }\n"]);
  const plain = '```json\n{"summary": ["One", "Two"], "actions": ["Do it - Ana"]}\n```';
  expect(shown(plain, size)).toEqual(["One\n", "Two\n"]);
});

test("links that the model invents are removed before a point is shown", () => {
  const answer = JSON.stringify({ summary: ["See https://evil.invalid/x now"], actions: [] });
  expect(shown(answer, 5)).toEqual(["See [link removed] now\n"]);
});

test("an answer that is not JSON shows nothing", () => {
  expect(shown('Here is "the thing", and more "things".', 4)).toEqual([]);
});
