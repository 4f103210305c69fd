import { api } from "@intellibox/contract/api";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testPassword, testWorld } from "#test/test-world.ts";
import { updateUser } from "./users.ts";

const { person, call, peek, scopeOf } = await testWorld();
let owner: Caller;
beforeAll(async () => {
  owner = await person("SUPER_ADMIN", { owner: true });
});

const newEmail = () => `new-${newId()}@example.test`;
const password = "another good long phrase";
const create = (who: Caller, body: Record<string, unknown> = {}) =>
  call(who, api.users.create, { body: { name: "Priya", email: newEmail(), password, ...body } });
const update = (who: Caller, id: string, body: Record<string, unknown>, headers = {}) =>
  call(who, api.users.update, { params: { id }, body }, headers);
const remove = (who: Caller, id: string) => call(who, api.users.remove, { params: { id } });
const login = (email: string, typed: string) => call(null, api.auth.login, { body: { email, password: typed } });
const stored = async (id: string) => (await peek("select * from users where id = $1", [id]))[0];

test("a user has every field of a user and no trace of a password [SET-06] [API-58]", async () => {
  const ana = await person("ADMIN");
  const email = newEmail();
  const { status, body } = await create(ana, { email: email.toUpperCase(), name: " Priya " });
  expect(status).toBe(201);
  expect(body).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    name: "Priya",
    email,
    roleCode: "NORMAL_USER",
    status: "Active",
    tenantId: { _id: ana.tenantId, code: expect.any(String), name: expect.any(String) },
    tenantIsOwner: false,
    mustChangePassword: true,
    hasSignedIn: false,
    mailClosed: true,
    language: null,
    createdAt: expect.any(String),
  });
  expect(await login(email, password)).toMatchObject({ status: 200, body: { user: { _id: body._id } } });
});

test("an ADMIN creates a NORMAL_USER by default, and may not create a super admin [SET-10] [ROL-16]", async () => {
  const ana = await person("ADMIN");
  expect((await create(ana)).body.roleCode).toBe("NORMAL_USER");
  expect((await create(ana, { roleCode: "ADMIN", tenantId: ana.tenantId })).body.roleCode).toBe("ADMIN");
  expect((await create(ana, { roleCode: "SUPER_ADMIN" })).status).toBe(403);
  const uma = await person("ADMIN");
  expect((await create(ana, { tenantId: uma.tenantId })).status).toBe(403);
});

test("a super admin must choose a tenant, one that exists [VAL-22]", async () => {
  for (const tenantId of [undefined, ""]) {
    expect(await create(owner, { tenantId })).toMatchObject({
      status: 400,
      body: { error: "Please choose a company", fields: { tenantId: "Please choose a company" } },
    });
  }
  expect((await create(owner, { tenantId: newId() })).status).toBe(404);
  const ana = await person("ADMIN");
  const { body } = await create(owner, { tenantId: ana.tenantId, roleCode: "SUPER_ADMIN" });
  expect(body).toMatchObject({ roleCode: "SUPER_ADMIN", tenantId: { _id: ana.tenantId } });
});

test("a super admin who acts for a company adds users to that company only", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const acting = { "x-tenant-id": ana.tenantId };
  const add = (tenantId: string) =>
    call(owner, api.users.create, { body: { name: "P", email: newEmail(), password, tenantId } }, acting);
  expect((await add(ana.tenantId)).status).toBe(201);
  expect((await add(uma.tenantId)).status).toBe(404);
});

test("only the three roles exist, and unknown fields are refused [SET-08]", async () => {
  const ana = await person("ADMIN");
  expect((await create(ana, { roleCode: "ROOT" })).status).toBe(400);
  expect(await create(ana, { tenantIsOwner: true })).toMatchObject({
    status: 400,
    body: { error: "Unknown field: tenantIsOwner" },
  });
  expect((await create(ana, { name: " " })).body.error).toBe("Name is required");
  expect((await create(ana, { email: "nobody" })).body.error).toBe("Enter a valid email address");
});

test("an address has one account in a company", async () => {
  const ana = await person("ADMIN");
  const uma = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect(await create(ana, { email: uma.email.toUpperCase() })).toMatchObject({
    status: 409,
    body: { error: "A user with this email already exists" },
  });
});

test("the number of users is limited by the plan, and the refusal names both [ROL-22]", async () => {
  const ana = await person("ADMIN", { plan: { name: "Starter", maxUsers: 2 } });
  expect((await create(ana)).status).toBe(201);
  const refused = { status: 409, body: { error: "The plan Starter allows at most 2 users", code: "conflict" } };
  expect(await create(ana)).toMatchObject(refused);
  expect(await create(owner, { tenantId: ana.tenantId })).toMatchObject(refused);
});

