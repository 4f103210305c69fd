import { api } from "@intellibox/contract/api";
import { maxTemplateLength, maxTemplates } from "@intellibox/contract/endpoints/templates";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { purgeTemplates } from "./remove-templates.ts";

const { person, call, peek, advance, world } = await testWorld();
const { templates } = api;

const content = { name: "Offer", shortName: "off", subject: "Our offer", bodyHtml: "<p>Dear {FirstName},</p>" };
const add = (who: Caller, parts: object = {}) => call(who, templates.create, { body: { ...content, ...parts } });
const namesOf = async (who: Caller) => (await call(who, templates.list)).body.items.map(({ name }) => name);
const change = (who: Caller, id: string, parts: object = {}) =>
  call(who, templates.update, { params: { id }, body: { ...content, basedOn: 1, ...parts } });
const remove = (who: Caller, id: string, basedOn = 1) =>
  call(who, templates.remove, { params: { id }, query: { basedOn } });
const restore = (who: Caller, id: string) => call(who, templates.restore, { params: { id } });
const use = (who: Caller, id: string) => call(who, templates.use, { params: { id } });
const actionsOf = (tenantId: string) =>
  peek<{ action: string }>("select action from audit_records where tenant_id = $1 order by at", [tenantId]);

test("a template is kept, listed by name without its text, read with it, and changed [TPL-03]", async () => {
  const ana = await person("NORMAL_USER");
  const { status, body } = await add(ana, { name: "Thanks" });
  expect([status, body.version, body.isShared, body.usedCount, body.lastUsedAt]).toEqual([201, 1, false, 0, null]);
  await add(ana, { name: "apology" });
  const { items } = (await call(ana, templates.list)).body;
  expect(items.map(({ name, snippet }) => [name, snippet])).toEqual([
    ["apology", "Dear {FirstName},"],
    ["Thanks", "Dear {FirstName},"],
  ]);
  expect(items[0]).not.toHaveProperty("bodyHtml");
  expect(await change(ana, body.id, { name: "Thank you", bodyHtml: "<p>Thanks</p>" })).toMatchObject({
    status: 200,
    body: { name: "Thank you", version: 2, snippet: "Thanks" },
  });
  expect((await call(ana, templates.get, { params: { id: body.id } })).body.bodyHtml).toBe("<p>Thanks</p>");
});

test("the text is stored without anything that could run or load, and must not be empty then [TPL-03]", async () => {
  const ana = await person("NORMAL_USER");
  const bodyHtml =
    '<p onclick="a()">Hi <b>{First Name}</b> <a href="javascript:a()">x</a></p><script>a()</script><ol start="3"><li><p>y</p></li></ol>';
  const { body } = await add(ana, { bodyHtml });
  expect(body.bodyHtml).toBe('<p>Hi <b>{First Name}</b> <a>x</a></p><ol start="3"><li><p>y</p></li></ol>');
  const nested = `${"<b>".repeat(9_000)}deep`;
  expect((await add(ana, { name: "Deep", bodyHtml: nested })).body.snippet).toBe("deep");
  const empty = { status: 400, body: { fields: { bodyHtml: "Text is required" } } };
  expect(await add(ana, { name: "Empty", bodyHtml: "<p></p>" })).toMatchObject(empty);
  expect(await add(ana, { name: "Picture", bodyHtml: '<p><img src="http://x.test/a.png"></p>' })).toMatchObject(empty);
});

test('a short name is kept without the ";" that its writer typed before it [TPL-03]', async () => {
  const ana = await person("NORMAL_USER");
  expect((await add(ana, { name: "Thanks", shortName: ";ty" })).body).toMatchObject({ shortName: "ty" });
});

test("values that do not fit are refused, each with what is wrong [TPL-04]", async () => {
  const ana = await person("NORMAL_USER");
  const refused = async (parts: object) => (await add(ana, parts)).body as { fields?: object };
  expect((await refused({ name: " " })).fields).toEqual({ name: "Name is required" });
  expect((await refused({ name: "x".repeat(101) })).fields).toEqual({ name: "Name is too long" });
  expect((await refused({ shortName: "two words" })).fields).toEqual({ shortName: "Short name must be one word" });
  expect((await refused({ subject: "a\r\nBcc: x@y.z" })).fields).toHaveProperty("subject");
  const long = `<p>${"x".repeat(maxTemplateLength)}</p>`;
  expect((await refused({ bodyHtml: long })).fields).toEqual({ bodyHtml: "Text is too long" });
  expect(await namesOf(ana)).toEqual([]);
});

