import { api } from "@intellibox/contract/api";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { makeCertificate } from "#test/certificate.ts";
import type { Stage } from "#test/fake-smtp.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { startTcpServer } from "#test/tcp-server.ts";
import { outboundSenderOf } from "./outbound-sender.ts";
import { backOffSeconds, jitter } from "./outcome.ts";
import { recover } from "./recovery.ts";
import { slotLimits } from "./send-slots.ts";

/** The long form is for `TEST_FAULTS=long`. */
const isLong = process.env.TEST_FAULTS === "long";
const { writer, person, pointAt, peek, logsOf, rowsOf, world, url, call, smtp } = await outboxWorld();

const makeDue = ({ tenantId }: { tenantId: string }) =>
  peek("update outbox set next_at = now() where tenant_id = $1 and phase = 'queued'", [tenantId]);
const contentOf = ({ tenantId }: { tenantId: string }) =>
  peek("select 1 from outbox_contents where tenant_id = $1", [tenantId]);

const stages: Stage[] = ["connect", "auth", "mail", "rcpt", "data", "end"];
for (const stage of stages) {
  test(`a temporary refusal at ${stage} is retried later, and the mail arrives once [SND-06]`, async () => {
    const { who, server, send } = await writer();
    for (const [at, words] of ["421 4.3.2 Closing", "450 4.2.1 Busy"].entries()) {
      server.script[stage] = words;
      if (at === 0) {
        const { status, body } = await send();
        expect(status).toBe(202);
        expect(body).toMatchObject({ status: "queued", detail: expect.stringContaining(words) });
      } else {
        await makeDue(who);
        await outboundSenderOf(world).drain(who.tenantId);
        await until(async () => (await rowsOf(who))[0]?.error?.includes(words));
      }
      const [row] = await until(async () => ((await rowsOf(who))[0]?.phase === "queued" ? rowsOf(who) : undefined));
      expect(row).toMatchObject({ attempts: at + 1, error: expect.stringContaining(words) });
      const wait = ((row?.next_at.getTime() ?? 0) - Date.now()) / 1000;
      const step = backOffSeconds[at] ?? 0;
      expect(wait).toBeGreaterThan(step * (1 - jitter) - 15);
      expect(wait).toBeLessThan(step * (1 + jitter) + 15);
      expect(await logsOf(who)).toMatchObject([{ status: "queued", error: expect.stringContaining(words) }]);
    }
    const before = server.mails.length;
    delete server.script[stage];
    await makeDue(who);
    await outboundSenderOf(world).drain(who.tenantId);
    await until(async () => (await logsOf(who))[0]?.status === "sent");
    expect(server.mails).toHaveLength(before + 1);
    expect(await logsOf(who)).toMatchObject([{ error: null }]);
  });

  test(`a permanent refusal at ${stage} fails the mail at once with the server's answer [SND-03] [SND-07]`, async () => {
    const { who, server, send } = await writer();
    server.script[stage] = "554 5.7.1 We do not like you";
    const { status, body } = await send();
    expect(status).toBe(502);
    expect(body.error).toContain("554 5.7.1 We do not like you");
    expect(await logsOf(who)).toMatchObject([
      { status: "failed", error: expect.stringContaining("554 5.7.1 We do not like you") },
    ]);
    expect(await rowsOf(who)).toMatchObject([{ phase: "failed", attempts: 1 }]);
  });
}

test("a closed port is retried later, and an untrusted certificate fails the mail at once [SND-06]", async () => {
  const { who, server, send } = await writer();
  await server.stop();
  expect(await send()).toMatchObject({
    status: 202,
    body: { status: "queued", detail: expect.stringContaining("refused the connection") },
  });
  const other = await smtp({ secure: true, certificate: makeCertificate() });
  await pointAt(who.tenantId, other, { secure: true });
  expect(await send()).toMatchObject({ status: 502, body: { error: "The server's certificate is not trusted." } });
});

test("a mail whose transfer breaks off is retried", async () => {
  const { who, send } = await writer();
  let dataBegan = 0;
  const listener = await startTcpServer((socket) => {
    socket.write("220 hello\r\n");
    let inData = false;
    socket.on("data", (chunk) => {
      if (inData) return void socket.resetAndDestroy();
      const line = chunk.toString().slice(0, 4).toUpperCase();
      if (line === "EHLO") return socket.write("250-hello\r\n250 AUTH PLAIN\r\n");
      if (line === "AUTH") return socket.write("235 ok\r\n");
      if (line !== "DATA") return socket.write("250 ok\r\n");
      inData = true;
      dataBegan++;
      return socket.write("354 go on\r\n");
    });
  });
  onTestFinished(listener.stop);
  await pointAt(who.tenantId, listener);
  // More than the buffers of both sides hold, so the end of the mail was not sent.
  const picture = Buffer.alloc(7_000_000, 7).toString("base64");
  const { status, body } = await send({ html: `<img src="data:image/png;base64,${picture}">` });
  expect({ dataBegan, status, body }).toMatchObject({ dataBegan: 1, status: 202, body: { status: "queued" } });
  expect(await rowsOf(who)).toMatchObject([{ phase: "queued", attempts: 1 }]);
});

