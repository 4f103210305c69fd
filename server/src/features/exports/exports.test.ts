import { randomBytes } from "node:crypto";
import { api } from "@intellibox/contract/api";
import { exportDays, maxOpenExports } from "@intellibox/contract/endpoints/data-tasks";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { openVisitor } from "#scope.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import { until } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";
import { unzip } from "#test/unzip.ts";
import { exportFolder } from "./export-files.ts";
import { purgeExports } from "./remove-exports.ts";
import { runExports } from "./write-export.ts";

const { person, call, app, peek, giveMail, world, advance } = await mailWorld();
const dayMs = 24 * 3600 * 1000;

const tasksOf = async (who: Caller) => (await call(who, api.dataTasks.list)).body.items;
const finished = (who: Caller, id: string) =>
  until(async () => (await tasksOf(who)).find((task) => task.id === id && task.state === "done"));
const linkOf = (who: Caller, id: string) => call(who, api.dataTasks.link, { params: { id } });
const download = (url: string) => app.inject({ method: "GET", url });
const filesOf = async (who: Caller, id: string) => {
  await finished(who, id);
  const { rawPayload, headers } = await download((await linkOf(who, id)).body.url);
  expect(Number(headers["content-length"])).toBe(rawPayload.length);
  return unzip(rawPayload);
};
const exportUser = (who: Caller, id: string, body = {}) =>
  call(who, api.dataTasks.exportUser, { params: { id }, body });
const exportTenant = (who: Caller, id: string, body = {}) =>
  call(who, api.dataTasks.exportTenant, { params: { id }, body });
const noticesOf = async (who: Caller) => (await call(who, api.account.notices)).body.items;
const foldersLeft = async (id: string) => (await world.outside.objects.folders()).includes(exportFolder(id));

test("a person exports their own data: mail with attachments as mbox, the rest as JSON, no secrets [STY-08] [KNO-12] [DRW-09]", async () => {
  const ana = await person("NORMAL_USER", { name: "Ana" });
  const files = [{ name: "bill.txt", type: "text/plain", content: "amount due" }];
  await giveMail(ana, [mailOf({ subject: "Invoice", files }), mailOf({ subject: "Second", text: "x" })]);
  await peek(
    "insert into summaries (tenant_id, id, user_id, title, thread, summary, summary_sources, actions, message_count, point_count, action_count) values ($1, $2, $3, 'My summary', '[]', '[]', '[]', '[]', 0, 0, 0)",
    [ana.tenantId, newId(), ana.id],
  );
  await call(ana, api.voices.save, { body: { edits: { signsAs: "Ana from Pune" } } });
  await call(ana, api.knowledge.create, { body: { kind: "fact", text: "The depot is in Pune." } });
  await peek(
    `insert into prepared_drafts (tenant_id, id, user_id, mailbox_id, mail, next_at, written, written_at)
     select tenant_id, id, user_id, mailbox_id, id, null, '{"text": "Dear Bo"}', now() from messages where user_id = $1 and subject = 'Second'`,
    [ana.id],
  );
  const started = await call(ana, api.dataTasks.exportOwn);
  expect(started).toMatchObject({ status: 201, body: { kind: "export", state: "waiting", subject: { isOwn: true } } });
  const found = await filesOf(ana, started.body.id);
  const inbox = found[`mail/1-${ana.email}/inbox.mbox`] ?? "";
  expect(inbox.match(/^From /gm)).toHaveLength(2);
  expect(inbox).toContain(Buffer.from("amount due").toString("base64"));
  expect(JSON.parse(found["summaries.json"] ?? "")).toMatchObject([{ title: "My summary" }]);
  expect(JSON.parse(found["profile.json"] ?? "")).toMatchObject([{ name: "Ana", email: ana.email }]);
  expect(JSON.parse(found["drafts.json"] ?? "")).toEqual([]);
  expect(JSON.parse(found["prepared-drafts.json"] ?? "")).toMatchObject([{ written: { text: "Dear Bo" } }]);
  expect(JSON.parse(found["voice.json"] ?? "")).toMatchObject([{ edits: { signsAs: "Ana from Pune" } }]);
  expect(JSON.parse(found["knowledge.json"] ?? "")).toMatchObject([{ kind: "fact", body: "The depot is in Pune." }]);
  expect(JSON.parse(found["knowledge-pieces.json"] ?? "")).toMatchObject([{ text: "The depot is in Pune." }]);
  expect(found["README.txt"]).toContain("exported on");
  const everything = Object.values(found).join();
  expect(everything).not.toMatch(/argon2|passwordHash|passwordSealed|requestHash/);
  const [task] = await tasksOf(ana);
  expect(task).toMatchObject({ progress: { done: 2, total: 2 }, bytes: expect.any(Number), error: null });
});

