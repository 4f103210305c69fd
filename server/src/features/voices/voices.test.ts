import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { ensureLocalMailbox } from "#features/mailboxes/connect.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { mailOf } from "#test/mail-of.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";
import { declareJobs, type JobHandler, startJobs } from "../../jobs.ts";
import { analyseMails } from "./analyse-mails.ts";
import { findDueVoices, learnVoiceOf } from "./learn-voices.ts";
import { learnVoiceJob } from "./learning-job.ts";
import { nearestMails } from "./nearest-mails.ts";

const { call, world, peek, person, pointAt, scopeOf, smtp } = await outboxWorld({ jobs: false });
// Without the job that looks for due voices every minute, which would learn some of them in between.
await declareJobs(world);
await startJobs(world, [{ job: learnVoiceJob, run: learnVoiceOf } as unknown as JobHandler]);
const { assistant, feedback, outbox, voices } = api;
const ownerOf = (who: Caller) => ({ tenantId: who.tenantId, userId: who.id });
const letter = (at: number) => `Hi Tom,\n\nI looked at number ${at} and will call you.\n\nCheers,\nAsha`;

type Sent = { text?: string; html?: string; headers?: string[]; messageId?: string };
async function send(who: Caller, mails: Sent[]) {
  const folder = localMailFolder(world.config.dataDir, who.id);
  for (const mail of mails) {
    const raw = mailOf({ from: `Asha <${who.email}>`, to: "Tom Berg <tom@berg.test>", ...mail });
    await deliverLocally({ folder }, Buffer.from(raw), "sent");
  }
  const quiet = { enqueue: async () => undefined };
  const id = await fencedTransaction(world.db, ownerOf(who), (tx) =>
    ensureLocalMailbox(quiet, tx, ownerOf(who), who.email),
  );
  await syncMailbox(world, { ...ownerOf(who), id });
}
const letters = (count: number, text = letter): Sent[] =>
  Array.from({ length: count }, (_, at) => ({ text: text(at) }));
const voiceOf = async (who: Caller) => (await call(who, voices.get)).body;
async function writer(count = 12) {
  const who = await person("NORMAL_USER", { name: "Asha Rao" });
  await send(who, letters(count));
  return who;
}
const waiting = (who: Caller) =>
  peek("select id from pgboss.job where name = 'voices.learn' and data ->> 'userId' = $1 and state < 'completed'", [
    who.id,
  ]);

test("a voice is learned from sent mail, and nobody else can read it [STY-01] [STY-06] [STY-08]", async () => {
  const who = await writer();
  await learnVoiceOf(world, ownerOf(who));
  const voice = await voiceOf(who);
  expect(voice).toMatchObject({ isOn: true, isLearning: false, mails: 12, edits: {} });
  expect(voice.facts).toMatchObject({
    frames: [{ kind: "any", language: "en", greeting: "Hi {name},", signOff: "Cheers," }],
    signsAs: "Asha",
  });
  expect(Date.now() - Date.parse(String(voice.learnedAt))).toBeLessThan(60_000);
  const admin = await person("ADMIN", { tenantId: who.tenantId });
  const stranger = await person("NORMAL_USER");
  for (const other of [admin, stranger]) expect(await voiceOf(other)).toMatchObject({ facts: null, mails: 0 });
  for (const other of [admin, stranger]) {
    const seen = await fencedTransaction(world.db, ownerOf(other), (tx) =>
      tx.execute(sql`select facts from voices where user_id = ${who.id}`),
    );
    expect(seen.rows).toEqual([]);
  }
});

test("too little sent mail teaches nothing, and more of it makes the next look come earlier [STY-02] [STY-06]", async () => {
  const who = await writer(4);
  await learnVoiceOf(world, ownerOf(who));
  expect(await voiceOf(who)).toMatchObject({ facts: null, learnedAt: null, mails: 4, isLearning: false });
  const due = () => peek("select user_id from voices where user_id = $1 and next_at <= now()", [who.id]);
  expect(await due()).toEqual([]);
  await send(
    who,
    letters(8, (at) => `Hi Tom,\n\nanother one about ${at} boxes.\n\nCheers,\nAsha`),
  );
  expect(await due()).toHaveLength(1);
});

