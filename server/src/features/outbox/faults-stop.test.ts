// SIGTERM while mails are sent and the inbox is read. The long form is for TEST_FAULTS=long.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { callSteadily, newCounts, type SteadyCall } from "#test/steady-callers.ts";

const isLong = process.env.TEST_FAULTS === "long";
const stops = isLong ? 10 : 1;

const { writer, logsOf, rowsOf, peek, url } = await outboxWorld({ jobs: false });
const dataDir = await mkdtemp(join(tmpdir(), "intellibox-stop-"));
let app: AppProcess | undefined;
afterAll(async () => {
  await app?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

test(
  `stopped ${stops} times under load: no call is cut, no mail is left in doubt [SND-04]`,
  async () => {
    const { who, server } = await writer("NORMAL_USER", { plan: { emailQuota: -1 } });
    await peek("update session_tokens set expires_at = now() + interval '1 hour'");
    const sending = (): SteadyCall => ({
      method: "POST",
      path: "/compose/send",
      token: who.token,
      headers: { "idempotency-key": newId() },
      body: { to: ["priya@example.com"], subject: "Samples", body: "Good day." },
    });
    const reading = (): SteadyCall => ({ path: "/mail/threads", token: who.token });
    for (let stop = 0; stop < stops; stop++) {
      app = await startAppProcess({ url, dataDir });
      const base = app.url;
      const counts = newCounts();
      const options = { isOver: () => false, endsWhenRefused: true };
      const callers = [
        ...Array.from({ length: 6 }, () => callSteadily(base, sending, counts, options)),
        ...Array.from({ length: 4 }, () => callSteadily(base, reading, counts, options)),
      ];
      await until(() => (counts.answered.get(200) ?? 0) >= 40 + stop * 7, 60_000);
      expect(await app.stop()).toBe(0);
      await Promise.all(callers);
      expect({ cut: counts.cut, statuses: [...counts.answered.keys()] }).toEqual({ cut: new Map(), statuses: [200] });
    }
    // Accepted mails were sent, or wait whole in the outbox.
    for (const { status, error } of await logsOf(who)) expect([status, error]).toEqual(["sent", null]);
    for (const { phase } of await rowsOf(who)) expect(phase).toBe("sent");
    expect(server.mails.length).toBe((await logsOf(who)).length);
  },
  isLong ? 600_000 : 120_000,
);