test("the limit is exact when users are added at the same time", async () => {
  const ana = await person("ADMIN", { plan: { name: "Starter", maxUsers: 4 } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(ana)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  expect(await peek("select count(*)::int as n from users where tenant_id = $1", [ana.tenantId])).toEqual([{ n: 4 }]);
});

test("name, role and status change, status in both directions [SET-07] [API-59]", async () => {
  const ana = await person("ADMIN");
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect(
    (await update(ana, joe.id, { name: "Joe", roleCode: "ADMIN", status: "Inactive", password: "" })).body,
  ).toMatchObject({
    name: "Joe",
    roleCode: "ADMIN",
    status: "Inactive",
    mustChangePassword: false,
  });
  expect((await update(ana, joe.id, { status: "Active" })).body.status).toBe("Active");
});

test("email and tenant cannot be changed [SET-09]", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  for (const who of [ana, owner, joe]) {
    expect(await update(who, joe.id, { name: "Half", email: newEmail() })).toMatchObject({
      status: 400,
      body: { error: "The email cannot be changed" },
    });
    expect(await update(who, joe.id, { name: "Half", tenantId: uma.tenantId })).toMatchObject({
      status: 400,
      body: { error: "The company cannot be changed" },
    });
    expect((await update(who, joe.id, { email: joe.email, tenantId: joe.tenantId })).status).toBe(200);
  }
  expect(await stored(joe.id)).toMatchObject({ name: joe.name, email: joe.email, tenant_id: joe.tenantId });
});

test("a deactivated user is signed out at once and cannot sign in; a deleted one is removed [API-60]", async () => {
  const ana = await person("ADMIN");
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  await update(ana, joe.id, { status: "Inactive" });
  expect((await call(joe, api.auth.me)).status).toBe(401);
  expect((await login(joe.email, testPassword)).status).toBe(401);
  await update(ana, joe.id, { status: "Active" });
  // After reactivation the earlier sessions stay ended.
  expect((await call(joe, api.auth.me)).status).toBe(401);
  expect(await peek("select 1 from sessions where user_id = $1", [joe.id])).toEqual([]);
  expect((await remove(ana, joe.id)).body).toEqual({ ok: true });
  expect(await stored(joe.id)).toBeUndefined();
  expect((await login(joe.email, testPassword)).status).toBe(401);
  expect((await remove(ana, joe.id)).status).toBe(404);
});

test("one's own account is reachable while acting for another company", async () => {
  const ana = await person("ADMIN");
  const sam = await person("SUPER_ADMIN", { tenantId: owner.tenantId });
  const { status, body } = await update(sam, sam.id, { name: "Sam" }, { "x-tenant-id": ana.tenantId });
  expect({ status, name: body.name }).toEqual({ status: 200, name: "Sam" });
});

test("a NORMAL_USER changes only their own name and password, and neither adds nor deletes users [ROL-18]", async () => {
  const ana = await person("ADMIN");
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  for (const body of [{ roleCode: "ADMIN" }, { status: "Inactive" }, { name: "Boss", roleCode: "SUPER_ADMIN" }]) {
    expect((await update(joe, joe.id, body)).status).toBe(403);
  }
  expect((await update(joe, ana.id, { name: "X" })).status).toBe(403);
  expect((await create(joe)).status).toBe(403);
  expect((await remove(joe, joe.id)).status).toBe(403);
  expect(await stored(joe.id)).toMatchObject({ name: joe.name, role_code: "NORMAL_USER", status: "Active" });
});

test("an ADMIN changes only users and admins of their company [ROL-16]", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const chief = await person("SUPER_ADMIN", { tenantId: ana.tenantId });
  for (const body of [{ name: "X" }, { password }, { status: "Inactive" }, { roleCode: "ADMIN" }]) {
    expect((await update(ana, chief.id, body)).status).toBe(403);
    expect((await update(ana, uma.id, body)).status).toBe(404);
  }
  expect((await remove(ana, chief.id)).status).toBe(403);
  expect((await remove(ana, uma.id)).status).toBe(404);
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await update(ana, joe.id, { roleCode: "SUPER_ADMIN" })).status).toBe(403);
  expect((await update(ana, ana.id, { roleCode: "SUPER_ADMIN" })).status).toBe(403);
});

test("the last active admin cannot be demoted, deactivated or deleted by an ADMIN [ROL-17]", async () => {
  const ana = await person("ADMIN");
  const idle = await person("ADMIN", { tenantId: ana.tenantId });
  await update(ana, idle.id, { status: "Inactive" });
  const refused = { status: 409, body: { error: "This is the last admin of the company" } };
  expect(await update(ana, ana.id, { roleCode: "NORMAL_USER" })).toMatchObject(refused);
  expect(await update(ana, ana.id, { status: "Inactive" })).toMatchObject(refused);
  expect(await remove(ana, ana.id)).toMatchObject(refused);
  expect((await remove(ana, idle.id)).status).toBe(200);
  const second = await person("ADMIN", { tenantId: ana.tenantId });
  expect((await update(ana, ana.id, { roleCode: "NORMAL_USER" })).status).toBe(200);
  expect((await remove(owner, second.id)).status).toBe(200);
});

