import { api } from "@intellibox/contract/api";
import { maxPeople } from "@intellibox/contract/rules/people";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { ensureLocalMailbox } from "#features/mailboxes/connect.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { mailOf } from "#test/mail-of.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";
import { learnMails } from "./learn-mails.ts";
import { findUnlearned, learnPeople } from "./learn-people.ts";
import { addScores, scoreOf } from "./score.ts";

const { call, world, peek, person, writer } = await outboxWorld();
const { people, inbox } = api;
const day = 24 * 3600 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);

async function giveMail(who: Caller, mails: string[], folder: "inbox" | "sent" = "inbox") {
  const place = localMailFolder(world.config.dataDir, who.id);
  for (const mail of mails) await deliverLocally({ folder: place }, Buffer.from(mail), folder);
  const owner = { tenantId: who.tenantId, userId: who.id };
  const quiet = { enqueue: async () => undefined };
  const id = await fencedTransaction(world.db, owner, (tx) => ensureLocalMailbox(quiet, tx, owner, who.email));
  await syncMailbox(world, { ...owner, id });
  return { ...owner, source: id };
}
const known = async (who: Caller, q = "") =>
  (await call(who, people.complete, { query: { q } })).body.items.map(({ name, address }) => ({ name, address }));
const addresses = async (who: Caller, q = "") => (await known(who, q)).map(({ address }) => address);
type Counts = { address: string; sent_count: number; received_count: number };
const counts = (who: Caller) =>
  peek<Counts>("select address, sent_count, received_count from person_addresses where user_id = $1 order by 1", [
    who.id,
  ]);

test("people are learned from mail that was received and sent, and not from spam, lists and programs [PPL-01]", async () => {
  const who = await person("NORMAL_USER");
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  const stranger = await person("NORMAL_USER");
  const source = await giveMail(who, [
    mailOf({ from: "Spammer <win@prizes.test>", subject: "Won" }),
    mailOf({ from: "Priya Nair <Priya@meridian.test>", subject: "Terms" }),
    mailOf({ from: "News <news@list.test>", headers: ["List-Id: <news.list.test>"] }),
    mailOf({ from: "Shop <no-reply@shop.test>" }),
    mailOf({ from: `Me <${who.email}>`, to: "Ana Ruiz <ana@acme.test>", subject: "Kept in the inbox" }),
  ]);
  await giveMail(who, [mailOf({ from: `Me <${who.email}>`, to: "José Díaz <jose@acme.test>" })], "sent");
  const { items } = (await call(who, inbox.threads, { query: {} })).body;
  await call(who, api.actions.apply, {
    body: { ids: items.flatMap(({ id, subject }) => (subject === "Won" ? id : [])), action: "junk" },
  });
  await peek("delete from learned_mails where user_id = $1", [who.id]);
  await peek("delete from people where user_id = $1", [who.id]);
  await peek("delete from people_progress where user_id = $1", [who.id]);
  await learnPeople(world, source);
  expect((await known(who)).slice(1)).toEqual(
    expect.arrayContaining([
      { name: "Priya Nair", address: "priya@meridian.test" },
      { name: "José Díaz", address: "jose@acme.test" },
      { name: "Ana Ruiz", address: "ana@acme.test" },
    ]),
  );
  expect(await addresses(who)).toHaveLength(4);
  expect((await addresses(who))[0]).toBe(colleague.email);
  expect(await addresses(stranger)).not.toContain("priya@meridian.test");
});

test("a list that the user wrote to is learned [PPL-01]", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [mailOf({ from: `<${who.email}>`, to: "team@list.test" })], "sent");
  const list = { from: "Team <team@list.test>", headers: ["List-Id: <team.list.test>"] };
  const source = await giveMail(who, [mailOf(list)]);
  await learnPeople(world, source);
  expect(await counts(who)).toEqual([{ address: "team@list.test", sent_count: 1, received_count: 1 }]);
});

