import { api } from "@intellibox/contract/api";
import { TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { sql } from "#db/orm.ts";
import { passkeyDevice } from "#test/passkey-device.ts";
import { type Caller, testPassword, testWorld } from "#test/test-world.ts";

// Stands still until `advance`, so that a code is the same for a whole test.
let clock = Date.now();
const advance = (seconds: number) => {
  clock += seconds * 1000;
};
const origin = "https://mail.example.com";
const { app, person, call, peek, visitor } = await testWorld({
  outside: { now: () => new Date(clock) },
  environment: { PUBLIC_URL: origin },
});

// Failures from the address of all tests are forgotten after an hour.
beforeEach(() => advance(3601));

const login = (who: { email: string }, password = testPassword) =>
  call(null, api.auth.login, { body: { email: who.email, password } });
const finish = (body: Record<string, unknown>) => call(null, api.secondStep.finish, { body });
const codeOf = (secret: string, atSeconds = 0) =>
  new TOTP({ secret }).generate({ timestamp: clock + atSeconds * 1000 });
const actions = async (who: Caller) =>
  (
    await peek<{ action: string }>("select action from audit_records where target_id = $1 order by at, id", [who.id])
  ).map(({ action }) => action);
const mailed = async (who: Caller) =>
  (
    await peek<{ change: string }>(
      "select data ->> 'change' as change from pgboss.job where name = 'auth.mail-factor-change' and data ->> 'userId' = $1 order by created_on",
      [who.id],
    )
  ).map(({ change }) => change);

async function addTotp(who: Caller) {
  const { secret, setup } = (await call(who, api.factors.startTotp)).body;
  const { status, body } = await call(who, api.factors.addTotp, { body: { setup, code: codeOf(secret) } });
  expect(status).toBe(201);
  advance(60);
  return { secret, recoveryCodes: body.recoveryCodes ?? [] };
}
async function addPasskey(who: Caller, device = passkeyDevice({ origin }), name = "Phone") {
  const { options } = (await call(who, api.factors.passkeyOptions)).body;
  const added = await call(who, api.factors.addPasskey, { body: { name, passkey: device.create(options) } });
  expect(added.status).toBe(201);
  return { device, ...added.body };
}
/** Signs in with the password, and returns what the second step takes. */
async function firstStep(who: Caller) {
  const { status, body } = await login(who);
  expect([status, body.code, "token" in body]).toEqual([401, "second_step_required", false]);
  return body.secondStep as NonNullable<typeof body.secondStep>;
}
const requireFactor = (who: Caller, rules: Record<string, unknown> = {}) =>
  call(who, api.factorRules.save, {
    params: { id: who.tenantId },
    body: { requiresFactor: true, graceDays: 14, allowsPasskeySignIn: false, ...rules },
  });

test("with an authenticator app a sign-in has two steps, and its challenge works once [FAC-03]", async () => {
  const ana = await person("ADMIN");
  const { secret, recoveryCodes } = await addTotp(ana);
  expect(recoveryCodes).toHaveLength(10);
  const step = await firstStep(ana);
  expect(step).toMatchObject({ code: true, passkey: false, recoveryCode: true });
  expect(await peek("select 1 from sign_in_challenges where hash = $1", [step.challenge])).toEqual([]);
  const done = await finish({ challenge: step.challenge, code: codeOf(secret) });
  expect([done.status, done.body.user._id]).toEqual([200, ana.id]);
  expect(done.headers["set-cookie"]).toBeTruthy();
  expect((await call({ token: done.body.token }, api.auth.me)).body.user.email).toBe(ana.email);
  advance(60);
  const again = await finish({ challenge: step.challenge, code: codeOf(secret) });
  expect([again.status, again.body.code]).toEqual([401, "unauthenticated"]);
  expect(await actions(ana)).toEqual(["factor.totp-added", "user.signed-in"]);
  expect(await mailed(ana)).toEqual(["totp-added"]);
});

test("the answer for a wrong password is the same with and without a second factor [FAC-04]", async () => {
  const [ana, ben] = [await person("ADMIN"), await person("ADMIN")];
  await addTotp(ana);
  const answers = await Promise.all([
    login(ana, "not the right phrase"),
    login(ben, "not the right phrase"),
    login({ email: "nobody@example.test" }, "not the right phrase"),
  ]);
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
});

test("a code works once, one step of clock drift is accepted, two are not [FAC-05]", async () => {
  const ana = await person("ADMIN");
  const { secret } = await addTotp(ana);
  const signInWith = async (code: string) =>
    (await finish({ challenge: (await firstStep(ana)).challenge, code })).status;
  const code = codeOf(secret);
  expect(await signInWith(code)).toBe(200);
  expect(await signInWith(code)).toBe(400);
  // Earlier than the last one that was used.
  expect(await signInWith(codeOf(secret, -30))).toBe(400);
  expect(await signInWith(codeOf(secret, 30))).toBe(200);
  advance(120);
  expect(await signInWith(codeOf(secret, -30))).toBe(200);
  advance(120);
  expect(await signInWith(codeOf(secret, -60))).toBe(400);
  expect(await signInWith(codeOf(secret, 60))).toBe(400);
  const { challenge } = await firstStep(ana);
  const parallel = await Promise.all([1, 2, 3].map(() => finish({ challenge, code: codeOf(secret) })));
  expect(parallel.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
});

test("guesses of codes are delayed per account, also with new challenges [FAC-06]", async () => {
  const ana = await person("ADMIN");
  const { secret } = await addTotp(ana);
  const wrong = codeOf(secret) === "000000" ? "000001" : "000000";
  const statuses: number[] = [];
  for (let guess = 0; guess < 7; guess++)
    statuses.push((await finish({ challenge: (await firstStep(ana)).challenge, code: wrong })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
  const { challenge } = await firstStep(ana);
  expect((await finish({ challenge, code: codeOf(secret) })).status).toBe(429);
  advance(300);
  expect((await finish({ challenge, code: codeOf(secret) })).status).toBe(200);
});

test("a challenge ends after ten minutes, with the account, and with a new password [FAC-03]", async () => {
  const ana = await person("ADMIN");
  const { secret } = await addTotp(ana);
  const { challenge } = await firstStep(ana);
  advance(601);
  expect((await finish({ challenge, code: codeOf(secret) })).status).toBe(401);
  const later = await firstStep(ana);
  await peek("update users set status = 'Inactive' where id = $1", [ana.id]);
  expect((await finish({ challenge: later.challenge, code: codeOf(secret) })).status).toBe(401);
  await peek("update users set status = 'Active' where id = $1", [ana.id]);
  await peek("update tenants set status = 'Suspended' where id = $1", [ana.tenantId]);
  expect((await finish({ challenge: later.challenge, code: codeOf(secret) })).status).toBe(401);
  expect((await finish({ challenge: "made up", code: "123456" })).status).toBe(401);

  const ben = await person("ADMIN");
  const { secret: secretOfBen } = await addTotp(ben);
  const stolen = await firstStep(ben);
  advance(1);
  const body = { currentPassword: testPassword, newPassword: "another good long phrase" };
  expect((await call(ben, api.auth.changePassword, { body })).status).toBe(200);
  const late = await finish({ challenge: stolen.challenge, code: codeOf(secretOfBen) });
  expect([late.status, late.body.code]).toEqual([401, "unauthenticated"]);
  const anew = (await login(ben, body.newPassword)).body.secondStep;
  expect((await finish({ challenge: anew?.challenge, code: codeOf(secretOfBen) })).status).toBe(200);
});

test("a recovery code works once and is counted, mailed and recorded [FAC-07] [FAC-17]", async () => {
  const ana = await person("ADMIN");
  const { recoveryCodes } = await addTotp(ana);
  const [code = ""] = recoveryCodes;
  const typed = code.toUpperCase().replaceAll("-", " ");
  const done = await finish({ challenge: (await firstStep(ana)).challenge, recoveryCode: typed });
  expect([done.status, done.body.recoveryCodesLeft]).toEqual([200, 9]);
  const again = await finish({ challenge: (await firstStep(ana)).challenge, recoveryCode: code });
  expect([again.status, again.body.fields]).toMatchObject([
    400,
    { recoveryCode: expect.stringContaining("not right") },
  ]);
  expect((await call(ana, api.factors.list)).body.recoveryCodesLeft).toBe(9);
  expect(await mailed(ana)).toEqual(["totp-added", "code-used"]);
  expect(await actions(ana)).toContain("factor.code-used");
  const stored = await peek<{ hash: string }>("select hash from recovery_codes where user_id = $1", [ana.id]);
  expect(JSON.stringify(stored)).not.toContain(recoveryCodes[1]);
  const renewed = (await call(ana, api.factors.renewRecoveryCodes)).body.recoveryCodes;
  const last = await finish({ challenge: (await firstStep(ana)).challenge, recoveryCode: recoveryCodes[1] });
  expect([last.status, renewed.length]).toEqual([400, 10]);
});

test("a code of another person is refused, and their factors are out of reach [FAC-08]", async () => {
  const [ana, eve] = [await person("ADMIN"), await person("ADMIN")];
  await addTotp(ana);
  const { secret, recoveryCodes } = await addTotp(eve);
  const { passkey, device } = await addPasskey(eve);
  const { challenge } = await firstStep(ana);
  expect((await finish({ challenge, code: codeOf(secret) })).status).toBe(400);
  expect((await finish({ challenge, recoveryCode: recoveryCodes[0] })).status).toBe(400);
  const other = (
    await call(null, api.secondStep.passkeyOptions, { body: { challenge: (await firstStep(eve)).challenge } })
  ).body;
  expect((await finish({ challenge, passkey: device.get(other.options) })).status).toBe(400);
  expect((await call(ana, api.factors.removePasskey, { params: { id: passkey.id } })).status).toBe(404);
  const rename = { params: { id: passkey.id }, body: { name: "Mine" } };
  expect((await call(ana, api.factors.renamePasskey, rename)).status).toBe(404);
  expect((await call(ana, api.factors.removePasskey, { params: { id: newId() } })).status).toBe(404);
  const setup = (await call(eve, api.factors.startTotp)).body;
  const stolen = { setup: setup.setup, code: codeOf(setup.secret) };
  expect((await call(ana, api.factors.addTotp, { body: stolen })).status).toBe(400);
});

test("a passkey is a second factor, bound to its challenge, origin and counter [FAC-09]", async () => {
  const ana = await person("ADMIN");
  const { device, recoveryCodes, passkey } = await addPasskey(ana, passkeyDevice({ origin, verifies: false }));
  expect([recoveryCodes?.length, passkey.name]).toEqual([10, "Phone"]);
  const step = await firstStep(ana);
  expect(step).toMatchObject({ code: false, passkey: true });
  const optionsOf = async (challenge: string) =>
    (await call(null, api.secondStep.passkeyOptions, { body: { challenge } })).body.options;
  const answer = device.get(await optionsOf(step.challenge));
  expect((await finish({ challenge: step.challenge, passkey: answer })).status).toBe(200);

  const next = await firstStep(ana);
  // An answer that was used, and one for another challenge.
  expect((await finish({ challenge: next.challenge, passkey: answer })).status).toBe(400);
  const phished = device.get(await optionsOf(next.challenge), { from: "https://mail.example.com.evil.test" });
  expect((await finish({ challenge: next.challenge, passkey: phished })).status).toBe(400);
  // A copy of the passkey, whose counter is behind.
  const [held] = device.held;
  if (held) held.counter = 0;
  expect(
    (await finish({ challenge: next.challenge, passkey: device.get(await optionsOf(next.challenge)) })).status,
  ).toBe(400);
  if (held) held.counter = 50;
  expect(
    (await finish({ challenge: next.challenge, passkey: device.get(await optionsOf(next.challenge)) })).status,
  ).toBe(200);
  expect((await call(null, api.secondStep.passkeyOptions, { body: { challenge: "made up" } })).status).toBe(401);
});

test("several passkeys have names, are renamed and removed, and one device is not added twice [FAC-10] [FAC-17]", async () => {
  const ana = await person("ADMIN");
  const { device, passkey } = await addPasskey(ana);
  const second = await addPasskey(ana, passkeyDevice({ origin }), "Key");
  expect(second.recoveryCodes).toBeUndefined();
  const { options } = (await call(ana, api.factors.passkeyOptions)).body;
  expect((options.excludeCredentials as unknown[]).length).toBe(2);
  const made = device.create(options);
  const add = (name: string) => call(ana, api.factors.addPasskey, { body: { name, passkey: made } });
  expect((await add("Third")).status).toBe(201);
  // The challenge was taken.
  expect((await add("Third")).status).toBe(400);
  expect((await add("")).body.fields).toEqual({ name: "Name is required" });
  const renamed = await call(ana, api.factors.renamePasskey, {
    params: { id: passkey.id },
    body: { name: "Old phone" },
  });
  expect(renamed.body.name).toBe("Old phone");
  await call(ana, api.factors.removePasskey, { params: { id: passkey.id } });
  const { passkeys } = (await call(ana, api.factors.list)).body;
  expect(passkeys.map(({ name }) => name)).toEqual(["Key", "Third"]);
  expect(await mailed(ana)).toEqual(["passkey-added", "passkey-added", "passkey-added", "passkey-removed"]);
});

test("a passkey alone signs in only where the company allows it and the device checks the person [FAC-11]", async () => {
  const ana = await person("ADMIN");
  const { device } = await addPasskey(ana);
  const options = async () => (await call(null, api.secondStep.passkeySignInOptions)).body.options;
  const signIn = async (passkey: unknown) => call(null, api.secondStep.passkeySignIn, { body: { passkey } });
  expect((await options()).userVerification).toBe("required");
  expect((await signIn(device.get(await options()))).status).toBe(403);
  await call(ana, api.factorRules.save, {
    params: { id: ana.tenantId },
    body: { requiresFactor: false, graceDays: 14, allowsPasskeySignIn: true },
  });
  const answer = device.get(await options());
  const done = await signIn(answer);
  expect([done.status, done.body.user._id]).toEqual([200, ana.id]);
  expect((await signIn(answer)).status).toBe(401);
  expect((await signIn(passkeyDevice({ origin }).create({ ...(await options()), user: { id: "x" } }))).status).toBe(
    400,
  );

  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const key = await addPasskey(ben, passkeyDevice({ origin, verifies: false }));
  expect((await signIn(key.device.get(await options()))).status).toBe(401);
  const [held] = device.held;
  if (held) held.userHandle = Buffer.from(ben.id).toString("base64url");
  expect((await signIn(device.get(await options()))).status).toBe(401);
  if (held) held.userHandle = Buffer.from(ana.id).toString("base64url");
  await peek("update users set status = 'Inactive' where id = $1", [ana.id]);
  expect((await signIn(device.get(await options()))).status).toBe(401);
});

test("a link to choose a password does not pass the second factor [FAC-12]", async () => {
  const ana = await person("ADMIN");
  const { secret } = await addTotp(ana);
  const token = "a".repeat(43);
  const { hashToken } = await import("#lib/tokens.ts");
  await peek(
    "insert into password_links (hash, kind, tenant_id, user_id, by_name, expires_at) values ($1, 'reset', $2, $3, '', $4)",
    [hashToken(token), ana.tenantId, ana.id, new Date(clock + 3600_000)],
  );
  const password = "a quite new long phrase";
  const { status, body } = await call(null, api.account.useLink, { body: { token, password } });
  expect([status, body.code, "token" in body]).toEqual([401, "second_step_required", false]);
  expect((await call(ana, api.auth.me)).status).toBe(401);
  const done = await finish({ challenge: body.secondStep?.challenge, code: codeOf(secret) });
  expect(done.status).toBe(200);
  expect((await login(ana, password)).body.code).toBe("second_step_required");
});

test("a code and a passkey are fresh proofs of their session [FAC-01]", async () => {
  const ana = await person("ADMIN");
  const { secret } = await addTotp(ana);
  const { device } = await addPasskey(ana);
  const renew = async () => (await call(ana, api.factors.renewRecoveryCodes)).status;
  advance(601);
  expect((await call(ana, api.stepUp.ways)).body).toEqual({
    ...{ password: true, code: true, passkey: true },
    signIn: false,
  });
  expect(await renew()).toBe(403);
  const code = codeOf(secret);
  expect((await call(ana, api.stepUp.prove, { body: { code } })).status).toBe(200);
  expect((await call(ana, api.stepUp.prove, { body: { code } })).status).toBe(400);
  expect(await renew()).toBe(200);
  advance(601);
  const { options } = (await call(ana, api.stepUp.passkeyOptions)).body;
  const passkey = device.get(options);
  const other = await person("ADMIN");
  expect((await call(other, api.stepUp.prove, { body: { passkey } })).status).toBe(400);
  expect((await call(ana, api.stepUp.prove, { body: { passkey } })).status).toBe(200);
  expect(await renew()).toBe(200);
  expect((await call(ana, api.stepUp.prove, { body: { passkey } })).status).toBe(400);
  expect((await call(ana, api.stepUp.prove, { body: {} })).status).toBe(400);
});

test("a company requires a factor: first it is wanted, then nothing else is possible until it is set up [FAC-13]", async () => {
  const ana = await person("ADMIN");
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await requireFactor(ana)).status).toBe(200);
  const stateOf = async (who: Caller) => (await call(who, api.auth.me)).body.user.factor;
  expect(await stateOf(ben)).toBe("wanted");
  expect((await call(ben, api.sessions.list)).status).toBe(200);
  // The database has its own clock.
  await peek("update tenants set factor_required_at = now() - interval '15 days' where id = $1", [ana.tenantId]);
  await peek("update users set created_at = now() - interval '20 days' where id = $1", [ben.id]);
  expect(await stateOf(ben)).toBe("required");
  const refused = await call(ben, api.sessions.list);
  expect([refused.status, refused.body.code]).toEqual([403, "second_factor_required"]);
  expect((await call(ben, api.users.list)).status).toBe(403);
  // A person who came later has as many days.
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await call(joe, api.sessions.list)).status).toBe(200);
  const { secret } = await addTotp(ben);
  expect([await stateOf(ben), (await call(ben, api.sessions.list)).status]).toEqual(["fine", 200]);
  const removal = await call(ben, api.factors.removeTotp);
  expect([removal.status, removal.body.error]).toEqual([409, expect.stringContaining("this is your last one")]);
  await addPasskey(ben);
  expect((await call(ben, api.factors.removeTotp)).status).toBe(200);
  expect((await call(ben, api.factors.removeTotp)).status).toBe(404);
  expect((await finish({ challenge: (await firstStep(ben)).challenge, code: codeOf(secret) })).status).toBe(400);
});

