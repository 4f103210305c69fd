import { api } from "@intellibox/contract/api";
import { expect, onTestFinished, test, vi } from "vitest";
import { argon } from "#lib/passwords.ts";
import { hashToken } from "#lib/tokens.ts";
import { eq } from "#db/orm.ts";
import { users } from "#db/tables/users.ts";
import { testPassword, testWorld } from "#test/test-world.ts";

// Stands still until `advance`, so that the speed of the machine does not change the answers.
let clock = Date.now();
const advance = (milliseconds: number) => {
  clock += milliseconds;
};
const { person, call, peek, visitor } = await testWorld({ outside: { now: () => new Date(clock) } });

const login = (email: string, password = testPassword) => call(null, api.auth.login, { body: { email, password } });
const me = (token: string) => call({ token }, api.auth.me);
const refresh = (refreshToken: string) => call(null, api.auth.refresh, { body: { refreshToken } });
const tokenRow = async (token: string) => {
  const [row] = await peek<{ kind: string; minutes: number }>(
    "select kind, extract(epoch from expires_at - now()) / 60 as minutes from session_tokens where hash = $1",
    [hashToken(token)],
  );
  return row;
};

test("a sign-in returns tokens, user and tenant [API-05]", async () => {
  const ana = await person("ADMIN");
  const { status, body } = await login(ana.email.toUpperCase());
  expect(status).toBe(200);
  expect(body).toMatchObject({
    user: {
      _id: ana.id,
      email: ana.email,
      roleCode: "ADMIN",
      status: "Active",
      tenantIsOwner: false,
      tenantId: { _id: ana.tenantId },
    },
    tenant: { _id: ana.tenantId, isOwner: false },
  });
  expect(JSON.stringify(body)).not.toMatch(/hash|argon/i);
});

test("the current user and tenant are returned for a token, and refused without one [API-06]", async () => {
  const ana = await person("NORMAL_USER");
  expect((await me(ana.token)).body).toMatchObject({ user: { _id: ana.id }, tenant: { _id: ana.tenantId } });
  expect((await call(null, api.auth.me)).status).toBe(401);
});

test("a token that was refused because it had expired stays refused when the clock is put back", async () => {
  const ana = await person("ADMIN");
  const { body } = await login(ana.email);
  const shift = (years: number) =>
    peek("update session_tokens set expires_at = expires_at + make_interval(years => $2) where hash = $1", [
      hashToken(body.token),
      years,
    ]);
  await shift(-1);
  expect((await me(body.token)).status).toBe(401);
  await shift(1);
  expect((await me(body.token)).status).toBe(401);
  // The refresh token was not refused, so the session goes on.
  expect((await refresh(body.refreshToken)).status).toBe(200);
});

test("the access token is opaque, stored only as a hash, and lasts 15 minutes [SES-14]", async () => {
  const ana = await person("ADMIN");
  const { body } = await login(ana.email);
  expect(body.token).toMatch(/^[\w-]{43}$/);
  const everything = await peek(
    "select to_jsonb(t)::text as row from session_tokens t union all select to_jsonb(s)::text from sessions s",
  );
  expect(JSON.stringify(everything)).not.toContain(body.token);
  expect(JSON.stringify(everything)).not.toContain(body.refreshToken);
  expect((await tokenRow(body.token))?.minutes).toBeCloseTo(15, 0);

  await peek("update session_tokens set expires_at = now() - interval '1 hour' where hash = $1", [
    hashToken(body.token),
  ]);
  expect((await me(body.token)).status).toBe(401);
});

test("a refresh token works once and for 7 days, and a session ends after 30 days [SES-15] [API-07]", async () => {
  const ana = await person("ADMIN");
  const first = (await login(ana.email)).body;
  const second = await refresh(first.refreshToken);
  expect(second.status).toBe(200);
  expect(second.body.refreshToken).not.toBe(first.refreshToken);
  expect((await me(second.body.token)).status).toBe(200);
  const row = await tokenRow(second.body.refreshToken);
  expect((row?.minutes ?? 0) / 60 / 24).toBeCloseTo(7, 1);

  await peek("update session_tokens set expires_at = now() - interval '1 hour' where hash = $1", [
    hashToken(second.body.refreshToken),
  ]);
  expect((await refresh(second.body.refreshToken)).status).toBe(401);

  const other = (await login(ana.email)).body;
  const [ends] = await peek<{ days: number }>(
    "select extract(epoch from max(ends_at) - now()) / 86400 as days from sessions where user_id = $1",
    [ana.id],
  );
  expect(ends?.days).toBeCloseTo(30, 1);
  await peek("update sessions set ends_at = now() - interval '1 hour' where user_id = $1", [ana.id]);
  expect((await refresh(other.refreshToken)).status).toBe(401);
  expect((await me(other.token)).status).toBe(401);
});

