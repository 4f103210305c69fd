import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { listOf, mergeWorld } from "#test/merge-world.ts";
import { until } from "#test/outbox-world.ts";

/** The long form is for `TEST_FAULTS=long`. */
const isLong = process.env.TEST_FAULTS === "long";
const people = isLong ? 5_000 : 150;
const kills = isLong ? 12 : 3;

// Without workers here: only the killed programs send.
const { writer, draft, start, get, peek, url, rowsOf } = await mergeWorld();
const dataDir = await mkdtemp(join(tmpdir(), "intellibox-merge-kill-"));
const running = new Set<AppProcess>();
afterAll(async () => {
  for (const app of running) await app.kill();
  await rm(dataDir, { recursive: true, force: true });
});

const startProcess = async () => {
  const app = await startAppProcess({ url, dataDir });
  running.add(app);
  return app;
};

/** Ends at random moments; only the last of the two processes must go on. */
async function kill(app: AppProcess | undefined) {
  if (!app) return;
  running.delete(app);
  await app.kill();
}

test(
  `killed ${kills} times while ${people} people are written to, with two processes at work: nobody gets two mails, and the counts are right [MRG-43]`,
  async () => {
    const { who, server } = await writer("NORMAL_USER", { plan: { emailQuota: -1 } });
    const id = await draft(who, { csv: listOf(people), tracked: false });
    await start(who, id);
    // Faster than a person may choose.
    await peek("update mail_merges set rate_per_minute = 60000 where id = $1", [id]);
    const accepted = async () => {
      const [row] = await peek<{ n: number }>(
        "select count(*)::int as n from mail_merge_recipients where merge_id = $1 and state = 'accepted'",
        [id],
      );
      return row?.n ?? 0;
    };
    await startProcess();
    for (let round = 1; round <= kills; round++) {
      const other = await startProcess();
      const due = Math.floor((people * round) / (kills + 1));
      await until(async () => (await accepted()) >= due, 180_000);
      await new Promise((done) => setTimeout(done, Math.random() * 120));
      await kill([...running].find((app) => app !== other));
    }
    const isOver = async () => {
      const { state } = await get(who, id);
      const open = await peek("select from outbox where tenant_id = $1 and is_open limit 1", [who.tenantId]);
      return state === "done" && open.length === 0;
    };
    await until(isOver, isLong ? 900_000 : 120_000);

    const { totals } = await get(who, id);
    expect(totals).toMatchObject({ recipients: people, waiting: 0, sending: 0, leftOut: 0 });
    expect(totals.sent + totals.failed).toBe(people);
    const rows = await rowsOf(who);
    expect(rows).toHaveLength(people);
    // A mail that was handed over while its process died may have arrived, and is not sent again.
    for (const { error } of rows.filter(({ phase }) => phase !== "sent"))
      expect(error).toMatch(/^Delivery unconfirmed/);
    const arrivals = Map.groupBy(server.mails, ({ to }) => to.join());
    expect([...arrivals].filter(([, mails]) => mails.length > 1)).toEqual([]);
    expect(arrivals.size).toBeGreaterThanOrEqual(totals.sent);
    const [count] = await peek<{ n: number }>("select sum(accepted)::int as n from send_counts where tenant_id = $1", [
      who.tenantId,
    ]);
    expect(count?.n).toBe(people);
    const links = await peek("select distinct hash from unsubscribe_links where tenant_id = $1", [who.tenantId]);
    expect(links).toHaveLength(people);
  },
  isLong ? 1_800_000 : 300_000,
);
