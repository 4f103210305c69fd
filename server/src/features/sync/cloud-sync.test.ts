import { api } from "@intellibox/contract/api";
import { expect, test, vi } from "vitest";
import { only } from "#db/rows.ts";
import { connectGmail, googleWith } from "#test/cloud-world.ts";
import { until } from "#test/outbox-world.ts";
import { testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

// Many small calls to the stand-in, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const { google, newAccount } = await googleWith(8);
const { world, person, call, peek } = await testWorld({ environment: google.settings });
const { inbox, mailboxes } = api;

async function owner(mails: number) {
  const [who, email] = [await person("NORMAL_USER"), newAccount()];
  for (let at = 1; at <= mails; at++) await google.deliver(email, mail(`mail ${at}`));
  const key = await connectGmail(world, google, who, email);
  const mailbox = async () => only((await call(who, mailboxes.list)).body.items);
  return { who, email, key, mailbox, sync: () => syncMailbox(world, key) };
}
const mail = (subject: string) =>
  `From: b@x.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject.replaceAll(" ", ".")}@x>\r\n\r\nHi\r\n`;
const secondsUntil = (moment: string | Date | null) => (new Date(moment ?? 0).getTime() - Date.now()) / 1000;
const remoteIds = async (id: string) =>
  (await peek<{ remote_id: string }>("select remote_id from messages where mailbox_id = $1", [id]))
    .map(({ remote_id }) => remote_id)
    .sort();
const followed = async (email: string) =>
  ((await google.list(email, "q={in:inbox in:sent in:trash}")).messages ?? []).map(({ id }) => id).sort();

test("a mailbox whose provider asks to wait is not synced before that time", async () => {
  const { sync, mailbox } = await owner(1);
  google.trouble({ status: 429, reason: "userRateLimitExceeded", retryAfter: 900 });
  await sync();
  const told = await mailbox();
  expect(told).toMatchObject({ status: "retrying", lastError: expect.stringContaining("try again automatically") });
  expect(secondsUntil(told.nextSync)).toBeGreaterThan(880);
  const asked = google.seen.length;
  await sync();
  expect(google.seen).toHaveLength(asked);
});

test("a long outage of Google loses nothing and disconnects no mailbox, and afterwards both sides are equal", async () => {
  const { email, key, sync, mailbox } = await owner(5);
  await sync();
  google.state.isDown = true;
  for (let at = 0; at < 8; at++) await sync();
  google.state.isDown = false;
  expect(await mailbox()).toMatchObject({ needsReconnect: false, counts: { messages: 5 } });
  expect(secondsUntil((await mailbox()).nextSync)).toBeGreaterThan(600);
  for (const subject of ["during 1", "during 2"]) await google.deliver(email, mail(subject));
  google.expireHistory(email);
  await sync();
  expect(await mailbox()).toMatchObject({ status: "connected", lastError: null, counts: { messages: 7 } });
  expect(await remoteIds(key.id)).toEqual(await followed(email));
});

test("messages read and deleted here are read and deleted in Gmail, and messages moved there move here", async () => {
  const live = await testWorld({ environment: google.settings, jobs: true });
  const [who, email] = [await live.person("NORMAL_USER"), newAccount()];
  for (const subject of ["one", "two", "three"]) await google.deliver(email, mail(subject));
  const { id } = await connectGmail(live.world, google, who, email);
  const list = async (folder = "inbox") => (await live.call(who, inbox.threads, { query: { folder } })).body.items;
  const labelled = async (label: string) => (await google.list(email, `labelIds=${label}`)).messages ?? [];
  const sync = () => live.call(who, mailboxes.sync, { params: { id }, body: {} });
  await sync();
  await until(async () => (await list()).length === 3);
  const [first, second] = await list();
  await live.call(who, inbox.markRead, { params: { id: first?.id ?? "" }, body: { read: true } });
  await live.call(who, inbox.deleteMessage, { params: { id: second?.id ?? "" }, query: { undoSeconds: 0 } });
  await until(async () => (await labelled("UNREAD")).length === 2 && (await labelled("TRASH")).length === 1);
  await until(async () => (await list("trash")).length === 1);
  expect((await list()).map(({ unread }) => unread)).toEqual([false, true]);
  await google.as(email, "POST", `/messages/${(await labelled("TRASH"))[0]?.id}/untrash`);
  await sync();
  await until(async () => (await list()).length === 3);
  expect(await list("trash")).toEqual([]);
});

test("the Test button calls Google", async () => {
  const { who, email, key } = await owner(0);
  const test = () => call(who, mailboxes.test, { params: { id: key.id } });
  expect((await test()).body).toMatchObject({ message: expect.stringContaining(email) });
  google.signIn.revoke(email);
  const { status, body } = await test();
  expect([status, body.error]).toEqual([502, expect.stringContaining("Reconnect")]);
});
