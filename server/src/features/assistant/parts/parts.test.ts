import { expect, test } from "vitest";
import { roomIn, tokensOf, windowOf } from "./model-window.ts";
import { splitText, splitThread } from "./split-thread.ts";

const message = (body: string) => ({ from: "Ana", to: "", dateText: "", body });

test("a text is split into pieces that fit, at line ends, and nothing is lost", () => {
  for (const text of ["A line of words.\n".repeat(2_000), "x".repeat(50_000), "会議は月曜日です。\n".repeat(3_000)]) {
    const pieces = splitText(text, 1_000);
    expect(pieces.join("")).toBe(text);
    for (const piece of pieces) expect(tokensOf(piece)).toBeLessThanOrEqual(1_001);
    if (text.includes("\n")) for (const piece of pieces.slice(0, -1)) expect(piece).toMatch(/\n$/);
  }
});

test("a thread is split by messages, each with its number, and a long message in several parts", () => {
  const thread = [message("short"), message("word ".repeat(2_000)), message("end")];
  const parts = splitThread(thread, 1_000);
  expect(parts.flatMap(({ indexes }) => indexes)).toEqual([0, 1, 1, 1, 1, 2]);
  expect(parts.flatMap((part) => part.thread.map(({ body }) => body)).join("")).toBe(
    thread.map(({ body }) => body).join(""),
  );
});

test("known models have their window, others and local servers a small one", () => {
  expect(windowOf({ provider: "gemini", model: "gemini-2.5-flash" })).toBe(1_000_000);
  expect(windowOf({ provider: "openrouter", model: "anthropic/claude-sonnet-4-6" })).toBe(200_000);
  expect(windowOf({ provider: "compatible", model: "gpt-4o" })).toBe(8_000);
  expect(windowOf({ provider: "openai", model: "unheard-of" })).toBe(8_000);
  expect(roomIn(8_000)).toBeGreaterThan(3_000);
});
