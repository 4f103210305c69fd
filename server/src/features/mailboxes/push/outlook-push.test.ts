import type { AddressInfo } from "node:net";
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { syncMailbox } from "#features/sync/sync.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { pushesCounted } from "#test/push-counts.ts";
import { connectAs } from "#test/stand-ins/microsoft/connect.ts";
import { type Microsoft, startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { keepChannel, wakeDueChannels } from "./channels.ts";

const microsoft: Microsoft = await startMicrosoft();
const product = await testWorld({ jobs: true, environment: microsoft.settings });
const { world, app, person, call, peek } = product;
let hook = "";

beforeAll(async () => {
  await app.listen({ host: "127.0.0.1", port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  Object.assign(world.config, { publicUrl: origin });
  hook = `${origin}/api/mail/webhook`;
});
afterAll(() => microsoft.stop());

let count = 0;
/** A user whose Outlook account is connected, synced and subscribed. */
async function connected() {
  const who = await person("NORMAL_USER");
  const email = `pushed${++count}@outlook.test`;
  const there = microsoft.addAccount(email);
  there.add(mailOf({ subject: "First" }));
  const key = await connectAs(world, who, { kind: "outlook", email, tokens: microsoft.signIn.grant(email) });
  await syncMailbox(world, key);
  await keepChannel(world, key);
  const subscription = [...microsoft.subscriptions.all.values()].find(({ store }) => store === there);
  if (!subscription) throw new Error("There is no subscription");
  return { who, there, key, subscription };
}

/** Whether no sync is requested or under way. */
const noSyncs = async () =>
  (
    await peek(
      `select 1 from pgboss.job where name = 'mailbox.sync' and state < 'completed'
       union all select 1 from mailboxes where lease_by is not null`,
    )
  ).length === 0;
const subjectsOf = async (who: Caller) =>
  (await call(who, api.inbox.threads)).body.items.map(({ subject }) => subject).sort();
const channelOf = async (id: string) =>
  (
    await peek<{ remote_id: string | null; expires_at: Date; renew_at: Date; failures: number }>(
      "select * from push_channels where id = $1",
      [id],
    )
  )[0];
const post = (body: unknown, query = "") =>
  fetch(hook + query, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
const counted = (outcome: string, provider: "outlook" | "unknown" = "outlook") => pushesCounted(app, provider, outcome);
const syncsOf = (there: { email: string }) =>
  microsoft.seen.filter(
    ({ path, headers }) =>
      path === "/v1.0/$batch" && microsoft.signIn.holderOf(headers.authorization)?.email === there.email,
  ).length;

test("a change at Microsoft is pushed and followed by a delta sync without a request [MBX-24]", async () => {
  const { who, there, key, subscription } = await connected();
  expect(subscription).toMatchObject({
    ...{ resource: "me/messages", notificationUrl: hook, lifecycleNotificationUrl: hook },
  });
  there.add(mailOf({ subject: "Second" }));
  await until(async () => (await subjectsOf(who)).includes("Second"));
  expect(await subjectsOf(who)).toEqual(["First", "Second"]);
  // In any folder.
  await peek("update folders set is_followed = true where mailbox_id = $1 and role = 'junk'", [key.id]);
  there.add(mailOf({ subject: "Third" }), { folder: "junkemail" });
  await until(async () => (await peek("select 1 from messages where mailbox_id = $1", [key.id])).length === 3);
});

test("the handshake returns the token as plain text, not HTML [MBX-24]", async () => {
  const token = `Validation: "<script>alert(1)</script>" & + é`;
  const response = await fetch(`${hook}?validationToken=${encodeURIComponent(token)}`, {
    method: "POST",
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: "",
  });
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    200,
    "text/plain; charset=utf-8",
    token,
  ]);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

test("forged, foreign, replayed and malformed notifications are refused and counted, and start nothing [MBX-24]", async () => {
  const { who, there, key, subscription } = await connected();
  const other = await connected();
  there.add(mailOf({ subject: "Second" }));
  await until(async () => (await subjectsOf(who)).includes("Second"));
  await microsoft.subscriptions.settled();
  const { body: sent } = microsoft.subscriptions.lastSent ?? { body: "{}" };
  const [genuine] = (JSON.parse(sent) as { value: Record<string, unknown>[] }).value;
  await until(noSyncs);
  const before = {
    forged: await counted("forged"),
    foreign: await counted("foreign"),
    replayed: await counted("replayed"),
  };

  // A foreign secret, one with a flipped bit, and none.
  const { clientState } = subscription;
  const bent = `${clientState.startsWith("A") ? "B" : "A"}${clientState.slice(1)}`;
  for (const wrong of ["guess", bent, undefined, ""])
    expect((await post({ value: [{ ...genuine, clientState: wrong, id: "other" }] })).status).toBe(401);
  // Another mailbox's subscription with our own secret, and an unknown one.
  for (const subscriptionId of [other.subscription.id, "00000000-0000-4000-8000-000000000000"])
    expect((await post({ value: [{ ...genuine, subscriptionId, id: "other" }] })).status).toBe(404);
  // The accepted notification again.
  expect((await post({ value: [genuine] })).status).toBe(202);
  for (const nonsense of [{}, { value: [] }, { value: "x" }, { value: [{ subscriptionId: 5 }] }, [], { message: 1 }])
    expect((await post(nonsense)).status).toBe(400);

  expect(await counted("forged")).toBe(before.forged + 4);
  expect(await counted("foreign")).toBe(before.foreign + 2);
  expect(await counted("replayed")).toBe(before.replayed + 1);
  const jobs = await peek<{ n: number }>(
    "select count(*)::int as n from pgboss.job where name = 'mailbox.sync' and state < 'completed' and data->>'id' = $1",
    [key.id],
  );
  expect(jobs[0]?.n).toBe(0);
});

test("a thousand notifications are answered at once and lead to a few syncs", async () => {
  const { who, there, subscription } = await connected();
  const began = syncsOf(there);
  there.add(mailOf({ subject: "In the flood" }));
  const notify = (at: number) =>
    post({
      value: [
        {
          subscriptionId: subscription.id,
          clientState: subscription.clientState,
          id: `flood ${at}`,
          changeType: "updated",
        },
      ],
    });
  const statuses: number[] = [];
  for (let at = 0; at < 1000; at += 50)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 50 }, (_, one) => notify(at + one)))).map(({ status }) => status),
    );
  expect(new Set(statuses)).toEqual(new Set([202]));
  await until(async () => (await subjectsOf(who)).includes("In the flood"));
  await until(noSyncs);
  const syncs = syncsOf(there) - began;
  expect(syncs).toBeGreaterThan(0);
  expect(syncs).toBeLessThanOrEqual(15);
}, 90_000);

