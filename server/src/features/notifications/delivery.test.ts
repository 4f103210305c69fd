import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import { jsonOf, personalSections } from "#features/exports/sections.ts";
import { mailOf } from "#test/mail-of.ts";
import { notificationWorld } from "#test/notification-world.ts";
import { testPassword } from "#test/test-world.ts";
import { claimDeliveries, outcomeOfFault } from "./claim-deliveries.ts";
import { makeDeliveries } from "./make-deliveries.ts";
import { findWaiting, sendNotifications } from "./send-notifications.ts";

const { world, call, peek, giveMail, reader, addDevice, send, toldOn, push, person } = await notificationWorld();

const deliveriesOf = (userId: string) =>
  peek<{ attempts: number; wait: number; is_claimed: boolean }>(
    "select attempts, round(extract(epoch from next_at - now()))::int as wait, claimed_at is not null as is_claimed from notification_deliveries where user_id = $1",
    [userId],
  );
const devicesOf = (userId: string) => peek("select from notification_devices where user_id = $1", [userId]);
const answering = async (status: number, headers: Record<string, string>, work: () => Promise<unknown>) => {
  push.service.answer = (_, response) => void response.writeHead(status, headers).end();
  try {
    await work();
  } finally {
    push.service.answer = undefined;
  }
};

test("workers that run at once send each message to each device once [NTF-13]", async () => {
  const { who, device, owner } = await reader();
  for (const subject of ["One", "Two", "Three"]) {
    await giveMail(who, [mailOf({ subject })]);
    await Promise.all(Array.from({ length: 5 }, () => sendNotifications(world, owner)));
  }
  expect(toldOn(device).sort()).toEqual(["One", "Three", "Two"].map((subject) => `Priya Nair: ${subject}`));
  await Promise.all(Array.from({ length: 5 }, () => sendNotifications(world, owner)));
  expect(toldOn(device)).toEqual([]);
});

test("what a process had claimed when it was killed is not sent again [NTF-13]", async () => {
  const { who, device, owner } = await reader();
  await giveMail(who, [mailOf({ subject: "Lost" })]);
  await fencedTransaction(world.db, owner, (tx) => makeDeliveries(tx, owner, new Date()));
  // The process dies after this commit, perhaps after the push service has it.
  const claimed = await fencedTransaction(world.db, owner, (tx) => claimDeliveries(tx, owner));
  expect(claimed).toHaveLength(1);
  await send(who);
  await findWaiting(world);
  expect(toldOn(device)).toEqual([]);

  // One that dies between the two transactions leaves it to the next.
  await giveMail(who, [mailOf({ subject: "Found" })]);
  await fencedTransaction(world.db, owner, (tx) => makeDeliveries(tx, owner, new Date()));
  await send(who);
  expect(toldOn(device)).toEqual(["Priya Nair: Found"]);
});

test("a subscription that has ended is removed, and the other devices are told [NTF-12]", async () => {
  const { who, device } = await reader();
  const { body } = await call(null, api.auth.login, {
    body: { email: who.email, password: testPassword },
  });
  const second = await addDevice({ ...who, token: body.token });
  push.end(device.path);
  await giveMail(who, [mailOf({ subject: "News" })]);
  await send(who);
  expect([toldOn(device), toldOn(second)]).toEqual([[], ["Priya Nair: News"]]);
  const left = (await call(who, api.notifications.get)).body.devices;
  expect(left.map(({ id }) => id)).toEqual([second.id]);
  expect(await deliveriesOf(who.id)).toEqual([]);
});

