import { expect, test } from "vitest";
import { copyText, taskWords } from "./ai-words.ts";

const task = (action: string, done = false) => ({
  ...{ action, owner: "", due: "", source: "", sourceIndex: null },
  ...{ done, planned: false },
});

test("a task shows its action, owner and due date", () => {
  expect(taskWords({ action: "Send the contract", owner: "Priya", due: "" })).toBe("Send the contract (Priya)");
  expect(taskWords({ action: "Call", owner: "", due: "next week" })).toBe("Call (due next week)");
  expect(taskWords({ action: "Call", owner: "", due: "" })).toBe("Call");
});

test("a summary is copied as lines with dashes, its tasks with their ticks", () => {
  expect(copyText({ points: ["One", "Two"], tasks: [] })).toBe("- One\n- Two");
  expect(copyText({ points: ["One"], tasks: [task("Call"), task("Send", true)] })).toBe(
    "- One\n\nTasks:\n- [ ] Call\n- [x] Send",
  );
});

test("an empty summary is copied as (no data) [INB-26]", () => {
  expect(copyText({ points: [], tasks: [] })).toBe("(no data)");
});