test("a subscription is renewed when less than a day is left, and opened again if it is gone [MBX-24]", async () => {
  const { key, subscription } = await connected();
  const first = await channelOf(key.id);
  expect(first?.remote_id).toBe(subscription.id);
  const days = ((first?.expires_at.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6);
  expect((first?.expires_at.getTime() ?? 0) - (first?.renew_at.getTime() ?? 0)).toBe(86_400_000);
  // Not before it is due.
  await keepChannel(world, key);
  expect(await channelOf(key.id)).toEqual(first);

  subscription.expiresAt = Date.now() + 3_600_000;
  await peek("update push_channels set renew_at = now() - interval '1 second' where id = $1", [key.id]);
  await wakeDueChannels(world);
  await until(() => subscription.expiresAt > Date.now() + 6 * 86_400_000);
  expect((await channelOf(key.id))?.remote_id).toBe(subscription.id);

  microsoft.subscriptions.all.delete(subscription.id);
  await peek("update push_channels set renew_at = now() - interval '1 second' where id = $1", [key.id]);
  await keepChannel(world, key);
  const renewed = (await channelOf(key.id))?.remote_id;
  expect(renewed).not.toBe(subscription.id);
  expect(microsoft.subscriptions.all.has(renewed ?? "")).toBe(true);
});

test("lifecycle notifications reauthorize the subscription, open it again, or sync what was missed [MBX-24]", async () => {
  const { who, there, key, subscription } = await connected();
  subscription.expiresAt = Date.now() + 7_200_000;
  microsoft.subscriptions.tellLifecycle(subscription, "reauthorizationRequired");
  await until(() => subscription.expiresAt > Date.now() + 6 * 86_400_000);

  // A notification that the provider missed.
  const silent = there.onChange;
  there.onChange = () => undefined;
  there.add(mailOf({ subject: "Missed" }));
  microsoft.subscriptions.tellLifecycle(subscription, "missed");
  await until(async () => (await subjectsOf(who)).includes("Missed"));

  there.add(mailOf({ subject: "While removed" }));
  microsoft.subscriptions.tellLifecycle(subscription, "subscriptionRemoved");
  there.onChange = silent;
  const reopened = await until(async () => {
    const remoteId = (await channelOf(key.id))?.remote_id;
    return remoteId && remoteId !== subscription.id ? remoteId : undefined;
  });
  expect(microsoft.subscriptions.all.has(reopened)).toBe(true);
  await until(async () => (await subjectsOf(who)).includes("While removed"));
});

test("a refused subscription is retried with a growing backoff", async () => {
  const { key, subscription } = await connected();
  microsoft.subscriptions.all.delete(subscription.id);
  const gaps: number[] = [];
  for (let round = 0; round < 3; round++) {
    microsoft.refuse(/subscriptions/, { status: 403, code: "ExtensionError" });
    await peek("update push_channels set renew_at = now() - interval '1 second' where id = $1", [key.id]);
    await keepChannel(world, key);
    gaps.push(Math.round(((await channelOf(key.id))?.renew_at.getTime() ?? 0) / 1000 - Date.now() / 1000));
  }
  expect(gaps[0]).toBeGreaterThan(30);
  expect(gaps[1]).toBeGreaterThan((gaps[0] ?? 0) + 30);
  expect(gaps[2]).toBeGreaterThan((gaps[1] ?? 0) + 60);
  expect((await channelOf(key.id))?.failures).toBe(3);
});

test("the subscription ends with its mailbox, and later notifications are foreign", async () => {
  const { who, key, subscription } = await connected();
  const { status } = await call(who, api.mailboxes.remove, { params: { id: key.id } });
  expect([status, microsoft.subscriptions.all.has(subscription.id)]).toEqual([200, false]);
  const late = { subscriptionId: subscription.id, clientState: subscription.clientState, id: "late" };
  expect((await post({ value: [late] })).status).toBe(404);
  expect(await channelOf(key.id)).toBeUndefined();
});

test("without a public address nothing is subscribed", async () => {
  const who = await person("NORMAL_USER");
  const email = "unreachable@outlook.test";
  microsoft.addAccount(email);
  const key = await connectAs(world, who, { kind: "outlook", email, tokens: microsoft.signIn.grant(email) });
  const { publicUrl } = world.config;
  Object.assign(world.config, { publicUrl: undefined });
  await keepChannel(world, key);
  Object.assign(world.config, { publicUrl });
  expect(await channelOf(key.id)).toBeUndefined();
});

test("pausing or turning instant delivery off ends the subscription, and resuming starts another [SYN-03] [SYN-06]", async () => {
  const { who, there, key, subscription } = await connected();
  const ofStore = () => [...microsoft.subscriptions.all.values()].filter(({ store }) => store === there);
  const change = (body: object) => call(who, api.mailboxSettings.update, { params: { id: key.id }, body });
  for (const [off, on] of [
    [{ isPaused: true }, { isPaused: false }],
    [{ wantsPush: false }, { wantsPush: true }],
  ] as const) {
    expect((await change(off)).status).toBe(200);
    await until(async () => ofStore().length === 0 && (await channelOf(key.id)) === undefined);
    // The channel that was ended is not opened again by the job that looks for due ones.
    await wakeDueChannels(world);
    await keepChannel(world, key);
    expect(ofStore()).toEqual([]);
    await change(on);
    await until(() => ofStore().length === 1);
  }
  expect(ofStore()[0]?.id).not.toBe(subscription.id);
  there.add(mailOf({ subject: "After" }));
  await until(async () => (await subjectsOf(who)).includes("After"));
});