test("each mail counts once: again, at once in two processes, and in a second mailbox [PPL-02]", async () => {
  const who = await person("NORMAL_USER");
  const mails = Array.from({ length: 230 }, (_, at) => mailOf({ from: `P <p${at % 3}@acme.test>` }));
  const source = await giveMail(who, mails);
  // The first sync stores the newest mail only.
  await peek("update mailboxes set wanted_at = now(), wanted_older = 300 where id = $1", [source.source]);
  await syncMailbox(world, { ...source, id: source.source });
  await Promise.all([learnPeople(world, source), learnPeople(world, source), learnPeople(world, source)]);
  await learnPeople(world, source);
  const once = [77, 77, 76].map((received_count, at) => ({
    address: `p${at}@acme.test`,
    sent_count: 0,
    received_count,
  }));
  expect(await counts(who)).toEqual(once);
  // As if all of it came again.
  await peek("delete from people_progress where user_id = $1", [who.id]);
  await learnPeople(world, source);
  expect(await counts(who)).toEqual(once);
});

test("learning goes on after mail that came meanwhile, and reads rows that became visible late [PPL-02]", async () => {
  const who = await person("NORMAL_USER");
  const source = await giveMail(who, [mailOf({ from: "a@acme.test" })]);
  await learnPeople(world, source);
  // As if the next mail had been committed after one with a later id.
  const later = newId(Date.now() + 90_000);
  await peek("update people_progress set after_id = $2 where user_id = $1", [who.id, later]);
  await giveMail(who, [mailOf({ from: "b@acme.test" })]);
  await learnPeople(world, source);
  expect((await counts(who)).map(({ address }) => address)).toEqual(["a@acme.test", "b@acme.test"]);
});

test("after a sync that brought mail, and after a mail was sent, people are learned in the background [PPL-03]", async () => {
  const { who, send } = await writer();
  await giveMail(who, [mailOf({ from: "Priya Nair <priya@meridian.test>" })]);
  expect((await send({ to: ["new.person@acme.test"] })).status).toBe(200);
  await until(async () => (await addresses(who)).length === 2);
  expect(await addresses(who)).toEqual(["new.person@acme.test", "priya@meridian.test"]);
});

test("a user who goes on sending is learned from after a pause, by one job [PPL-03]", async () => {
  const { who, send } = await writer();
  const waiting = () =>
    peek<{ pause: number }>(
      "select extract(epoch from start_after - created_on)::int as pause from pgboss.job where name = 'people.learn' and state = 'created' and data ->> 'source' = $1",
      [who.id],
    );
  expect((await send({ to: ["first@acme.test"] })).status).toBe(200);
  await until(async () => (await addresses(who)).includes("first@acme.test"));
  await until(async () => {
    expect((await send({ to: ["second@acme.test"] })).status).toBe(200);
    return (await waiting()).some(({ pause }) => pause >= 20);
  });
  expect(await waiting()).toHaveLength(1);
  await peek("update pgboss.job set start_after = now() where name = 'people.learn' and data ->> 'source' = $1", [
    who.id,
  ]);
  await until(async () => (await addresses(who)).length === 2);
});

test("mail of before is learned once by itself, and what can no longer be undone is deleted [PPL-03]", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [mailOf({ from: "old@acme.test" })]);
  for (const table of ["people", "learned_mails", "people_progress"])
    await peek(`delete from ${table} where user_id = $1`, [who.id]);
  const undoId = newId();
  const undo =
    "insert into people_undos (tenant_id, id, user_id, before, created_at) values ($1, $2, $3, $4, now() - interval '61 minutes')";
  await peek(undo, [who.tenantId, undoId, who.id, JSON.stringify({ people: [], addresses: [] })]);
  expect((await call(who, people.undo, { params: { id: undoId } })).status).toBe(404);
  await findUnlearned(world);
  await until(async () => (await addresses(who)).includes("old@acme.test"));
  expect(await peek("select 1 from people_undos where id = $1", [undoId])).toEqual([]);
});

test("names are plain, and a name that is an address is not believed [PPL-04]", async () => {
  const who = await person("NORMAL_USER");
  const name = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
  const source = await giveMail(who, [
    mailOf({ from: `${name("\u202eAna\u0007\u200b Ruiz")} <bidi@acme.test>` }),
    mailOf({ from: `${name("boss@acme.test")} <other@evil.test>` }),
    mailOf({ from: `${name("x".repeat(10_000))} <long@acme.test>` }),
    mailOf({ from: `${name("प्रिया नायर")} <priya@acme.test>` }),
  ]);
  await learnPeople(world, source);
  const names = new Map((await known(who)).map((one) => [one.address, one.name]));
  expect(Object.fromEntries(names)).toEqual({
    "bidi@acme.test": "Ana Ruiz",
    "other@evil.test": "",
    "long@acme.test": expect.stringMatching(/^x{1,100}$/),
    "priya@acme.test": "प्रिया नायर",
  });
  expect(await addresses(who, "नाय")).toEqual(["priya@acme.test"]);
});

