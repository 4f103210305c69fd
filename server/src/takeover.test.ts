import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { openPresence } from "#db/presence.ts";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { mailOf } from "#test/mail-of.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { startTakeover } from "./takeover.ts";

const { writer, person, addMailbox, call, peek, logsOf, rowsOf, world, url } = await outboxWorld();

/** A holder of leases whose process lives until `die` is called. */
async function otherProcess() {
  const presence = await openPresence(url, world.log);
  afterAll(() => presence.close());
  return { holder: presence.newHolder(), die: () => presence.close() };
}

/** A mail that another process is sending, under a lease that ends in an hour. */
async function mailOfProcess(holder: string, phase: "connecting" | "data_sent") {
  const made = await writer();
  await made.send({}, { "x-undo-seconds": "30" });
  await peek(
    "update outbox set phase = $2, attempts = 1, lease_by = $3, lease_until = now() + interval '1 hour' where tenant_id = $1",
    [made.who.tenantId, phase, holder],
  );
  return made;
}

/** A mailbox with one new mail, which another process syncs under a lease that ends in an hour. */
async function mailboxOfProcess(holder: string) {
  const who = await person("NORMAL_USER");
  const id = await addMailbox(who, who.email, "local");
  await deliverLocally(
    { folder: localMailFolder(world.config.dataDir, who.id) },
    Buffer.from(mailOf({ text: "Hello" })),
  );
  await peek("update mailboxes set lease_by = $2, lease_until = now() + interval '1 hour' where id = $1", [id, holder]);
  const isSynced = async () =>
    (await peek("select 1 from messages where mailbox_id = $1", [id])).length === 1 &&
    (await peek("select 1 from mailboxes where id = $1 and lease_by is null", [id])).length === 1;
  return { who, id, isSynced };
}

test("mails of a process that died are taken over long before their leases expire, and those of one that lives are not [SND-04]", async () => {
  const [dead, alive] = [await otherProcess(), await otherProcess()];
  const unsent = await mailOfProcess(dead.holder, "connecting");
  const handedOver = await mailOfProcess(dead.holder, "data_sent");
  const others = await mailOfProcess(alive.holder, "connecting");
  await dead.die();
  const takeover = startTakeover(world, { everyMs: 20 });
  try {
    await until(async () => (await logsOf(unsent.who))[0]?.status === "sent");
    await until(async () => (await logsOf(handedOver.who))[0]?.error?.startsWith("Delivery unconfirmed"));
  } finally {
    await takeover.close();
  }
  expect(unsent.server.mails).toHaveLength(1);
  expect(handedOver.server.mails).toEqual([]);
  expect(await rowsOf(others.who)).toMatchObject([{ phase: "connecting" }]);
  expect(others.server.mails).toEqual([]);
});

test("a sync of a process that died is taken over by itself [MBX-08]", async () => {
  const dead = await otherProcess();
  const { isSynced } = await mailboxOfProcess(dead.holder);
  await dead.die();
  const takeover = startTakeover(world, { everyMs: 20 });
  try {
    await until(isSynced);
  } finally {
    await takeover.close();
  }
});

test("Sync takes over the lease of a process that died at once, and waits for one that lives", async () => {
  const [dead, alive] = [await otherProcess(), await otherProcess()];
  const [left, held] = [await mailboxOfProcess(dead.holder), await mailboxOfProcess(alive.holder)];
  await dead.die();
  for (const { who, id } of [held, left])
    await call(who, api.mailboxes.sync, { params: { id }, body: { mode: "delta" } });
  await until(left.isSynced);
  await until(
    async () => (await peek("select 1 from mailboxes where id = $1 and wanted_at is not null", [held.id])).length,
  );
  expect(await held.isSynced()).toBe(false);
});