test("a session that began with SSO needs no factor of ours [FAC-13]", async () => {
  const ana = await person("ADMIN");
  await requireFactor(ana, { graceDays: 0 });
  await peek("update tenants set factor_required_at = now() - interval '1 day' where id = $1", [ana.tenantId]);
  await peek("update users set created_at = now() - interval '2 days' where id = $1", [ana.id]);
  expect((await call(ana, api.sessions.list)).status).toBe(403);
  await peek("update sessions set via = 'sso' where user_id = $1", [ana.id]);
  expect((await call(ana, api.sessions.list)).status).toBe(200);
  expect((await call(ana, api.auth.me)).body.user.factor).toBe("fine");
});

test("without a required factor the last one can be removed, and a sign-in has one step again [FAC-08]", async () => {
  const ana = await person("ADMIN");
  await addTotp(ana);
  expect((await call(ana, api.factors.removeTotp)).status).toBe(200);
  expect((await login(ana)).status).toBe(200);
  expect((await call(ana, api.factors.list)).body).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
  expect((await call(ana, api.factors.renewRecoveryCodes)).status).toBe(409);
  expect(await mailed(ana)).toEqual(["totp-added", "totp-removed"]);
});

test("an admin sees who has a factor and resets it for a colleague, but not beyond their rank [FAC-14] [FAC-17]", async () => {
  const ana = await person("ADMIN");
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId, name: "Ben" });
  const [eve, root] = [await person("ADMIN"), await person("SUPER_ADMIN", { owner: true })];
  await addTotp(ben);
  const list = await call(ana, api.factorRules.people, { params: { id: ana.tenantId } });
  expect(list.body).toMatchObject({ total: 2, withFactor: 1 });
  expect(list.body.items.map(({ email, totp }) => [email, totp])).toEqual([
    [ana.email, false],
    [ben.email, true],
  ]);
  await addPasskey(ana);
  const counted = await call(ana, api.factorRules.people, { params: { id: ana.tenantId } });
  expect(
    counted.body.items.map(({ totp, passkeys, recoveryCodesLeft }) => [totp, passkeys, recoveryCodesLeft]),
  ).toEqual([
    [true, 0, 10],
    [false, 1, 10],
  ]);
  const found = await call(ana, api.factorRules.people, { params: { id: ana.tenantId }, query: { q: "ben" } });
  expect(found.body.items).toHaveLength(1);
  expect((await call(ben, api.factorRules.people, { params: { id: ana.tenantId } })).status).toBe(403);
  expect((await call(eve, api.factorRules.people, { params: { id: ana.tenantId } })).status).toBe(404);
  const reset = async (who: Caller, id: string) => (await call(who, api.factorRules.reset, { params: { id } })).status;
  expect(await reset(eve, ben.id)).toBe(404);
  expect(await reset(ben, ana.id)).toBe(403);
  expect(await reset(ana, ana.id)).toBe(409);
  await addTotp(root);
  const inside = await person("ADMIN", { tenantId: root.tenantId });
  expect(await reset(inside, root.id)).toBe(403);
  expect(await reset(ana, ben.id)).toBe(200);
  expect(await reset(ana, ben.id)).toBe(409);
  expect((await call(ben, api.auth.me)).status).toBe(401);
  expect((await login(ben)).status).toBe(200);
  expect(await actions(ben)).toEqual(["factor.totp-added", "user.factors-reset", "user.signed-in"]);
  expect(await mailed(ben)).toEqual(["totp-added", "reset"]);
});

