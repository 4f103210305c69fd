import { expect, test } from "vitest";
import { readSeenCursor, writeSeenCursor } from "./seen-cursor.ts";

test("a written cursor is read back, and equal sets give equal text in any order", () => {
  const cursor = { known: new Set(["b", "a"]), older: new Set(["inbox/1.eml"]) };
  const text = writeSeenCursor(cursor);
  expect(readSeenCursor(text)).toEqual(cursor);
  expect(writeSeenCursor({ ...cursor, known: new Set(["a", "b"]) })).toBe(text);
  const empty = writeSeenCursor(readSeenCursor(null));
  expect(readSeenCursor(empty)).toEqual({ known: new Set(), older: new Set() });
});

test("the cursor of 50,000 messages has 650 KB", () => {
  const ids = Array.from({ length: 50_000 }, (_, at) => String(at).padStart(12, "x"));
  const text = writeSeenCursor({ known: new Set(ids.slice(50)), older: new Set(ids.slice(0, 50)) });
  expect(text.length).toBeLessThan(651_000);
});

test.each(["", "nonsense", "[]", '{"known":1,"older":""}', '{"known":""}'])("%s is no valid cursor", (text) => {
  expect(() => readSeenCursor(text)).toThrow("The mailbox must be loaded again");
});