test("a name is used once by a person and once by the company, whatever its case [TPL-04]", async () => {
  const ana = await person("ADMIN");
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await add(ana)).status).toBe(201);
  expect(await add(ana, { name: "OFFER" })).toMatchObject({
    status: 409,
    body: { error: "You have a template with this name already. Choose another name." },
  });
  expect((await add(ben)).status).toBe(201);
  const shared = await add(ana, { isShared: true });
  expect(shared.status).toBe(201);
  expect((await add(ana, { isShared: true })).body).toMatchObject({
    error: "The company has a template with this name already. Choose another name.",
  });
  const other = (await add(ben, { name: "Other" })).body;
  expect((await change(ben, other.id, { name: "offer" })).status).toBe(409);
});

test("a change of an older version is refused with what to do, and using a template is no change [TPL-05]", async () => {
  const ana = await person("NORMAL_USER");
  const { id } = (await add(ana)).body;
  await use(ana, id);
  expect((await change(ana, id, { name: "First" })).status).toBe(200);
  const late = {
    status: 409,
    body: { error: "This template was changed meanwhile. Open it again, and repeat your change." },
  };
  expect(await change(ana, id, { name: "Second" })).toMatchObject(late);
  expect(await remove(ana, id)).toMatchObject(late);
  expect(await namesOf(ana)).toEqual(["First"]);
});

