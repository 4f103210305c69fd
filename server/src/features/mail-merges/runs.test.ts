import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { learnPeople } from "#features/people/learn-people.ts";
import { listOf, mergeWorld } from "#test/merge-world.ts";
import { until } from "#test/outbox-world.ts";
import { sendDueMerges } from "./run-merges.ts";
import { batchSizeOf } from "./send-batch.ts";

const { writer, call, draft, keep, get, start, run, runBatch, totals, settled, recipients, peek, world, rowsOf, send } =
  await mergeWorld();

const html = "<p>Good day</p>";

test("a batch has the mails of five seconds, at least one, and no more than an hour allows [MRG-33]", () => {
  expect([1, 6, 30, 60, 600, 60_000].map((rate) => batchSizeOf(rate, 1000))).toEqual([1, 1, 3, 5, 50, 50]);
  expect([1, 20, 40].map((perHour) => batchSizeOf(600, perHour))).toEqual([1, 18, 36]);
});

test("a run waits when the recipients of an hour are used up, says until when, and goes on [MRG-35]", async () => {
  const { who } = await writer();
  const id = await draft(who, { csv: listOf(2) });
  const { hourly } = outboundSenderOf(world);
  const used = hourly.most - 1;
  hourly.take(who.id, used, world.outside.now());
  await start(who, id);
  await runBatch(id);
  const waiting = await get(who, id);
  expect(waiting).toMatchObject({ state: "running", waits: { perHour: hourly.most }, totals: { waiting: 2 } });
  expect(new Date(waiting.waits?.until ?? 0).getTime()).toBeGreaterThan(Date.now());
  await call(who, api.mailMerges.pause, { params: { id } });
  expect((await get(who, id)).waits).toBeNull();
  await call(who, api.mailMerges.resume, { params: { id } });
  hourly.giveBack(who.id, used, world.outside.now());
  expect(await run(who, id)).toMatchObject({ state: "done", waits: null, totals: { sent: 2 } });
});

test("a run keeps its rate: the next batch is due when the rate allows it [MRG-33]", async () => {
  const { who } = await writer();
  const id = await draft(who, { csv: listOf(10), ratePerMinute: 30 });
  await start(who, id);
  await sendDueMerges(world);
  await sendDueMerges(world);
  expect((await totals(who, id)).waiting).toBe(7);
  const [row] = await peek<{ seconds: number }>(
    "select extract(epoch from next_at - now())::float as seconds from mail_merges where id = $1",
    [id],
  );
  expect(row?.seconds).toBeGreaterThan(2);
  expect(row?.seconds).toBeLessThanOrEqual(6);
  const bad = await keep(who, id, { ratePerMinute: 601 });
  expect(bad.status).toBe(400);
  // After a break of an hour it does not send the mails of an hour at once.
  await peek("update mail_merges set next_at = now() - interval '1 hour' where id = $1", [id]);
  await sendDueMerges(world);
  expect((await totals(who, id)).waiting).toBeGreaterThanOrEqual(1);
  await call(who, api.mailMerges.cancel, { params: { id } });
});

test("paused, nothing is sent; resumed, the rest is; cancelled, the rest never is [MRG-40]", async () => {
  const { who, server } = await writer();
  const id = await draft(who, { csv: listOf(10), ratePerMinute: 30 });
  const act = async (what: "pause" | "resume" | "cancel") =>
    (await call(who, api.mailMerges[what], { params: { id } })).body;
  expect((await call(who, api.mailMerges.pause, { params: { id } })).status).toBe(409);
  await start(who, id);
  await runBatch(id);
  expect(await act("pause")).toMatchObject({ state: "paused", pausedReason: null });
  await runBatch(id);
  await settled(id);
  expect(server.mails).toHaveLength(3);
  expect(await act("resume")).toMatchObject({ state: "running" });
  await runBatch(id);
  await settled(id);
  expect(await act("cancel")).toMatchObject({ state: "cancelled", totals: { sent: 6, leftOut: 4, waiting: 0 } });
  await runBatch(id);
  expect(server.mails).toHaveLength(6);
  expect(await recipients(who, id, { show: "left_out" })).toMatchObject(
    Array.from({ length: 4 }, () => ({ leftOut: "cancelled" })),
  );
  for (const what of ["pause", "resume"] as const)
    expect((await call(who, api.mailMerges[what], { params: { id } })).status).toBe(409);
});

