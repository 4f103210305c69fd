import { t } from "@intellibox/contract/text/t";
// Material that is longer than a model's window is read in parts; the answer is made from what they say (map, then reduce).
import { ModelError } from "#outside/models/text-model.ts";
import type { Emit } from "#http/route.ts";
import type { ModelAnswer, ModelTask, ResultOf, ThreadDigest } from "../model.ts";
import type { Warning } from "../untrusted.ts";
import { tokensOf } from "./model-window.ts";
import { splitThread, startOf, type ThreadPart } from "./split-thread.ts";

export type AnswerOnce = <Task extends ModelTask>(task: Task, emit?: Emit) => Promise<ModelAnswer<ResultOf<Task>>>;
type Reading = { parts: ThreadPart[]; tokens: number };

const callsAtOnce = 3;
/** The most tokens that the answer to a part takes, and the last answer. */
const tokensOfPart = 900;

/** How a task must be read, or undefined if it fits. */
export function readingPlan(task: ModelTask, room: number): Reading | undefined {
  if (isWhole(task)) return undefined;
  const { thread, own } = materialOf(task);
  const tokens = thread.reduce((sum, { body }) => sum + tokensOf(body), 0);
  if (tokens + own <= room) return undefined;
  const parts = splitThread(thread, room);
  return { parts, tokens: tokens + parts.length * tokensOfPart * 2 };
}

/** In tokens. */
export function lengthOf(task: ModelTask): number {
  if (task.name === "suggestSubject") return Math.min(tokensOf(task.text), subjectTokens);
  if (task.name === "judgeMails")
    return task.mails.reduce((sum, { text, questions }) => sum + tokensOf(`${text} ${questions.join(" ")}`), 0);
  if (task.name === "answerQuestion") return questionTokens;
  if (isWhole(task)) return tokensOf(task.name === "makeRule" ? task.sentence : task.text) * 2;
  const { thread, own } = materialOf(task);
  return thread.reduce((sum, { body }) => sum + tokensOf(body), own);
}

export async function answerInParts<Task extends ModelTask>(
  task: Task,
  room: number,
  once: AnswerOnce,
  { emit, note = "" }: { emit?: Emit | undefined; note?: string },
): Promise<ModelAnswer<ResultOf<Task>>> {
  const plan = readingPlan(task, room);
  if (!plan) return once(task.name === "suggestSubject" ? shortened(task, room) : task, emit);
  const { parts } = plan;
  emit?.progress(`Reading ${parts.length} parts, about ${plan.tokens.toLocaleString("en")} tokens${note}`);
  const read = await readParts(task, parts, once, emit);
  emit?.progress("Writing");
  const { task: last, sourceOf } = withDigest(task, read.digest, room);
  const answer = await once(last, emit);
  const result =
    task.name === "summarizeThread"
      ? { summary: sourced((answer.result as ThreadDigest).summary, sourceOf), actions: read.digest.actions }
      : answer.result;
  return {
    result: result as ResultOf<Task>,
    warnings: [...read.warnings, ...answer.warnings],
    tokensIn: read.tokensIn + answer.tokensIn,
    tokensOut: read.tokensOut + answer.tokensOut,
  };
}

/** The mails of a question are shortened to it (formats/question-format.ts). */
const questionTokens = 3_500;

/** Key points cannot stand for the text of these tasks. */
const wholeTasks = [
  "suggestSubject",
  "rewriteText",
  "translateMail",
  "makeRule",
  "judgeMails",
  "answerQuestion",
] as const;
type WholeTask = Extract<ModelTask, { name: (typeof wholeTasks)[number] }>;
const isWhole = (task: ModelTask): task is WholeTask => wholeTasks.some((name) => name === task.name);

/** The long part of a task as a thread, and the tokens of what cannot be shortened. */
function materialOf(task: Exclude<ModelTask, WholeTask>) {
  if (task.name === "summarizeThread") return { thread: task.thread, own: task.thread.length * 60 };
  const text = task.name === "draftReply" ? task.emailBody : task.context;
  const asked = task.name === "draftReply" ? task.earlier + (task.stance ?? "") : task.intent;
  const own = tokensOf(asked + (task.examples ?? []).join("\n"));
  return { thread: [{ from: "", to: "", dateText: "", body: text }], own };
}

type PartsRead = { digest: ThreadDigest; warnings: Warning[]; tokensIn: number; tokensOut: number };

