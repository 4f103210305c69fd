// A web process accepts mail, and a worker on the same database sends it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { startAppProcess } from "#test/app-process.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { buildApp } from "../../app.ts";
import { outboundSenderOf } from "./outbound-sender.ts";

const { world, url, person, writer, rowsOf, call, addMailbox, peek, openWorker } = await outboxWorld({
  jobs: false,
  environment: { INTELLIBOX_ROLE: "web" },
});

test("without a worker a web process accepts mail and leaves it queued", async () => {
  const { who, send, server } = await writer();
  // Answers before the call's patience is over, because the caller need not wait for this test.
  const sender = outboundSenderOf(world);
  const settled = sender.settled;
  sender.settled = (mail) => settled(mail, 50);
  const answer = await send();
  sender.settled = settled;
  expect(answer).toMatchObject({ status: 202, body: { status: "queued" } });
  expect(await rowsOf(who)).toMatchObject([{ phase: "queued", attempts: 0 }]);
  expect(server.mails).toHaveLength(0);
});

test("mail that a web process accepts is sent by a worker at once, and the call learns its outcome", async () => {
  await openWorker();
  const { who, send, server } = await writer();
  // Neither the minute's recovery nor a job can have sent it: the worker only hears the notification.
  expect(await send({ subject: "Now" })).toMatchObject({ status: 200, body: { status: "sent" } });
  expect(server.mails).toHaveLength(1);
  expect(await rowsOf(who)).toMatchObject([{ phase: "sent", attempts: 1 }]);

  const burst = await Promise.all(Array.from({ length: 20 }, (_, at) => send({ subject: `Mail ${at}` })));
  expect(burst.map(({ body }) => body.status)).toEqual(Array.from({ length: 20 }, () => "sent"));
  expect(server.mails).toHaveLength(21);
});

test("a refusal and a retry on a worker reach the call on the web process", async () => {
  const refusing = await writer("ADMIN");
  refusing.server.script.rcpt = "550 5.7.1 not here";
  const refused = await refusing.send();
  expect(refused).toMatchObject({ status: 502, body: { error: expect.stringContaining("not here") } });
  const [failed] = await rowsOf(refusing.who);
  refusing.server.script.rcpt = undefined;
  const again = await call(refusing.who, api.outbox.retry, { params: { id: failed?.id ?? "" } });
  expect(again).toMatchObject({ status: 200, body: { status: "sent" } });

  refusing.server.script.rcpt = "450 4.2.1 later";
  const delayed = await refusing.send();
  expect(delayed).toMatchObject({
    status: 202,
    body: { status: "queued", detail: expect.stringContaining("later"), sendAt: expect.any(String) },
  });
});

test("Sync that is pressed on a web process runs on a worker", async () => {
  const { who } = await writer();
  const id = await addMailbox(who, who.email, "local");
  expect((await call(who, api.mailboxes.sync, { params: { id } })).status).toBe(202);
  // Only a sync writes either of them. On a busy machine its first attempt may fail.
  const wasTried = "select from mailboxes where id = $1 and (last_sync_at is not null or failures > 0)";
  await until(async () => (await peek(wasTried, [id])).length === 1);
});

test("a worker answers probes and metrics, and serves nothing else", async () => {
  const worker = await openWorker();
  const app = await buildApp(worker);
  expect((await app.inject("/api/ready")).statusCode).toBe(200);
  expect((await app.inject("/metrics")).statusCode).toBe(200);
  for (const path of ["/", "/api/docs", "/api/mail/messages"])
    expect((await app.inject(path)).statusCode, path).toBe(404);
  await app.close();
});

test.skipIf(process.env.TEST_FAULTS !== "long")(
  "two web processes and a worker are one product: any of them serves a session, and events cross them",
  async () => {
    const { who, server } = await writer("ADMIN");
    const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
    const dataDir = await mkdtemp(join(tmpdir(), "intellibox-roles-"));
    const start = (role: string) => startAppProcess({ url, dataDir, settings: { INTELLIBOX_ROLE: role } });
    const [one, two, worker] = await Promise.all([start("web"), start("web"), start("worker")]);
    try {
      const headersOf = ({ token }: { token: string }) => ({
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      });
      const events = await fetch(`${two.url}/api/events`, { headers: headersOf(colleague) });
      let heard = "";
      void (async () => {
        for await (const chunk of events.body ?? []) heard += Buffer.from(chunk).toString();
      })().catch(() => undefined);
      const begun = performance.now();
      const body = JSON.stringify({ to: ["priya@example.com"], subject: "Hello", body: "Good day." });
      const answer = await fetch(`${one.url}/api/compose/send`, { method: "POST", headers: headersOf(who), body });
      expect(await answer.json()).toMatchObject({ status: "sent" });
      process.stdout.write(
        `accepted by a web process and sent by a worker in ${Math.round(performance.now() - begun)} ms\n`,
      );
      expect(server.mails).toHaveLength(1);
      await until(() => heard.includes("event: email-logs"));
      for (const { url: address } of [one, two])
        expect((await fetch(`${address}/api/mail/threads`, { headers: headersOf(who) })).status).toBe(200);
      const closed = await fetch(`${worker.url}/api/mail/threads`, { headers: headersOf(who) });
      expect(closed.status).toBe(404);
    } finally {
      await Promise.all([one.kill(), two.kill(), worker.kill()]);
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  120_000,
);
