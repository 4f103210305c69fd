import { beforeEach, expect, test, vi } from "vitest";
import { offerUndo, undoLatest } from "./undo.ts";

beforeEach(() => void vi.useFakeTimers());

test("the latest action is undone first, each once [BYD-02]", () => {
  const done: string[] = [];
  offerUndo(() => done.push("first"), 1000);
  offerUndo(() => done.push("second"), 1000);
  expect([undoLatest(), undoLatest(), undoLatest()]).toEqual([true, true, false]);
  expect(done).toEqual(["second", "first"]);
});

test("a withdrawn or expired offer does nothing", () => {
  const run = vi.fn();
  offerUndo(run, 1000).withdraw();
  offerUndo(run, 1000);
  vi.advanceTimersByTime(1000);
  expect(undoLatest()).toBe(false);
  expect(run).not.toHaveBeenCalled();
});