test("tabs that renew at the same time get the same successor [SES-16]", async () => {
  const ana = await person("ADMIN");
  const { refreshToken } = (await login(ana.email)).body;
  const renewed = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)));
  expect(renewed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(renewed.map(({ body }) => body.refreshToken)).size).toBe(1);
  expect((await me(renewed[0]?.body.token ?? "")).status).toBe(200);
});

test("a used refresh token still works for ten seconds [SES-16] [SES-17]", async () => {
  const ana = await person("ADMIN");
  const { refreshToken } = (await login(ana.email)).body;
  const first = await refresh(refreshToken);
  advance(10_000);
  expect(await refresh(refreshToken)).toMatchObject({ status: 200, body: first.body });
  advance(1);
  expect((await refresh(refreshToken)).status).toBe(401);
});

test("a used refresh token that is presented later ends its session, and no other [SES-17]", async () => {
  const ana = await person("ADMIN");
  const stolen = (await login(ana.email)).body;
  const other = (await login(ana.email)).body;
  const second = (await refresh(stolen.refreshToken)).body;
  const third = (await refresh(second.refreshToken)).body;
  advance(11_000);
  expect((await refresh(stolen.refreshToken)).status).toBe(401);
  expect((await me(third.token)).status).toBe(401);
  expect((await refresh(third.refreshToken)).status).toBe(401);
  expect((await me(other.token)).status).toBe(200);
});

test("signing out ends the session at once [API-08]", async () => {
  const ana = await person("ADMIN");
  const { token, refreshToken } = (await login(ana.email)).body;
  expect((await call({ token }, api.auth.logout)).status).toBe(200);
  expect((await me(token)).status).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(401);
});

test("an unknown address and a wrong password get the same answer [SES-20]", async () => {
  const ana = await person("ADMIN");
  const wrong = await login(ana.email, "not the right phrase");
  const unknown = await login("nobody@example.test", "not the right phrase");
  expect(wrong.status).toBe(401);
  expect(unknown).toMatchObject({ status: wrong.status, body: wrong.body });
});

test("an unknown address costs as many hashes as a wrong password, with the same settings [SES-21]", async () => {
  const ana = await person("ADMIN");
  const hash = vi.spyOn(argon, "hash");
  onTestFinished(() => hash.mockRestore());
  const compared = async (email: string) => {
    hash.mockClear();
    expect((await login(email, "not the right phrase")).status).toBe(401);
    return hash.mock.calls.map(([, settings]) => ({ ...settings, salt: settings?.salt?.length }));
  };
  const wrong = await compared(ana.email);
  expect(wrong).toEqual([{ algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, salt: 16 }]);
  expect(await compared("nobody@example.test")).toEqual(wrong);
  await peek("update users set status = 'Inactive' where id = $1", [ana.id]);
  expect(await compared(ana.email)).toEqual(wrong);
});

test("inactive users and users of a suspended tenant cannot sign in, and their tokens stop working [SES-24] [SES-25] [SES-26]", async () => {
  const [ana, uma] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const wrong = await login(ana.email, "not the right phrase");
  await peek("update users set status = 'Inactive' where id = $1", [ana.id]);
  await peek("update tenants set status = 'Suspended' where id = $1", [uma.tenantId]);
  for (const { email, token } of [ana, uma]) {
    expect(await login(email)).toMatchObject({ status: 401, body: wrong.body });
    expect((await me(token)).status).toBe(401);
  }
});

