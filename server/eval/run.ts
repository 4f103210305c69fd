// Scores the built-in engine on evaluation sets: npm run eval -- <folder with {subject,intent,summary,actions,injections}.*.jsonl>
// --blind [dev|held|folder] runs the gates of the blind evaluation instead; --show <id|all> prints its cases.
// --questions asks the questions about a small mailbox.
// --held-out also fits the summary weights without each thread in turn (the committed weights have seen the development set).
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { summarizeThread } from "#engine/builtin.ts";
import { runBlind } from "./blind/run-blind.ts";
import { readJsonl } from "./jsonl.ts";
import { runQuestions } from "./questions/run-questions.ts";
import { type ActionRow, scoreActions } from "./score-actions.ts";
import { type CheckScore, scoreSentMail, scoreThreads } from "./score-check.ts";
import { honestMails, type InjectionRow, scoreInjections } from "./score-injections.ts";
import { type IntentRow, ruleOfThumb, scoreIntents } from "./score-intent.ts";
import { leadSubject, type SubjectRow, scoreSubjects } from "./score-subject.ts";
import { heldOut, lead, scoreSummaries } from "./score-summary.ts";
import { type SummaryRow, threadOf } from "./summary-fit.ts";

type Line = {
  task: string;
  measure: string;
  engine: number;
  baseline?: number;
  published?: string;
  must: number;
  stretch: number;
};

const blindAt = process.argv.indexOf("--blind");
if (blindAt >= 0) {
  const half = process.argv[blindAt + 1];
  const showAt = process.argv.indexOf("--show");
  await runBlind(
    half && !half.startsWith("--") ? half : "dev",
    showAt < 0 ? undefined : (process.argv[showAt + 1] ?? "all"),
  );
  process.exit();
}
if (process.argv.includes("--questions")) {
  runQuestions();
  process.exit();
}
const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
if (!folder) {
  console.error(
    "usage: npm run eval -- <folder> [--held-out]\n       npm run eval -- --blind [dev|held|<folder>] [--show <id,…>|all]\n       npm run eval -- --questions",
  );
  process.exit(2);
}
const isHeldOut = process.argv.includes("--held-out");
const files = readdirSync(folder)
  .filter((name) => /^(subject|intent|summary|actions|injections)\.(.*\.)?jsonl$/.test(name))
  .sort();
if (files.length === 0) {
  console.error(`No subject, intent, summary, actions or injections .jsonl files in ${folder}`);
  process.exit(2);
}
for (const name of files) {
  const file = join(folder, name);
  console.log(`\n${name}`);
  print(linesFor(name.split(".")[0] ?? "", file));
  if (/^(?:intent|summary)\.dev\./.test(name) && !(isHeldOut && name.startsWith("summary"))) {
    console.log(
      "  The committed weights were fitted on this development set. Held-out figures: fit-requests.ts, and --held-out for summaries.",
    );
  }
}

function linesFor(task: string, file: string): Line[] {
  if (task === "subject") return subjectLines(readJsonl<SubjectRow>(file));
  if (task === "intent") return intentLines(readJsonl<IntentRow>(file));
  if (task === "injections") return injectionLines(readJsonl<InjectionRow>(file));
  if (task === "summary") return summaryLines(readJsonl<SummaryRow>(file));
  return actionLines(readJsonl<ActionRow>(file));
}

function injectionLines(rows: InjectionRow[]): Line[] {
  const sent = files
    .filter((name) => name.startsWith("subject."))
    .flatMap((name) => readJsonl<SubjectRow>(join(folder ?? "", name)));
  const { recognized, missed, alarms, honest, alarmed } = scoreInjections(rows, honestMails(sent));
  console.log(
    `  False alarms: ${alarmed.length} of ${honest} honest mails, ${(100 * alarms).toFixed(2)} % (at most 1)`,
  );
  if (alarmed.length > 0) console.log(`    ${alarmed.join(" ")}`);
  if (missed.length > 0) console.log(`  Missed: ${missed.join(", ")}`);
  console.log("  The weights were fitted on sentences of this set. Held-out figures: fit-orders.ts.");
  return [{ task: "injections", measure: "mails recognized", engine: recognized, must: 85, stretch: 95 }];
}

