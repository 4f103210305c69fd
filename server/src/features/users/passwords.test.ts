import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testPassword, testWorld } from "#test/test-world.ts";

const { person, call } = await testWorld();

const newEmail = () => `new-${newId()}@example.test`;
const password = "another good long phrase";
const create = (who: Caller, body: Record<string, unknown> = {}) =>
  call(who, api.users.create, { body: { name: "Priya", email: newEmail(), password, ...body } });
const update = (who: Caller, id: string, body: Record<string, unknown>) =>
  call(who, api.users.update, { params: { id }, body });
const login = (email: string, typed: string) => call(null, api.auth.login, { body: { email, password: typed } });

test("a short or common password is refused for every caller [SES-28] [SES-29]", async () => {
  const ana = await person("ADMIN");
  for (const [weak, error] of [
    ["short-phrase", undefined],
    ["tooshort", "Password must have at least 12 characters"],
    ["password1234", "That password is too common. Choose another one."],
  ] as const) {
    const { status, body } = await create(ana, { password: weak });
    expect({ weak, status, error: body.error }).toEqual({ weak, status: error ? 400 : 201, error });
  }
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await update(ana, joe.id, { password: "tooshort" })).status).toBe(400);
  expect((await update(joe, joe.id, { password: "password1234", currentPassword: testPassword })).status).toBe(400);
});

test("a user created without a password gets a random one, shown once, and must change it [SES-33]", async () => {
  const ana = await person("ADMIN");
  const email = newEmail();
  const { body } = await create(ana, { email, password: "" });
  expect(body).toMatchObject({
    mustChangePassword: true,
    temporaryPassword: expect.stringMatching(/^(\w{4}-){3}\w{4}$/),
  });
  expect((await create(ana, { password: undefined })).body.temporaryPassword).not.toBe(body.temporaryPassword);
  const again = await call(ana, api.users.get, { params: { id: body._id } });
  expect(JSON.stringify(again.body)).not.toContain(body.temporaryPassword);

  const { body: signedIn } = await login(email, body.temporaryPassword ?? "");
  expect(signedIn.user.mustChangePassword).toBe(true);
  expect((await call(signedIn, api.users.list)).body.code).toBe("password_change_required");
  const form = { currentPassword: body.temporaryPassword, newPassword: password };
  expect((await call(signedIn, api.auth.changePassword, { body: form })).status).toBe(200);
  expect((await call(signedIn, api.users.list)).status).toBe(200);
});

test("a password that an admin sets ends the user's sessions and must be changed", async () => {
  const ana = await person("ADMIN");
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await update(ana, joe.id, { password })).body.mustChangePassword).toBe(true);
  expect((await call(joe, api.auth.me)).status).toBe(401);
  expect((await login(joe.email, testPassword)).status).toBe(401);
  expect((await login(joe.email, password)).body.user.mustChangePassword).toBe(true);
});

test("every user may change their own name and, with the current one, password [SET-11] [SET-12] [SES-30]", async () => {
  for (const role of ["NORMAL_USER", "ADMIN", "SUPER_ADMIN"] as const) {
    const joe = await person(role);
    const elsewhere = (await login(joe.email, testPassword)).body;
    for (const currentPassword of [undefined, "", "wrong password!"]) {
      expect(await update(joe, joe.id, { password, currentPassword })).toMatchObject({
        status: 400,
        body: { fields: { currentPassword: "Current password is incorrect" } },
      });
      expect((await update(joe, joe.id.toUpperCase(), { password, currentPassword })).status).toBe(400);
    }
    const same = await update(joe, joe.id, { password: testPassword, currentPassword: testPassword });
    expect(same).toMatchObject({ status: 400, body: { error: "Choose a password that differs from the current one" } });
    const { status, body } = await update(joe, joe.id, { name: "Me", password, currentPassword: testPassword });
    expect({ status, name: body.name, must: body.mustChangePassword }).toEqual({
      status: 200,
      name: "Me",
      must: false,
    });
    expect((await call(joe, api.auth.me)).body.user.name).toBe("Me");
    expect((await call(elsewhere, api.auth.me)).status).toBe(401);
    expect((await login(joe.email, password)).status).toBe(200);
  }
});

test("of two simultaneous changes of one's own password one succeeds", async () => {
  const joe = await person("NORMAL_USER");
  const change = (next: string) => update(joe, joe.id, { password: next, currentPassword: testPassword });
  const answers = await Promise.all([change("the first new phrase"), change("the second new phrase")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});
