// Asks the built-in engine questions about a small mailbox, and compares the mails that it cites.

import { foldLetters } from "#lib/tokenize.ts";
import { findAnswer } from "#engine/questions/answer-question.ts";
import { readQuestion } from "#engine/questions/read-question.ts";
import type { EngineAnswer, QuestionMail } from "#engine/questions/types.ts";
import { readUntrusted, safeTextOf } from "#features/assistant/untrusted.ts";
import { readJsonl } from "../jsonl.ts";

type MailRow = Omit<QuestionMail, "at" | "isOwn"> & { id: string; at: string; isOwn?: boolean };
type QuestionRow = { question: string; cites: string[]; all?: boolean; mayRefuse?: boolean; earlier?: string[] };
type Verdict = "right" | "silent" | "wrong";
export type AskedQuestion = QuestionRow & { verdict: Verdict; cited: string[]; answer: EngineAnswer };

const here = (name: string) => new URL(name, import.meta.url).pathname;
const now = new Date("2026-11-18T09:00:00Z");
const timeZone = "Asia/Kolkata";

export function askAll(): AskedQuestion[] {
  const rows = readJsonl<MailRow>(here("./mails.jsonl"));
  const mails = rows.map(({ id: _, at, isOwn = false, body, ...mail }) => ({
    ...mail,
    at: new Date(at),
    isOwn,
    body: safeTextOf(readUntrusted(body)),
  }));
  const parties = foldLetters(rows.map(({ from, to }) => `${from} ${to}`).join(" "));
  return readJsonl<QuestionRow>(here("./questions.jsonl")).map((row) => {
    const question = readQuestion(row.question, { now, timeZone }, row.earlier ?? []);
    const people = question.names.filter((name) => new RegExp(`(?<!\\p{L})${name}`, "u").test(parties));
    const answer = findAnswer({ question, people, mails, asker: ["rohan desai", "rohan@desai.test"], now, timeZone });
    const cited = [...new Set(answer.found.map(({ mail }) => rows[mail]?.id ?? ""))];
    return { ...row, answer, cited, verdict: verdictOf(row, answer, cited) };
  });
}

/** The first citation counts; of a list all that are expected, and no other one. */
function verdictOf({ cites, all }: QuestionRow, { outcome }: EngineAnswer, cited: string[]): Verdict {
  if (cites.length === 0) return outcome === "answered" ? "wrong" : "right";
  if (outcome !== "answered") return "silent";
  if (all)
    return cites.every((id) => cited.includes(id)) && cited.every((id) => cites.includes(id)) ? "right" : "wrong";
  return cites.includes(cited[0] ?? "") ? "right" : "wrong";
}

export const goals = { right: 0.8, wrong: 0.05 };

export function rates(asked: AskedQuestion[]) {
  const share = (verdict: Verdict) => asked.filter((one) => one.verdict === verdict).length / asked.length;
  return { right: share("right"), wrong: share("wrong"), silent: share("silent") };
}

export function runQuestions() {
  const asked = askAll();
  for (const { question, cites, cited, verdict, answer } of asked)
    if (verdict !== "right")
      console.log(
        `${verdict}: ${question}\n    expected ${cites.join(", ") || "no answer"}, got ${cited.join(", ") || answer.outcome}: ${answer.found[0]?.sentence ?? ""}`,
      );
  const { right, wrong, silent } = rates(asked);
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  console.log(
    `\n${asked.length} questions: right ${percent(right)} (goal ≥ ${percent(goals.right)}), wrong ${percent(wrong)} (goal ≤ ${percent(goals.wrong)}), no answer ${percent(silent)}`,
  );
}
