import { api } from "@intellibox/contract/api";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { recount, rolledUp } from "#test/recount.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { fold, purgeQuarters } from "./fold-activity.ts";
import { beat } from "./heartbeat.ts";

const { person, call, peek, world, visitor, advance } = await testWorld();
let owner: Caller;
beforeAll(async () => {
  owner = await person("SUPER_ADMIN", { owner: true });
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const foldNow = () => fold(world, {}, visitor, new AbortController().signal);
const me = async (who: Caller, timeZone?: string) =>
  (await call(who, api.dashboards.me, { query: timeZone ? { timeZone } : {} })).body;
const company = async (who: Caller, timeZone?: string) =>
  (await call(who, api.dashboards.tenant, { query: timeZone ? { timeZone } : {} })).body;
const platform = async (timeZone?: string) =>
  (await call(owner, api.dashboards.platform, { query: timeZone ? { timeZone } : {} })).body;

type Mail = { at?: Date; kind?: string; status?: string; subject?: string };
async function log(who: Caller, { at = new Date(), kind = "mail", status = "sent", subject = "Hello" }: Mail = {}) {
  const id = newId();
  await peek(
    `insert into email_logs (tenant_id, id, user_id, kind, sender, recipients, subject, provider, status, message_id, created_at, sent_at)
     values ($1, $2::uuid, $3, $4, 'a@example.test', '{b@example.test}', $5, 'smtp', $6, $2::uuid::text, $7, $8)`,
    [who.tenantId, id, who.id, kind, subject, status, at, status === "sent" ? at : null],
  );
  return id;
}

const used = (who: Caller, kind: string, at = new Date(), succeeded = true) =>
  peek(
    `insert into ai_usage (tenant_id, id, user_id, kind, provider, model, tokens_in, tokens_out, duration_ms, succeeded, at)
     values ($1, $2::uuid, $3, $4, 'builtin', 'm', 1, 1, 1, $5, $6)`,
    [who.tenantId, newId(), who.id, kind, succeeded, at],
  );

async function mailbox(who: Caller) {
  const id = newId();
  await peek(
    "insert into mailboxes (tenant_id, id, user_id, kind, email, username) values ($1, $2::uuid, $3, 'imap', 'x@y.z', $4)",
    [who.tenantId, id, who.id, id],
  );
  return id;
}

type Message = { folder?: string; thread?: string; at?: Date };
async function message(
  who: Caller,
  box: string,
  { folder = "inbox", thread = newId(), at = new Date() }: Message = {},
) {
  const id = newId();
  await peek(
    `insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, subject, base_subject, from_name,
       from_address, participants, date, snippet, unread, has_attachment, size)
     values ($1, $2::uuid, $3, $4, $2::uuid::text, $5, $6, 'S', 'S', '', 'a@b.c', '{}', $7, '', true, false, 1)`,
    [who.tenantId, id, who.id, box, folder, thread, at],
  );
  return id;
}

test("without any activity a dashboard says so, with zeros [DLV-02]", async () => {
  const ana = await person("ADMIN");
  expect(await me(ana)).toMatchObject({
    hasActivity: false,
    emails: { value: 0, before: 0 },
    responseMinutes: { value: null, before: null },
    usage: { compose: 0, reply: 0, summarize: 0 },
    recent: [],
  });
  expect((await me(ana)).days).toHaveLength(7);
  expect(await company(ana)).toMatchObject({
    hasActivity: false,
    activeUsers: 1,
    aiUsers: 0,
    topUsers: [],
    requests: [],
  });
});

test("My Dashboard counts mail sent and received, AI answers and summaries of the last 7 days [DSH-01] [DSH-02] [DSH-03] [API-62] [DLV-01]", async () => {
  const ana = await person("NORMAL_USER");
  const colleague = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const box = await mailbox(ana);
  for (let index = 0; index < 3; index += 1) await log(ana);
  await log(ana, { kind: "test" });
  await log(ana, { status: "queued" });
  await log(ana, { status: "failed" });
  await log(colleague);
  await message(ana, box);
  await message(ana, box, { folder: "sent" });
  await log(ana, { at: minutesAgo(9 * 24 * 60) });
  await log(ana, { at: minutesAgo(30 * 24 * 60) });
  for (const kind of ["compose", "subject", "reply", "reply", "summarize", "tasks", "test"]) await used(ana, kind);
  await used(ana, "reply", new Date(), false);
  const expected = {
    hasActivity: true,
    emails: { value: 4, before: 1 },
    replies: { value: 2, before: 0 },
    summaries: { value: 1, before: 0 },
    usage: { compose: 2, reply: 2, summarize: 2 },
  };
  const seen = await me(ana);
  expect(seen).toMatchObject(expected);
  expect(seen.days.at(-1)).toMatchObject({ emails: 4, replies: 2 });
  // The same after the activity was moved into the counts.
  await foldNow();
  expect(await me(ana)).toEqual(seen);
});

test("real AI requests are counted", async () => {
  const ana = await person("NORMAL_USER");
  const body = { intent: "Thank Priya for the samples", tone: "friendly" };
  expect((await call(ana, api.assistant.draftEmail, { body })).status).toBe(200);
  expect(await me(ana)).toMatchObject({ hasActivity: true, usage: { compose: 1, reply: 0, summarize: 0 } });
});

test("the average response time runs from a received mail to its answer [DSH-01]", async () => {
  const ana = await person("NORMAL_USER");
  const box = await mailbox(ana);
  const [one, two] = [newId(), newId()];
  await message(ana, box, { thread: one, at: minutesAgo(200) });
  await message(ana, box, { thread: one, at: minutesAgo(90) });
  await message(ana, box, { thread: one, folder: "sent", at: minutesAgo(60) });
  // A second mail in a row by the same person is no answer.
  await message(ana, box, { thread: one, folder: "sent", at: minutesAgo(50) });
  await message(ana, box, { thread: two, at: minutesAgo(100) });
  await message(ana, box, { thread: two, folder: "sent", at: minutesAgo(10) });
  await message(ana, box, { folder: "sent", at: minutesAgo(5) });
  expect((await me(ana)).responseMinutes.value).toBeCloseTo(60, 1);
});

test("recent activity lists time, subject and action, the newest first [DSH-04]", async () => {
  const ana = await person("NORMAL_USER");
  await log(ana, { subject: "First", at: minutesAgo(30) });
  await log(ana, { subject: "Answer", kind: "reply", at: minutesAgo(20) });
  await log(ana, { subject: "Nudge", kind: "follow-up", at: minutesAgo(10) });
  await log(ana, { subject: "Later", status: "queued", at: minutesAgo(5) });
  await log(ana, { subject: "Lost", status: "failed", at: minutesAgo(2) });
  await log(ana, { subject: "Test", kind: "test", at: minutesAgo(1) });
  expect((await me(ana)).recent.map(({ subject, action }) => [subject, action])).toEqual([
    ["Lost", "Not sent"],
    ["Later", "Waiting to be sent"],
    ["Nudge", "Followed up"],
    ["Answer", "Replied"],
    ["First", "Sent"],
  ]);
});

test("users in India and in UTC each see days of their own time zone", async () => {
  const ana = await person("NORMAL_USER");
  // 20:00 UTC is 01:30 of the next day in India.
  const evening = new Date(
    `${minutesAgo(3 * 24 * 60)
      .toISOString()
      .slice(0, 10)}T20:00:00Z`,
  );
  await log(ana, { at: evening });
  const dayOf = (days: { day: string; emails: number }[]) => days.find(({ emails }) => emails > 0)?.day;
  const next = new Date(evening.getTime() + 24 * 60 * 60_000).toISOString().slice(0, 10);
  const seen = async () => [dayOf((await me(ana, "UTC")).days), dayOf((await me(ana, "Asia/Kolkata")).days)];
  const expected = [evening.toISOString().slice(0, 10), next];
  expect(await seen()).toEqual(expected);
  await foldNow();
  expect(await seen()).toEqual(expected);
  expect((await call(ana, api.dashboards.me, { query: { timeZone: "'; drop table users" } })).status).toBe(400);
});

test("Tenant Admin Dashboard shows the company's mail, people, AI use, quota, top users and 6 months [DSH-05] [DSH-06] [DSH-07] [API-63] [DLV-01]", async () => {
  const ana = await person("ADMIN", { name: "Ana", plan: { emailQuota: 500 } });
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId, name: "Ben" });
  const never = await person("NORMAL_USER", { tenantId: ana.tenantId, name: "Nobody has signed in" });
  await peek("delete from sessions where user_id = $1", [never.id]);
  const stranger = await person("ADMIN");
  await log(stranger);
  for (let index = 0; index < 3; index += 1) await log(ben);
  await log(ana);
  await log(ana, { at: minutesAgo(40 * 24 * 60) });
  await used(ana, "compose");
  await peek("insert into send_counts (tenant_id, month, accepted) values ($1, $2, 125)", [
    ana.tenantId,
    new Date().toISOString().slice(0, 7),
  ]);
  const seen = await company(ana);
  expect(seen).toMatchObject({
    hasActivity: true,
    emails: { value: 4, before: 1 },
    activeUsers: 2,
    allUsers: 3,
    aiUsers: 1,
    quota: { limit: 500, used: 125 },
    topUsers: [
      { name: "Ben", emails: 3, ai: 0 },
      { name: "Ana", emails: 1, ai: 1 },
    ],
  });
  expect(seen.months).toHaveLength(6);
  expect(seen.months.reduce((sum, { emails }) => sum + emails, 0)).toBe(5);
  await foldNow();
  for (const timeZone of ["UTC", "Asia/Kolkata", "America/New_York"]) {
    const again = await company(ana, timeZone);
    expect(again.months.reduce((sum, { emails }) => sum + emails, 0)).toBe(5);
  }
});

