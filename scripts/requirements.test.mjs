import { expect, test } from "vitest";
import { compact, requirementIds, trace } from "./requirements.mjs";

const ids = ["RTE-01", "RTE-02", "RTE-03"];
const naming = (id, status) => ({ title: `does it [${id}]`, file: "a.test.ts", status });

test("the requirements page has every id once, and more than six hundred", () => {
  const all = requirementIds();
  expect(all.length).toBeGreaterThan(600);
  expect(new Set(all).size).toBe(all.length);
});

test("a requirement is proved by a passing test that names it", () => {
  const { proved, open } = trace([naming("RTE-01", "passed"), { ...naming("RTE-03", "passed"), title: "no id" }], ids);
  expect(proved).toEqual(["RTE-01"]);
  expect(open).toEqual(["RTE-02", "RTE-03"]);
});

test("one title may prove several requirements", () => {
  const both = { title: "does both [RTE-01] [RTE-03]", file: "a.test.ts", status: "passed" };
  expect(trace([both], ids).proved).toEqual(["RTE-01", "RTE-03"]);
});

test.each(["failed", "skipped"])("a %s test proves nothing", (status) => {
  expect(trace([naming("RTE-01", status)], ids).proved).toEqual([]);
});

test("a requirement is not proved while any test that names it fails", () => {
  expect(trace([naming("RTE-01", "passed"), naming("RTE-01", "failed")], ids).proved).toEqual([]);
});

test("a skip on one database does not undo the proof on the other", () => {
  expect(trace([naming("RTE-01", "passed"), naming("RTE-01", "skipped")], ids).proved).toEqual(["RTE-01"]);
});

test.each(["passed", "failed", "skipped"])("a %s test that names an unknown requirement is reported", (status) => {
  const stray = naming("ZZZ-99", status);
  expect(trace([stray, naming("RTE-01", "passed")], ids).unknown).toEqual([stray]);
});

test("open requirements are listed by group, as ranges", () => {
  expect(compact(["RTE-01", "RTE-02", "RTE-03", "RTE-07", "SHL-09", "SHL-10"])).toEqual(["RTE 01–03 07", "SHL 09–10"]);
  expect(compact([])).toEqual([]);
});