test("a batch that is prepared while the run is paused is not accepted [MRG-40]", async () => {
  const { who, server } = await writer();
  const id = await draft(who, { csv: listOf(5) });
  await start(who, id);
  // Holds the row, so that the pause comes between the claim and the acceptance.
  const running = runBatch(id);
  await until(async () => {
    const [row] = await peek<{ held: boolean }>("select lease_by is not null as held from mail_merges where id = $1", [
      id,
    ]);
    return row?.held || (await totals(who, id)).waiting < 5;
  });
  await call(who, api.mailMerges.pause, { params: { id } });
  const { waiting } = await totals(who, id);
  await running;
  await settled(id);
  expect(await get(who, id)).toMatchObject({ state: "paused", totals: { waiting } });
  expect(server.mails).toHaveLength(5 - waiting);
});

test("the error of one recipient does not stop the run [MRG-41]", async () => {
  const { who, server } = await writer();
  server.script.rcpt = (address) => (address === "person3@example.test" ? "550 5.1.1 No such user" : undefined);
  const id = await draft(who, { csv: listOf(8), html });
  await start(who, id);
  expect(await run(who, id)).toMatchObject({ state: "done", totals: { sent: 7, failed: 1 } });
  const [row] = await peek<{ kind: string; note: string }>(
    "select kind, note from suppressions where tenant_id = $1 and address = 'person3@example.test'",
    [who.tenantId],
  );
  expect(row).toEqual({ kind: "bounced", note: expect.stringContaining("No such user") });
});

test("a mail server that takes nothing pauses the run with its words; resumed, the run goes on [MRG-42]", async () => {
  const { who, server } = await writer();
  server.script.mail = "550 5.7.1 Your account is blocked";
  const id = await draft(who, { csv: listOf(30), html });
  await start(who, id);
  const paused = await run(who, id);
  expect(paused).toMatchObject({ state: "paused", pausedReason: expect.stringContaining("Your account is blocked") });
  expect(paused.totals.waiting).toBeGreaterThanOrEqual(15);
  server.script.mail = undefined;
  await call(who, api.mailMerges.resume, { params: { id } });
  const done = await run(who, id);
  expect(done).toMatchObject({ state: "done", pausedReason: null, totals: { waiting: 0 } });
  expect(done.totals.sent).toBe(paused.totals.waiting);
  expect(done.totals.failed).toBe(30 - paused.totals.waiting);
});

test("a run that does not fit the plan is refused before its first mail, with what is left [MRG-34]", async () => {
  const { who, server } = await writer("NORMAL_USER", { plan: { emailQuota: 1000 } });
  await send(who);
  await peek("update send_counts set accepted = accepted + 995 where tenant_id = $1", [who.tenantId]);
  const id = await draft(who, { csv: listOf(5), html });
  const refused = await start(who, id);
  expect([refused.status, refused.body.code]).toEqual([expect.any(Number), "quota_exceeded"]);
  expect(refused.body.error).toContain("4 mails left");
  expect(refused.body.error).toContain("needs 5");
  expect(server.mails).toHaveLength(1);
  const fits = await draft(who, { csv: listOf(4), html });
  await start(who, fits);
  expect(await run(who, fits)).toMatchObject({ state: "done", totals: { sent: 4 } });
  const [count] = await peek<{ n: number }>("select sum(accepted)::int as n from send_counts where tenant_id = $1", [
    who.tenantId,
  ]);
  expect(count?.n).toBe(1000);
});

test("a plan that shrinks meanwhile pauses the run after the last mail that fits, and says why [MRG-34]", async () => {
  const { who, server } = await writer("NORMAL_USER", { plan: { emailQuota: 1000 } });
  const id = await draft(who, { csv: listOf(10), html, ratePerMinute: 60 });
  await start(who, id);
  await runBatch(id);
  const setQuota = (quota: number) =>
    peek("update plans set email_quota = $2 where id = (select plan_id from tenants where id = $1)", [
      who.tenantId,
      quota,
    ]);
  await peek("update send_counts set accepted = accepted + 493 where tenant_id = $1", [who.tenantId]);
  await setQuota(500);
  await runBatch(id);
  await settled(id);
  expect(await get(who, id)).toMatchObject({
    state: "paused",
    pausedReason: expect.stringContaining("no mail left this month"),
    totals: { sent: 7, waiting: 3 },
  });
  await setQuota(1000);
  await call(who, api.mailMerges.resume, { params: { id } });
  expect(await run(who, id)).toMatchObject({ state: "done", totals: { sent: 10 } });
  expect(server.mails).toHaveLength(10);
});