test("the rules of a company are bounded, recorded and its own [FAC-13]", async () => {
  const [ana, eve, joe] = [await person("ADMIN"), await person("ADMIN"), await person("NORMAL_USER")];
  expect((await requireFactor(ana, { graceDays: 91 })).status).toBe(400);
  expect((await requireFactor(ana, { graceDays: 3, allowsPasskeySignIn: true })).status).toBe(200);
  const read = (who: Caller, id: string) => call(who, api.factorRules.get, { params: { id } });
  expect((await read(ana, ana.tenantId)).body).toEqual({
    requiresFactor: true,
    graceDays: 3,
    allowsPasskeySignIn: true,
  });
  expect([(await read(eve, ana.tenantId)).status, (await read(joe, joe.tenantId)).status]).toEqual([404, 403]);
  const records = await peek(
    "select changes from audit_records where action = 'factor-rules.updated' and tenant_id = $1",
    [ana.tenantId],
  );
  expect(records).toEqual([
    { changes: { requiresFactor: [false, true], graceDays: [14, 3], allowsPasskeySignIn: [false, true] } },
  ]);
});

test("a person whose password somebody else set cannot add a factor [FAC-15]", async () => {
  const ana = await person("ADMIN");
  await peek("update users set mail_closed_at = now() where id = $1", [ana.id]);
  for (const endpoint of [api.factors.startTotp, api.factors.passkeyOptions, api.factors.list])
    expect((await call(ana, endpoint)).body.code).toBe("mail_closed");
});

