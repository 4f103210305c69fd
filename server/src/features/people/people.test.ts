import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";
import { peopleByAddress } from "./known-people.ts";
import { learnPeople } from "./learn-people.ts";

const { call, world, peek, person, giveMail } = await mailWorld({ jobs: false });
const { people } = api;

const learn = async (who: Caller, mails: string[]) =>
  learnPeople(world, { tenantId: who.tenantId, userId: who.id, source: await giveMail(who, mails) });
const add = async (who: Caller, body: Record<string, unknown>) =>
  (await call(who, people.create, { body: { addresses: [], ...body } })).body;
const complete = async (who: Caller, q: string) =>
  (await call(who, people.complete, { query: { q } })).body.items.map(({ address }) => address);
const list = async (who: Caller, query: object = {}) => (await call(who, people.list, { query })).body;
const names = async (who: Caller, query: object = {}) => (await list(who, query)).items.map(({ name }) => name);
const get = (who: Caller, id: string) => call(who, people.get, { params: { id } });

test("the start of a word of the name, of the address and of the domain completes, without accents [PPL-07]", async () => {
  const who = await person("NORMAL_USER");
  await add(who, { name: "José María García", addresses: ["jmg@example.org"] });
  await add(who, { name: "O'Brien, Anne-Marie", addresses: ["anne.obrien@sub.acme.test"] });
  await add(who, { name: "山田太郎", addresses: ["yamada@acme.jp"] });
  await add(who, { name: "Straße", addresses: ["s@acme.de"] });
  await add(who, { name: "प्रिया नायर", addresses: ["pn@acme.in"] });
  for (const [typed, found] of [
    ["jose", "jmg@example.org"],
    ["JOSÉ", "jmg@example.org"],
    ["gar jo", "jmg@example.org"],
    ["jmg@ex", "jmg@example.org"],
    ["example.o", "jmg@example.org"],
    ["@exam", "jmg@example.org"],
    ["marie", "anne.obrien@sub.acme.test"],
    ["obri", "anne.obrien@sub.acme.test"],
    ["anne-m", "anne.obrien@sub.acme.test"],
    ["山", "yamada@acme.jp"],
    ["太郎", "yamada@acme.jp"],
    ["strass", "s@acme.de"],
    ["प्रि", "pn@acme.in"],
    ['"José María', "jmg@example.org"],
  ] as const)
    expect([typed, await complete(who, typed)]).toEqual([typed, [found]]);
  for (const typed of ["arcia", "xample", "%", "_", "'", "\\", "jose zzz", ", ;", "\u0000".trim()])
    expect([typed, typed ? await complete(who, typed) : []]).toEqual([typed, []]);
});

test("colleagues come first and once, other companies' users never [PPL-08]", async () => {
  const who = await person("NORMAL_USER");
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  const stranger = await person("NORMAL_USER");
  await peek("update users set name = 'Zoë Kühn' where id = any ($1)", [[colleague.id, stranger.id]]);
  await add(who, { name: "Zoe Adams", addresses: ["zoe@acme.test"] });
  await learn(who, [mailOf({ from: `Zoe at home <${colleague.email}>` })]);
  expect(await complete(who, "zoe k")).toEqual([colleague.email]);
  const { items } = (await call(who, people.complete, { query: { q: "zoe" } })).body;
  expect(items).toEqual([
    { name: "Zoë Kühn", address: colleague.email, personId: expect.any(String) },
    { name: "Zoe Adams", address: "zoe@acme.test", personId: expect.any(String) },
  ]);
});

