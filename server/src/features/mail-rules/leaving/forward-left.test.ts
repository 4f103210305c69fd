// Rules that forward a mail whose attachments are still on the mailbox's server.
import { randomBytes } from "node:crypto";
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attachmentContents, parseMail } from "#outside/mime/parse.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { startRelay } from "#test/relay.ts";
import { ruleWorld, slowMs } from "#test/rule-world.ts";

// Without workers: the rules run when the test says so.
const { writer, person, call, world, peek, add, messageOf, settled, historyOf } = await ruleWorld({ jobs: false });
let dovecot: Dovecot;
beforeAll(async () => {
  for (const name of ["mail-rules.run", "mailbox.sync", "mailbox.fetch-left"])
    await world.queue.boss.createQueue(name, { policy: "short" });
  if (hasDovecot) dovecot = await startDovecot({ config: "ssl = no", exactStatus: true });
});
afterAll(() => dovecot?.remove());

const large = randomBytes(300_000);

async function forwarding() {
  const { who, server } = await writer("ADMIN");
  const bob = await person("NORMAL_USER", { tenantId: who.tenantId });
  await add(who, { actions: [{ do: "star" }, { do: "forward", to: bob.email }] });
  const relay = await startRelay(dovecot.ports.imap);
  const user = `forward${randomBytes(6).toString("hex")}`;
  const form = { host: "localhost", port: relay.port, secure: false, username: user, password: "test" };
  const { id } = (await call(who, api.mailboxes.connectImap, { body: form })).body;
  await call(who, api.mailboxSettings.update, { params: { id }, body: { leavesFiles: true } });
  const sync = () => syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
  await sync();
  const files = [{ name: "Plan.pdf", type: "application/pdf", content: large }];
  await dovecot.deliver(user, mailOf({ subject: "Plan", from: "zoe@acme.test", files }));
  await until(async () => {
    await sync();
    return (await messageOf(who, "Plan")) !== undefined;
  }, slowMs);
  const outcome = async () =>
    (await historyOf(who)).find(({ did }) => did.startsWith("Forward")) ?? { outcome: "none", error: null };
  const runLater = async () => {
    await peek("update mail_rule_runs set next_at = now() where user_id = $1 and next_at is not null", [who.id]);
    await settled(who);
  };
  return { who, user, server, relay, outcome, runLater };
}

describe.skipIf(!hasDovecot)("forwarding with files that are still on the server", () => {
  test(
    "waits while the server is away, says so, and then sends one mail with all files [RUL-24] [SYN-24]",
    async () => {
      const { who, server, relay, outcome, runLater } = await forwarding();
      relay.refuse();
      await settled(who);
      expect(await outcome()).toMatchObject({
        outcome: "waiting",
        error: expect.stringContaining("still on the mailbox’s server"),
      });
      await runLater();
      expect(await outcome()).toMatchObject({ outcome: "waiting" });
      expect([(await messageOf(who, "Plan"))?.starred, server.mails.length]).toEqual([true, 0]);
      relay.refuse(false);
      await runLater();
      expect(await outcome()).toMatchObject({ outcome: "done", error: null });
      await until(() => server.mails.length === 1);
      await runLater();
      expect(server.mails).toHaveLength(1);
      const raw = server.mails[0]?.raw ?? Buffer.alloc(0);
      const { attachments } = await parseMail(raw);
      const [bytes] = await attachmentContents(raw, [attachments[0]?.part ?? ""]);
      expect([attachments.length, Buffer.from(bytes ?? []).equals(large)]).toEqual([1, true]);
      await relay.stop();
    },
    slowMs,
  );

  test(
    "a server that stays away ends in a failure that says why [RUL-24]",
    async () => {
      const { who, server, relay, outcome, runLater } = await forwarding();
      relay.refuse();
      await settled(who);
      for (let attempt = 0; attempt < 6; attempt++) await runLater();
      expect(await outcome()).toMatchObject({
        outcome: "failed",
        error: expect.stringContaining("could not be loaded from it"),
      });
      expect(server.mails).toEqual([]);
      await relay.stop();
    },
    slowMs,
  );

  test(
    "a mail whose stored source is lost is not forwarded without its files [RUL-24]",
    async () => {
      const { who, server, relay, outcome } = await forwarding();
      await peek(
        "update message_contents set source_key = regexp_replace(source_key, '/[0-9a-f]{8}', '/00000000'), attachments = (select jsonb_agg(a - 'isLeft') from jsonb_array_elements(attachments) a) where user_id = $1",
        [who.id],
      );
      await settled(who);
      expect(await outcome()).toMatchObject({ outcome: "failed", error: "Attachment not found" });
      expect(server.mails).toEqual([]);
      await relay.stop();
    },
    slowMs,
  );
});
