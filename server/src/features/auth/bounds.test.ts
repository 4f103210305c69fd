// The exact delays of sign-ins and lifetimes of sessions, with the test's own clock.
import { expect, test } from "vitest";
import type { AppError } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import { hashToken } from "#lib/tokens.ts";
import { testWorld } from "#test/test-world.ts";
import { isSessionActive, openSession, purgeSessions, renewSession, type TokenPair } from "./sessions.ts";
import { countFailure, forgetFailures, purgeFailures, refuseTooManyFailures } from "./throttle.ts";

const { person, peek, visitor } = await testWorld();
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const [minute, hour, day] = [60, 3600, 24 * 3600];

type Attempt = Parameters<typeof countFailure>[1];
/** As a stranger, or as the known device if the attempt has one. */
const fail = (attempt: Attempt, seconds = 0) => {
  const ways = { stranger: attempt.devices.length === 0, devices: attempt.devices };
  return visitor.platformTx((tx) => countFailure(tx, attempt, ways, at(seconds)));
};
const waitOf = (attempt: Attempt, seconds = 0) =>
  visitor
    .platformTx((tx) => refuseTooManyFailures(tx, attempt, at(seconds)))
    .then(
      () => 0,
      (error: AppError) => error.retryAfter,
    );
const count = () => peek<{ n: number }>("select count(*)::int as n from login_failures").then(([row]) => row?.n);

/** Each makes attempts that share only the named value. */
const kinds = {
  account: () => {
    const email = `${newId()}@example.test`;
    return () => ({ email, address: newId(), devices: [] });
  },
  address: () => {
    const address = newId();
    return () => ({ email: `${newId()}@example.test`, address, devices: [] });
  },
  device: () => {
    const attempt = { email: `${newId()}@example.test`, address: newId(), devices: [newId()] };
    return () => attempt;
  },
};
/** Fails so often that strangers get the longest delay. */
const delayStrangers = async (attempt: Attempt) => {
  for (let failed = 0; failed < 31; failed++) await fail({ ...attempt, devices: [] });
};

test.each([
  ["account", 5, [1, 2, 4, 8, 16, 32, 60, 60]],
  ["address", 20, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]],
  ["device", 5, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]],
] as const)(
  "one %s has %i failures without a delay, and each further one doubles the wait [SES-22] [SES-23]",
  async (kind, free, waits) => {
    const next = kinds[kind]();
    if (kind === "device") await delayStrangers(next());
    for (let failed = 0; failed < free; failed++) {
      expect(await waitOf(next()), `after ${failed}`).toBe(0);
      await fail(next());
    }
    const told: (number | undefined)[] = [];
    for (const _ of waits) {
      told.push(await waitOf(next()));
      await fail(next());
    }
    expect(told).toEqual(waits);
    // The wait runs down, and ends.
    const last = waits.at(-1) ?? 0;
    expect([await waitOf(next(), last - 10), await waitOf(next(), last)]).toEqual([10, 0]);
  },
);

test("failures add up until an hour after the last one, and then start from zero [SES-22]", async () => {
  const [soon, late] = [kinds.account()(), kinds.account()()];
  for (let failed = 0; failed < 6; failed++) for (const attempt of [soon, late]) await fail(attempt);
  await fail(soon, hour);
  expect(await waitOf(soon, hour)).toBe(4);
  await fail(late, hour + 1);
  expect(await waitOf(late, hour + 1)).toBe(0);
});

test("a sign-in clears the failures of the known device, not those of the account or the address [SES-22] [SES-23]", async () => {
  const attempt = kinds.device()();
  const stranger = { ...attempt, devices: [] };
  await delayStrangers(attempt);
  for (let failed = 0; failed < 5; failed++) await fail(attempt);
  expect([await waitOf(attempt), await waitOf(stranger)]).toEqual([1, 900]);
  await visitor.platformTx((tx) => forgetFailures(tx, attempt.devices[0] ?? ""));
  expect([await waitOf(attempt), await waitOf(stranger)]).toEqual([0, 900]);
  const [account, neighbour] = [
    { ...stranger, address: newId() },
    { ...stranger, email: newId() },
  ];
  expect([await waitOf(account), await waitOf(neighbour)]).toEqual([60, 900]);
});

