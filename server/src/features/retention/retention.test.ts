import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { loadConfig } from "#lib/config.ts";
import { newId } from "#lib/ids.ts";
import { mailOf } from "#test/mail-of.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { purgeRuns } from "../mail-rules/running/purge-runs.ts";
import { claimMailbox } from "../sync/lease.ts";
import { prepareBatch, storeBatch } from "../sync/store-batch.ts";
import { deleteExpired } from "./delete-expired.ts";

const { person, call, peek, world } = await testWorld({ environment: { INTELLIBOX_RETENTION: "audit=730" } });
await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });

const dayMs = 24 * 3600 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const unset = { messages: null, emailLogs: null, audit: null, activity: null, summaries: null };
const save = (who: Caller, id: string, changes: object) =>
  call(who, api.retention.save, { params: { id }, body: { ...unset, ...changes } });
const get = (who: Caller, id: string) => call(who, api.retention.get, { params: { id } });
const clean = () => deleteExpired(world, {}, undefined, new AbortController().signal);

type Arrival = { subject: string; date: Date; receivedAt: Date | null };

/** Stores mails as a sync does; `oldest` is the limit of the company. */
async function sync(who: Caller, arrivals: Arrival[], oldest?: Date) {
  const [found] = await peek<{ id: string }>("select id from mailboxes where user_id = $1", [who.id]);
  const id = found?.id ?? newId();
  if (!found)
    await peek("insert into mailboxes (tenant_id, id, user_id, kind, email) values ($1, $2, $3, 'imap', 'a@b.test')", [
      ...[who.tenantId, id, who.id],
    ]);
  const key = { tenantId: who.tenantId, userId: who.id, id };
  await peek("update mailboxes set lease_by = null, lease_until = null where id = $1", [id]);
  const claim = await claimMailbox(world, key);
  if (!claim) throw new Error("The mailbox is taken");
  const batch = {
    ...{ reset: [], removed: [], changed: [], cursor: newId(), remaining: 0, hasOlder: false },
    arrived: arrivals.map(({ subject, date, receivedAt }) => ({
      ...{ remoteId: subject, folders: ["inbox"], unread: true, starred: false, receivedAt, isPartial: false },
      raw: Buffer.from(mailOf({ subject, date })),
    })),
  };
  await storeBatch(world, claim, await prepareBatch(world, key, batch, oldest));
}
const subjectsOf = async (who: Caller) =>
  (await peek<{ subject: string }>("select subject from messages where user_id = $1 order by subject", [who.id])).map(
    ({ subject }) => subject,
  );

test("a company keeps everything by default, and an admin sets limits that are checked and audited", async () => {
  const ana = await person("ADMIN");
  const defaults = { messages: 0, emailLogs: 0, audit: 730, activity: 0, summaries: 0 };
  expect((await get(ana, ana.tenantId)).body).toEqual({ settings: unset, defaults });
  expect(await save(ana, ana.tenantId, { messages: 29 })).toMatchObject({
    status: 400,
    body: { fields: { messages: expect.any(String) } },
  });
  for (const wrong of [{ audit: 1 }, { emailLogs: 9999 }, { summaries: 1.5 }, { activity: -1 }, { other: 5 }])
    expect((await save(ana, ana.tenantId, wrong)).status).toBe(400);
  expect((await save(ana, ana.tenantId, { messages: 365, summaries: 0 })).status).toBe(200);
  expect((await get(ana, ana.tenantId)).body.settings).toEqual({ ...unset, messages: 365, summaries: 0 });
  expect(
    await peek("select changes from audit_records where action = 'retention.updated' and tenant_id = $1", [
      ana.tenantId,
    ]),
  ).toEqual([{ changes: { messages: [null, 365], summaries: [null, 0] } }]);
});

