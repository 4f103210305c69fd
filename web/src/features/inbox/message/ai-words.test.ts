import { expect, test } from "vitest";
import type { AiAnswer } from "#api/inbox-assistant.ts";
import { copyText, nothingFor, resultLines, taskWords } from "./ai-words.ts";

const written = { tokens: 1, durationMs: 1, provider: "builtin", model: "builtin", warnings: [] } as const;
const tasks = (actions: string[]): AiAnswer => ({
  work: "tasks",
  answer: {
    ...written,
    warnings: [],
    tasks: actions.map((action) => ({ action, owner: "", due: "", source: "", sourceIndex: null })),
  },
});

test("a task shows its action, owner and due date", () => {
  expect(taskWords({ action: "Send the contract", owner: "Priya", due: "" })).toBe("Send the contract (Priya)");
  expect(taskWords({ action: "Call", owner: "", due: "next week" })).toBe("Call (due next week)");
  expect(taskWords({ action: "Call", owner: "", due: "" })).toBe("Call");
});

test("a result without tasks shows (no tasks), any other empty result (no data) [INB-25] [INB-26]", () => {
  expect(resultLines(tasks([]))).toEqual([]);
  expect(nothingFor("tasks")).toBe("(no tasks)");
  expect(copyText(tasks([]))).toBe("(no tasks)");
  const empty: AiAnswer = { work: "draft", answer: { ...written, warnings: [], draft: "  " } };
  expect(copyText(empty)).toBe("(no data)");
});

test("a list of tasks is copied as lines with dashes", () => {
  expect(copyText(tasks(["One", "Two"]))).toBe("- One\n- Two");
});
