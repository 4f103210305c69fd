import { afterAll, expect, test } from "vitest";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { mailGiver } from "#test/mail-world.ts";
import { until } from "#test/outbox-world.ts";
import { mailTo, ruleWorld } from "#test/rule-world.ts";

/** The long form is for `TEST_FAULTS=long`. */
const isLong = process.env.TEST_FAULTS === "long";
const mails = isLong ? 190 : 60;
const kills = isLong ? 8 : 2;

// Without workers here: only the killed programs run rules.
const { writer, person, peek, world, url, add, rowsOf } = await ruleWorld({ jobs: false });
await world.queue.boss.createQueue("mail-rules.run");
const running = new Set<AppProcess>();
afterAll(async () => {
  for (const app of running) await app.kill();
});

const startProcess = async () => {
  // The mail is in the data folder: with another one, a sync would find the mailbox empty.
  const app = await startAppProcess({ url, dataDir: world.config.dataDir });
  running.add(app);
  return app;
};

test(
  `killed ${kills} times while rules act on ${mails} mails, with two processes at work: each mail is filed and forwarded once [RUL-35]`,
  async () => {
    const { who, server } = await writer("ADMIN", { plan: { emailQuota: -1 } });
    const bob = await person("NORMAL_USER", { tenantId: who.tenantId });
    await add(who, { actions: [{ do: "archive" }, { do: "forward", to: bob.email }] });
    // A first sync takes fifty.
    for (let at = 0; at < mails; at += 40) {
      const some = Array.from({ length: Math.min(40, mails - at) }, (_, more) => at + more);
      await mailGiver(world)(
        who,
        some.map((number) => mailTo(who, { subject: `Mail ${number}` })),
      );
    }
    const handled = async () =>
      (
        await peek<{ n: number }>("select count(distinct mail_key)::int as n from mail_rule_runs where user_id = $1", [
          who.id,
        ])
      )[0]?.n ?? 0;
    const [waiting] = await peek<{ n: number }>("select count(*)::int as n from mail_rule_queue where user_id = $1", [
      who.id,
    ]);
    expect(waiting?.n).toBe(mails);
    await startProcess();
    for (let round = 1; round <= kills; round++) {
      const other = await startProcess();
      const due = Math.floor((mails * round) / (kills + 1));
      await until(async () => (await handled()) >= due, 120_000);
      const killed = [...running].find((app) => app !== other);
      if (killed) {
        running.delete(killed);
        await killed.kill();
      }
    }
    await until(async () => {
      const open = await peek(
        "select from mail_rule_queue where user_id = $1 union all select from outbox where tenant_id = $2 and is_open limit 1",
        [who.id, who.tenantId],
      );
      return open.length === 0;
    }, 180_000);
    const runs = await peek<{ n: number; done: number }>(
      "select count(*)::int as n, (count(*) filter (where outcome = 'done'))::int as done from mail_rule_runs where user_id = $1",
      [who.id],
    );
    expect(runs).toEqual([{ n: mails * 2, done: mails * 2 }]);
    const filed = await peek("select from messages where user_id = $1 and folder = 'archive'", [who.id]);
    expect(filed).toHaveLength(mails);
    const rows = await rowsOf(who);
    expect(rows).toHaveLength(mails);
    // A mail that was handed over while its process died may have arrived, and is not sent again.
    for (const { error } of rows.filter(({ phase }) => phase !== "sent"))
      expect(error).toMatch(/^Delivery unconfirmed/);
    const arrivals = Map.groupBy(server.mails, ({ raw }) => /^Message-ID: (.*)$/im.exec(raw.toString("latin1"))?.[1]);
    expect([...arrivals].filter(([, same]) => same.length > 1)).toEqual([]);
  },
  isLong ? 900_000 : 300_000,
);
