import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { afterAll, expect, test } from "vitest";
import { parseMail } from "#outside/mime/parse.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { deliverLocally } from "./deliver.ts";
import { startLocalMailServer } from "./server.ts";
import { keptMailFolder, localMailFolder } from "./store.ts";

const { person, send, world, peek, logsOf } = await outboxWorld();
const codeOf = async ({ tenantId }: { tenantId: string }) =>
  (await peek<{ code: string }>("select code from tenants where id = $1", [tenantId]))[0]?.code ?? "";
const settingsOf = async ({ tenantId }: { tenantId: string }) =>
  (
    await peek<{ host: string; port: number; username: string; password_sealed: string }>(
      "select * from mail_servers where tenant_id = $1",
      [tenantId],
    )
  )[0];
const mailsIn = async (folder: string) => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  return Promise.all(names.map(async (name) => parseMail(await readFile(join(folder, name)))));
};

const rohan = await person("NORMAL_USER");
const arjun = await person("NORMAL_USER");
const companies = [await codeOf(rohan), await codeOf(arjun)];
const server = await startLocalMailServer(world, { companies });
afterAll(() => server.stop());
const inboxOf = ({ id }: { id: string }) => mailsIn(join(localMailFolder(world.config.dataDir, id), "inbox"));

test("the companies' settings point at the built-in server, and mail between them arrives in the local mailbox [DMO-09]", async () => {
  expect(await settingsOf(rohan)).toMatchObject({ host: "127.0.0.1", port: server.port });
  const { body } = await send(rohan, { to: [arjun.email.toUpperCase()], subject: "Samples" });
  expect(body).toMatchObject({ status: "sent" });
  expect(await inboxOf(arjun)).toMatchObject([
    { messageId: body.messageId, subject: "Samples", from: { address: rohan.email } },
  ]);
  expect(await inboxOf(rohan)).toEqual([]);
  expect((await logsOf(rohan))[0]?.note).toBeNull();
});

test("mail to other recipients is filed in the data folder, and the log says so [DMO-11]", async () => {
  const { body } = await send(rohan, { to: ["someone@elsewhere.example", arjun.email], subject: "Outside" });
  const [log] = (await logsOf(rohan)).filter(({ subject }) => subject === "Outside");
  expect(log).toMatchObject({ status: "sent", note: "Kept in the data folder: the demo sends nothing outside." });
  const kept = await mailsIn(keptMailFolder(world.config.dataDir));
  expect(kept).toMatchObject([{ messageId: body.messageId }]);
  expect((await inboxOf(arjun)).filter(({ messageId }) => messageId === body.messageId)).toHaveLength(1);
});

test("only the demo's companies can sign in, with the password of their settings", async () => {
  const settings = await settingsOf(rohan);
  const attempt = (auth: { user: string; pass: string } | undefined) =>
    createTransport({ host: "127.0.0.1", port: server.port, ignoreTLS: true, ...(auth && { auth }) })
      .sendMail({ from: "a@b.test", to: arjun.email, subject: "Intruder", text: "x" })
      .then(
        () => "taken",
        (error: { responseCode: number }) => error.responseCode,
      );
  expect(await attempt(undefined)).toBe(530);
  expect(await attempt({ user: settings?.username ?? "", pass: "wrong" })).toBe(535);
  expect(await attempt({ user: "demo-nobody", pass: "guess" })).toBe(535);
  expect((await inboxOf(arjun)).some(({ subject }) => subject === "Intruder")).toBe(false);
});

test("a mail that is handed over twice is in the mailbox once", async () => {
  const raw = Buffer.from(`Message-ID: <twice@test>\r\nFrom: a@b.test\r\nSubject: Twice\r\n\r\nx`);
  const taken = { tenantId: rohan.tenantId, from: "a@b.test", recipients: [arjun.email], raw };
  await deliverLocally(world, taken);
  await deliverLocally(world, taken);
  expect((await inboxOf(arjun)).filter(({ subject }) => subject === "Twice")).toHaveLength(1);
});

test("mails without a Message-ID are each kept, and each once", async () => {
  const deliver = (subject: string) =>
    deliverLocally(world, {
      ...{ tenantId: rohan.tenantId, from: "a@b.test", recipients: [arjun.email, "nobody@elsewhere.example"] },
      raw: Buffer.from(`From: a@b.test\r\nSubject: ${subject}\r\n\r\nx`),
    });
  for (const subject of ["Nameless 1", "Nameless 2", "Nameless 1"]) await deliver(subject);
  const nameless = (mails: { subject: string }[]) =>
    mails.map(({ subject }) => subject).filter((subject) => subject.startsWith("Nameless"));
  expect(nameless(await inboxOf(arjun)).sort()).toEqual(["Nameless 1", "Nameless 2"]);
  expect(nameless(await mailsIn(keptMailFolder(world.config.dataDir))).sort()).toEqual(["Nameless 1", "Nameless 2"]);
});

test("an answer in the local mailbox settles the follow-up, an out-of-office note does not", async () => {
  const { body } = await send(rohan, { to: [arjun.email], subject: "Question" }, { "x-followup-days": "3" });
  const state = async () =>
    (await peek<{ state: string }>("select state from follow_ups where message_id = $1", [body.messageId]))[0]?.state;
  const away = Buffer.from(
    `Message-ID: <away@test>\r\nFrom: ${arjun.email}\r\nAuto-Submitted: auto-replied\r\nIn-Reply-To: ${body.messageId}\r\n\r\nAway`,
  );
  await deliverLocally(world, { tenantId: arjun.tenantId, from: arjun.email, recipients: [rohan.email], raw: away });
  expect(await state()).toBe("waiting");
  await send(arjun, { to: [rohan.email], subject: "Re: Question", inReplyTo: body.messageId });
  await until(async () => (await state()) === "answered");
});

test("the port stays the same after a restart, and settings follow it if it changes", async () => {
  const before = await settingsOf(rohan);
  const second = await startLocalMailServer(world, { companies });
  expect(second.port).not.toBe(server.port);
  expect(await settingsOf(rohan)).toMatchObject({ port: second.port, password_sealed: before?.password_sealed });
  await second.stop();
  const third = await startLocalMailServer(world, { companies });
  expect(third.port).toBe(second.port);
  await peek("update mail_servers set host = 'smtp.example.com', port = 587 where tenant_id = $1", [arjun.tenantId]);
  await third.stop();
  const fourth = await startLocalMailServer(world, { companies });
  expect(await settingsOf(arjun)).toMatchObject({ host: "smtp.example.com", port: 587 });
  expect((await send(rohan, { subject: "Still here" })).body.status).toBe("sent");
  await fourth.stop();
});
