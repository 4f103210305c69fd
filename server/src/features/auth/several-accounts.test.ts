import { api } from "@intellibox/contract/api";
import { expect, onTestFinished, test, vi } from "vitest";
import { argon } from "#lib/passwords.ts";
import { type Caller, testPassword, testWorld } from "#test/test-world.ts";

let clock = Date.now();
const { person, call, peek } = await testWorld({ outside: { now: () => new Date(clock) } });

const hers = "a phrase that the admin chose";
const wrong = "not the right phrase";
const add = (admin: Caller, email: string, password = hers) =>
  call(admin, api.users.create, { body: { name: "Priya", email, password } });
const login = (email: string, password: string, { company, cookie = "" }: { company?: string; cookie?: string } = {}) =>
  call(null, api.auth.login, { body: { email, password, company } }, cookie ? { cookie } : {});
const statusesOf = async (times: number, attempt: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await attempt()).status);
  return statuses;
};

/** A user in one company, and the admin of another company who adds the same address. */
async function sameAddress() {
  clock += 2 * 3600_000;
  const victim = await person("NORMAL_USER");
  const eve = await person("ADMIN");
  const { body, status } = await add(eve, victim.email);
  expect(status).toBe(201);
  return { victim, eve, copy: { id: body._id, tenantId: eve.tenantId, email: victim.email } };
}

test("an admin gets the same answer for an address of another company as for an unknown one", async () => {
  const [victim, eve] = [await person("NORMAL_USER"), await person("ADMIN")];
  const [known, unknown] = [await add(eve, victim.email), await add(eve, "nobody-knows@example.test")];
  expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
  // Within one company an address is unique.
  expect((await add(eve, victim.email)).status).toBe(409);
});

test("accounts of one address in two companies are independent: each password opens its own", async () => {
  const { victim, copy } = await sameAddress();
  expect((await login(victim.email, testPassword)).body.user).toMatchObject({ _id: victim.id });
  expect((await login(victim.email, hers)).body.user).toMatchObject({ _id: copy.id });
  expect((await login(victim.email, wrong)).status).toBe(401);
  await peek("update users set status = 'Inactive' where id = $1", [victim.id]);
  expect((await login(victim.email, testPassword)).status).toBe(401);
  expect((await login(victim.email, hers)).status).toBe(200);
});

test("a wrong password costs one hash, however many companies have the address [SES-21]", async () => {
  const { victim } = await sameAddress();
  expect((await add(await person("ADMIN"), victim.email)).status).toBe(201);
  const hash = vi.spyOn(argon, "hash");
  onTestFinished(() => hash.mockRestore());
  expect((await login(victim.email, wrong)).status).toBe(401);
  expect(hash).toHaveBeenCalledTimes(1);
});

test("accounts of one address still share a salt after their owners or others changed the passwords [SES-21]", async () => {
  const { victim, eve, copy } = await sameAddress();
  const change = { currentPassword: testPassword, newPassword: "a phrase of one's own" };
  expect((await call(victim, api.auth.changePassword, { body: change })).status).toBe(200);
  const update = { params: { id: copy.id }, body: { password: "another phrase by the admin" } };
  expect((await call(eve, api.users.update, update)).status).toBe(200);
  expect((await call(eve, api.users.resetPassword, { params: { id: copy.id } })).status).toBe(200);
  const salts = await peek("select distinct split_part(password_hash, '$', 5) from users where email = $1", [
    victim.email,
  ]);
  expect(salts).toHaveLength(1);
});

test("of accounts with the same password the one where it was set last is opened, unless a company is given", async () => {
  const { victim, eve, copy } = await sameAddress();
  const [first] = await peek<{ code: string }>("select code from tenants where id = $1", [victim.tenantId]);
  clock += 1000;
  // A person who sets the password of one account gets into that one, and does not learn whether another has the same.
  await call(eve, api.users.update, { params: { id: copy.id }, body: { password: testPassword } });
  expect((await login(victim.email, testPassword)).body.user._id).toBe(copy.id);
  const named = await login(victim.email, testPassword, { company: first?.code.toLowerCase() });
  expect(named.body.user._id).toBe(victim.id);
  for (const company of ["NO-SUCH-COMPANY", "'; drop table users"])
    expect((await login(victim.email, testPassword, { company })).status).toBe(401);
});

test("a sign-in to one account of an address does not reset the failures of another [SES-22]", async () => {
  const { victim } = await sameAddress();
  expect(await statusesOf(4, () => login(victim.email, wrong))).toEqual([401, 401, 401, 401]);
  expect((await login(victim.email, hers)).status).toBe(200);
  expect(await statusesOf(2, () => login(victim.email, wrong))).toEqual([401, 429]);
});

test("a known device of one account is unknown to the other accounts of the address [SES-22]", async () => {
  const { victim } = await sameAddress();
  const cookie = String((await login(victim.email, hers)).headers["set-cookie"]).split(";")[0];
  expect((await statusesOf(6, () => login(victim.email, wrong))).at(-1)).toBe(429);
  // It opens its own account. A guess at the other is not checked, and the answer does not reveal that there is one.
  expect((await login(victim.email, testPassword, { cookie })).status).toBe(401);
  expect((await login(victim.email, hers, { cookie })).status).toBe(200);
});

test("a failure of a known device also counts as a stranger's, if strangers were not delayed", async () => {
  const { victim } = await sameAddress();
  const cookie = String((await login(victim.email, hers)).headers["set-cookie"]).split(";")[0];
  expect(await statusesOf(6, () => login(victim.email, wrong, { cookie }))).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await login(victim.email, testPassword)).status).toBe(429);
});
