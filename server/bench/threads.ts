/**
 * Measures a page of threads against a page of messages, on 100,000 messages of one user: threads of four messages, and one of 5,000,
 * spread over all mail or on top of it. The goal is 1.5 times the page of messages. Then it files, stars and deletes the long thread,
 * and undoes each: the goal is a second and a half.
 */
import { threadQuery } from "@intellibox/contract/endpoints/inbox";
import { fencedTransaction } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { applyAction } from "#features/actions/apply-action.ts";
import { undoAction } from "#features/actions/undo-action.ts";
import { listThreads } from "#features/inbox/threads.ts";
import { type BenchRow, goalOf } from "./bench-row.ts";
import { compare, fileMail, mostOfPage } from "./folders.ts";
import { type BenchWorld, openBenchWorld } from "./mail-bench.ts";
import { asDatabaseOwner, at, cpuOf, fill, msOf, scopeOf } from "./search.ts";

const longThread = 5_000;
/** Of an action on the long thread, which the reader waits for. */
const mostOfAction = 1_500;

export async function run(messages = Number(process.env.BENCH_MESSAGES ?? 100_000)): Promise<BenchRow[]> {
  const bench = await openBenchWorld();
  try {
    await fill(bench, messages, undefined);
    const folderId = await fileMail(bench);
    const scope = scopeOf(bench);
    const page = (query: object) => () => listThreads(scope, threadQuery.parse(query));
    const byThread = (query: object) => page({ ...query, group: "thread" });
    const rows: BenchRow[] = [];
    for (const [name, which] of [
      ["spread", sql`number % ${Math.max(1, Math.floor(messages / longThread))} = 0`],
      ["on top", sql`number > ${messages - longThread}`],
    ] as const) {
      await joinThreads(bench, which);
      const cursor = (await byThread({})()).nextCursor ?? undefined;
      rows.push(
        ...(await compare(
          bench,
          mostOfPage,
          `threads.a page of messages, ${longThread} of one thread ${name}`,
          page({}),
          [
            ["the inbox", byThread({})],
            ["its second page", byThread({ cursor })],
            ["Archive", byThread({ folder: "archive" })],
            ["All mail", byThread({ folder: "all" })],
            ["Starred", byThread({ folder: "starred" })],
            ["a folder", byThread({ folderId })],
          ],
        )),
        ...(await compare(bench, mostOfPage, "threads.a search for messages", page({ q: "quarterly" }), [
          ["for threads", byThread({ q: "quarterly" })],
        ])),
      );
    }
    return [...rows, ...(await actionsOnThread(bench))];
  } finally {
    await bench.close();
  }
}

/** On the thread on top of the inbox. Medians of three, because the first one writes new pages. */
async function actionsOnThread(bench: BenchWorld): Promise<BenchRow[]> {
  const scope = scopeOf(bench);
  const { items } = await listThreads(scope, threadQuery.parse({ group: "thread" }));
  const ids = items.slice(0, 1).map(({ id }) => id);
  const cpu = cpuOf(bench);
  const rows: BenchRow[] = [];
  for (const action of ["archive", "star", "unread", "trash"] as const) {
    const [done, undone]: Record<"ms" | "cpuMs", number>[][] = [[], []];
    const measure = async <Answer>(into: typeof done, work: () => Promise<Answer>) => {
      const before = cpu();
      let answer: Answer | undefined;
      const ms = await msOf(async () => {
        answer = await work();
      });
      into?.push({ ms, cpuMs: cpu() - before });
      return answer;
    };
    for (let round = 0; round < 3; round++) {
      const answer = await measure(done, () => applyAction(scope, { ids, action, extent: "thread" }));
      if (answer?.ids.length !== longThread) throw new Error(`${action} changed ${answer?.ids.length} messages`);
      await measure(undone, () => undoAction(scope, answer.actionId));
    }
    for (const [name, times] of [
      [action, done],
      [`undo ${action}`, undone],
    ] as const) {
      const [ms, cpuMs] = (["ms", "cpuMs"] as const).map((one) =>
        at(
          (times ?? []).map((time) => time[one]),
          0.5,
        ),
      );
      const value = cpuMs || ms || 0;
      const note = `${longThread} messages at once, processor time; ${(ms ?? 0).toFixed(0)} ms`;
      rows.push({ name: `threads.${name}`, value, unit: "ms", ...goalOf(value, mostOfAction), note });
    }
  }
  return rows;
}

/** Four messages in a row of dates share a thread; those of `which` are one. */
export async function joinThreads({ world, owner }: BenchWorld, which: ReturnType<typeof sql>) {
  const { tenantId, userId } = owner;
  await fencedTransaction(
    world.db,
    owner,
    (tx) =>
      tx.execute(sql`
        with numbered as (
          select id, row_number() over (order by date) as number from messages where tenant_id = ${tenantId} and user_id = ${userId}
        ), joined as (
          select id, case when ${which} then ${userId}::uuid else (min(id::text) over (partition by number / 4))::uuid end as thread_id from numbered
        )
        update messages m set thread_id = joined.thread_id from joined where m.tenant_id = ${tenantId} and m.id = joined.id`),
    { statementSeconds: 600 },
  );
  await asDatabaseOwner(world, "vacuum analyze messages");
}