test("a call to a hanging server is answered after eight seconds, and other companies' mail is not delayed", async () => {
  const stuck = await writer();
  stuck.server.script.connect = "hang";
  const waiting = Promise.all(
    Array.from({ length: slotLimits.mails + 10 }, (_, at) => stuck.send({ subject: `Stuck ${at}` })),
  );
  await until(async () => (await logsOf(stuck.who)).length === slotLimits.mails + 10);
  const free = await writer();
  const answers = await Promise.all(Array.from({ length: 10 }, () => free.send()));
  expect(answers.every(({ body }) => body.status === "sent")).toBe(true);
  // No stuck call has an answer yet, so the others did not wait for them.
  expect((await logsOf(stuck.who)).every(({ status }) => status === "queued")).toBe(true);
  const phases = (await rowsOf(stuck.who)).map(({ phase }) => phase);
  expect(phases.filter((phase) => phase === "connecting")).toHaveLength(slotLimits.mails);
  for (const { status, body } of await waiting) {
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: "queued", messageId: expect.any(String) });
  }
  delete stuck.server.script.connect;
  await stuck.server.stop();
});

test("a connection reset between the final dot and its answer leaves the mail unconfirmed, and it is never sent again automatically [SND-05]", async () => {
  const { who, server, send } = await writer();
  server.script.end = "drop";
  const count = 20;
  for (let at = 0; at < count; at++) {
    const { status, body } = await send({ subject: `Dot ${at}` });
    expect(status).toBe(502);
    expect(body.error).toMatch(/^Delivery unconfirmed/);
  }
  delete server.script.end;
  await recover(world);
  await outboundSenderOf(world).drain(who.tenantId);
  const logs = await logsOf(who);
  expect(logs.every(({ status, error }) => status === "failed" && error?.startsWith("Delivery unconfirmed"))).toBe(
    true,
  );
  expect(server.mails).toHaveLength(count);
  expect(new Set(server.mails.map(({ raw }) => /Message-ID: (.*)/i.exec(raw.toString())?.[1])).size).toBe(count);
});

test("a failed mail can be sent again from the log by its sender or an administrator, with the same Message-ID [SND-03]", async () => {
  const { who, server, send } = await writer();
  const admin = await person("ADMIN", { tenantId: who.tenantId });
  server.script.rcpt = "550 5.1.1 No such user";
  await send();
  const [log] = await logsOf(who);
  const retry = (by: { token: string }) => call(by, api.outbox.retry, { params: { id: log?.id ?? "" } });
  for (const stranger of [
    await person("NORMAL_USER", { tenantId: who.tenantId }),
    await person("ADMIN"),
    await person("NORMAL_USER"),
  ])
    expect((await retry(stranger)).status).toBe(404);
  expect((await retry(who)).body.error).toContain("550 5.1.1 No such user");
  delete server.script.rcpt;
  const again = await retry(admin);
  expect(again.body).toEqual({ messageId: log?.message_id, status: "sent" });
  expect(server.mails[0]?.raw.toString()).toContain(`Message-ID: ${log?.message_id}`);
  expect(await logsOf(who)).toMatchObject([{ status: "sent", error: null }]);
  expect(await retry(admin)).toMatchObject({
    status: 409,
    body: { error: "Only mail that failed can be sent again." },
  });
  const audited = await peek("select action from audit_records where tenant_id = $1", [who.tenantId]);
  expect(audited).toEqual([{ action: "mail.retried" }]);
});

test("a super admin of the owner retries any company's mail", async () => {
  const { who, server, send } = await writer();
  server.script.rcpt = "550 5.1.1 No such user";
  await send();
  delete server.script.rcpt;
  const [log] = await logsOf(who);
  const owner = await person("SUPER_ADMIN", { owner: true });
  expect((await call(owner, api.outbox.retry, { params: { id: log?.id ?? "" } })).body.status).toBe("sent");
});

test(`while the database is away for ${isLong ? 10 : 3} s, no accepted mail is lost or sent twice`, async () => {
  const { who, server, send } = await writer();
  let cut: Promise<void> | undefined;
  server.script.rcpt = () => {
    cut ??= cutDatabase(isLong ? 10_000 : 3_000);
    return undefined;
  };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => send({ subject: `Cut ${at}` }, { "idempotency-key": `cut-${at}` })),
  );
  await cut;
  delete server.script.rcpt;
  // A call without an answer is repeated with the same key, as the pages do.
  for (const [at, { status }] of answers.entries()) {
    if (status < 500) continue;
    await until(
      async () => (await send({ subject: `Cut ${at}` }, { "idempotency-key": `cut-${at}` })).status < 500,
      60_000,
    );
  }
  await until(async () => {
    await peek(
      "update outbox set lease_until = now() - interval '1 second' where tenant_id = $1 and lease_until < now() + interval '1 hour' and updated_at < now() - interval '5 seconds'",
      [who.tenantId],
    );
    await makeDue(who);
    await recover(world);
    return (await logsOf(who)).every(({ status }) => status !== "queued");
  }, 90_000);
  const logs = await logsOf(who);
  expect(logs).toHaveLength(12);
  for (const { status, error, message_id } of logs) {
    const arrived = server.mails.filter(({ raw }) => raw.includes(message_id)).length;
    if (status === "sent") expect(arrived).toBe(1);
    else {
      expect(error).toMatch(/^Delivery unconfirmed/);
      expect(arrived).toBeLessThanOrEqual(1);
    }
  }
}, 180_000);

test("the content of a mail stays in the outbox while it may have to be sent again", async () => {
  const { who, server, send } = await writer();
  server.script.rcpt = "550 5.1.1 No such user";
  await send();
  expect(await contentOf(who)).toHaveLength(1);
});

/** Ends all connections to this file's database, and refuses new ones for a while. */
async function cutDatabase(ms: number) {
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} allow_connections false`);
    const stopAt = Date.now() + ms;
    while (Date.now() < stopAt) {
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
      await new Promise((done) => setTimeout(done, 200));
    }
  } finally {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  }
}