async function readParts(task: ModelTask, parts: ThreadPart[], once: AnswerOnce, emit?: Emit): Promise<PartsRead> {
  const clock = task.name === "summarizeThread" ? task : clockOf(task);
  const found: (PartsRead | ModelError)[] = [];
  let next = 0;
  let done = 0;
  let stop: unknown;
  const reader = async () => {
    while (next < parts.length && stop === undefined) {
      const at = next++;
      const part = parts[at];
      if (!part) return;
      const asked = { name: "summarizeThread", thread: part.thread, now: clock.now, timeZone: clock.timeZone } as const;
      found[at] = await once(asked).then(
        ({ result, warnings, ...used }) => ({ digest: inThread(result, part), warnings, ...used }),
        (error: unknown) => {
          if (error instanceof ModelError && !isFinal(error)) return error;
          stop = error;
          return new ModelError("cancelled", t("Cancelled"), { cause: error });
        },
      );
      done += 1;
      if (stop === undefined) emit?.progress(`Reading part ${Math.min(done + 1, parts.length)} of ${parts.length}`);
    }
  };
  emit?.progress(`Reading part 1 of ${parts.length}`);
  await Promise.all(Array.from({ length: callsAtOnce }, reader));
  if (stop !== undefined) throw stop;
  const failed = found.find((one) => one instanceof ModelError);
  const good = found.filter((one): one is PartsRead => !(one instanceof ModelError));
  if (failed && good.length * 2 < parts.length) throw failed;
  const unread = found.flatMap((one, at): Warning[] =>
    one instanceof ModelError ? [{ kind: "unread-part", text: `Part ${at + 1} of ${parts.length}` }] : [],
  );
  return {
    digest: {
      summary: good.flatMap(({ digest }) => digest.summary),
      actions: distinct(good.flatMap(({ digest }) => digest.actions)),
    },
    warnings: [...unread, ...good.flatMap(({ warnings }) => warnings)].slice(0, 10),
    tokensIn: good.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
    tokensOut: good.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
  };
}

/** The next part would fail in the same way. */
const isFinal = ({ fault }: ModelError) => !["bad_answer", "broken", "timeout", "filtered"].includes(fault);

const clockOf = (task: ModelTask) =>
  "writer" in task ? { now: task.writer.now, timeZone: task.writer.timeZone } : { now: new Date(0), timeZone: "UTC" };

/** The digest of a part, with the message numbers of the whole thread. */
const inThread = ({ summary, actions }: ThreadDigest, { indexes }: ThreadPart): ThreadDigest => ({
  summary: sourced(summary, (at) => indexes[at] ?? null),
  actions: sourced(actions, (at) => indexes[at] ?? null),
});

const sourced = <Item extends { source: number | null }>(items: Item[], sourceOf: (at: number) => number | null) =>
  items.map((item) => ({ ...item, source: item.source === null ? null : sourceOf(item.source) }));

/** A message that was split may give the same action twice. */
function distinct(actions: ThreadDigest["actions"]) {
  const seen = new Set<string>();
  return actions.filter(({ action, owner }) => {
    const key = `${action}\n${owner}`.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

/** The task with the key points in place of the long text. */
function withDigest<Task extends ModelTask>(task: Task, digest: ThreadDigest, room: number) {
  const same = (at: number): number | null => at;
  if (task.name === "summarizeThread") {
    const { thread } = task;
    const kept = keptPoints(digest.summary, room - thread.length);
    const sources = [...new Set(kept.map(({ source }) => source ?? 0))].sort((a, b) => a - b);
    const shorter = sources.flatMap((source) => {
      const message = thread[source];
      const body = kept.filter((point) => (point.source ?? 0) === source).map(({ text }) => `- ${text}`);
      return message ? [{ ...message, body: body.join("\n") }] : [];
    });
    return { task: { ...task, thread: shorter }, sourceOf: (at: number) => sources[at] ?? null };
  }
  const lines = [
    ...keptPoints(digest.summary, room / 4).map(({ text }) => `- ${text}`),
    ...digest.actions.slice(0, 40).map(({ action, owner }) => `- To do: ${action}${owner ? ` (${owner})` : ""}`),
  ];
  const text = task.name === "draftReply" ? task.emailBody : task.name === "draftEmail" ? task.context : "";
  const head = startOf(text, room / 3);
  const short = `${head}\n\n[The rest is long. Its key points:]\n${lines.join("\n")}`;
  if (task.name === "draftReply") return { task: { ...task, emailBody: short, earlier: "" }, sourceOf: same };
  return { task: { ...task, context: short }, sourceOf: same };
}

/** Points from all parts, as many as fit. */
function keptPoints(points: ThreadDigest["summary"], room: number) {
  const each = Math.max(
    1,
    Math.ceil(points.reduce((sum, { text }) => sum + tokensOf(text) + 70, 0) / Math.max(1, room)),
  );
  return points.filter((_, at) => at % each === 0);
}

/** A subject needs the beginning only. */
const subjectTokens = 4_000;
const shortened = <Task extends ModelTask>(task: Task, room: number): Task =>
  task.name === "suggestSubject" ? { ...task, text: startOf(task.text, Math.min(room, subjectTokens)) } : task;
