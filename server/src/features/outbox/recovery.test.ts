import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { LeaseLost } from "#db/lease.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { outboundSenderOf } from "./outbound-sender.ts";
import { openOutboxStore } from "./outbox-store.ts";
import { purge, recover } from "./recovery.ts";

const { writer, peek, logsOf, rowsOf, world, send: sendAs } = await outboxWorld();

/** A mail whose process died in this phase. */
async function leftIn(phase: "connecting" | "data_sent", { expired = true, attempts = 1 } = {}) {
  const made = await writer();
  await made.send({}, { "x-undo-seconds": "30" });
  await peek(
    "update outbox set phase = $2, attempts = $3, lease_by = $4, lease_until = now() + make_interval(secs => $5) where tenant_id = $1",
    [made.who.tenantId, phase, attempts, newId(), expired ? -1 : 20],
  );
  return made;
}

test("a mail whose process died before data_sent is sent [SND-04]", async () => {
  const { who, server } = await leftIn("connecting");
  await recover(world);
  await until(async () => (await logsOf(who))[0]?.status === "sent");
  expect(server.mails).toHaveLength(1);
});

test("a mail whose process died after data_sent becomes unconfirmed and is not sent again [SND-05]", async () => {
  const { who, server } = await leftIn("data_sent");
  await recover(world);
  expect(await logsOf(who)).toMatchObject([
    { status: "failed", error: expect.stringMatching(/^Delivery unconfirmed/) },
  ]);
  await outboundSenderOf(world).drain(who.tenantId);
  expect(server.mails).toEqual([]);
});

test("mail of a suspended company or a deactivated user waits until they are active again", async () => {
  for (const [table, column, status] of [
    ["tenants", "tenantId", "Suspended"],
    ["users", "id", "Inactive"],
  ] as const) {
    const { who, server, send } = await writer();
    await send({}, { "x-undo-seconds": "30" });
    const set = (value: string) => peek(`update ${table} set status = $2 where id = $1`, [who[column], value]);
    await set(status);
    await peek("update outbox set next_at = now() where tenant_id = $1", [who.tenantId]);
    await recover(world);
    expect(await rowsOf(who)).toMatchObject([{ phase: "queued", attempts: 0 }]);
    await set("Active");
    await recover(world);
    await until(async () => (await logsOf(who))[0]?.status === "sent");
    expect(server.mails).toHaveLength(1);
  }
});

test("a mail whose lease has not expired is left alone", async () => {
  for (const phase of ["connecting", "data_sent"] as const) {
    const { who, server } = await leftIn(phase, { expired: false });
    await recover(world);
    expect(await rowsOf(who)).toMatchObject([{ phase }]);
    expect(server.mails).toEqual([]);
  }
});

test("a mail that crashes its process each time fails after the last attempt", async () => {
  const { who } = await leftIn("connecting", { attempts: 10 });
  await recover(world);
  expect(await logsOf(who)).toMatchObject([{ status: "failed", error: "Sending failed after 10 attempts." }]);
});

test("a process that lost the lease cannot hand the mail over [SND-04]", async () => {
  const { who } = await leftIn("connecting", { expired: false });
  const [row] = await rowsOf(who);
  const store = openOutboxStore(world, newId());
  await expect(store.noteDataSent({ tenantId: who.tenantId, id: row?.id ?? "" })).rejects.toThrow(LeaseLost);
  expect(await rowsOf(who)).toMatchObject([{ phase: "connecting" }]);
});

test("a late confirmation replaces an unconfirmed outcome", async () => {
  const { who } = await leftIn("data_sent");
  await recover(world);
  const [row] = await rowsOf(who);
  const key = { tenantId: who.tenantId, id: row?.id ?? "" };
  const store = openOutboxStore(world, newId());
  await store.settle(key, { phase: "queued", error: "not mine to say", delaySeconds: 1 });
  expect(await logsOf(who)).toMatchObject([{ status: "failed" }]);
  await store.settle(key, { phase: "sent", note: null });
  expect(await logsOf(who)).toMatchObject([{ status: "sent", error: null }]);
});

test("settled mails are deleted after thirty days, and the log stays", async () => {
  const { who, server, send } = await writer();
  await send({}, { "idempotency-key": "old" });
  server.script.rcpt = "550 5.1.1 No";
  await sendAs(who);
  await send({}, { "x-undo-seconds": "30" });
  await peek(
    "update outbox set created_at = now() - interval '31 days', updated_at = now() - interval '31 days' where tenant_id = $1",
    [who.tenantId],
  );
  await purge(world);
  expect(await rowsOf(who)).toMatchObject([{ phase: "queued" }]);
  expect(await logsOf(who)).toHaveLength(3);
  expect(await peek("select 1 from outbox_contents where tenant_id = $1", [who.tenantId])).toHaveLength(1);
});
