import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";

/** The long form is for `TEST_FAULTS=long`; it also waits for leases to expire. */
const isLong = process.env.TEST_FAULTS === "long";
const kills = isLong ? 20 : 3;
const mails = isLong ? 500 : 60;

// Without workers here: the next start of the killed program finishes what was left.
const { writer, logsOf, rowsOf, peek, url, addMailbox } = await outboxWorld({ jobs: false });
const dataDir = await mkdtemp(join(tmpdir(), "intellibox-kill-"));
let app: AppProcess | undefined;
afterAll(async () => {
  await app?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => startAppProcess({ url, dataDir });

test(
  `killed ${kills} times while ${mails} keyed mails, half of them forwards, are accepted: none doubled, every sent one arrived once, every other has its reason [SND-04]`,
  async () => {
    const { who, server } = await writer("NORMAL_USER", { plan: { emailQuota: -1 } });
    await peek("update session_tokens set expires_at = now() + interval '1 hour'");
    const forward = await giveMessage(who);
    app = await start();
    const pending = Array.from({ length: mails }, (_, at) => at);
    const answered = new Set<number>();

    /** Repeats the call with the same key until there is an answer, as a careful client does. */
    const sendUntilAnswered = async (at: number) => {
      while (!answered.has(at)) {
        const status = await post(app?.url ?? "", who.token, at, at % 2 ? forward : undefined).catch(() => 0);
        if (status === 200 || status === 202 || status === 502) answered.add(at);
        else if (status !== 0 && status < 500) throw new Error(`Mail ${at} was answered with ${status}`);
        else await new Promise((done) => setTimeout(done, 50));
      }
    };
    const clients = Array.from({ length: 8 }, async () => {
      for (let at = pending.shift(); at !== undefined; at = pending.shift()) await sendUntilAnswered(at);
    });

    for (let kill = 1; kill <= kills; kill++) {
      // At random moments over the whole run.
      const due = Math.floor((mails * kill) / (kills + 1));
      await until(() => answered.size >= due, 120_000);
      await new Promise((done) => setTimeout(done, Math.random() * 150));
      await app.kill();
      // The leases of the killed processes expire before the last start.
      if (!isLong && kill === kills)
        await peek("update outbox set lease_until = now() - interval '1 second' where lease_until is not null");
      app = await start();
    }
    await Promise.all(clients);
    await until(async () => (await logsOf(who)).every(({ status }) => status !== "queued"), 90_000);

    const logs = await logsOf(who);
    expect(logs).toHaveLength(mails);
    expect(await rowsOf(who)).toHaveLength(mails);
    const arrivals = new Map<string, number>();
    for (const { raw } of server.mails) {
      const id = /^Message-ID: (.*)$/im.exec(raw.toString())?.[1] ?? "";
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
    }
    for (const { status, error, message_id } of logs) {
      const arrived = arrivals.get(message_id) ?? 0;
      if (status === "sent") expect(arrived).toBe(1);
      else {
        expect(error).toMatch(/^Delivery unconfirmed/);
        expect(arrived).toBeLessThanOrEqual(1);
      }
    }
    expect(server.mails.length).toBe(arrivals.size);
    for (const { raw } of server.mails) {
      const isForward = Number(/^Subject: Mail (\d+)$/im.exec(raw.toString())?.[1]) % 2 === 1;
      expect(raw.includes("Our offer")).toBe(isForward);
    }
  },
  isLong ? 900_000 : 240_000,
);

/** A message to forward. Its mailbox has no server, so that no sync takes it away. */
async function giveMessage(who: { tenantId: string; id: string }): Promise<string> {
  const [id, box] = [newId(), await addMailbox(who, "forwards@example.com", "imap")];
  await peek(
    `with made as (
      insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, subject, base_subject, from_name, from_address,
        participants, date, snippet, unread, has_attachment, size)
      values ($1, $2, $3, $4, 'one', 'inbox', $2, 'Terms', 'Terms', '', 'priya@example.com', '{}', now(), '', false, false, 100) returning *
    )
    insert into message_contents (tenant_id, id, user_id, recipients, "references", text, html, attachments, headers, truncated, source_key)
    select tenant_id, id, user_id, '{"to":[],"cc":[],"bcc":[],"replyTo":[]}', '{}', 'Our offer', '<p>Our offer</p>', '[]', '{}', false, '' from made`,
    [who.tenantId, id, who.id, box],
  );
  return id;
}

async function post(base: string, token: string, at: number, forward: string | undefined) {
  const response = await fetch(`${base}/api/compose/send`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": `mail-${at}` },
    body: JSON.stringify({ to: ["priya@example.com"], subject: `Mail ${at}`, body: "Good day.", forward }),
  });
  await response.arrayBuffer();
  return response.status;
}
