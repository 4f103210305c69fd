import { expect, test } from "vitest";
import { withFiles } from "./attachments.ts";

const file = (size: number, name = "a.bin") => new File([new Uint8Array(size)], name);
const many = (count: number) => Array.from({ length: count }, (_, index) => file(1, `${index}.txt`));
const limit = 10 * 1024 * 1024;

test("ten files may be attached, an eleventh may not [VAL-04] [VAL-09]", () => {
  expect(withFiles(many(9), many(1))).toHaveProperty("files.length", 10);
  const ten = many(10);
  expect(withFiles(ten, many(1))).toEqual({ files: ten, problem: "At most 10 files can be attached." });
});

test("exactly 10 MB may be attached, one byte more may not [VAL-05] [VAL-08]", () => {
  expect(withFiles([file(limit - 5)], [file(5)])).toHaveProperty("files.length", 2);
  const before = [file(limit - 5)];
  expect(withFiles(before, [file(6)])).toEqual({ files: before, problem: "Attachments exceed 10MB total." });
});

test("of too many the first are attached, and the others are named [CMP-22] [VAL-04] [VAL-09]", () => {
  const { files, problem } = withFiles([], many(11));
  expect(files.map(({ name }) => name)).toEqual(many(10).map(({ name }) => name));
  expect(problem).toBe("At most 10 files can be attached. Not attached: 10.txt.");
  expect(withFiles([], many(15)).problem).toBe(
    "At most 10 files can be attached. Not attached: 10.txt, 11.txt and 3 more.",
  );
});

test("a file that is too large leaves room for the others [VAL-05] [VAL-08]", () => {
  const { files, problem } = withFiles([], [file(5, "a"), file(limit, "b"), file(6, "c")]);
  expect(files.map(({ name }) => name)).toEqual(["a", "c"]);
  expect(problem).toBe("Attachments exceed 10MB total. Not attached: b.");
});
