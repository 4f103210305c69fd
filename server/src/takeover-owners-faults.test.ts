// Two workers and kill -9 of the one that owns something: how long until the other owns it. For TEST_FAULTS=long.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { api } from "@intellibox/contract/api";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { sealTokens } from "#features/mailboxes/oauth/tokens.ts";
import { keepChannelJob } from "#features/mailboxes/push/jobs.ts";
import { wakeMailbox } from "#features/mailboxes/request-sync.ts";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { testWorld } from "#test/test-world.ts";

const isLong = process.env.TEST_FAULTS === "long";
const limitMs = 30_000;
type TestWorld = Awaited<ReturnType<typeof testWorld>>;
const { person, call, peek, world, url } = isLong ? await testWorld({ jobs: false }) : ({} as TestWorld);
const names = ["one", "two"] as const;
type Name = (typeof names)[number];

/** A Google that knows which process calls it, because each has an address of its own. */
const calls: { name: Name; path: string; at: number }[] = [];
/** Calls of these paths get no answer. */
let hanging: RegExp | undefined;
const google = createServer((request, response) => {
  const [, name = "", path = ""] = /^\/(one|two)(\/.*)$/.exec(request.url ?? "") ?? [];
  calls.push({ name: name as Name, path, at: performance.now() });
  if (hanging?.test(path)) return;
  const issuer = `${origin()}/${name}`;
  const answers: Record<string, object> = {
    "/.well-known/openid-configuration": { issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/certs` },
    "/token": { access_token: newId(), token_type: "Bearer", expires_in: 3600 },
    "/gmail/v1/users/me/watch": { historyId: "1", expiration: String(Date.now() + 7 * 86_400_000) },
  };
  const answer = answers[path];
  response.writeHead(answer ? 200 : 503, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
});
const origin = () => `http://localhost:${(google.address() as AddressInfo).port}`;

let dovecot: Dovecot;
beforeAll(async () => {
  if (!isLong) return;
  await new Promise<void>((done) => google.listen(0, "127.0.0.1", done));
  if (hasDovecot) dovecot = await startDovecot({ config: "ssl = no" });
});
afterAll(async () => {
  google.close().closeAllConnections();
  await dovecot?.remove();
});

let running: Record<Name, AppProcess> | undefined;
afterEach(async () => {
  hanging = undefined;
  for (const name of names) await running?.[name].kill();
  running = undefined;
});

const startWorker = (name: Name) =>
  startAppProcess({
    ...{ url, dataDir: world.config.dataDir },
    settings: {
      INTELLIBOX_ROLE: "worker",
      PUBLIC_URL: "https://mail.example.test",
      GOOGLE_ISSUER: `${origin()}/${name}`,
      GMAIL_BASE: `${origin()}/${name}`,
      GOOGLE_CLIENT_ID: "client",
      GOOGLE_CLIENT_SECRET: "secret",
      GMAIL_PUBSUB_TOPIC: "projects/p/topics/gmail",
      GMAIL_PUSH_TOKEN: "a shared token of some length",
    },
  });

/** Both have run long enough to judge each other. */
async function startBoth() {
  running = { one: await startWorker("one"), two: await startWorker("two") };
  await sleep(6_000);
  return running;
}

async function addGmail(expiresInMs: number) {
  const who = await person("NORMAL_USER");
  const key = { tenantId: who.tenantId, userId: who.id, id: newId() };
  const tokens = { accessToken: "first", refreshToken: "lasting", expiresAt: Date.now() + expiresInMs };
  await peek(
    "insert into mailboxes (tenant_id, id, user_id, kind, email, username, password_sealed) values ($1, $2, $3, 'gmail', $4, $4, $5)",
    [key.tenantId, key.id, key.userId, `${key.id}@gmail.test`, sealTokens(world.sealer, key, tokens)],
  );
  return key;
}

/** Waits for a call that hangs, kills its caller, and returns the time until the other process makes the call. */
async function timeToTakeOver(path: string): Promise<number> {
  const both = running as Record<Name, AppProcess>;
  const owner = (await until(() => calls.find((one) => one.path === path), 60_000)).name;
  await both[owner].kill();
  const from = performance.now();
  hanging = undefined;
  const taken = await until(
    () => calls.find((one) => one.path === path && one.name !== owner && one.at > from),
    120_000,
  );
  return Math.round(taken.at - from);
}

const report = (what: string, ms: number) => {
  process.stdout.write(`${what}: a new owner after ${ms} ms\n`);
  expect(ms).toBeLessThan(limitMs);
};

describe.skipIf(!isLong)("within 30 s after kill -9 of its owner, another worker owns", () => {
  test("the renewal of a token", async () => {
    await startBoth();
    const key = await addGmail(-1_000);
    calls.length = 0;
    hanging = /^\/token$/;
    await fencedTransaction(world.db, key, (tx) => wakeMailbox(world.queue, tx, key));
    report("token renewal", await timeToTakeOver("/token"));
  }, 300_000);

  test("the renewal of a push channel, which is a job", async () => {
    await startBoth();
    const key = await addGmail(3_600_000);
    calls.length = 0;
    hanging = /\/watch$/;
    await fencedTransaction(world.db, key, (tx) =>
      world.queue.enqueue(tx, keepChannelJob, key, { singletonKey: key.id }),
    );
    report("push channel and its job", await timeToTakeOver("/gmail/v1/users/me/watch"));
  }, 300_000);

  test.skipIf(!hasDovecot)(
    "a watched IMAP connection",
    async () => {
      // The first owns it before the second is there.
      const first = await startWorker("one");
      running = { one: first, two: first };
      const [who, account] = [await person("NORMAL_USER"), `owner${process.pid}`];
      const { host, port, secure, username, password } = dovecot.imap(account);
      const { body } = await call(who, api.mailboxes.connectImap, { body: { host, port, secure, username, password } });
      const holder = async () =>
        (await peek<{ watch_by: string | null }>("select watch_by from mailboxes where id = $1", [body.id]))[0]
          ?.watch_by;
      const firstHolder = await until(holder, 90_000);
      running = { one: first, two: await startWorker("two") };
      await sleep(6_000);
      expect(await holder()).toBe(firstHolder);
      await first.kill();
      const from = performance.now();
      await dovecot.deliver(account, mailOf({ subject: "For the new owner" }));
      await until(async () => ![null, undefined, firstHolder].includes(await holder()), 120_000);
      await until(async () => (await peek("select from messages where user_id = $1", [who.id])).length === 1, 120_000);
      report("watched connection, with a mail that came meanwhile", Math.round(performance.now() - from));
    },
    300_000,
  );

  test("the schedule of jobs", async () => {
    const both = await startBoth();
    const last = async () =>
      (await peek<{ at: Date }>("select max(last_at) as at from heartbeats"))[0]?.at?.getTime() ?? 0;
    await until(async () => (await last()) > 0, 120_000);
    await both.one.kill();
    const killedAt = Date.now();
    // The next one is due at the next full minute.
    const dueAt = Math.ceil(killedAt / 60_000) * 60_000;
    await until(async () => (await last()) >= dueAt, 150_000);
    report("scheduled job, after it was due", Math.max(0, Date.now() - dueAt));
  }, 400_000);
});