test("Super Admin Dashboard shows companies, mail, uptime, revenue, trend and top companies [DSH-11] [DSH-12] [DSH-13] [DSH-14] [API-64] [DLV-01]", async () => {
  const before = await platform();
  const ana = await person("ADMIN", { plan: { name: `Solo ${newId()}`, monthlyPriceINR: 4999 } });
  const [plan] = await peek<{ name: string }>(
    "select p.name from plans p join tenants t on t.plan_id = p.id where t.id = $1",
    [ana.tenantId],
  );
  for (let index = 0; index < 50; index += 1) await log(ana);
  const [found] = await peek<{ active: number; revenue: number; mail: number }>(`
    select count(*) filter (where t.status = 'Active')::int as active,
      sum(p.monthly_price_inr) filter (where t.status = 'Active' and not t.is_owner)::float8 as revenue,
      ((select count(*) from email_logs where status = 'sent' and kind <> 'test' and sent_at > now() - interval '29 days 1 hour')
       + (select count(*) from messages where folder <> 'sent'))::int as mail
    from tenants t left join plans p on p.id = t.plan_id`);
  const after = await platform();
  expect(after).toMatchObject({ hasActivity: true, activeTenants: found?.active, revenue: found?.revenue });
  expect(after.emails.value).toBe(before.emails.value + 50);
  expect(after.emails.value).toBeGreaterThanOrEqual(50);
  expect(after.activeTenants).toBe(before.activeTenants + 1);
  expect(after.revenueByPlan).toContainEqual({
    id: expect.anything(),
    plan: plan?.name,
    tenants: 1,
    unbilled: 0,
    revenue: 4999,
  });
  expect(after.topTenants[0]).toMatchObject({ id: ana.tenantId, usage: 50, plan: plan?.name });
  expect(after.days).toHaveLength(30);
  expect(after.days.at(-1)?.emails[0]).toBe(50);
  const drawn = after.days.flatMap(({ emails }) => emails).reduce((sum, value) => sum + value, 0);
  expect(drawn).toBe(after.emails.value);
  // The owner company is not billed, and a suspended one pays nothing; its plan is still listed.
  await peek("update tenants set status = 'Suspended' where id = $1", [ana.tenantId]);
  const suspended = await platform();
  expect(suspended.revenue).toBe(before.revenue);
  expect(suspended.revenueByPlan.find((row) => row.plan === plan?.name)).toMatchObject({ tenants: 0, revenue: 0 });
  await peek("update plans set status = 'Inactive' where name = $1", [plan?.name]);
  expect((await platform()).revenueByPlan.map((row) => row.plan)).not.toContain(plan?.name);
});

