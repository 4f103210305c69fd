import { expect, test } from "vitest";
import { arrivalOf } from "./use-arrival.ts";

const action = { action: "Send it", owner: "", due: "", source: "", sourceIndex: null };

test("text, files and a plan may come along", () => {
  const file = new File(["x"], "a.pdf");
  expect(arrivalOf({ text: "Hello", files: [file], actions: [action] })).toEqual({
    text: "Hello",
    files: [file],
    actions: [action],
  });
});

test.each([null, undefined, "text", 5, { text: 5, files: "a", actions: [{}] }, { files: ["a"], actions: "x" }])(
  "what does not fit is left aside: %j",
  (state) => {
    expect(arrivalOf(state)).toEqual({ text: "", files: [], actions: [] });
  },
);