test("people that are used most complete a text that begins very many words [PPL-08]", async () => {
  const who = await person("NORMAL_USER");
  const many = Array.from({ length: 900 }, (_, at) => ({ id: newId(), address: `ana${at}@many.test`, at }));
  await peek(`insert into people (tenant_id, user_id, id, name) select $1, $2, unnest($3::uuid[]), 'Ana'`, [
    who.tenantId,
    who.id,
    many.map(({ id }) => id),
  ]);
  await peek(
    `insert into person_addresses (tenant_id, user_id, person_id, address, score, search)
      select $1, $2, id, address, score, ' ana ' || address || ' many.test'
      from unnest($3::uuid[], $4::text[], $5::float8[]) as a (id, address, score)`,
    [who.tenantId, who.id, many.map(({ id }) => id), many.map(({ address }) => address), many.map(({ at }) => at)],
  );
  await peek(
    `insert into person_words (tenant_id, user_id, address, word)
      select $1, $2, address, word from unnest($3::text[]) as address, unnest(array['ana', address, 'many.test']) as word`,
    [who.tenantId, who.id, many.map(({ address }) => address)],
  );
  const query = (q: string) => call(who, people.complete, { query: { q, limit: 3 } });
  for (const q of ["a", "ana", "many.t"])
    expect((await query(q)).body.items.map(({ address }) => address)).toEqual([
      "ana899@many.test",
      "ana898@many.test",
      "ana897@many.test",
    ]);
  expect((await query("ana77 many")).body.items.map(({ address }) => address)).toEqual([
    "ana779@many.test",
    "ana778@many.test",
    "ana777@many.test",
  ]);
});

test("people are listed in pages, sorted, found and filtered [PPL-09]", async () => {
  const who = await person("NORMAL_USER");
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  await peek("update users set name = 'Mira Colleague' where id = $1", [colleague.id]);
  await add(who, { name: "Zed", company: "Acme", addresses: ["zed@acme.test"] });
  await add(who, { name: "Álvaro", company: "Meridian", addresses: ["alvaro@meridian.test"] });
  await learn(who, [mailOf({ from: "Learned One <one@acme.test>" })]);
  expect(await list(who, { page: 1, limit: 2, sort: "-name" })).toMatchObject({ total: 4 });
  expect((await names(who)).toSorted()).toEqual(["Learned One", "Mira Colleague", "Zed", "Álvaro"].toSorted());
  expect(await names(who, { filter: "saved", sort: "company" })).toEqual(["Zed", "Álvaro"]);
  expect(await names(who, { filter: "colleagues" })).toEqual(["Mira Colleague"]);
  expect(await names(who, { sort: "-lastAt", limit: 1 })).toEqual(["Learned One"]);
  expect(await names(who, { q: "alv" })).toEqual(["Álvaro"]);
  expect(await names(who, { q: "meridian" })).toEqual(["Álvaro"]);
  expect(await names(who, { q: "mira" })).toEqual(["Mira Colleague"]);
  expect(await list(who, { q: "%" })).toEqual({ items: [], total: 0 });
  expect(await list(who, { page: 9 })).toEqual({ items: [], total: 4 });
  const [first, second] = [await names(who, { page: 1, limit: 2 }), await names(who, { page: 2, limit: 2 })];
  expect(new Set([...first, ...second]).size).toBe(4);
});

test("a person is added, changed and shown, and takes learned addresses with their counts [PPL-10]", async () => {
  const who = await person("NORMAL_USER");
  await learn(who, [mailOf({ from: "Learned <ana@acme.test>" }), mailOf({ from: "Learned <ana@acme.test>" })]);
  const ana = await add(who, {
    ...{ firstName: "Ana", lastName: "Ruiz", company: "Acme", jobTitle: "Buyer", phone: "+34 1", notes: "Likes\ntea" },
    addresses: ["ANA@acme.test", "ana@home.test"],
  });
  expect(ana).toMatchObject({
    ...{
      name: "Ana Ruiz",
      firstName: "Ana",
      lastName: "Ruiz",
      isSaved: true,
      received: 2,
      sent: 0,
      notes: "Likes\ntea",
    },
    addresses: ["ana@acme.test", "ana@home.test"],
  });
  expect(await names(who)).toEqual(["Ana Ruiz"]);
  const body = { name: "Ana R", addresses: ["new@acme.test", "ana@acme.test"] };
  const changed = await call(who, people.update, { params: { id: ana.id }, body });
  expect(changed.body).toMatchObject({ name: "Ana R", addresses: ["new@acme.test", "ana@acme.test"], received: 2 });
  expect(await complete(who, "home.test")).toEqual([]);
  expect(await complete(who, "ana r")).toEqual(["ana@acme.test", "new@acme.test"]);
  expect((await get(who, ana.id)).body).toEqual(changed.body);
});

