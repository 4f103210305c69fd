import { expect, test } from "@playwright/test";
import { budgets, weightOf } from "../page-weight.ts";

for (const { page, entries, kilobytes, files } of budgets) {
  test(`${page} loads at most ${kilobytes} kB of scripts in ${files} files`, () => {
    const weight = weightOf(entries);
    expect(weight.kilobytes, "kB, gzipped").toBeLessThanOrEqual(kilobytes);
    expect(weight.files, "files").toBeLessThanOrEqual(files);
  });
}
