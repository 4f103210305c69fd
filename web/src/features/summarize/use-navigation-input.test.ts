import { expect, test } from "vitest";
import { navigationInputOf } from "./use-navigation-input.ts";

const action = { action: "Send it", owner: "", due: "", source: "", sourceIndex: null };

test("the navigation state may hold text, files and a plan", () => {
  const file = new File(["x"], "a.pdf");
  expect(navigationInputOf({ text: "Hello", files: [file], actions: [action] })).toEqual({
    text: "Hello",
    files: [file],
    actions: [action],
  });
});

test.each([null, undefined, "text", 5, { text: 5, files: "a", actions: [{}] }, { files: ["a"], actions: "x" }])(
  "invalid navigation state is ignored: %j",
  (state) => {
    expect(navigationInputOf(state)).toEqual({ text: "", files: [], actions: [] });
  },
);
