import { existsSync } from "node:fs";
import { join } from "node:path";
import { readJsonl } from "../jsonl.ts";
import { mean } from "../mean.ts";
import { type BlindIntent, type BlindMail, type Finding, gates, harmGates } from "./cases.ts";
import { keyPointsCovered, subjectOverlap, taskCounts } from "./digest-gates.ts";
import { draftFindings } from "./draft-gates.ts";
import { grammarChecker } from "./grammar.ts";
import { digestOf, draftOf, repliesOf, subjectFor } from "./outputs.ts";
import { replyFindings } from "./reply-gates.ts";

type Case = { id: string; findings: Finding[] };

/** Runs the gates over a half ("dev", "held") or a folder, and prints a table, or the cases that `show` names. */
export async function runBlind(half: string, show: string | undefined): Promise<void> {
  const intents = rowsOf<BlindIntent>("intents", half);
  const mails = rowsOf<BlindMail>("mails", half);
  if (intents.length + mails.length === 0) {
    console.error(
      `There is no blind set "${half}". Name dev, held, or a folder with intents.*.jsonl and mails.*.jsonl`,
    );
    process.exitCode = 2;
    return;
  }
  const isShown = (id: string) => show === "all" || show === id || (show?.split(",").includes(id) ?? false);
  const grammarOf = await grammarChecker();

  const drafts: Case[] = [];
  for (const row of intents) {
    const draft = draftOf(row);
    const findings = draftFindings(row, draft);
    if (row.language === "en") {
      for (const what of await grammarOf(draft.body)) findings.push({ gate: "grammar", what });
    }
    drafts.push({ id: row.id, findings });
    if (isShown(row.id)) showDraft(row, draft, findings);
  }

  const replies: Case[] = [];
  const shares: number[] = [];
  const subjects: number[] = [];
  const tasks = { hits: 0, wanted: 0, chosen: 0, owners: 0, dues: 0 };
  const poorDigests: string[] = [];
  for (const mail of mails) {
    const texts = repliesOf(mail);
    const findings = replyFindings(mail, texts);
    if (mail.language === "en" && !mail.noAnswer) {
      for (const text of new Set([texts.plain, ...texts.intents.map(({ reply }) => reply)])) {
        for (const what of await grammarOf(text)) findings.push({ gate: "grammar", what });
      }
    }
    replies.push({ id: mail.id, findings });
    const digest = digestOf(mail);
    const points = keyPointsCovered(
      mail,
      digest.summary.map(({ text }) => text),
    );
    const counts = taskCounts(mail, digest.actions);
    const subject = subjectFor(mail);
    shares.push(points.share);
    subjects.push(subjectOverlap(mail, subject));
    // The tasks that a fraud sets are not counted, whether they are listed or not.
    if (mail.kind !== "fraud")
      for (const key of ["hits", "wanted", "chosen", "owners", "dues"] as const) tasks[key] += counts[key];
    if (points.share < 0.5) poorDigests.push(mail.id);
    if (!isShown(mail.id)) continue;
    console.log(
      `\n=== ${mail.id} ${mail.language} ${mail.kind}${mail.careful ? " careful" : ""}${mail.noAnswer ? " no answer" : ""}`,
    );
    console.log(`From: ${mail.from}\nSubject: ${mail.subject}\nDate: ${mail.date}\n\n${mail.body}`);
    console.log(
      texts.noAnswer ? `--- no answer needed: ${texts.noAnswer}` : `--- reply without a stance\n${texts.plain}`,
    );
    for (const { label, stance, reply } of texts.intents) console.log(`--- [${label}] (${stance})\n${reply}`);
    console.log(`--- summary\n${digest.summary.map(({ text }) => `- ${text}`).join("\n")}`);
    console.log(
      `--- tasks\n${digest.actions.map(({ action, owner, due }) => `- [${owner}] ${action} (${due?.toISOString().slice(0, 10) ?? "no date"})`).join("\n")}`,
    );
    console.log(`--- subject: ${subject}`);
    console.log(
      `--- missed points: ${points.missed.join("; ") || "none"} | missed tasks: ${counts.missed.map(({ words }) => words.join(" ")).join("; ") || "none"} | other tasks: ${counts.extra.map(({ action }) => action).join("; ") || "none"}`,
    );
    showFindings(findings);
  }
  if (show !== undefined) return;

  printGates(`drafts (${drafts.length})`, drafts);
  printGates(`replies (${replies.length})`, replies);
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  console.log(`\nkey points covered  ${percent(mean(shares))}  below half: ${poorDigests.join(" ") || "none"}`);
  console.log(
    `tasks               recall ${percent(tasks.hits / (tasks.wanted || 1))}, precision ${percent(tasks.hits / (tasks.chosen || 1))}, owner ${percent(tasks.owners / (tasks.hits || 1))}, due ${percent(tasks.dues / (tasks.hits || 1))}`,
  );
  console.log(`subject overlap     ${percent(mean(subjects))}`);
}

function rowsOf<Row>(name: string, half: string): Row[] {
  const isHalf = half === "dev" || half === "held";
  const folder = isHalf ? import.meta.dirname : half;
  const files = isHalf ? [`${name}.${half}.jsonl`] : [`${name}.dev.jsonl`, `${name}.held.jsonl`, `${name}.jsonl`];
  return files
    .map((file) => join(folder, file))
    .filter((file) => existsSync(file))
    .flatMap((file) => readJsonl<Row>(file));
}

function showDraft(row: BlindIntent, { subject, body }: { subject: string; body: string }, findings: Finding[]): void {
  console.log(
    `\n=== ${row.id} ${row.language} ${row.tone}${row.serious ? " serious" : ""} ${JSON.stringify(row.reader)}`,
  );
  console.log(`> ${row.intent}${row.context ? `\n> context: ${row.context}` : ""}`);
  console.log(`--- Subject: ${subject}\n${body}`);
  showFindings(findings);
}

const showFindings = (findings: Finding[]) =>
  console.log(`--- gates: ${findings.map(({ gate, what }) => `${gate} (${what})`).join("; ") || "clean"}`);

function printGates(title: string, cases: Case[]): void {
  console.log(`\n${title}`);
  for (const gate of gates) {
    const failing = cases.filter(({ findings }) => findings.some((finding) => finding.gate === gate));
    if (failing.length === 0) continue;
    const mark = harmGates.has(gate) ? "HARM" : "    ";
    console.log(
      `  ${mark} ${gate.padEnd(15)} ${String(failing.length).padStart(3)}  ${failing.map(({ id }) => id).join(" ")}`,
    );
  }
  const clean = cases.filter(({ findings }) => findings.length === 0).length;
  const harmful = cases.filter(({ findings }) => findings.some(({ gate }) => harmGates.has(gate))).length;
  console.log(`  clean ${clean}, harmful ${harmful}`);
}
