// kill -9 of real processes, and how long it takes until another one, or the same one started again, goes on. For TEST_FAULTS=long.
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { startRelay } from "#test/relay.ts";

const isLong = process.env.TEST_FAULTS === "long";
const rounds = 3;
const limitMs = 30_000;

const { writer, person, call, peek, logsOf, rowsOf, url, world } = await outboxWorld({ jobs: false });
const place = { url, dataDir: world.config.dataDir };

let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot || !isLong) return;
  dovecot = await startDovecot({ config: "ssl = no" });
  await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });
});
afterAll(() => dovecot?.remove());

const elapsed = (from: number) => Math.round(performance.now() - from);

describe.skipIf(!isLong)("after kill -9", () => {
  for (const way of ["another process", "the same one, started again,"] as const)
    test(`${way} sends the mails within ${limitMs / 1000} s`, async () => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const { who, server } = await writer();
        await peek("update session_tokens set expires_at = now() + interval '1 hour'");
        server.script.rcpt = "hang";
        const first = await startAppProcess(place);
        let second: AppProcess | undefined = way === "another process" ? await startAppProcess(place) : undefined;
        try {
          const sent = fetch(`${first.url}/api/compose/send`, {
            method: "POST",
            headers: { authorization: `Bearer ${who.token}`, "content-type": "application/json" },
            body: JSON.stringify({ to: ["priya@example.com"], subject: "Taken over", body: "Good day." }),
          }).catch(() => undefined);
          await until(async () => (await rowsOf(who))[0]?.phase === "connecting", 60_000);
          await first.kill();
          await sent;
          delete server.script.rcpt;
          second ??= await startAppProcess(place);
          const from = performance.now();
          await until(async () => (await logsOf(who))[0]?.status === "sent", 120_000);
          times.push(elapsed(from));
          expect(server.mails).toHaveLength(1);
        } finally {
          await first.kill();
          await second?.kill();
        }
      }
      process.stdout.write(`mail taken over by ${way} after ${times.join(", ")} ms\n`);
      expect(Math.max(...times)).toBeLessThan(limitMs);
    }, 600_000);

  test.skipIf(!hasDovecot)(
    `a sync goes on within ${limitMs / 1000} s, and at once if its owner asks for it`,
    async () => {
      for (const isAsked of [false, true]) {
        const times: number[] = [];
        for (let round = 0; round < rounds; round++) {
          const [who, account] = [await person("NORMAL_USER"), `over${process.pid}x${round}${isAsked}`];
          for (let at = 0; at < 10; at++) await dovecot.deliver(account, mailOf({ subject: `Mail ${at}` }));
          const { host, port, secure, username, password } = dovecot.imap(account);
          const { body } = await call(who, api.mailboxes.connectImap, {
            body: { host, port, secure, username, password },
          });
          const relay = await startRelay(port);
          let isFrozen = false;
          relay.onCommand = (said) => {
            isFrozen ||= /BODY\.PEEK\[\]/.test(said);
            if (isFrozen) relay.freeze();
            return undefined;
          };
          await peek("update mailboxes set port = $2 where id = $1", [body.id, relay.port]);
          const first = await startAppProcess(place);
          let second: AppProcess | undefined;
          try {
            await until(() => isFrozen, 60_000);
            await peek("update mailboxes set port = $2 where id = $1", [body.id, port]);
            await first.kill();
            second = await startAppProcess(place);
            // A process judges others some seconds after its start.
            if (isAsked) await new Promise((done) => setTimeout(done, 5_500));
            const from = performance.now();
            if (isAsked) await call(who, api.mailboxes.sync, { params: { id: body.id }, body: { mode: "delta" } });
            await until(
              async () => (await peek("select 1 from messages where user_id = $1", [who.id])).length === 10,
              120_000,
            );
            times.push(elapsed(from));
          } finally {
            await first.kill();
            await second?.kill();
            await relay.stop();
          }
        }
        process.stdout.write(`sync taken over ${isAsked ? "on request" : "by itself"} after ${times.join(", ")} ms\n`);
        expect(Math.max(...times)).toBeLessThan(limitMs);
      }
    },
    900_000,
  );
});
