import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testPassword, testWorld } from "#test/test-world.ts";

const { person, call, peek, advance } = await testWorld({ jobs: false });

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const login = async ({ email }: Caller, userAgent = firefox) =>
  (await call(null, api.auth.login, { body: { email, password: testPassword } }, { "user-agent": userAgent })).body;
const as = (who: Caller, token: string): Caller => ({ ...who, token });
const list = async (who: Caller) => (await call(who, api.sessions.list)).body;
const me = async (who: Caller) => (await call(who, api.auth.me)).status;
const refresh = (refreshToken: string) => call(null, api.auth.refresh, { body: { refreshToken } });
const limits = (who: Caller, id: string, idleHours: number, lifeHours: number) =>
  call(who, api.sessions.saveLimits, { params: { id }, body: { idleHours, lifeHours } });

test("sessions are listed with device, network and last use, the last used first [IDN-01]", async () => {
  const ana = await person("NORMAL_USER");
  advance(60_000);
  const { token, refreshToken } = await login(ana);
  expect(await list(as(ana, token))).toMatchObject([
    { device: "Firefox on Linux", network: "this-computer", isCurrent: true },
    { device: "Browser", network: "unknown", isCurrent: false },
  ]);
  advance(10 * 60_000);
  const { token: renewed } = (await refresh(refreshToken)).body;
  const [first] = await list(as(ana, renewed));
  const sinceSignIn = Date.parse(String(first?.lastUsedAt)) - Date.parse(String(first?.createdAt));
  expect(Math.floor(sinceSignIn / 60_000)).toBeGreaterThanOrEqual(10);
});

test("one session or all others are ended at once, and the audit log names it [IDN-02]", async () => {
  const ana = await person("NORMAL_USER");
  const [one, two] = [await login(ana), await login(ana)];
  const current = as(ana, two.token);
  const idOf = async (isIt: (session: { device: string; isCurrent: boolean }) => boolean) =>
    (await list(current)).find(isIt)?.id ?? "";
  const end = (id: string) => call(current, api.sessions.end, { params: { id } });
  const own = await end(await idOf(({ isCurrent }) => isCurrent));
  expect([own.status, own.body]).toMatchObject([409, { error: "This is the session that you use. Sign out instead." }]);
  expect((await end(await idOf(({ device }) => device === "Browser"))).status).toBe(200);
  expect(await me(ana)).toBe(401);
  expect((await call(current, api.sessions.endOthers)).body).toEqual({ ended: 1 });
  expect([await me(as(ana, one.token)), await me(current)]).toEqual([401, 200]);
  expect((await refresh(one.refreshToken)).status).toBe(401);
  expect((await call(current, api.sessions.endOthers)).body).toEqual({ ended: 0 });
  const records = await peek(
    "select changes from audit_records where actor_id = $1 and action like 'user.session%' order by at",
    [ana.id],
  );
  expect(records).toEqual([{ changes: { device: "Browser" } }, { changes: { sessions: 1 } }]);
});

test("nobody ends or sees the session of somebody else, also not in the same company [IDN-02]", async () => {
  const ana = await person("ADMIN");
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const eve = await person("ADMIN");
  const [session] = await list(ben);
  for (const who of [ana, eve]) {
    expect((await call(who, api.sessions.end, { params: { id: session?.id ?? "" } })).status).toBe(404);
    expect((await list(who)).map(({ id }) => id)).not.toContain(session?.id);
  }
  expect((await call(ana, api.sessions.end, { params: { id: newId() } })).status).toBe(404);
  expect(await me(ben)).toBe(200);
});

test("an admin sets after how long sessions end, also for those that are open [IDN-03]", async () => {
  const ana = await person("ADMIN");
  const read = async () => (await call(ana, api.sessions.limits, { params: { id: ana.tenantId } })).body;
  expect(await read()).toEqual({ idleHours: 7 * 24, lifeHours: 30 * 24 });
  const open = await login(ana);
  expect((await limits(ana, ana.tenantId, 2, 6)).body).toEqual({ idleHours: 2, lifeHours: 6 });
  expect(await read()).toEqual({ idleHours: 2, lifeHours: 6 });
  advance(2 * 3_600_000);
  // Not used for two hours.
  expect((await refresh(open.refreshToken)).status).toBe(401);

  let pair = await login(ana);
  for (let hours = 1; hours < 6; hours++) {
    advance(3_600_000);
    pair = { ...pair, ...(await refresh(pair.refreshToken)).body };
    expect(pair.refreshToken).toBeTruthy();
  }
  advance(3_600_000);
  // Used every hour, but six hours old.
  expect((await refresh(pair.refreshToken)).status).toBe(401);
  const again = await login(ana);
  expect(await list(as(ana, again.token))).toHaveLength(1);
});

test("limits that make no sense, and limits of another company, are refused [IDN-03]", async () => {
  const [ana, eve, joe] = [await person("ADMIN"), await person("ADMIN"), await person("NORMAL_USER")];
  const refused = async (idle: number, life: number) => (await limits(ana, ana.tenantId, idle, life)).status;
  expect(await Promise.all([refused(0, 5), refused(1.5, 5), refused(10, 5), refused(1, 9000)])).toEqual(
    Array(4).fill(400),
  );
  expect((await limits(eve, ana.tenantId, 1, 1)).status).toBe(404);
  expect((await limits(joe, joe.tenantId, 1, 1)).status).toBe(403);
  expect((await call(eve, api.sessions.limits, { params: { id: ana.tenantId } })).status).toBe(404);
});