test("bad forms are refused with what to do [PPL-10]", async () => {
  const who = await person("NORMAL_USER");
  await add(who, { name: "Taken", addresses: ["taken@acme.test"] });
  for (const [body, status, error] of [
    [{ name: "A", addresses: [] }, 400, "Enter at least one email address"],
    [{ name: "A", addresses: ["no"] }, 400, "Enter a valid email address"],
    [{ name: " ", addresses: ["a@b.test"] }, 400, "Name is required"],
    [{ name: "A", addresses: Array.from({ length: 21 }, (_, at) => `a${at}@b.test`) }, 400, "A person has at most 20"],
    [
      { name: "A", addresses: ["taken@acme.test"] },
      409,
      "taken@acme.test belongs to Taken. Merge the two people instead.",
    ],
    [{ name: "A", addresses: ["a@b.test"], tenantId: newId() }, 400, ""],
  ] as const) {
    const answer = await call(who, people.create, { body });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(error)]);
  }
  const { addresses } = await add(who, { name: "\u202eAna", addresses: ["a@b.test", "A@b.test"] });
  expect([addresses, await names(who, { q: "ana" })]).toEqual([["a@b.test"], ["Ana"]]);
});

test("a deleted person is not learned again from old mail, and comes back with undo [PPL-11]", async () => {
  const who = await person("NORMAL_USER");
  const old = mailOf({ from: "Ana Ruiz <ana@acme.test>", date: new Date(Date.now() - 60_000) });
  await learn(who, [old]);
  const [ana] = (await list(who)).items;
  const remove = () => call(who, people.remove, { body: { ids: [ana?.id ?? ""] } });
  const { undoId } = (await remove()).body;
  await learn(who, [mailOf({ from: "Ana Ruiz <ana@acme.test>", date: new Date(Date.now() - 120_000) })]);
  expect(await names(who)).toEqual([]);
  expect((await call(who, people.undo, { params: { id: undoId } })).status).toBe(200);
  expect((await list(who)).items).toEqual([ana]);
  expect(await complete(who, "rui")).toEqual(["ana@acme.test"]);
  expect((await call(who, people.undo, { params: { id: undoId } })).status).toBe(404);
  await remove();
  await learn(who, [mailOf({ from: "Ana Ruiz <ana@acme.test>", date: new Date(Date.now() + 60_000) })]);
  expect(await names(who)).toEqual(["Ana Ruiz"]);
});

test("people are merged into the first one, and undo separates them [PPL-12]", async () => {
  const who = await person("NORMAL_USER");
  const work = await add(who, { name: "Ana Ruiz", notes: "Work", addresses: ["ana@acme.test"] });
  const home = await add(who, { name: "A. Ruiz", phone: "+34 1", notes: "Home", addresses: ["ana@home.test"] });
  await learn(who, [mailOf({ from: "ana ruiz <ana@old.test>" })]);
  const before = await list(who);
  const { items: doubles } = (await call(who, people.doubles)).body;
  expect(doubles.map(({ reason, people: some }) => [reason, some.map(({ name }) => name)])).toEqual([
    ["name", ["Ana Ruiz", "ana ruiz"]],
  ]);
  const third = doubles[0]?.people[1]?.id ?? "";
  const merged = await call(who, people.merge, { body: { ids: [work.id, home.id, third] } });
  expect((await get(who, work.id)).body).toMatchObject({
    ...{ name: "Ana Ruiz", phone: "+34 1", notes: "Work\nHome", received: 1 },
    addresses: ["ana@acme.test", "ana@home.test", "ana@old.test"],
  });
  expect([await names(who), (await get(who, home.id)).status]).toEqual([["Ana Ruiz"], 404]);
  expect((await call(who, people.undo, { params: { id: merged.body.undoId } })).status).toBe(200);
  expect(await list(who)).toEqual(before);
});

