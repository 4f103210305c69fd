// A mail server that stops answering without closing its connections: how long until its mailbox shows it. For TEST_FAULTS=long.
import { setTimeout as sleep } from "node:timers/promises";
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { until } from "#test/outbox-world.ts";
import { startRelay } from "#test/relay.ts";
import { testWorld } from "#test/test-world.ts";
import { startWatchers } from "./watch.ts";

const isLong = process.env.TEST_FAULTS === "long";
type TestWorld = Awaited<ReturnType<typeof testWorld>>;
const { person, call, peek, world } = isLong ? await testWorld({ jobs: true }) : ({} as TestWorld);

let dovecot: Dovecot;
beforeAll(async () => {
  if (isLong && hasDovecot) dovecot = await startDovecot({ config: "ssl = no" });
});
afterAll(() => dovecot?.remove());

describe.skipIf(!isLong || !hasDovecot)("a watched mailbox whose server falls silent shows it as away", () => {
  test.each([
    ["within 15 s after Sync", true, 15_000],
    ["within 100 s by itself", false, 100_000],
  ])(
    "%s",
    async (_what, isAsked, limitMs) => {
      const [who, account] = [await person("NORMAL_USER"), `silent${process.pid}${isAsked}`];
      const relay = await startRelay(dovecot.ports.imap);
      const { host, secure, username, password } = dovecot.imap(account);
      const { body } = await call(who, api.mailboxes.connectImap, {
        body: { host, port: relay.port, secure, username, password },
      });
      const isIdle = new Promise<void>((resolve) => {
        relay.onAnswer = (data) => {
          if (data.toString().startsWith("+ ")) resolve();
          return data;
        };
      });
      const statusOf = async () =>
        (await peek<{ status: string }>("select status from mailboxes where id = $1", [body.id]))[0]?.status;
      await until(async () => (await call(who, api.mailboxes.list)).body.items[0]?.lastSync, 60_000);
      const watchers = startWatchers(world, { everyMs: 500 });
      try {
        await isIdle;
        // Longer than the silence after which a command probes first.
        await sleep(8_000);
        relay.freeze();
        const from = performance.now();
        if (isAsked) await call(who, api.mailboxes.sync, { params: { id: body.id }, body: { mode: "delta" } });
        await until(async () => (await statusOf()) === "retrying", 200_000);
        const ms = Math.round(performance.now() - from);
        process.stdout.write(`a silent server showed as away after ${ms} ms${isAsked ? ", on Sync" : ", by itself"}\n`);
        expect(ms).toBeLessThan(limitMs);
      } finally {
        await watchers.close();
        await relay.stop();
      }
    },
    300_000,
  );
});
