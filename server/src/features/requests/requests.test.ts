import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call, peek } = await testWorld();

const ask = (who: Caller, body: Record<string, unknown>) => call(who, api.requests.create, { body });
const decide = (who: Caller, id: string, decision: string, headers = {}) =>
  call(who, api.requests.decide, { params: { id }, body: { decision } }, headers);
const roleOf = async (who: Caller) =>
  (await peek<{ role_code: string }>("select role_code from users where id = $1", [who.id]))[0]?.role_code;
const newEmail = () => `new-${newId()}@example.test`;
async function people() {
  const ana = await person("ADMIN", { name: "Ana" });
  return { ana, ben: await person("NORMAL_USER", { tenantId: ana.tenantId, name: "Ben" }) };
}

test("a role change is requested, reviewed, approved, and takes effect [DSH-08] [DSH-09] [DSH-10]", async () => {
  const { ana, ben } = await people();
  const { status, body: asked } = await ask(ben, { type: "Role change", note: "I lead the team now" });
  expect(status).toBe(201);
  expect((await call(ana, api.dashboards.tenant)).body.requests).toMatchObject([
    { user: "Ben", type: "Role change", status: "Pending", about: "Admin", note: "I lead the team now" },
  ]);
  expect((await decide(ana, asked.id, "review")).body).toMatchObject({ status: "Review" });
  expect(await roleOf(ben)).toBe("NORMAL_USER");
  expect((await decide(ana, asked.id, "approve")).body).toMatchObject({ status: "Approved" });
  expect(await roleOf(ben)).toBe("ADMIN");
  expect(await decide(ana, asked.id, "decline")).toMatchObject({
    status: 409,
    body: { error: "This request is already approved" },
  });
  expect((await call(ben, api.requests.mine)).body).toMatchObject([{ status: "Approved" }]);
  const records = await peek("select action from audit_records where target_id = $1 order by at, id", [asked.id]);
  expect(records.map(({ action }) => action)).toEqual(["request.created", "request.updated", "request.updated"]);
});

test("an approved colleague gets an account with a first password; a declined one does not [DSH-09]", async () => {
  const { ana, ben } = await people();
  const email = newEmail();
  const { body: asked } = await ask(ben, { type: "New user request", name: "Chitra", email });
  const approved = await decide(ana, asked.id, "approve");
  expect(approved.body).toMatchObject({
    status: "Approved",
    temporaryPassword: expect.stringMatching(/^[a-z0-9-]{19}$/),
  });
  expect(await peek("select name, role_code, tenant_id from users where email = $1", [email])).toEqual([
    { name: "Chitra", role_code: "NORMAL_USER", tenant_id: ana.tenantId },
  ]);
  const other = newEmail();
  const { body: second } = await ask(ben, { type: "New user request", name: "Dev", email: other });
  expect((await decide(ana, second.id, "decline")).body).toMatchObject({ status: "Declined" });
  expect(await peek("select 1 from users where email = $1", [other])).toEqual([]);
});

test("a request that cannot be carried out stays open, and the error says why", async () => {
  const { ana, ben } = await people();
  const { body: asked } = await ask(ben, { type: "New user request", name: "Ana again", email: ana.email });
  expect((await decide(ana, asked.id, "approve")).status).toBe(409);
  expect((await call(ben, api.requests.mine)).body).toMatchObject([{ status: "Pending" }]);
  const { body: second } = await ask(ben, { type: "Role change" });
  await peek("update users set role_code = 'SUPER_ADMIN' where id = $1", [ben.id]);
  expect(await decide(ana, second.id, "approve")).toMatchObject({
    status: 409,
    body: { error: "Ben is an admin already" },
  });
  expect(await roleOf(ben)).toBe("SUPER_ADMIN");
});

test("an approval is carried out and marked in one transaction", async () => {
  const { ana, ben } = await people();
  const email = newEmail();
  const { body: asked } = await ask(ben, { type: "New user request", name: "Chitra", email });
  const state = async () => [
    ...(await peek("select status from requests where id = $1", [asked.id])),
    await peek("select 1 from users where email = $1", [email]),
  ];
  // The last statement of an approval fails, so its account is not created either.
  await peek(`create function cut_off() returns trigger language plpgsql as $$ begin
    perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger cut_off after insert on audit_records for each row when (new.action = 'user.created') execute function cut_off()`);
  expect((await decide(ana, asked.id, "approve")).status).toBeGreaterThanOrEqual(500);
  expect(await state()).toEqual([{ status: "Pending" }, []]);
  await peek("drop function cut_off cascade");
  expect((await decide(ana, asked.id, "approve")).status).toBe(200);
  expect(await state()).toEqual([{ status: "Approved" }, [expect.anything()]]);
});

test("two administrators who approve at once create one account", async () => {
  const { ana, ben } = await people();
  const other = await person("ADMIN", { tenantId: ana.tenantId });
  const email = newEmail();
  const { body: asked } = await ask(ben, { type: "New user request", name: "Chitra", email });
  const answers = await Promise.all([decide(ana, asked.id, "approve"), decide(other, asked.id, "approve")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await peek("select 1 from users where email = $1", [email])).toHaveLength(1);
});

test("a request is refused if it is repeated, needless or for another company, and only admins decide", async () => {
  const { ana, ben } = await people();
  const { body: asked } = await ask(ben, { type: "Role change" });
  expect(await ask(ben, { type: "Role change" })).toMatchObject({
    status: 409,
    body: { error: "You have already requested this" },
  });
  expect((await ask(ana, { type: "Role change" })).status).toBe(409);
  expect((await ask(ben, { type: "Role change", roleCode: "SUPER_ADMIN" })).status).toBe(400);
  expect((await ask(ben, { type: "New user request", name: "x", email: "not an address" })).status).toBe(400);
  expect((await decide(ben, asked.id, "approve")).status).toBe(403);
  const stranger = await person("ADMIN");
  expect((await decide(stranger, asked.id, "approve")).status).toBe(404);
  expect((await call(stranger, api.dashboards.tenant)).body.requests).toEqual([]);
  expect(await roleOf(ben)).toBe("NORMAL_USER");
});