test("a sender without a mail server pauses the run; an account that is not active lets it wait [MRG-42]", async () => {
  const { who, server } = await writer();
  const id = await draft(who, { csv: listOf(6), html });
  await start(who, id);
  await peek("update users set status = 'Inactive' where id = $1", [who.id]);
  await runBatch(id);
  const [row] = await peek<{ state: string }>("select state from mail_merges where id = $1", [id]);
  expect([row?.state, server.mails.length]).toEqual(["running", 0]);
  await peek("update users set status = 'Active' where id = $1", [who.id]);
  await peek("delete from mail_servers where tenant_id = $1", [who.tenantId]);
  await runBatch(id);
  expect(await get(who, id)).toMatchObject({
    state: "paused",
    pausedReason: expect.stringContaining("No mail server"),
  });
});

test("whoever unsubscribes while the run goes gets no mail of it; ordinary mail still goes [MRG-51]", async () => {
  const { who, server } = await writer();
  const id = await draft(who, { csv: listOf(6), html });
  await start(who, id);
  await runBatch(id);
  await peek(
    "insert into suppressions (tenant_id, address, kind) values ($1, 'person5@example.test', 'unsubscribed')",
    [who.tenantId],
  );
  expect(await run(who, id)).toMatchObject({ state: "done", totals: { sent: 5, leftOut: 1 } });
  expect(await recipients(who, id, { show: "left_out" })).toMatchObject([
    { address: "person5@example.test", leftOut: "suppressed" },
  ]);
  expect(server.mails.some(({ to }) => to.includes("person5@example.test"))).toBe(false);
  expect((await send(who, { to: ["person5@example.test"] })).status).toBe(200);
});

test("a run does not fill the address book of its sender [PPL-01]", async () => {
  const { who } = await writer();
  const id = await draft(who, { csv: listOf(4), html });
  await start(who, id);
  expect(await run(who, id)).toMatchObject({ state: "done", totals: { sent: 4 } });
  await learnPeople(world, { tenantId: who.tenantId, userId: who.id, source: who.id });
  expect(await peek("select address from person_addresses where user_id = $1", [who.id])).toEqual([]);
});

test("two processes never send one batch twice [MRG-43]", async () => {
  const { who, server } = await writer();
  const id = await draft(who, { csv: listOf(120), html });
  await start(who, id);
  await peek("update mail_merges set rate_per_minute = 60000 where id = $1", [id]);
  await Promise.all(Array.from({ length: 4 }, () => sendDueMerges(world)));
  expect(await run(who, id)).toMatchObject({ state: "done", totals: { sent: 120 } });
  expect(new Set(server.mails.map(({ to }) => to[0])).size).toBe(120);
  expect(server.mails).toHaveLength(120);
  expect(await rowsOf(who)).toHaveLength(120);
});

test("cancelling takes back mails that wait in the outbox for another attempt [MRG-40]", async () => {
  const { who, server } = await writer();
  server.script.rcpt = "450 4.2.1 Try later";
  const id = await draft(who, { csv: listOf(4), html });
  await start(who, id);
  await runBatch(id);
  await settled(id);
  expect(await totals(who, id)).toMatchObject({ sending: 3, waiting: 1 });
  await call(who, api.mailMerges.cancel, { params: { id } });
  expect(await totals(who, id)).toMatchObject({ sending: 0, waiting: 0, leftOut: 4 });
  expect((await rowsOf(who)).map(({ phase }) => phase)).toEqual(["cancelled", "cancelled", "cancelled"]);
});

test("5,000 recipients are read, checked, started, counted and listed within seconds each [MRG-01]", async () => {
  const { who } = await writer("NORMAL_USER", { plan: { emailQuota: -1 } });
  const times: Record<string, number> = {};
  const timed = async <T>(name: string, work: () => Promise<T>) => {
    const from = performance.now();
    const result = await work();
    times[name] = Math.round(performance.now() - from);
    return result;
  };
  const id = await timed("read", () => draft(who, { csv: listOf(5_000) }));
  const params = { id };
  const { body } = await timed("check", () => call(who, api.mailMerges.check, { params }));
  expect(body).toMatchObject({ ready: 5_000, gapCount: 0, problems: [] });
  await timed("preview", () => call(who, api.mailMerges.preview, { params, query: { at: 4_999 } }));
  const started = await timed("start", () => call(who, api.mailMerges.start, { params, body: { count: 5_000 } }));
  expect(started.body.state).toBe("running");
  await timed("batch", () => runBatch(id));
  await timed("count", () => totals(who, id));
  await timed("list", () => recipients(who, id, { page: 50, limit: 100, show: "waiting" }));
  const { body: cancelled } = await timed("cancel", () => call(who, api.mailMerges.cancel, { params }));
  expect(cancelled.totals).toMatchObject({ recipients: 5_000, waiting: 0 });
  process.stdout.write(`5,000 recipients, in ms: ${JSON.stringify(times)}\n`);
  for (const ms of Object.values(times)) expect(ms).toBeLessThan(10_000);
});