test("nobody sets the limits of a company that is not theirs", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const [owner, foreign] = [await person("SUPER_ADMIN", { owner: true }), await person("SUPER_ADMIN")];
  expect((await get(ben, ana.tenantId)).status).toBe(403);
  expect((await save(uma, ana.tenantId, { messages: 30 })).status).toBe(404);
  expect((await save(foreign, ana.tenantId, { messages: 30 })).status).toBe(403);
  expect((await get(owner, newId())).status).toBe(404);
  expect((await save(owner, ana.tenantId, { emailLogs: 90 })).status).toBe(200);
});

test("the installation's defaults are checked at the start", () => {
  expect(loadConfig({ INTELLIBOX_RETENTION: "emailLogs=365, audit=off" }).retention).toMatchObject({
    emailLogs: 365,
    audit: 0,
  });
  for (const wrong of ["emailLogs=1", "letters=40", "messages", "audit=forever"])
    expect(() => loadConfig({ INTELLIBOX_RETENTION: wrong })).toThrow(/INTELLIBOX_RETENTION must be days/);
});

test("expired mail is deleted here, counts stay, and a sync does not bring it back", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const arrivals = [
    { subject: "1 old", date: daysAgo(100), receivedAt: daysAgo(100) },
    { subject: "2 new", date: daysAgo(5), receivedAt: daysAgo(5) },
    // New mail whose sender's clock is wrong.
    { subject: "3 wrong clock", date: daysAgo(9000), receivedAt: daysAgo(1) },
    // POP3 does not say when it was received: it counts from its arrival here.
    { subject: "4 without a date", date: daysAgo(100), receivedAt: null },
  ];
  await sync(ana, arrivals);
  await sync(uma, arrivals);
  const counts = () =>
    peek("select coalesce(sum(amount), 0)::int as n from activity where kind = 'received' and user_id = $1", [ana.id]);
  const before = await counts();
  await save(ana, ana.tenantId, { messages: 60 });
  await clean();
  const kept = ["2 new", "3 wrong clock", "4 without a date"];
  expect(await subjectsOf(ana)).toEqual(kept);
  expect(await subjectsOf(uma)).toHaveLength(4);
  expect(await counts()).toEqual(before);
  expect(await peek("select message_count, inbox_count from mailboxes where user_id = $1", [ana.id])).toEqual([
    { message_count: 3, inbox_count: 3 },
  ]);
  expect(await peek("select id from message_search where user_id = $1", [ana.id])).toHaveLength(3);
  // The server still has all of them, and its cursor was reset.
  await sync(ana, arrivals, daysAgo(60));
  expect(await subjectsOf(ana)).toEqual(kept);
});

test("the links and the mute of a thread go with its last message", async () => {
  const ana = await person("ADMIN");
  await sync(ana, [
    { subject: "Old", date: daysAgo(100), receivedAt: daysAgo(100) },
    { subject: "Young", date: daysAgo(1), receivedAt: daysAgo(1) },
  ]);
  const links = async () =>
    peek<{ subject: string | null }>(
      "select m.subject from thread_links l left join messages m on m.user_id = l.user_id and m.thread_id = l.thread_id where l.user_id = $1 order by 1",
      [ana.id],
    );
  expect(await links()).toEqual([{ subject: "Old" }, { subject: "Young" }]);
  await peek(
    "insert into muted_threads (tenant_id, user_id, thread_id) select tenant_id, user_id, thread_id from messages where user_id = $1",
    [ana.id],
  );
  await save(ana, ana.tenantId, { messages: 60 });
  await clean();
  expect(await links()).toEqual([{ subject: "Young" }]);
  expect(await peek("select from muted_threads where user_id = $1", [ana.id])).toHaveLength(1);
});

test("mail whose deletion is not uploaded yet waits for it", async () => {
  const ana = await person("ADMIN");
  await sync(ana, [{ subject: "Deleted by its owner", date: daysAgo(100), receivedAt: daysAgo(100) }]);
  await peek("update messages set remove_at = now() where user_id = $1", [ana.id]);
  await save(ana, ana.tenantId, { messages: 60 });
  await clean();
  expect(await subjectsOf(ana)).toHaveLength(1);
});

