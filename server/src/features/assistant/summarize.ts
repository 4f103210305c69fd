import type { BodyOf } from "@intellibox/contract/endpoint";
import type { assistant } from "@intellibox/contract/endpoints/assistant";
import { momentOf, offsetMinutes, statedOffset } from "@intellibox/contract/rules/wall-time";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { findTaskFacts } from "#features/ai-settings/task-facts.ts";
import { dateOf } from "./date-of.ts";
import type { ThreadDigest } from "./model.ts";
import { readMails } from "./read-mails.ts";
import { runModelTask, type TaskReport } from "./run-model-task.ts";

type SummaryRequest = BodyOf<typeof assistant.summarize>;
type Message = SummaryRequest["thread"][number];
type ActionItem = { action: string; owner: string; due: string; source: string; sourceIndex: number | null };
type Summary = { summary: string[]; summarySources: (number | null)[]; actions: ActionItem[] };

/** `kind` is the usage that is recorded: extracting the tasks of a mail runs the same task. */
export async function summarize(
  scope: Scope,
  { thread, timeZone = "UTC" }: SummaryRequest,
  emit?: Emit,
  kind: "summarize" | "tasks" = "summarize",
): Promise<Summary & TaskReport> {
  const facts = findTaskFacts(scope);
  const now = scope.now();
  const mails = await readMails(
    scope,
    thread.map(({ body }) => body),
  );
  const readThread = thread.map(({ from, to, at }, index) => {
    const body = mails[index]?.text ?? "";
    return { from, to, body, dateText: at ?? "", ...clockOf(at, timeZone, now) };
  });
  const warnings = mails.flatMap((mail) => mail.warnings).slice(0, 5);
  const task = { name: "summarizeThread", thread: readThread, now, timeZone } as const;
  const safeThread = readThread.map((message, index) => ({ ...message, body: mails[index]?.safeText ?? message.body }));
  const { summary, actions, ...report } = await runModelTask(scope, task, {
    ...{ facts, kind, warnings, emit },
    withoutSuspects: () => ({ ...task, thread: safeThread }),
  });
  return { ...presentDigest({ summary, actions }, thread), ...report };
}

/** The clock by which a mail was written: its own if the date states an offset, otherwise the reader's. */
function clockOf(written: string | null | undefined, timeZone: string, now: Date) {
  const at = momentOf(written, timeZone) ?? dateOf(written);
  return { at, offsetMinutes: statedOffset(written) ?? offsetMinutes(at ?? now, timeZone) };
}

const presentDigest = ({ summary, actions }: ThreadDigest, thread: Message[]): Summary => ({
  summary: summary.map(({ text }) => text),
  summarySources: summary.map(({ source }) => source),
  actions: actions.map(({ action, owner, due, source, sourceText }) => ({
    action,
    owner,
    due: due?.toISOString() ?? "",
    source: sourceText || sourceName(thread, source),
    sourceIndex: source,
  })),
});

function sourceName(thread: Message[], index: number | null) {
  const message = index === null ? undefined : thread[index];
  if (!message) return "";
  const day = dateOf(message.at)?.toISOString().slice(0, 10);
  const sender = message.from.replace(/\s*<[^<>]*>\s*$/, "").trim() || message.from;
  return [sender || `Message ${(index ?? 0) + 1}`, day].filter(Boolean).join(", ");
}