test("a password that is replaced during a sign-in with it is refused", async () => {
  const { id, email } = await person("NORMAL_USER");
  const [replacing, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const replacement = visitor.platformTx(async (tx) => {
    await tx.update(users).set({ passwordHash: "of another one" }).where(eq(users.id, id));
    replacing.resolve();
    await done.promise;
  });
  await replacing.promise;
  const signingIn = login(email);
  // The sign-in has read the old hash, and waits for the row that the replacement has locked.
  const isBlocked = async () =>
    (
      await peek(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1",
      )
    ).length > 0;
  await Promise.race([signingIn, vi.waitUntil(isBlocked, { timeout: 20_000 })]);
  done.resolve();
  await replacement;
  expect((await signingIn).status).toBe(401);
});

test("of two simultaneous password changes one succeeds", async () => {
  const ana = await person("NORMAL_USER");
  const change = (newPassword: string) =>
    call(ana, api.auth.changePassword, { body: { currentPassword: testPassword, newPassword } });
  const answers = await Promise.all([change("the first new phrase"), change("the second new phrase")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("passwords are stored as argon2id [SES-27]", async () => {
  const ana = await person("ADMIN");
  const [row] = await peek<{ password_hash: string }>("select password_hash from users where id = $1", [ana.id]);
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

const change = (token: string, currentPassword: string, newPassword: string) =>
  call({ token }, api.auth.changePassword, { body: { currentPassword, newPassword } });

test("a password change requires the current one, and refuses short and common ones [SES-28] [SES-29] [SES-30]", async () => {
  const ana = await person("NORMAL_USER");
  const { token, refreshToken } = (await login(ana.email)).body;
  expect(await change(token, "not the right phrase", "an entirely new phrase")).toMatchObject({
    status: 400,
    body: { fields: { currentPassword: expect.any(String) } },
  });
  expect(await change(token, testPassword, "elevenchars")).toMatchObject({
    status: 400,
    body: { fields: { newPassword: expect.any(String) } },
  });
  for (const common of ["qwertyuiop123", "Password2026!!", "iloveyouiloveyou", "1qaz2wsx3edc", "aaaaaaaaaaaaaa"]) {
    expect((await change(token, testPassword, common)).status).toBe(400);
  }
  expect((await change(token, testPassword, "all lower case is fine")).status).toBe(200);
  // The session that changed it continues; all others have ended.
  expect((await me(token)).status).toBe(200);
  expect((await me(ana.token)).status).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(200);
  expect((await login(ana.email)).status).toBe(401);
  expect((await login(ana.email, "all lower case is fine")).status).toBe(200);
});

test("a user who must change a first password can do nothing else before [SES-33]", async () => {
  const ana = await person("ADMIN");
  await peek("update users set must_change_password = true where id = $1", [ana.id]);
  const { token, user } = (await login(ana.email)).body;
  expect(user.mustChangePassword).toBe(true);
  const refused = await call({ token }, { ...api.auth.me, path: "/events" });
  expect(refused).toMatchObject({ status: 403, body: { code: "password_change_required" } });
  expect((await me(token)).status).toBe(200);
  expect((await change(token, testPassword, "a phrase of one's own")).status).toBe(200);
  expect((await me(token)).body.user.mustChangePassword).toBe(false);
});

test("refresh tokens, unsigned JWTs and malformed tokens are refused as access tokens", async () => {
  const ana = await person("ADMIN");
  const { refreshToken } = (await login(ana.email)).body;
  const unsigned = `${btoa('{"alg":"none","typ":"JWT"}')}.${btoa(JSON.stringify({ sub: ana.id, roleCode: "SUPER_ADMIN" }))}.`;
  for (const token of [
    refreshToken,
    unsigned,
    "",
    " ",
    "a".repeat(43),
    "'; drop table users; --",
    `${ana.token} `,
    `${ana.token}x`,
  ]) {
    expect((await me(token)).status, token).toBe(401);
  }
});

test("ids are UUIDv7 [SES-47]", async () => {
  const ana = await person("ADMIN");
  const { body } = await login(ana.email);
  for (const id of [body.user._id, body.tenant?._id])
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("an invalid sign-in request is refused with the fields at fault", async () => {
  for (const body of [
    {},
    { email: 5, password: [] },
    { email: "a@b.c" },
    { email: "a@b.c", password: "x".repeat(5000) },
  ]) {
    const answer = await call(null, api.auth.login, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid", fields: expect.any(Object) } });
  }
});