test("an admin's export of a user holds no mail; with mail it needs a reason, which the user sees", async () => {
  const admin = await person("ADMIN");
  const ben = await person("NORMAL_USER", { tenantId: admin.tenantId });
  await giveMail(ben, [mailOf({ subject: "Private matter" })]);
  const plain = await exportUser(admin, ben.id);
  const found = await filesOf(admin, plain.body.id);
  expect(Object.keys(found).filter((name) => /mbox|drafts|summaries|follow|mailboxes/.test(name))).toEqual([]);
  expect(JSON.stringify(found)).not.toContain("Private matter");
  expect(await noticesOf(ben)).toEqual([]);

  expect(await exportUser(admin, ben.id, { withMail: true })).toMatchObject({
    status: 400,
    body: { fields: { reason: "Reason is required to export mail" } },
  });
  const reason = "Handover to the successor";
  const full = await exportUser(admin, ben.id, { withMail: true, reason });
  expect(await noticesOf(ben)).toMatchObject([{ kind: "mail-exported", by: { email: admin.email }, reason }]);
  expect((await filesOf(admin, full.body.id))[`mail/1-${ben.email}/inbox.mbox`]).toContain("Private matter");
  const records = await peek("select changes from audit_records where action = 'user.exported' and target_id = $1", [
    ben.id,
  ]);
  expect(records).toEqual(expect.arrayContaining([{ changes: { mail: true, reason } }]));
});

test("a company's export holds its users and nothing of other companies", async () => {
  const owner = await person("SUPER_ADMIN", { owner: true });
  const [ana, uma] = [await person("ADMIN", { name: "Ana of A" }), await person("ADMIN", { name: "Uma of B" })];
  await giveMail(ana, [mailOf({ subject: "Mail of A" })]);
  await giveMail(uma, [mailOf({ subject: "Mail of B" })]);
  const keyForm = { name: "Sync", scopes: ["company:read"] as "company:read"[], expiresAt: null };
  for (const admin of [ana, uma]) await call(admin, api.apiKeys.createOfCompany, { body: keyForm });
  const { body } = await exportTenant(owner, ana.tenantId, { withMail: true, reason: "Move to another provider" });
  const found = await filesOf(owner, body.id);
  const all = JSON.stringify(found);
  expect(all).toContain("Mail of A");
  expect(all).toContain("Ana of A");
  expect(all).not.toMatch(/Mail of B|Uma of B/);
  expect(all).not.toContain(uma.tenantId);
  expect(Object.keys(found)).toContain(`users/0001-${ana.email}/profile.json`);
  expect(JSON.parse(found["api-keys.json"] ?? "")).toMatchObject([{ name: "Sync", createdBy: "Ana of A" }]);
  expect(found["api-keys.json"]).not.toMatch(/hash|expiryNotedAt/);
  expect(await noticesOf(ana)).toMatchObject([{ kind: "mail-exported", by: { email: owner.email } }]);
  // An admin may export the own company.
  expect((await exportTenant(ana, ana.tenantId)).status).toBe(201);
});