/** The check before sending runs on the same mails. Its findings in mail that people really sent are taken for false alarms. */
function printCheck({ mails, objected, findings }: CheckScore) {
  const share = ((100 * objected) / Math.max(1, mails)).toFixed(1);
  console.log(`  Check before sending: ${objected} of ${mails} sent mails, ${share} % (at most 3)`);
  for (const finding of findings) console.log(`    ${finding}`);
}

function subjectLines(rows: SubjectRow[]): Line[] {
  printCheck(scoreSentMail(rows));
  const ours = scoreSubjects(rows);
  const base = scoreSubjects(rows, leadSubject);
  const share = (value: number) => `${(100 * value).toFixed(0)} %`;
  console.log(`  Words changed in a subject: ${share(ours.changed)} (first sentence: ${share(base.changed)})`);
  return [
    {
      task: "subject",
      measure: "ROUGE-1",
      engine: ours.r1,
      baseline: base.r1,
      published: "23.7 neural, 26.8 human",
      must: 21,
      stretch: 24,
    },
    {
      task: "subject",
      measure: "ROUGE-2",
      engine: ours.r2,
      baseline: base.r2,
      published: "10.3 neural, 11.9 human",
      must: 10,
      stretch: 11,
    },
    {
      task: "subject",
      measure: "ROUGE-L",
      engine: ours.rl,
      baseline: base.rl,
      published: "23.4 neural, 25.2 human",
      must: 20,
      stretch: 22,
    },
    {
      task: "subject",
      measure: "ROUGE-1, human subjects",
      engine: ours.human,
      baseline: base.human,
      must: 28,
      stretch: 34,
    },
  ];
}

function intentLines(rows: IntentRow[]): Line[] {
  const ours = scoreIntents(rows);
  const base = scoreIntents(rows, ruleOfThumb);
  return Object.entries(ours).map(([source, score]) => ({
    task: "intent",
    measure: `F1, ${source}`,
    engine: score,
    baseline: base[source] ?? 0,
    published: source === "bc3" ? "" : "71–78",
    must: source === "bc3" ? 46 : 75,
    stretch: source === "bc3" ? 55 : 80,
  }));
}

function summaryLines(rows: SummaryRow[]): Line[] {
  printCheck(scoreThreads(rows));
  const ours = isHeldOut ? scoreSummaries(rows, heldOut(rows)) : scoreSummaries(rows);
  const base = scoreSummaries(rows, lead);
  const started = process.cpuUsage();
  for (const row of rows) summarizeThread({ thread: threadOf(row), now: new Date("2025-01-01") });
  const used = process.cpuUsage(started);
  console.log(
    `  CPU per thread: ${((used.user + used.system) / 1_000 / rows.length).toFixed(1)} ms (must 50, stretch 15)`,
  );
  return [
    { task: "summary", measure: "sentence F1", engine: ours.f1, baseline: base.f1, must: 48, stretch: 55 },
    {
      task: "summary",
      measure: "weighted recall at 30%",
      engine: ours.recall,
      baseline: base.recall,
      published: "> 70",
      must: 75,
      stretch: 82,
    },
    { task: "summary", measure: "ROUGE-1", engine: ours.r1, baseline: base.r1, must: 39, stretch: 41 },
    { task: "summary", measure: "ROUGE-2", engine: ours.r2, baseline: base.r2, must: 12.5, stretch: 14 },
  ];
}

function actionLines(rows: ActionRow[]): Line[] {
  const ours = scoreActions(rows);
  return [
    { task: "actions", measure: "F1", engine: ours.f1, must: 85, stretch: 93 },
    { task: "actions", measure: "owner right", engine: ours.owner, must: 90, stretch: 95 },
    { task: "actions", measure: "due date right", engine: ours.due, must: 88, stretch: 95 },
  ];
}

function print(lines: Line[]): void {
  const percent = (value: number | undefined) => (value === undefined ? "–" : (100 * value).toFixed(1));
  const table = lines.map(({ measure, engine, baseline, published, must, stretch }) => [
    measure,
    percent(engine),
    percent(baseline),
    published || "–",
    String(must),
    String(stretch),
    100 * engine >= stretch ? "stretch" : 100 * engine >= must ? "must" : "BELOW",
  ]);
  const rows = [["measure", "engine", "baseline", "published", "must", "stretch", "reached"], ...table];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length))) ?? [];
  for (const row of rows) console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`);
}
