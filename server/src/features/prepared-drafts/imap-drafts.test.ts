// Prepared drafts for a mailbox on a real IMAP server, which another mail program uses, too.
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { syncMailbox } from "#features/sync/sync.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { askingMail, preparedDraftWorld } from "#test/prepared-draft-world.ts";
import { slowMs } from "#test/rule-world.ts";

const { person, call, peek, world, save, settled, rowOf, giveMail, preparedFor } = await preparedDraftWorld();

describe.skipIf(!hasDovecot)("an IMAP mailbox", () => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot({ config: "ssl = no", exactStatus: true });
  });
  afterAll(() => dovecot?.remove());

  async function connected(user: string) {
    const who = await person("NORMAL_USER", { name: "Rohan Desai" });
    const there = foldersOf(dovecot, user);
    const form = { host: "localhost", port: dovecot.ports.imap, secure: false, username: user, password: "test" };
    await there.deliver(askingMail(who, { subject: "Before" }), "inbox");
    const { id } = (await call(who, api.mailboxes.connectImap, { body: form })).body;
    const sync = () => syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
    const arrives = async (mail: string, subject: string) => {
      await there.deliver(mail, "inbox");
      await until(async () => {
        await sync();
        return (await rowOf(who, subject)) !== undefined;
      }, slowMs);
      await settled(who);
    };
    const isReady = async (subject: string) => {
      await sync();
      return (await preparedFor(who, subject)).draft !== null;
    };
    await until(async () => {
      await sync();
      return (await rowOf(who, "Before")) !== undefined;
    }, slowMs);
    return { who, id, there, arrives, isReady };
  }

  test(
    "a draft stays here, and goes when another program marks the mail as answered or has the answer in Sent [DRW-03] [DRW-07]",
    async () => {
      const { who, id, there, arrives, isReady } = await connected(`drafts${process.pid}`);
      await save(who, id, ["others"]);
      await call(who, api.mailboxSettings.update, { params: { id }, body: { keepsDrafts: true } });
      const messageId = "<asked@ornate.example>";
      await arrives(askingMail(who, { subject: "Flag" }), "Flag");
      await arrives(askingMail(who, { subject: "Sent elsewhere", messageId }), "Sent elsewhere");
      expect([await isReady("Before"), await isReady("Flag"), await isReady("Sent elsewhere")]).toEqual([
        ...[false, true, true],
      ]);
      expect(await there.subjects("drafts").catch(() => [])).toEqual([]);
      await there.answer("Flag", "inbox", "answered");
      await until(async () => !(await isReady("Flag")), slowMs);
      expect(await isReady("Sent elsewhere")).toBe(true);
      const headers = [`In-Reply-To: ${messageId}`, `References: ${messageId}`];
      const answer = mailOf({ from: who.email, to: "meera@ornate.example", subject: "Re: Sent elsewhere", headers });
      await there.deliver(answer, "sent");
      await until(async () => !(await isReady("Sent elsewhere")), slowMs);
    },
    slowMs,
  );

  test(
    "a mail that two mailboxes of a user get has one draft, and its copy does not drop it [DRW-06]",
    async () => {
      const { who, id, arrives } = await connected(`twice${process.pid}`);
      await save(who, id, ["others"]);
      await save(who, await giveMail(who, []), ["others"]);
      const mail = askingMail(who, { subject: "Twice", messageId: "<twice@ornate.example>" });
      await arrives(mail, "Twice");
      await giveMail(who, [mail]);
      await settled(who);
      const copies = "select from messages where user_id = $1 and subject = 'Twice'";
      expect(await peek(copies, [who.id])).toHaveLength(2);
      const ready = await peek<{ mailbox_id: string; id: string }>(
        "select mailbox_id, id from prepared_drafts where user_id = $1 and written is not null",
        [who.id],
      );
      expect(ready).toMatchObject([{ mailbox_id: id }]);
      const { body } = await call(who, api.inbox.message, { params: { id: ready[0]?.id ?? "" } });
      expect(body.preparedDraft).not.toBeNull();
    },
    slowMs,
  );
});