test("a service that is too busy is tried again later, as it asks, and not for ever [NTF-12]", async () => {
  const { who, device } = await reader();
  await giveMail(who, [mailOf({ subject: "Patience" })]);
  await answering(503, {}, () => send(who));
  expect(await deliveriesOf(who.id)).toEqual([{ attempts: 1, wait: 30, is_claimed: false }]);
  await send(who);
  expect(toldOn(device)).toEqual([]);
  const due = () => peek("update notification_deliveries set next_at = now() where user_id = $1", [who.id]);
  await due();
  await answering(429, { "retry-after": "300" }, () => send(who));
  expect(await deliveriesOf(who.id)).toEqual([{ attempts: 2, wait: 300, is_claimed: false }]);
  await due();
  await send(who);
  expect(toldOn(device)).toEqual(["Priya Nair: Patience"]);

  await giveMail(who, [mailOf({ subject: "Never" })]);
  for (let attempt = 0; attempt < 5; attempt++) {
    await answering(500, {}, () => send(who));
    await due();
  }
  expect(await deliveriesOf(who.id)).toEqual([]);
  await giveMail(who, [mailOf({ subject: "Tomorrow" })]);
  await answering(429, { "retry-after": "86400" }, () => send(who));
  expect(await deliveriesOf(who.id)).toEqual([]);
  expect(await devicesOf(who.id)).toHaveLength(1);
});

test("mail that was read before the next attempt is not told [NTF-22]", async () => {
  const { who, device } = await reader();
  await giveMail(who, [mailOf({ subject: "Read soon" })]);
  await answering(503, {}, () => send(who));
  await peek("update messages set unread = false where user_id = $1", [who.id]);
  await peek("update notification_deliveries set next_at = now() where user_id = $1", [who.id]);
  await send(who);
  expect(toldOn(device)).toEqual([]);
  expect(await deliveriesOf(who.id)).toEqual([]);
});

test("a device that refuses again and again is removed [NTF-12]", async () => {
  const { who, device } = await reader();
  for (let count = 1; count <= 10; count++) {
    expect(await devicesOf(who.id)).toHaveLength(1);
    await peek(
      "insert into notification_deliveries (tenant_id, id, user_id, device_id, kind, message_ids) values ($1, gen_random_uuid(), $2, $3, 'test', '{}')",
      [who.tenantId, who.id, device.id],
    );
    await answering(403, {}, () => send(who));
  }
  expect(await devicesOf(who.id)).toEqual([]);
});

test("only faults before the first byte are tried again [NTF-13]", () => {
  const fault = (code: string) =>
    outcomeOfFault(new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) }));
  expect(fault("ECONNREFUSED").kind).toBe("later");
  expect(fault("ENOTFOUND").kind).toBe("later");
  expect(fault("EFORBIDDENHOST").kind).toBe("gone");
  expect(fault("ECONNRESET").kind).toBe("refused");
  expect(fault("UND_ERR_HEADERS_TIMEOUT").kind).toBe("refused");
  expect(outcomeOfFault(new Error("odd")).kind).toBe("refused");
});

test("an export has settings and devices without their secrets, and removing the user deletes all [NTF-41]", async () => {
  const { who, device, owner } = await reader();
  await giveMail(who, [mailOf({ subject: "News" })]);
  await fencedTransaction(world.db, owner, (tx) => makeDeliveries(tx, owner, new Date()));
  const texts: Record<string, string> = {};
  for (const section of personalSections(owner)) {
    if (!section.file.startsWith("notification")) continue;
    texts[section.file] = "";
    for await (const piece of jsonOf(world, owner, section)) texts[section.file] += piece;
  }
  expect(Object.keys(texts)).toEqual(["notification-settings.json", "notification-devices.json"]);
  expect(JSON.parse(texts["notification-devices.json"] ?? "")).toMatchObject([{ id: device.id, name: "Browser" }]);
  expect(JSON.stringify(texts)).not.toContain(push.base);
  await person("ADMIN", { tenantId: who.tenantId });
  await peek("delete from users where id = $1", [who.id]);
  for (const table of ["notification_devices", "notification_settings", "notifications", "notification_deliveries"])
    expect(await peek(`select from ${table} where user_id = $1`, [who.id]), table).toEqual([]);
});