test("nobody exports what is not theirs to export, and foreign ids are not found", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const foreignSuper = await person("SUPER_ADMIN");
  expect((await exportUser(ben, ana.id)).status).toBe(403);
  expect((await exportTenant(ben, ana.tenantId)).status).toBe(403);
  expect((await exportUser(uma, ben.id)).status).toBe(404);
  expect((await exportTenant(uma, ana.tenantId)).status).toBe(404);
  expect((await exportUser(foreignSuper, ben.id)).status).toBe(403);
  expect((await exportTenant(foreignSuper, ana.tenantId)).status).toBe(403);
  const boss = await person("SUPER_ADMIN", { tenantId: ana.tenantId });
  expect((await exportUser(ana, boss.id)).status).toBe(403);
  expect((await exportUser(ana, newId())).status).toBe(404);
  expect((await exportUser(ana, ana.id)).status).toBe(409);
  await peek("update users set mail_closed_at = now() where id = $1", [ana.id]);
  expect(await exportUser(ana, ben.id, { withMail: true, reason: "x" })).toMatchObject({
    body: { code: "mail_closed" },
  });
  expect(await call(ana, api.dataTasks.exportOwn)).toMatchObject({ body: { code: "mail_closed" } });
});

test("a download link belongs to its person and session, cannot be changed, and expires", async () => {
  const ana = await person("NORMAL_USER");
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const { id } = (await call(ana, api.dataTasks.exportOwn)).body;
  await finished(ana, id);
  expect((await linkOf(ben, id)).status).toBe(404);
  expect((await call(ben, api.dataTasks.remove, { params: { id } })).status).toBe(404);
  const { url } = (await linkOf(ana, id)).body;
  expect((await download(url)).statusCode).toBe(200);
  expect((await download(url.replace(ana.id, ben.id))).statusCode).toBe(404);
  expect((await download(url.replace(/signature=.*/, "signature=x"))).statusCode).toBe(404);
  expect((await download("/api/data-tasks/download")).statusCode).toBe(404);
  advance(61_000);
  expect((await download(url)).statusCode).toBe(409);
  const fresh = (await linkOf(ana, id)).body.url;
  await peek("delete from sessions where user_id = $1", [ana.id]);
  expect((await download(fresh)).statusCode).toBe(404);
});

test("an export is removed after a week, or when its person stops it", async () => {
  const ana = await person("NORMAL_USER");
  const { id } = (await call(ana, api.dataTasks.exportOwn)).body;
  await finished(ana, id);
  expect(await foldersLeft(id)).toBe(true);
  const purge = () => purgeExports(world, openVisitor(world));
  await purge();
  expect(await foldersLeft(id)).toBe(true);
  await peek("update data_tasks set expires_at = now() - interval '1 day' where id = $1", [id]);
  expect((await linkOf(ana, id)).body.error).toBe("This export has expired. Start a new one.");
  await purge();
  expect(await foldersLeft(id)).toBe(false);
  expect(await tasksOf(ana)).toMatchObject([{ state: "expired" }]);
  expect(exportDays * dayMs).toBe(604_800_000);

  const second = (await call(ana, api.dataTasks.exportOwn)).body.id;
  await finished(ana, second);
  expect((await call(ana, api.dataTasks.remove, { params: { id: second } })).status).toBe(200);
  expect(await foldersLeft(second)).toBe(false);
  await world.outside.objects.put(`${exportFolder(newId())}/chunk-00000000`, Buffer.from("left by a crash"));
  await purge();
  expect((await world.outside.objects.folders()).filter((name) => name.startsWith("export-"))).not.toContain(
    exportFolder(second),
  );
});

test("an export of a process that died is made again from its beginning by another", async () => {
  const ana = await person("NORMAL_USER");
  await giveMail(ana, [mailOf({ subject: "Kept whole" })]);
  const id = newId();
  await peek(
    "insert into data_tasks (tenant_id, id, user_id, kind, subject_kind, subject_id, subject_tenant_id, with_mail, state, attempts, lease_by, lease_until) values ($1, $2, $3, 'export', 'user', $3, $1, true, 'running', 1, gen_random_uuid(), now() + interval '1 minute')",
    [ana.tenantId, id, ana.id],
  );
  await world.outside.objects.put(`${exportFolder(id)}/chunk-00000009`, Buffer.from("half of a file"));
  const run = () => runExports(world, {}, undefined, new AbortController().signal);
  await run();
  expect(await tasksOf(ana)).toMatchObject([{ state: "running" }]);
  expect((await call(ana, api.dataTasks.exportOwn)).body.error).toBe(
    "This has been started already and is not finished yet",
  );
  await peek("update data_tasks set lease_until = now() - interval '1 second' where id = $1", [id]);
  await run();
  expect(Object.values(await filesOf(ana, id)).join()).toContain("Kept whole");
  const keys: string[] = [];
  for await (const { key } of world.outside.objects.list(exportFolder(id))) keys.push(key);
  expect(keys).toHaveLength(1);
});

