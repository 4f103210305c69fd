import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { needsOf, scaleTable, steps } from "../bench/scale.ts";

test("the table of docs/scale.md is the one that the bench computes", () => {
  const document = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8");
  expect(document).toContain(scaleTable());
});

test("needs grow with the mailboxes, and the pooler saves connections", () => {
  const needs = steps.map((mailboxes) => needsOf(mailboxes));
  for (const [at, { databaseGb, dollars, directWithPooler, connections }] of needs.entries()) {
    expect(directWithPooler).toBeLessThan(connections);
    const before = needs[at - 1];
    if (before) expect([databaseGb > before.databaseGb, dollars > before.dollars]).toEqual([true, true]);
  }
});