test("each dashboard requires its role, and acting for a company shows that company's [API-63] [API-64]", async () => {
  const user = await person("NORMAL_USER");
  const admin = await person("ADMIN");
  await log(admin);
  expect((await call(user, api.dashboards.me)).status).toBe(200);
  expect((await call(user, api.dashboards.tenant)).status).toBe(403);
  expect((await call(user, api.dashboards.platform)).status).toBe(403);
  expect((await call(admin, api.dashboards.platform)).status).toBe(403);
  expect((await call(null, api.dashboards.me)).status).toBe(401);
  const acting = await call(owner, api.dashboards.tenant, {}, { "x-tenant-id": admin.tenantId });
  expect(acting.body).toMatchObject({ emails: { value: 1 } });
  expect((await call(admin, api.dashboards.tenant, {}, { "x-tenant-id": owner.tenantId })).status).toBe(403);
});

test("the rollups equal a recount after changes, rollbacks, removals and broken connections", async () => {
  const ana = await person("ADMIN");
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const box = await mailbox(ben);
  const logs = [await log(ana, { status: "queued" }), await log(ana, { status: "queued" }), await log(ben)];
  await peek("update email_logs set status = 'sent', sent_at = now() where id = any($1)", [logs.slice(0, 2)]);
  await peek("update email_logs set opens = opens + 1 where id = any($1)", [logs]);
  await foldNow();
  await peek("delete from email_logs where id = $1", [logs[0]]);
  await peek("update email_logs set status = 'failed', sent_at = null where id = $1", [logs[2]]);
  const messages = [await message(ben, box), await message(ben, box, { at: minutesAgo(500) }), await message(ben, box)];
  await peek("update messages set folder = 'sent' where id = $1", [messages[0]]);
  await peek("update messages set folder = 'trash', unread = false where id = $1", [messages[1]]);
  await peek("delete from messages where id = $1", [messages[2]]);
  await used(ben, "compose");
  // A connection that ends before its commit leaves neither the mail nor its count.
  await expect(
    peek(
      "begin; insert into ai_usage select tenant_id, gen_random_uuid(), user_id, kind, provider, model, 1, 1, 1, true, now() from ai_usage; select pg_terminate_backend(pg_backend_pid())",
    ),
  ).rejects.toThrow();
  expect(await rolledUp(peek, "quarter")).toEqual(await recount(peek));
  await foldNow();
  expect(await peek("select 1 from activity")).toEqual([]);
  expect(await rolledUp(peek, "quarter")).toEqual(await recount(peek));
  const days = await peek("select sum(amount)::int as amount from activity_counts where span = 'day'");
  expect(days).toEqual(await peek("select sum(amount)::int as amount from activity_counts where span = 'quarter'"));

  // Removing a user removes their mail; removing a company leaves nothing to count.
  await peek("delete from users where id = $1", [ben.id]);
  await foldNow();
  expect(await rolledUp(peek, "quarter")).toEqual(await recount(peek));
  await peek("delete from tenants where id = $1", [ana.tenantId]);
  expect(await peek("select 1 from activity_counts where tenant_id = $1", [ana.tenantId])).toEqual([]);
});

