// The summary of a thread in the inbox. It is stored with those of Summarize, one for each thread.
import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { assistant, FoundTask } from "@intellibox/contract/endpoints/assistant";
import type { ThreadDigest } from "@intellibox/contract/endpoints/inbox";
import type { Tx } from "#db/fence.ts";
import { and, eq, type SQL, sql } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { summaries } from "#db/tables/summaries.ts";
import type { Scope } from "#scope.ts";
import { deleteOldest, ownSummaries, tellOfSummary } from "./summaries.ts";

type Digested = ResponseOf<typeof assistant.summarize>;

/** A message of the thread, with its text as Summarize's timeline shows it. */
type DigestedMessage = { id: string; date: Date; from: string; to: string; at: string; body: string };
type DigestedThread = { threadId: string; title: string; thread: DigestedMessage[]; digested: Digested };

/** Stores the summary. A thread has one: its plan and the ticks of tasks that were found again stay. */
export async function keepDigest(
  tx: Tx,
  scope: Scope,
  { threadId, title, thread, digested }: DigestedThread,
): Promise<ThreadDigest> {
  const { summary, summarySources, actions, ...written } = digested;
  const [before] = await tx.select(earlierColumns).from(summaries).where(ofThread(scope, threadId)).for("update");
  const messageIds = thread.map((message) => message.id);
  const tasks = actions.map((action): FoundTask => {
    const found = before?.tasks?.find((task) => task.action === action.action);
    return { ...bounded(action), done: found?.done ?? false, planned: found?.planned ?? false };
  });
  const moved = (index: number | null) => {
    const at = messageIds.indexOf(before?.messageIds?.[index ?? -1] ?? "");
    return at < 0 ? null : at;
  };
  const plan = (before?.actions ?? []).map((action) => ({ ...action, sourceIndex: moved(action.sourceIndex) }));
  const row = {
    title:
      title
        .replaceAll(/[\s\p{Cc}]+/gu, " ")
        .trim()
        .slice(0, 160) || "(no subject)",
    thread: thread.map(({ from, to, at, body }) => ({ from, to, at, body })),
    summary: summary.map((point) => point.slice(0, 2000)).slice(0, 100),
    summarySources: summarySources.slice(0, 100),
    actions: plan,
    written: {
      ...written,
      warnings: written.warnings.slice(0, 20).map((one) => ({ ...one, text: one.text.slice(0, 1000) })),
    },
    ...{ messageCount: thread.length, pointCount: summary.length, actionCount: plan.length },
    ...{ messageIds, tasks, newestAt: thread.at(-1)?.date ?? scope.now(), createdAt: scope.now() },
  };
  const kept = await tx
    .insert(summaries)
    .values({ ...row, tenantId: scope.tenantId, userId: scope.user.id, threadId })
    .onConflictDoUpdate({ target: [summaries.tenantId, summaries.userId, summaries.threadId], set: row })
    .returning(digestColumns);
  if (!before) await deleteOldest(tx, scope);
  const digest = only(kept);
  await tellOfSummary(tx, scope, { id: digest.id, title: row.title, actionCount: tasks.length });
  return present(digest, 0);
}

/** The summary as it is shown. `thread` has the messages as they are now. */
export function presentDigest(found: DigestRow, thread: readonly { id: string; date: Date }[]): ThreadDigest {
  const covered = new Set(found.messageIds);
  // It was read as JSON.
  const row = { ...found, createdAt: new Date(found.createdAt), newestAt: found.newestAt && new Date(found.newestAt) };
  const { newestAt } = row;
  const newer = thread.filter(({ id, date }) => !covered.has(id) && newestAt && date >= newestAt);
  return present(row, newer.length);
}

/** A subquery for the summary of a thread; null if the reader asked for none. */
export const digestOfThread = ({
  tenantId,
  userId,
  threadId,
}: Record<"tenantId" | "userId" | "threadId", SQL>): SQL => sql`(
  select json_build_object('id', d.id, 'createdAt', d.created_at, 'summary', d.summary, 'tasks', d.tasks, 'written', d.written,
    'messageIds', d.message_ids, 'newestAt', d.newest_at, 'messageCount', d.message_count)
  from summaries d where d.tenant_id = ${tenantId} and d.user_id = ${userId} and d.thread_id = ${threadId})`;

const { id, createdAt, summary, tasks, written, messageIds, newestAt, messageCount } = summaries;
const digestColumns = { id, createdAt, summary, tasks, written, messageIds, newestAt, messageCount };
const earlierColumns = { tasks, messageIds, actions: summaries.actions };

export type DigestRow = Pick<typeof summaries.$inferSelect, keyof typeof digestColumns>;

const present = (row: DigestRow, newer: number): ThreadDigest => ({
  ...(row.written ?? unknownWriter),
  ...{ id: row.id, createdAt: row.createdAt, points: row.summary, tasks: row.tasks ?? [] },
  ...{ messages: row.messageCount, newer },
});

const unknownWriter = { tokens: 0, durationMs: 0, provider: "builtin" as const, model: "builtin", warnings: [] };

const ofThread = (scope: Scope, threadId: string) => and(ownSummaries(scope), eq(summaries.threadId, threadId));

/** Within the limits of an action plan. */
const bounded = <Action extends { action: string; owner: string; due: string; source: string }>(action: Action) => ({
  ...action,
  action: action.action.slice(0, 2000),
  owner: action.owner.slice(0, 300),
  due: action.due.slice(0, 100),
  source: action.source.slice(0, 1000),
});
