import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { deviceName } from "#lib/device-name.ts";
import { newId } from "#lib/ids.ts";
import { mailOf } from "#test/mail-of.ts";
import { notificationWorld, settingsForm } from "#test/notification-world.ts";
import { testPassword, testWorld } from "#test/test-world.ts";
import { pushIdentity } from "./push-keys.ts";

const { world, call, peek, person, giveMail, reader, addDevice, save, send, toldOn, push } = await notificationWorld();
const { notifications } = api;
const strict = await testWorld({ environment: { INTELLIBOX_ALLOW_PRIVATE_LINKS: "0" } });

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36";
const devicesOf = async (who: { token: string }) => (await call(who, notifications.get)).body.devices;

test("processes that need the key pair at once make one, whose private part is sealed [NTF-10]", async () => {
  await peek("delete from web_push_keys");
  const pairs = await Promise.all(Array.from({ length: 6 }, () => pushIdentity(world)));
  expect(new Set(pairs.map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(1);
  const [row] = await peek<{ private_key_sealed: string }>("select private_key_sealed from web_push_keys");
  expect(row?.private_key_sealed).toMatch(/^v1\./);
  expect(row?.private_key_sealed).not.toContain(pairs[0]?.privateKey);
});

test("a device is listed with its name, and can be removed; again is not found [NTF-01] [NTF-02]", async () => {
  const who = await person("NORMAL_USER");
  const { id, status, path: _, ...device } = await addDevice(who, push.subscribe(), { "user-agent": chrome });
  expect([status, device]).toEqual([
    201,
    { name: "Chrome on Windows", createdAt: expect.any(String), lastUsedAt: null, isCurrent: true },
  ]);
  expect(await devicesOf(who)).toEqual([{ id, ...device }]);
  expect(JSON.stringify(await devicesOf(who))).not.toContain(push.base);
  expect((await call(who, notifications.removeDevice, { params: { id } })).status).toBe(200);
  expect((await call(who, notifications.removeDevice, { params: { id } })).status).toBe(404);
  expect(await devicesOf(who)).toEqual([]);
});

test("a device of somebody else is not found, and settings are one's own [NTF-03]", async () => {
  const { who, device } = await reader();
  const others = [await person("NORMAL_USER"), await person("ADMIN", { tenantId: who.tenantId })];
  for (const other of [...others, await person("SUPER_ADMIN", { owner: true })]) {
    for (const id of [device.id, newId()])
      for (const endpoint of [notifications.removeDevice, notifications.test])
        expect((await call(other, endpoint, { params: { id } })).status).toBe(404);
    expect(await devicesOf(other)).toEqual([]);
    await save(other, { isOn: false });
  }
  expect(await devicesOf(who)).toHaveLength(1);
  expect((await call(who, notifications.get)).body.settings).toEqual(settingsForm);
});

test("addresses that are not public https hosts, and malformed keys, are refused [NTF-11]", async () => {
  const who = await strict.person("NORMAL_USER");
  const { publicKey } = (await strict.call(who, notifications.get)).body;
  const { endpoint: local, p256dh, auth } = push.subscribe();
  const add = (changes: object) =>
    strict.call(who, notifications.addDevice, {
      body: { endpoint: local, p256dh, auth, publicKey, language: "en", ...changes },
    });
  for (const endpoint of [
    ...[local, "https://127.0.0.1/x", "https://169.254.169.254/", "https://[fd00::1]/", "https://localhost/x"],
    ...[
      "http://example.com/",
      "https://u:p@example.com/",
      "file:///etc/passwd",
      "x",
      "",
      `https://a.test/${"x".repeat(1000)}`,
    ],
  ])
    expect((await add({ endpoint })).status, endpoint).toBe(400);
  const endpoint = "https://192.0.32.7/push";
  for (const wrong of [
    ...[{ p256dh: "x" }, { auth: "" }, { language: "xx" }, { more: 1 }],
    { p256dh: Buffer.alloc(65, 4).toString("base64url") },
  ])
    expect((await add({ endpoint, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
  expect((await add({ endpoint, publicKey: p256dh })).status).toBe(409);
  expect(await strict.peek("select from notification_devices")).toEqual([]);
  expect((await add({ endpoint })).status).toBe(201);
});

test("a user has at most 20 devices, however many are added at once [NTF-04]", async () => {
  const who = await person("NORMAL_USER");
  const [session] = await peek<{ id: string }>("select id from sessions where user_id = $1", [who.id]);
  const sessions = Array.from({ length: 19 }, newId);
  await peek(
    `insert into sessions (tenant_id, id, user_id, ends_at) select $1, id, $2, now() + interval '1 day' from unnest($3::uuid[]) id`,
    [who.tenantId, who.id, sessions],
  );
  await peek(
    `insert into notification_devices (tenant_id, id, user_id, session_id, endpoint, p256dh, auth, name, language)
     select $1, gen_random_uuid(), $2, id, 'https://push.test/' || id, '', '', 'Chrome', 'en' from unnest($3::uuid[]) id`,
    [who.tenantId, who.id, sessions],
  );
  const signIn = async () => {
    const { body } = await call(null, api.auth.login, { body: { email: who.email, password: testPassword } });
    return { ...who, token: body.token };
  };
  const browsers = [await signIn(), await signIn()];
  const added = await Promise.all(browsers.map((browser) => addDevice(browser)));
  expect(added.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(session).toBeDefined();
  expect(await devicesOf(who)).toHaveLength(20);
});

test("a browser that subscribes again replaces its device [NTF-02]", async () => {
  const who = await person("NORMAL_USER");
  const subscription = push.subscribe();
  const first = await addDevice(who, subscription);
  expect((await addDevice(who, subscription)).id).toBe(first.id);
  const second = await addDevice(who);
  expect((await devicesOf(who)).map(({ id }) => id)).toEqual([second.id]);
});

test("after a sign-out, a new password and another user's sign-in the device gets nothing more [NTF-05]", async () => {
  const { who, device } = await reader();
  const { body } = await call(null, api.auth.login, { body: { email: who.email, password: testPassword } });
  const phone = { ...who, token: body.token };
  const second = await addDevice(phone);
  expect((await devicesOf(phone)).map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  await call(phone, api.auth.logout);
  await giveMail(who, [mailOf({ subject: "After the sign-out" })]);
  await send(who);
  expect([toldOn(device), toldOn(second)]).toEqual([["Priya Nair: After the sign-out"], []]);

  // Another user, of another company, in the same browser.
  const other = await person("NORMAL_USER");
  const subscription = push.subscribe();
  await addDevice(who, subscription);
  const theirs = await addDevice(other, subscription);
  expect([await devicesOf(who), (await devicesOf(other)).length]).toEqual([[], 1]);
  await giveMail(who, [mailOf({ subject: "Not for you" })]);
  await send(who);
  expect(toldOn(theirs)).toEqual([]);

  // An administrator who set the password of another person does not get that person's notifications.
  await addDevice(who);
  await peek("update users set mail_closed_at = now() where id = $1", [who.id]);
  expect((await call(who, notifications.get)).status).toBe(403);
  await peek("delete from sessions where user_id = $1", [who.id]);
  expect(await peek("select from notification_devices where user_id = $1", [who.id])).toEqual([]);
});

test("mail of a closed account, a suspended user or company does not notify [NTF-05]", async () => {
  const { who, device } = await reader();
  const states = [
    ["update users set mail_closed_at = now() where id = $1", "update users set mail_closed_at = null where id = $1"],
    ["update users set status = 'Suspended' where id = $1", "update users set status = 'Active' where id = $1"],
  ];
  for (const [close = "", open = ""] of states) {
    await giveMail(who, [mailOf({ subject: "Closed" })]);
    await peek(close, [who.id]);
    await send(who);
    await peek(open, [who.id]);
    await send(who);
    expect(toldOn(device)).toEqual([]);
  }
});

test("a test notification comes at once, also with notifications turned off [NTF-06]", async () => {
  const { who, device } = await reader();
  await save(who, { isOn: false });
  expect((await call(who, notifications.test, { params: { id: device.id } })).status).toBe(200);
  await send(who);
  expect(toldOn(device)).toEqual(["Notifications work: New mail will be shown like this on this device."]);
  expect((await devicesOf(who))[0]?.lastUsedAt).not.toBeNull();
});

test("settings that make no sense are refused [NTF-30]", async () => {
  const who = await person("NORMAL_USER");
  for (const wrong of [
    ...[{ timeZone: "Mars/Olympus" }, { isOn: "yes" }, { more: true }, { silentMailboxes: ["x"] }],
    ...[
      { from: 1440, to: 0, days: [1] },
      { from: 0, to: -1, days: [1] },
      { from: 0, to: 1, days: [] },
    ].map((quietHours) => ({ quietHours })),
    { quietHours: { from: 0, to: 1, days: [8] } },
  ])
    expect((await save(who, wrong as never)).status, JSON.stringify(wrong)).toBe(400);
  const quietHours = { from: 1320, to: 420, days: [7, 1, 1] };
  expect((await save(who, { quietHours, timeZone: "Asia/Kolkata" })).status).toBe(200);
  expect((await call(who, notifications.get)).body.settings).toEqual({
    ...settingsForm,
    ...{ quietHours: { ...quietHours, days: [1, 7] }, timeZone: "Asia/Kolkata" },
  });
});

test.for([
  [chrome, "Chrome on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
    "Safari on Mac",
  ],
  [`${chrome} Edg/141.0`, "Edge on Windows"],
  ["<script>alert(1)</script>", "Browser"],
  ["", "Browser"],
])("%s is called %s [NTF-02]", ([agent, name]) => {
  expect(deviceName(agent ?? "")).toBe(name);
});