test("secrets are sealed, not in answers after the set-up, and a set-up ends with its time [FAC-16]", async () => {
  const ana = await person("ADMIN");
  const { secret, setup, uri } = (await call(ana, api.factors.startTotp)).body;
  expect(uri).toMatch(/^otpauth:\/\/totp\/Intellibox:.*secret=/);
  expect(setup).not.toContain(secret);
  const add = (code: string) => call(ana, api.factors.addTotp, { body: { setup, code } });
  expect((await add("12")).body.fields).toEqual({ code: "The code has six digits" });
  const wrong = codeOf(secret) === "000000" ? "000001" : "000000";
  expect((await add(wrong)).body.fields?.code).toContain("not right");
  expect((await add(codeOf(secret).replace(/(...)/, "$1 "))).status).toBe(201);
  const [row] = await peek<{ secret_sealed: string }>("select secret_sealed from totp_secrets where user_id = $1", [
    ana.id,
  ]);
  expect(row?.secret_sealed).toMatch(/^v1\./);
  const answer = await app.inject({
    url: "/api/account/factors",
    headers: { authorization: `Bearer ${ana.token}` },
  });
  expect(answer.body).not.toContain(secret);
  advance(31 * 60);
  await call(ana, api.stepUp.prove, { body: { password: testPassword } });
  expect((await add(codeOf(secret))).body.fields).toHaveProperty("setup");
});

test("reading the rules does not wait for a change of the company [FAC-13]", async () => {
  const ana = await person("ADMIN");
  const params = { id: ana.tenantId };
  const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const change = visitor.platformTx(async (tx) => {
    await tx.execute(sql`select id from tenants where id = ${ana.tenantId} for no key update`);
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  const reads = [call(ana, api.factorRules.get, { params }), call(ana, api.factorRules.people, { params })];
  const tooLate = new Promise<[]>((done) => setTimeout(() => done([]), 4000));
  const answers = await Promise.race([Promise.all(reads), tooLate]);
  free.resolve();
  await change;
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});