test("an export that was cut between two chunks is made again whole, and the first attempt can no longer harm it", async () => {
  const ana = await person("NORMAL_USER");
  // Two chunks, because random bytes cannot be compressed.
  const files = [{ name: "scan.bin", type: "application/octet-stream", content: randomBytes(100_000) }];
  const ids = ["<first@x.test>", "<second@x.test>"];
  await giveMail(ana, [mailOf({ messageId: ids[0], files }), mailOf({ messageId: ids[1] })]);
  const id = newId();
  await peek(
    "insert into data_tasks (tenant_id, id, user_id, kind, subject_kind, subject_id, subject_tenant_id, with_mail, state) values ($1, $2, $3, 'export', 'user', $3, $1, true, 'waiting')",
    [ana.tenantId, id, ana.id],
  );
  // The process stands still while it writes its second chunk, as if it had been killed.
  const [reached, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { objects } = world.outside;
  const put: typeof objects.put = async (key, bytes) => {
    if (key.endsWith("chunk-1-00000001")) {
      reached.resolve();
      await woken.promise;
    }
    await objects.put(key, bytes);
  };
  const paused = { ...world, outside: { ...world.outside, objects: { ...objects, put } } };
  const run = (by: typeof world) => runExports(by, {}, undefined, new AbortController().signal, 64 * 1024);
  const first = run(paused);
  await reached.promise;
  const keysLeft = async () => {
    const keys: string[] = [];
    for await (const { key } of objects.list(exportFolder(id))) keys.push(key.split("/").at(-1) ?? "");
    return keys.sort();
  };
  expect(await keysLeft()).toEqual(["chunk-1-00000000"]);
  await peek(
    "update data_tasks set lease_by = gen_random_uuid(), lease_until = now() - interval '1 second' where id = $1",
    [id],
  );
  await run(world);
  const whole = ["chunk-2-00000000", "chunk-2-00000001"];
  expect(await keysLeft()).toEqual(whole);
  woken.resolve();
  await first;
  expect(await keysLeft()).toEqual(whole);
  const mbox = (await filesOf(ana, id))[`mail/1-${ana.email}/inbox.mbox`] ?? "";
  expect(
    mbox
      .match(/^Message-ID: .*/gim)
      ?.map((line) => line.slice(12))
      .sort(),
  ).toEqual(ids);
  expect(await peek("select state, attempts, done from data_tasks where user_id = $1", [ana.id])).toEqual([
    { state: "done", attempts: 2, done: 2 },
  ]);
});

test("an export that fails says so after its attempts, and a user has a bounded number under way", async () => {
  const ana = await person("ADMIN");
  const id = newId();
  const insert = (subject: string, task: string, state: string, attempts: number) =>
    peek(
      "insert into data_tasks (tenant_id, id, user_id, kind, subject_kind, subject_id, subject_tenant_id, state, attempts, lease_until) values ($1, $2, $3, 'export', 'user', $4, $1, $5, $6, now() + interval '1 hour')",
      [ana.tenantId, task, ana.id, subject, state, attempts],
    );
  await insert(newId(), id, "running", 5);
  await peek("update data_tasks set lease_until = null where id = $1", [id]);
  await runExports(world, {}, undefined, new AbortController().signal);
  expect(await tasksOf(ana)).toMatchObject([
    { state: "failed", error: expect.stringContaining("could not be finished") },
  ]);
  expect((await linkOf(ana, id)).status).toBe(404);
  for (let at = 0; at < maxOpenExports; at++) await insert(newId(), newId(), "waiting", 0);
  expect((await call(ana, api.dataTasks.exportOwn)).status).toBe(409);
});