test("automatic mail and answers to invitations are not learned from [STY-03]", async () => {
  const who = await person("NORMAL_USER", { name: "Asha Rao" });
  const formal = (at: number) => `Dear Sir,\n\nThank you for your mail number ${at}.\n\nYours sincerely,\nThe office`;
  const automatic = ["Auto-Submitted: auto-replied", "List-Unsubscribe: <mailto:x@y.test>", "Precedence: bulk"];
  await send(who, [
    ...letters(10),
    ...automatic.flatMap((header) => letters(8, formal).map((mail) => ({ ...mail, headers: [header] }))),
  ]);
  await learnVoiceOf(world, ownerOf(who));
  const voice = await voiceOf(who);
  expect(voice.mails).toBe(10);
  expect(JSON.stringify(voice.facts)).not.toMatch(/Dear|sincerely|office/);
});

test("mail that the assistant wrote and that was sent unchanged is neither learned from nor an example [STY-14]", async () => {
  const who = await person("NORMAL_USER", { name: "Asha Rao" });
  await pointAt(who.tenantId, await smtp());
  const written = async (changed: number, text: string): Promise<Sent> => {
    const { usageId = "" } = (await call(who, assistant.draftEmail, { body: { intent: "Thank Tom" } })).body;
    const form = { to: ["tom@berg.test"], subject: "Hello", body: text };
    const { messageId } = (await call(who, outbox.send, { body: form })).body;
    const given = await call(who, feedback.give, { params: { id: usageId }, body: { changed, messageId } });
    expect(given.status).toBe(200);
    return { text, messageId };
  };
  const robot = (what: string) => `Dear Sir,\n\nThe assistant mentions ${what}.\n\nYours sincerely,\nAsha`;
  const [unchanged, hardly] = [await written(0, robot("pears")), await written(0.09, robot("plums"))];
  const own = await written(0.1, letter(77));
  await send(who, [...letters(10), unchanged, hardly, own]);
  await learnVoiceOf(world, ownerOf(who));
  const voice = await voiceOf(who);
  expect(voice.mails).toBe(11);
  expect(JSON.stringify(voice.facts)).not.toMatch(/Dear|sincerely/);
  const examples = await nearestMails(scopeOf(who), ["tom@berg.test"], "The assistant mentions pears and plums");
  expect(examples).toHaveLength(6);
  expect(examples.join()).not.toContain("Dear Sir");
});

test("mail with HTML only is read as its visible text [STY-01]", () => {
  const html = (at: number) =>
    `<div>Hello Tom,</div><div><br></div><div>we count <b>${at}</b> crates on Monday.</div><div style="display:none">Dear victim</div><div><br></div><div>Best,</div><div>Asha</div>`;
  const to = [{ name: "Tom Berg", address: "t@b.test" }];
  const mails = Array.from({ length: 12 }, (_, at) => ({ text: "", html: html(at), to, thread: `${at}` }));
  const { facts } = analyseMails(mails, { name: "Asha Rao", addresses: ["asha@acme.test"] });
  expect(facts?.frames).toEqual([{ kind: "any", language: "en", greeting: "Hello {name},", signOff: "Best," }]);
});

test("edits are checked, win, and survive learning again [STY-05]", async () => {
  const who = await writer();
  await learnVoiceOf(world, ownerOf(who));
  const edits = {
    frames: [{ kind: "any", language: "en", greeting: "Hello {name},", signOff: null }],
    words: 40,
    phrases: ["as we say in Pune"],
  } as const;
  expect((await call(who, voices.save, { body: { edits } as never })).body.edits).toEqual(edits);
  await learnVoiceOf(world, ownerOf(who));
  expect(await voiceOf(who)).toMatchObject({ edits, facts: { signsAs: "Asha" } });
  // The mark of the name as the page shows it, and as other programs write it, is never sent as it is.
  for (const mark of ["<name>", "{Name}", "[name]", "{{first name}}"]) {
    const frames = [{ kind: "any", language: "en", greeting: `Namaste ${mark},` }];
    const { body } = await call(who, voices.save, { body: { edits: { frames } } as never });
    expect(body.edits.frames?.[0]?.greeting).toBe("Namaste {name},");
  }
  for (const wrong of [
    { frames: [{ kind: "boss", language: "en", greeting: "x" }] },
    { frames: [{ kind: "any", language: "en", greeting: "a\nb" }] },
    { phrases: ["x".repeat(61)] },
    { phrases: Array.from({ length: 7 }, () => "x y z") },
    { words: 2 },
    { isOwner: true },
  ])
    expect((await call(who, voices.save, { body: { edits: wrong } as never })).status).toBe(400);
});