test("people who are not the same are not proposed again, but with somebody new they are [PPL-19]", async () => {
  const [who, other] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const addAna = (address: string, by = who) => add(by, { name: "Ana Ruiz", addresses: [address] });
  const [one, two] = [await addAna("ana@one.test"), await addAna("ana@two.test")];
  const theirs = await addAna("ana@theirs.test", other);
  const proposed = async () =>
    (await call(who, people.doubles)).body.items.map((item) => item.people.map(({ addresses }) => addresses[0]).sort());
  const dismiss = (ids: string[]) => call(who, people.keepApart, { body: { ids } });
  expect(await proposed()).toEqual([["ana@one.test", "ana@two.test"]]);
  expect((await dismiss([one.id, theirs.id])).status).toBe(404);
  expect((await dismiss([one.id])).status).toBe(400);
  expect(await proposed()).toHaveLength(1);
  for (let time = 0; time < 2; time++) expect((await dismiss([two.id, one.id])).status).toBe(200);
  expect(await proposed()).toEqual([]);
  const three = await addAna("ana@three.test");
  expect(await proposed()).toHaveLength(1);
  await dismiss([one.id, three.id]);
  expect(await proposed()).toEqual([["ana@three.test", "ana@two.test"]]);
  await dismiss([two.id, three.id]);
  expect(await proposed()).toEqual([]);
});

test("one local part at two companies is proposed, one of a role is not [PPL-12]", async () => {
  const who = await person("NORMAL_USER");
  for (const address of [
    "priya.nair@a.test",
    "priya.nair@b.test",
    "support@a.test",
    "support@b.test",
    "ana@a.test",
    "ana@b.test",
  ])
    await add(who, { name: `Of ${address}`, addresses: [address] });
  const { items } = (await call(who, people.doubles)).body;
  expect(items.map(({ reason, people: some }) => [reason, some.map(({ addresses }) => addresses[0])])).toEqual([
    ["address", ["priya.nair@a.test", "priya.nair@b.test"]],
  ]);
});

test("the card shows the last conversations and files, and not those of spam [PPL-13]", async () => {
  const who = await person("NORMAL_USER");
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  const files = [{ name: "plan.pdf", type: "application/pdf", content: "%PDF-1.4" }];
  await learn(who, [
    mailOf({ from: "Ana <ana@acme.test>", subject: "Plan", files }),
    mailOf({ from: "Ana <Ana@acme.test>", subject: "Other" }),
    mailOf({ from: "Bob <bob@acme.test>", subject: "Not hers", files }),
    mailOf({ from: `C <${colleague.email}>`, subject: "From a colleague" }),
  ]);
  await giveMail(who, [mailOf({ from: who.email, to: "ana@acme.test", subject: "Sent to her" })], "sent");
  const id = (await list(who, { q: "ana" })).items[0]?.id ?? "";
  const { body } = await call(who, people.mail, { params: { id } });
  expect(body.conversations.map(({ subject }) => subject).toSorted()).toEqual(["Other", "Plan", "Sent to her"]);
  expect(body.files).toMatchObject([{ fileName: "plan.pdf", mimeType: "application/pdf" }]);
  // A colleague of whom nothing is stored has a card, too.
  await peek("delete from people where user_id = $1", [who.id]);
  expect((await get(who, colleague.id)).body).toMatchObject({ isColleague: true, isStored: false });
  const theirs = await call(who, people.mail, { params: { id: colleague.id } });
  expect(theirs.body.conversations.map(({ subject }) => subject)).toEqual(["From a colleague"]);
});