test("failures are deleted after an hour", async () => {
  await peek("delete from login_failures");
  await fail(kinds.device()(), 0);
  await fail(kinds.device()(), 1);
  await visitor.platformTx((tx) => purgeFailures(tx, at(hour)));
  expect(await count()).toBe(2);
  await visitor.platformTx((tx) => purgeFailures(tx, at(hour + 1)));
  expect(await count()).toBe(1);
});

const open = async (user: { tenantId: string; id: string }) =>
  visitor.platformTx((tx) =>
    openSession(tx, { tenantId: user.tenantId, userId: user.id, address: "", userAgent: "", now: at(0) }),
  );
const renew = (pair: TokenPair | string, seconds: number) =>
  visitor.platformTx((tx) => renewSession(tx, (pair as TokenPair).refreshToken, { now: at(seconds), address: "" }));
const expiryOf = async (token: string) => {
  const sql = "select extract(epoch from expires_at - $2)::int as seconds from session_tokens where hash = $1";
  return (await peek<{ seconds: number }>(sql, [hashToken(token), at(0)]))[0]?.seconds;
};

test("tokens last fifteen minutes and seven days, and none outlives the thirty days of its session [SES-14] [SES-15]", async () => {
  const ana = await person("ADMIN");
  const first = await open(ana);
  expect([await expiryOf(first.token), await expiryOf(first.refreshToken)]).toEqual([15 * minute, 7 * day]);
  expect(await renew(first, 7 * day)).toBe("unknown");

  let pair = await open(ana);
  for (const days of [6, 12, 18, 24, 29]) pair = (await renew(pair, days * day)) as TokenPair;
  expect([await expiryOf(pair.token), await expiryOf(pair.refreshToken)]).toEqual([29 * day + 15 * minute, 30 * day]);
  pair = (await renew(pair, 30 * day - 1)) as TokenPair;
  expect([await expiryOf(pair.token), await expiryOf(pair.refreshToken)]).toEqual([30 * day, 30 * day]);
  expect(await renew(pair, 30 * day)).toBe("unknown");
  // Also if the clock is put back.
  expect(await renew(pair, 30 * day - 1)).toBe("unknown");
});

test("a session is active until its end, and expired rows are deleted", async () => {
  const ana = await person("ADMIN");
  const mine = [ana.tenantId, ana.id];
  await peek("delete from sessions where tenant_id = $1 and user_id = $2", mine);
  await open(ana);
  const [session = { id: "" }] = await peek<{ id: string }>(
    "select id from sessions where tenant_id = $1 and user_id = $2",
    mine,
  );
  const isActive = (seconds: number) =>
    visitor.platformTx((tx) => isSessionActive(tx, { tenantId: ana.tenantId, id: session.id }, at(seconds)));
  expect([await isActive(30 * day - 1), await isActive(30 * day)]).toEqual([true, false]);

  const left = async (seconds: number) => {
    await visitor.platformTx((tx) => purgeSessions(tx, at(seconds)));
    const tokens = await peek("select kind from session_tokens where session_id = $1 order by kind", [session.id]);
    return [...tokens.map(({ kind }) => kind), ...(await peek("select 1 from sessions where id = $1", [session.id]))]
      .length;
  };
  expect(await left(15 * minute)).toBe(3);
  expect(await left(15 * minute + 1)).toBe(2);
  expect(await left(7 * day + 1)).toBe(1);
  expect(await left(30 * day)).toBe(1);
  expect(await left(30 * day + 1)).toBe(0);
});
