import { expect, test } from "vitest";
import { withFiles } from "./attachments.ts";

const file = (size: number, name = "a.bin") => new File([new Uint8Array(size)], name);
const many = (count: number) => Array.from({ length: count }, (_, index) => file(1, `${index}.txt`));
const limit = 10 * 1024 * 1024;

test("ten files may be attached, an eleventh may not [VAL-04] [VAL-09]", () => {
  expect(withFiles(many(9), many(1))).toHaveProperty("files.length", 10);
  expect(withFiles(many(10), many(1))).toEqual({ problem: "At most 10 files can be attached." });
  expect(withFiles([], many(11))).toEqual({ problem: "At most 10 files can be attached." });
});

test("exactly 10 MB may be attached, one byte more may not [VAL-05] [VAL-08]", () => {
  expect(withFiles([file(limit - 5)], [file(5)])).toHaveProperty("files.length", 2);
  expect(withFiles([file(limit - 5)], [file(6)])).toEqual({ problem: "Attachments exceed 10MB total." });
});