test("the name of the last received mail is shown, and one that the user saved stays [PPL-04]", async () => {
  const who = await person("NORMAL_USER");
  const source = await giveMail(who, [
    mailOf({ from: "Later <a@acme.test>", date: daysAgo(1) }),
    mailOf({ from: "Earlier <a@acme.test>", date: daysAgo(9) }),
  ]);
  await learnPeople(world, source);
  const [first] = (await call(who, people.complete, { query: {} })).body.items;
  expect(first).toMatchObject({ name: "Later", address: "a@acme.test" });
  const params = { id: first?.personId ?? "" };
  await call(who, people.update, { params, body: { name: "My Ana", addresses: ["a@acme.test"] } });
  await giveMail(who, [mailOf({ from: "Latest <a@acme.test>" })]);
  await learnPeople(world, source);
  expect(await known(who)).toEqual([{ name: "My Ana", address: "a@acme.test" }]);
});

test("sent mail counts more than received, and recent mail more than old [PPL-05]", async () => {
  const who = await person("NORMAL_USER");
  const from = (address: string, days: number, times = 1) =>
    Array.from({ length: times }, () => mailOf({ from: address, date: daysAgo(days) }));
  const source = await giveMail(who, [
    ...from("thrice@acme.test", 1, 3),
    ...from("once@acme.test", 1),
    ...from("old@acme.test", 700, 20),
  ]);
  await giveMail(who, [mailOf({ from: who.email, to: "written@acme.test", date: daysAgo(1) })], "sent");
  await learnPeople(world, source);
  expect(await addresses(who)).toEqual(["written@acme.test", "thrice@acme.test", "once@acme.test", "old@acme.test"]);
});

test("scores add up in any order, and far ones do not overflow [PPL-05]", () => {
  const [a, b, c] = [scoreOf("sent", daysAgo(1)), scoreOf("received", daysAgo(90)), scoreOf("received", new Date(0))];
  expect(addScores(addScores(a, b), c)).toBeCloseTo(addScores(a, addScores(b, c)), 9);
  expect(scoreOf("received", daysAgo(0)) - scoreOf("received", daysAgo(60))).toBeCloseTo(1, 5);
  expect(addScores(5, 5)).toBe(6);
});

test("recipients of a mail merge are learned only if they were written to by hand [PPL-01]", async () => {
  const who = await person("NORMAL_USER");
  const from = `Me <${who.email}>`;
  const headers = ["List-Unsubscribe: <https://mail.test/u/1>"];
  const source = await giveMail(
    who,
    [
      mailOf({ from, to: "One of many <many@acme.test>", headers }),
      mailOf({ from, to: "Friend <friend@acme.test>", headers }),
      mailOf({ from, to: "Friend <friend@acme.test>" }),
    ],
    "sent",
  );
  await learnPeople(world, source);
  expect(await counts(who)).toEqual([{ address: "friend@acme.test", sent_count: 2, received_count: 0 }]);
});

test("a full address book learns nobody new, and goes on counting [PPL-06]", async () => {
  const who = await person("NORMAL_USER");
  const source = await giveMail(who, [mailOf({ from: "a@acme.test" })]);
  await learnPeople(world, source);
  await peek(
    "insert into people (tenant_id, user_id, id, name) select $1, $2, gen_random_uuid(), 'X' from generate_series(2, $3)",
    [who.tenantId, who.id, maxPeople],
  );
  const mail = (key: string, address: string) => ({
    ...{ key, direction: "received" as const, at: new Date(), isAutomatic: false },
    people: [{ name: "", address }],
  });
  const owner = { tenantId: who.tenantId, userId: who.id };
  await fencedTransaction(world.db, owner, (tx) =>
    learnMails(tx, owner, [mail("1", "b@acme.test"), mail("2", "a@acme.test")], new Set()),
  );
  expect(await counts(who)).toEqual([{ address: "a@acme.test", sent_count: 0, received_count: 2 }]);
  const added = await call(who, people.create, { body: { name: "New", addresses: ["new@acme.test"] } });
  expect([added.status, added.body]).toEqual([
    409,
    expect.objectContaining({ error: "Your address book can have at most 50,000 people. Delete some first." }),
  ]);
});
