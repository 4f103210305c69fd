import { join } from "node:path";
import { expect, test } from "vitest";
import { readJsonl } from "../jsonl.ts";
import { type BlindIntent, type BlindMail, type Finding, harmGates } from "./cases.ts";
import { draftFindings } from "./draft-gates.ts";
import { draftOf, repliesOf } from "./outputs.ts";
import { replyFindings } from "./reply-gates.ts";

// Cases that still fail a harm gate. Remove an id when its output is right.
const known: ReadonlySet<string> = new Set(
  "h007 h025 h030 h032 h033 h049 h058 h076 i118 kd036 kd041 kd044 kd050 ld007 w012 w046 x033 x040 x047 x059 y028 jb032".split(
    " ",
  ),
);

const rowsOf = <Row>(name: string) => readJsonl<Row>(join(import.meta.dirname, `${name}.dev.jsonl`));
const harmOf = (id: string, findings: Finding[]) =>
  findings
    .filter(({ gate }) => harmGates.has(gate) && !known.has(id))
    .map(({ gate, what }) => `${id}: ${gate}: ${what}`);

test("no draft of the blind dev half leaks an order, greets a third party or cheers at bad news", {
  timeout: 120_000,
}, () => {
  expect(rowsOf<BlindIntent>("intents").flatMap((row) => harmOf(row.id, draftFindings(row, draftOf(row))))).toEqual([]);
});

test("no reply of the blind dev half agrees to pay or answers mail that needs none", { timeout: 120_000 }, () => {
  expect(rowsOf<BlindMail>("mails").flatMap((row) => harmOf(row.id, replyFindings(row, repliesOf(row))))).toEqual([]);
});