test("of two admins who remove each other at the same time, one remains", async () => {
  for (let round = 0; round < 3; round++) {
    const ana = await person("ADMIN");
    const bob = await person("ADMIN", { tenantId: ana.tenantId });
    const answers = await Promise.all([remove(ana, bob.id), update(bob, ana.id, { roleCode: "NORMAL_USER" })]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const admins = await peek("select 1 from users where tenant_id = $1 and role_code = 'ADMIN'", [ana.tenantId]);
    expect(admins).toHaveLength(1);
  }
});

test("an admin who was demoted or deactivated after the call was admitted changes no user", async () => {
  for (const change of ["role_code = 'NORMAL_USER'", "status = 'Inactive'"]) {
    const ana = await person("ADMIN");
    const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
    const admitted = scopeOf(ana);
    await peek(`update users set ${change} where id = $1`, [ana.id]);
    await expect(updateUser(admitted, joe.id, { name: "Taken" })).rejects.toMatchObject({
      message: "Your account has just been changed. Please sign in again.",
    });
    expect((await stored(joe.id))?.name).toBe(joe.name);
  }
});

test("a password that another person sets is one audit record", async () => {
  const ana = await person("ADMIN");
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  await update(ana, joe.id, { password });
  expect(await peek("select action from audit_records where target_id = $1", [joe.id])).toEqual([
    { action: "user.password-set" },
  ]);
});

test("of two super admins who remove each other at the same time, one remains", async () => {
  const [ana, bob] = [await person("SUPER_ADMIN"), await person("SUPER_ADMIN")];
  const answers = await Promise.all([remove(ana, bob.id), remove(bob, ana.id)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a super admin cannot deactivate, demote or delete themselves", async () => {
  for (const body of [{ status: "Inactive" }, { roleCode: "ADMIN" }, { name: "X", roleCode: "NORMAL_USER" }]) {
    expect((await update(owner, owner.id, body)).status).toBe(409);
  }
  expect((await remove(owner, owner.id)).status).toBe(409);
  expect((await update(owner, owner.id, { name: "Owner", roleCode: "SUPER_ADMIN", status: "Active" })).status).toBe(
    200,
  );
});

test("only the owner company creates, changes or removes its super admins", async () => {
  const outsider = await person("SUPER_ADMIN");
  const inside = await person("NORMAL_USER", { tenantId: owner.tenantId });
  expect((await create(outsider, { tenantId: owner.tenantId, roleCode: "SUPER_ADMIN" })).status).toBe(403);
  expect((await update(outsider, inside.id, { roleCode: "SUPER_ADMIN" })).status).toBe(403);
  expect((await update(outsider, owner.id, { password })).status).toBe(403);
  expect((await remove(outsider, owner.id)).status).toBe(403);
  expect((await update(outsider, inside.id, { name: "Fine" })).status).toBe(200);
});

test("every change of a user is audited, without the password [SES-42]", async () => {
  const ana = await person("ADMIN");
  const { body: joe } = await create(ana, { name: "Joe", password: "" });
  await update(ana, joe._id, { name: "Joseph", password });
  await update(owner, joe._id, { roleCode: "ADMIN" });
  await remove(ana, joe._id);
  const records = await peek<{ changes: object }>(
    "select action, acting, actor_email, tenant_id, changes from audit_records where target_id = $1 order by at, id",
    [joe._id],
  );
  const common = { tenant_id: ana.tenantId };
  expect(records).toMatchObject([
    { ...common, action: "user.created", actor_email: ana.email, changes: { name: "Joe", roleCode: "NORMAL_USER" } },
    { ...common, action: "user.updated", changes: { name: ["Joe", "Joseph"] } },
    { ...common, action: "user.password-set", actor_email: ana.email, changes: { password: "changed" } },
    {
      ...common,
      action: "user.updated",
      actor_email: owner.email,
      acting: true,
      changes: { roleCode: ["NORMAL_USER", "ADMIN"] },
    },
    { ...common, action: "user.deleted", changes: { name: "Joseph" } },
  ]);
  const text = JSON.stringify(records);
  for (const secret of [password, joe.temporaryPassword ?? "", "argon2"]) expect(text).not.toContain(secret);
});

test("a change that is refused leaves no record", async () => {
  const ana = await person("ADMIN");
  await update(ana, ana.id, { status: "Inactive" });
  expect(await peek("select 1 from audit_records where tenant_id = $1", [ana.tenantId])).toEqual([]);
});

test("a change of the role takes effect for existing tokens at once", async () => {
  const ana = await person("ADMIN");
  const joe = await person("ADMIN", { tenantId: ana.tenantId });
  for (const roleCode of ["NORMAL_USER", "ADMIN"]) {
    await update(ana, joe.id, { roleCode });
    expect((await call(joe, api.plans.list)).status).toBe(roleCode === "ADMIN" ? 200 : 403);
  }
});

test("whoever becomes a super admin signs in again, because a provider may have begun the session [SSO-06]", async () => {
  const ben = await person("NORMAL_USER");
  expect((await update(owner, ben.id, { roleCode: "ADMIN" })).status).toBe(200);
  expect((await call(ben, api.auth.me)).status).toBe(200);
  expect((await update(owner, ben.id, { roleCode: "SUPER_ADMIN" })).status).toBe(200);
  expect((await call(ben, api.auth.me)).status).toBe(401);
});
