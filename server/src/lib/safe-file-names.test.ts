import { expect, test } from "vitest";
import { safeFileNames } from "./safe-file-names.ts";

test("file names of a mail stay in their folder, show their extension, and differ on every system", () => {
  expect(
    safeFileNames([
      "../../etc/passwd",
      "C:\\Windows\\a.exe",
      "Plan.pdf",
      "plan.PDF",
      "PLAN.pdf",
      "invoice\u202efdp.exe",
      "nul.txt",
      " .. ",
      "",
      "a\u0000b\n.txt",
      "Übersicht 2026.pdf",
    ]),
  ).toEqual([
    "_.._etc_passwd",
    "C__Windows_a.exe",
    "Plan.pdf",
    "plan (2).PDF",
    "PLAN (3).pdf",
    "invoicefdp.exe",
    "_nul.txt",
    "attachment",
    "attachment (2)",
    "ab.txt",
    "Übersicht 2026.pdf",
  ]);
  const [long = ""] = safeFileNames([`${"ü".repeat(400)}.pdf`]);
  expect([[...long].length, long.endsWith(".pdf")]).toEqual([150, true]);
});
