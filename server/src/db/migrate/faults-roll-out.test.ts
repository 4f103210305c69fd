// A process of the earlier release and one of today on the same database, during and after the upgrade. For TEST_FAULTS=long.
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, inject, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { commitBefore, unpackRelease } from "#test/earlier-release.ts";
import { databaseUrl } from "#test/global-setup.ts";
import { callSteadily, newCounts } from "#test/steady-callers.ts";
import { migrateDatabase } from "../migrate.ts";

const isLong = process.env.TEST_FAULTS === "long";
/** The first migration after 0.1.0. */
const commit = isLong ? commitBefore("0011_storage_of_mail") : undefined;
const folder = await mkdtemp(join(tmpdir(), "intellibox-release-"));
const database = `roll_out_${newId().replaceAll("-", "")}`;
const admin = async (statement: string) => {
  const client = new pg.Client({ connectionString: inject("adminUrl") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};
const running: AppProcess[] = [];
afterAll(async () => {
  for (const app of running) await app.kill();
  if (commit) await admin(`drop database if exists ${database} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

const account = { email: "owner@example.test", password: "a good long test phrase" };
const [url, dataDir] = [databaseUrl(inject("adminUrl"), database), join(folder, "data")];

async function start(program?: string) {
  const settings = { INTELLIBOX_ADMIN_EMAIL: account.email, INTELLIBOX_ADMIN_PASSWORD: account.password };
  const app = await startAppProcess({ url, dataDir, settings, ...(program && { program }) });
  running.push(app);
  return app;
}

async function call(
  app: AppProcess,
  path: string,
  { token = "", method = "GET", body }: { token?: string; method?: string; body?: object } = {},
) {
  const answer = await fetch(`${app.url}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(`${path} ${answer.status}`).toBe(`${path} 200`);
  return (await answer.json()) as Record<string, unknown>;
}

const signIn = async (app: AppProcess) =>
  String((await call(app, "/auth/login", { method: "POST", body: account })).token);
const draft = (subject: string, basedOn: string | null) => ({
  ...{ intent: "", tone: "professional", extra: "", to: "", subject, bodyHtml: "", followsUp: null },
  ...{ version: randomBytes(16).toString("hex"), basedOn },
});

describe.skipIf(!commit)("a roll-out from 0.1.0", () => {
  test("fails no call of the earlier process, both versions then work on the same rows, and the earlier one can start again", async () => {
    await admin(`create database ${database}`);
    await mkdir(dataDir, { recursive: true });
    const program = unpackRelease(commit ?? "", join(folder, "0.1.0"));
    const old = await start(program);
    const token = await signIn(old);
    const counts = newCounts();
    let isOver = false;
    const paths = ["/mail/threads", "/compose/drafts/compose", "/auth/me"];
    let next = 0;
    const callers = [1, 2, 3].map(() =>
      callSteadily(old.url, () => ({ path: paths[next++ % paths.length] ?? "", token }), counts, {
        isOver: () => isOver,
        beforeEach: () => new Promise((done) => setTimeout(done, 100)),
      }),
    );
    await migrateDatabase(url);
    const today = await start();
    const todaysToken = await signIn(today);
    // Each reads and changes what the other wrote, with a session of the other.
    let basedOn: string | null = null;
    for (const [round, [writer, reader, writersToken, readersToken]] of [
      [old, today, token, token],
      [today, old, todaysToken, todaysToken],
      [old, today, todaysToken, token],
      [today, old, token, todaysToken],
    ].entries() as ArrayIterator<[number, [AppProcess, AppProcess, string, string]]>) {
      const body: ReturnType<typeof draft> = draft(`Round ${round}`, basedOn);
      await call(writer, "/compose/drafts/compose", { token: writersToken, method: "PUT", body });
      basedOn = body.version;
      const read = await call(reader, "/compose/drafts/compose", { token: readersToken });
      expect(read.draft).toMatchObject({ subject: `Round ${round}`, version: body.version });
    }
    isOver = true;
    await Promise.all(callers);
    process.stdout.write(
      `calls of 0.1.0 during the upgrade: ${JSON.stringify([...counts.answered])}, cut ${counts.cut.size}, longest ${Math.round(counts.longestMs)} ms\n`,
    );
    expect([...counts.answered.keys()]).toEqual([200]);
    expect(counts.cut.size).toBe(0);
    // Going back: the earlier version starts on the newer database, also beside the newer process.
    expect(await old.stop()).toBe(0);
    const again = await start(program);
    expect((await call(again, "/compose/drafts/compose", { token: await signIn(again) })).draft).toMatchObject({
      subject: "Round 3",
    });
    await call(today, "/auth/me", { token: todaysToken });
  }, 600_000);
});