test("what is known of addresses is found for templates, saved facts before the company's [PPL-14]", async () => {
  const who = await person("NORMAL_USER");
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  await peek("update users set name = 'Mira Shah' where id = $1", [colleague.id]);
  await add(who, { name: "Ana Ruiz", company: "Acme", addresses: ["ana@acme.test"] });
  await learn(who, [mailOf({ from: '"Nair, Priya" <priya@acme.test>' })]);
  const owner = { tenantId: who.tenantId, userId: who.id };
  const facts = await fencedTransaction(world.db, owner, (tx) =>
    peopleByAddress(tx, { tenantId: who.tenantId, user: who }, [
      "ANA@acme.test",
      "priya@acme.test",
      colleague.email,
      "x@y.test",
    ]),
  );
  expect([...facts.keys()].toSorted()).toEqual(["ana@acme.test", colleague.email, "priya@acme.test"].toSorted());
  expect(facts.get("ana@acme.test")).toMatchObject({ firstName: "Ana", lastName: "Ruiz", company: "Acme" });
  expect(facts.get("priya@acme.test")).toMatchObject({ name: "Nair, Priya", firstName: "Priya", lastName: "Nair" });
  expect(facts.get(colleague.email)).toMatchObject({ name: "Mira Shah", firstName: "Mira", personId: colleague.id });
  const { body } = await call(who, people.byAddress, { body: { addresses: ["ana@acme.test"] } });
  expect(body.items).toEqual([facts.get("ana@acme.test")]);
});

test("a person of a colleague or of another company does not exist for any call [PPL-15]", async () => {
  const who = await person("NORMAL_USER");
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  const stranger = await person("NORMAL_USER");
  const own = await add(who, { name: "Own", addresses: ["own@acme.test"] });
  for (const other of [colleague, stranger]) {
    const theirs = await add(other, { name: "Secret", addresses: ["secret@acme.test"] });
    const second = await add(other, { name: "Secret", addresses: ["secret2@acme.test"] });
    const before = (await get(other, theirs.id)).body;
    const { undoId } = (await call(other, people.remove, { body: { ids: [second.id] } })).body;
    const form = { name: "Mine", addresses: ["mine@acme.test"] };
    const refused = [
      await get(who, theirs.id),
      await call(who, people.mail, { params: { id: theirs.id } }),
      await call(who, people.update, { params: { id: theirs.id }, body: form }),
      await call(who, people.remove, { body: { ids: [theirs.id] } }),
      await call(who, people.remove, { body: { ids: [own.id, theirs.id] } }),
      await call(who, people.merge, { body: { ids: [own.id, theirs.id] } }),
      await call(who, people.merge, { body: { ids: [theirs.id, own.id] } }),
      await call(who, people.undo, { params: { id: undoId } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    expect(await complete(who, "secret")).toEqual([]);
    expect((await call(who, people.byAddress, { body: { addresses: ["secret@acme.test"] } })).body.items).toEqual([]);
    expect((await get(other, theirs.id)).body).toEqual(before);
    // Their address is free for me, and stays theirs.
    const mine = await add(who, { name: "My own", addresses: ["secret@acme.test"] });
    expect((await get(other, theirs.id)).body).toEqual(before);
    await call(who, people.remove, { body: { ids: [mine.id] } });
  }
  expect((await get(who, stranger.id)).status).toBe(404);
  expect((await get(who, who.id)).status).toBe(404);
  expect((await get(who, own.id)).status).toBe(200);
  expect(
    (await call(who, people.update, { params: { id: colleague.id }, body: { name: "X", addresses: ["x@y.test"] } }))
      .status,
  ).toBe(404);
});