test("expired logs, audit records, counts and summaries are deleted, more than one batch of them, and younger ones stay", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  for (const { tenantId, id } of [ana, uma]) {
    await peek(
      "insert into email_logs (tenant_id, id, user_id, sender, recipients, subject, provider, status, message_id, created_at) select $1, gen_random_uuid(), $2, 's', '{}', 'x', 'smtp', case when n = 0 then 'queued' else 'failed' end, 'm' || n, now() - case when n < 600 then interval '100 days' else interval '1 day' end from generate_series(0, 609) n",
      [tenantId, id],
    );
    await peek(
      "insert into audit_records (tenant_id, id, actor_id, actor_name, actor_email, actor_role, action, at) select $1, gen_random_uuid(), $2, 'a', 'b', 'ADMIN', 'x', now() - n * interval '100 days' from generate_series(8, 0, -1) n",
      [tenantId, id],
    );
    await peek(
      "insert into activity_counts (tenant_id, user_id, kind, span, at, amount) select $1, $2, 'sent', 'day', now() - n * interval '150 days', 1 from generate_series(0, 3) n",
      [tenantId, id],
    );
    await peek(
      "insert into summaries (tenant_id, id, user_id, title, thread, summary, summary_sources, actions, message_count, point_count, action_count, created_at) select $1, gen_random_uuid(), $2, 't', '[]', '[]', '[]', '[]', 0, 0, 0, now() - n * interval '10 days' from generate_series(0, 2) n",
      [tenantId, id],
    );
  }
  await save(ana, ana.tenantId, { emailLogs: 60, audit: 250, activity: 200, summaries: 15 });
  // A process that stalls here must not lock the company's chain of audit records for long.
  await peek(`
    create function refuse_long_lock() returns trigger language plpgsql as $$ begin raise 'The chain may stay locked for long'; end $$;
    create trigger refuse_long_lock before delete on audit_records
      for each row when (current_setting('idle_in_transaction_session_timeout') <> '2s') execute function refuse_long_lock()`);
  await clean();
  await peek("drop trigger refuse_long_lock on audit_records");
  const left = async ({ tenantId }: Caller) => {
    const of = async (table: string, where = "true") =>
      (
        await peek<{ n: number }>(`select count(*)::int as n from ${table} where tenant_id = $1 and ${where}`, [
          tenantId,
        ])
      )[0]?.n;
    return [
      await of("email_logs"),
      await of("audit_records", "action = 'x'"),
      await of("activity_counts"),
      await of("summaries"),
    ];
  };
  // A mail without an outcome keeps its log. The installation's default of 730 days applies to the other company's audit.
  expect(await left(ana)).toEqual([11, 3, 2, 2]);
  expect(await left(uma)).toEqual([610, 8, 4, 3]);
});

test("the history of rules is kept for 90 days, and no longer than the mail of the company [RUL-58]", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  for (const { tenantId, id } of [ana, uma])
    await peek(
      `insert into mail_rule_runs (tenant_id, id, user_id, rule_id, rule_name, is_shared, mail_key, message_id, mailbox_id, sender, subject, date,
        action_index, action, hits, outcome, at)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), 'r', false, 'k' || n, gen_random_uuid(), gen_random_uuid(), 's', 't', now(), 0,
        '{"do":"star"}', '[]', 'done', now() - make_interval(days => n) from unnest(array[1, 40, 89, 91]) n`,
      [tenantId, id],
    );
  const left = async ({ id }: Caller) => (await peek("select from mail_rule_runs where user_id = $1", [id])).length;
  await save(ana, ana.tenantId, { messages: 30 });
  await clean();
  expect([await left(ana), await left(uma)]).toEqual([1, 4]);
  // More than one batch.
  await peek(
    `insert into mail_rule_runs select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'mail_key', 'old' || n))).*
     from mail_rule_runs r, generate_series(1, 2500) n where user_id = $1 and at < now() - interval '90 days'`,
    [uma.id],
  );
  expect(await left(uma)).toBe(2504);
  await purgeRuns(world);
  expect([await left(ana), await left(uma)]).toEqual([1, 3]);
});