test("quarter-hour counts that no dashboard reads are deleted; day counts stay", async () => {
  const ana = await person("ADMIN");
  const spans = (since: string) =>
    peek(
      `select span, sum(amount)::int as amount from activity_counts
       where tenant_id = $1 and at < now() - $2::interval group by span order by span`,
      [ana.tenantId, since],
    );
  await log(ana, { at: minutesAgo(300 * 24 * 60) });
  await log(ana, { at: minutesAgo(140 * 24 * 60) });
  await foldNow();
  expect(await spans("200 days")).toEqual([{ span: "day", amount: 1 }]);
  expect(await spans("0 days")).toEqual([
    { span: "day", amount: 2 },
    { span: "quarter", amount: 1 },
  ]);
  const months = async () => (await company(ana, "UTC")).months;
  const seen = await months();
  expect(seen.reduce((sum, { emails }) => sum + emails, 0)).toBe(1);
  // Deleting the quarter-hour counts that have become old does not change the dashboard.
  await peek("update activity_counts set at = at - interval '70 days' where tenant_id = $1 and span = 'quarter'", [
    ana.tenantId,
  ]);
  await purgeQuarters(world, {}, visitor, new AbortController().signal);
  expect(await spans("0 days")).toEqual([{ span: "day", amount: 2 }]);
  expect(await months()).toEqual(seen);
});

test("the tenant role reads its counts and cannot write any", async () => {
  const ana = await person("ADMIN");
  await log(ana);
  for (const statement of [
    "insert into activity (tenant_id, user_id, kind, at, amount) select tenant_id, user_id, kind, at, 1000 from activity",
    "delete from activity",
    "update activity_counts set amount = 0",
    `select note_activity('${ana.tenantId}', '${ana.id}', 'sent', now(), 1000)`,
  ]) {
    const attempt = peek(
      `begin; select set_config('app.tenant_id', '${ana.tenantId}', true); set local role ${world.db.roles.tenant}; ${statement}`,
    );
    await expect(attempt).rejects.toThrow(/permission denied/);
  }
});

test("uptime is measured by heartbeats: a gap counts as down, a late beat does not [DSH-11]", async () => {
  await peek("delete from heartbeats");
  expect((await platform()).uptime).toBeNull();
  const tick = async (minutes: number) => {
    advance(minutes * 60_000);
    await beat(world, {}, visitor);
  };
  await tick(0);
  for (const minutes of [1, 2, 1, 1]) await tick(minutes);
  expect((await platform()).uptime?.percent).toBe(100);
  expect(await peek("select 1 from heartbeats")).toHaveLength(1);
  await tick(5);
  // Up for 5 minutes, down for 5.
  const { percent = 0 } = (await platform()).uptime ?? {};
  expect(percent).toBeGreaterThan(49);
  expect(percent).toBeLessThan(60);
});
