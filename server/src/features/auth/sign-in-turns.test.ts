import { createHash } from "node:crypto";
import { api } from "@intellibox/contract/api";
import pg from "pg";
import { expect, test } from "vitest";
import { testPassword, testWorld } from "#test/test-world.ts";

const { url, person, call } = await testWorld();

test("sign-ins that wait for each other leave the database's connections to other calls", async () => {
  const [ana, other] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const blocker = new pg.Client({ connectionString: url });
  await blocker.connect();
  try {
    const key = `account:${createHash("sha256").update(ana.email).digest("base64url")}`;
    await blocker.query("select pg_advisory_lock(hashtextextended($1, 0))", [key]);
    const waiting = async () => {
      const { rows } = await blocker.query<{ count: number }>(
        `select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
      );
      return rows[0]?.count ?? 0;
    };
    const signIns = Array.from({ length: 20 }, () =>
      call(null, api.auth.login, { body: { email: ana.email, password: testPassword } }),
    );
    await expect.poll(waiting, { timeout: 15_000 }).toBe(2);
    for (let at = 0; at < 12; at++) expect((await call(other, api.auth.menus)).status).toBe(200);
    expect(await waiting()).toBe(2);

    await blocker.query("select pg_advisory_unlock_all()");
    // On a machine that stalls, the first two may have waited too long for their lock.
    const statuses = (await Promise.all(signIns)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(18);
  } finally {
    await blocker.end();
  }
});