test("learning again runs in the background, once for many requests, and only if the voice is on [STY-06]", async () => {
  const who = await writer();
  const answers = await Promise.all([1, 2, 3].map(() => call(who, voices.learn)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await waiting(who)).length).toBeLessThanOrEqual(1);
  await until(async () => (await voiceOf(who)).facts !== null);
  await until(async () => !(await voiceOf(who)).isLearning);
  await call(who, voices.save, { body: { isOn: false } });
  expect(await call(who, voices.learn)).toMatchObject({ status: 409 });
});

test("due voices are found: never learned, or a week ago, and on [STY-06]", async () => {
  const [fresh, old, recent, off] = [await writer(1), await writer(1), await writer(1), await writer(1)];
  for (const who of [old, recent, off]) await learnVoiceOf(world, ownerOf(who));
  await peek("update voices set next_at = now() - interval '1 minute' where user_id = any ($1)", [[old.id, off.id]]);
  await call(off, voices.save, { body: { isOn: false } });
  const before = await peek<{ learning_since: string }>("select 1 from voices where user_id = $1", [fresh.id]);
  expect(before).toEqual([]);
  await peek("delete from pgboss.job where name = 'voices.learn'");
  await findDueVoices(world);
  const enqueued = await peek<{ user: string }>(
    `select data ->> 'userId' as "user" from pgboss.job where name = 'voices.learn'`,
  );
  const users = enqueued.map(({ user }) => user);
  expect(users).toEqual(expect.arrayContaining([fresh.id, old.id]));
  expect(users).not.toContain(recent.id);
  expect(users).not.toContain(off.id);
});

test("erasing deletes everything at once, and a job that runs does not bring it back [STY-07]", async () => {
  const who = await writer();
  await learnVoiceOf(world, ownerOf(who));
  await call(who, voices.save, { body: { edits: { words: 30 } } });
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = fencedTransaction(world.db, ownerOf(who), async (tx) => {
    await tx.execute(sql`lock table message_contents in access exclusive mode`);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  // The job has begun, and waits for the content of the mails.
  const learning = learnVoiceOf(world, ownerOf(who));
  await until(async () => (await voiceOf(who)).isLearning);
  const erased = { isOn: false, isLearning: false, learnedAt: null, mails: 0, facts: null, edits: {} };
  expect((await call(who, voices.erase)).body).toEqual(erased);
  release.resolve();
  await Promise.all([holding, learning]);
  expect(await voiceOf(who)).toEqual(erased);
  await findDueVoices(world);
  expect(await waiting(who)).toEqual([]);
  // Also if it is switched on again before the job ends, only a new job may learn.
  expect((await call(who, voices.save, { body: { isOn: true } })).body).toMatchObject({ isOn: true, isLearning: true });
  await until(async () => (await voiceOf(who)).facts !== null);
});

test("a job of before an erasure stores nothing, even if the voice is on again [STY-07]", async () => {
  const who = await writer();
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = fencedTransaction(world.db, ownerOf(who), async (tx) => {
    await tx.execute(sql`lock table message_contents in access exclusive mode`);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const learning = learnVoiceOf(world, ownerOf(who));
  await until(async () => (await voiceOf(who)).isLearning);
  await peek("update voices set version = version + 1 where user_id = $1", [who.id]);
  release.resolve();
  await Promise.all([holding, learning]);
  expect((await voiceOf(who)).facts).toBeNull();
});

test("a process that dies while it learns leaves a voice that the next job learns [STY-06]", async () => {
  const who = await writer();
  const stopped = new AbortController();
  stopped.abort();
  await learnVoiceOf(world, ownerOf(who), undefined, stopped.signal);
  expect(await voiceOf(who)).toMatchObject({ facts: null, isLearning: true });
  await learnVoiceOf(world, ownerOf(who));
  expect(await voiceOf(who)).toMatchObject({ isLearning: false, mails: 12 });
});