test("of two changes of one version at once, one is refused [TPL-05]", async () => {
  const ana = await person("NORMAL_USER");
  const { id } = (await add(ana)).body;
  const both = await Promise.all([change(ana, id, { name: "A" }), change(ana, id, { name: "B" })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a company's templates are made and changed by its administrators, and used by everybody in it [TPL-06]", async () => {
  const admin = await person("ADMIN");
  const ben = await person("NORMAL_USER", { tenantId: admin.tenantId });
  const { id } = (await add(admin, { isShared: true })).body;
  expect((await call(ben, templates.list)).body.items).toMatchObject([{ id, isShared: true }]);
  expect((await call(ben, templates.get, { params: { id } })).body.bodyHtml).toBe(content.bodyHtml);
  expect((await use(ben, id)).status).toBe(200);
  const refusal = {
    status: 403,
    body: { error: "Only an administrator can change templates of the company. Duplicate it to make your own." },
  };
  expect(await add(ben, { isShared: true })).toMatchObject(refusal);
  expect(await change(ben, id)).toMatchObject(refusal);
  expect(await remove(ben, id)).toMatchObject(refusal);
  const second = await person("ADMIN", { tenantId: admin.tenantId });
  expect((await change(second, id, { name: "Better offer" })).status).toBe(200);
  expect((await remove(admin, id, 2)).status).toBe(200);
  expect(await restore(ben, id)).toMatchObject(refusal);
  expect((await restore(second, id)).status).toBe(200);
  expect((await actionsOf(admin.tenantId)).map(({ action }) => action)).toEqual([
    "template.created",
    "template.updated",
    "template.deleted",
    "template.restored",
  ]);
});

test("a person's templates are not found by colleagues and administrators, nor a company's by another [TPL-06]", async () => {
  const admin = await person("ADMIN");
  const ben = await person("NORMAL_USER", { tenantId: admin.tenantId });
  const stranger = await person("ADMIN");
  const own = (await add(ben)).body.id;
  const shared = (await add(admin, { isShared: true })).body.id;
  const tries = [[admin, own], [stranger, own], [stranger, shared], [ben, newId()]] as const; // biome-ignore format: one row
  for (const [who, id] of tries) {
    const params = { params: { id } };
    const answers = [
      await call(who, templates.get, params),
      await change(who, id),
      await remove(who, id),
      await restore(who, id),
      await use(who, id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  }
  expect(await namesOf(stranger)).toEqual([]);
  expect(await namesOf(admin)).toEqual(["Offer"]);
  expect((await actionsOf(ben.tenantId)).map(({ action }) => action)).toEqual(["template.created"]);
});

test("a deleted template can be restored for an hour, with its uses, and is gone then [TPL-07]", async () => {
  const ana = await person("NORMAL_USER");
  const { id } = (await add(ana)).body;
  await use(ana, id);
  expect((await remove(ana, id)).status).toBe(200);
  expect(await namesOf(ana)).toEqual([]);
  expect((await use(ana, id)).status).toBe(404);
  expect(await restore(ana, id)).toMatchObject({ status: 200, body: { usedCount: 1, version: 1 } });
  await remove(ana, id);
  const purge = () => fencedTransaction(world.db, "platform", (tx) => purgeTemplates(tx, world.outside.now()));
  const left = async () => (await peek("select id from templates where user_id = $1", [ana.id])).length;
  await purge();
  expect(await left()).toBe(1);
  advance(3601_000);
  expect(await restore(ana, id)).toMatchObject({
    status: 404,
    body: { error: "This template cannot be restored any more." },
  });
  await purge();
  expect(await left()).toBe(0);
  advance(-3601_000);
});

test("a restored template whose name was taken meanwhile gets a free name [TPL-19]", async () => {
  const ana = await person("NORMAL_USER");
  const long = "N".repeat(100);
  for (const name of ["Offer", long]) {
    const { id } = (await add(ana, { name })).body;
    await remove(ana, id);
    await add(ana, { name: name.toLowerCase() });
    await add(ana, { name: `${name.slice(0, 94)} (2)` });
    const restored = await restore(ana, id);
    expect([restored.status, restored.body.name]).toEqual([200, `${name.slice(0, 94)} (3)`]);
    expect((await change(ana, id, { name: `${name.slice(0, 90)} again` })).status).toBe(409);
  }
});

test("characters that hide or reverse text are left out of names [TPL-20]", async () => {
  const ana = await person("NORMAL_USER");
  const { body } = await add(ana, { name: "Off\u202eer\u200b", shortName: "o\u2066f" });
  expect([body.name, body.shortName]).toEqual(["Offer", "of"]);
  expect((await add(ana, { name: "\u202e\u200b" })).status).toBe(400);
});

test("uses are counted with the time of the last one [TPL-08]", async () => {
  const admin = await person("ADMIN");
  const ben = await person("NORMAL_USER", { tenantId: admin.tenantId });
  const { id } = (await add(admin, { isShared: true })).body;
  await use(admin, id);
  await use(ben, id);
  const [item] = (await call(admin, templates.list)).body.items;
  expect(item).toMatchObject({ usedCount: 2, lastUsedAt: expect.stringMatching(/^\d{4}-/) });
});

test("there are at most as many templates as the limit, and the refusal says what to do [TPL-04]", async () => {
  const ana = await person("NORMAL_USER");
  await peek(
    "insert into templates (tenant_id, id, user_id, name, body_html) select $1, gen_random_uuid(), $2, 'T' || n, '<p>x</p>' from generate_series(1, $3::int) n",
    [ana.tenantId, ana.id, maxTemplates],
  );
  expect(await add(ana)).toMatchObject({
    status: 409,
    body: { error: "There are 200 templates already. Delete one that is not used any more." },
  });
});

test("a person's templates are in the person's export, and the company's in the company's [TPL-09]", async () => {
  const { personalSections, companySections, jsonOf } = await import("#features/exports/sections.ts");
  const admin = await person("ADMIN");
  await add(admin, { name: "Mine alone" });
  await add(admin, { name: "Ours", isShared: true });
  const read = async (sections: ReturnType<typeof companySections>, userId: string) => {
    const section = sections.find(({ file }) => file === "templates.json");
    let text = "";
    for await (const piece of jsonOf(world, { tenantId: admin.tenantId, userId }, section as never)) text += piece;
    return (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
  };
  expect(await read(personalSections({ tenantId: admin.tenantId, userId: admin.id }), admin.id)).toEqual([
    "Mine alone",
  ]);
  expect(await read(companySections(admin.tenantId), newId())).toEqual(["Ours"]);
});
