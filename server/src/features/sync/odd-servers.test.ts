// Other programs and odd servers change a mailbox while its changes wait here: nothing is lost, doubled or sent twice.
import { api } from "@intellibox/contract/api";
import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { fileSentCopy } from "#features/outbox/sent-copies.ts";
import { countPending, dovecotServer, heldHere } from "#test/action-servers.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { outboxWorld } from "#test/outbox-world.ts";
import { startRelay } from "#test/relay.ts";
import { syncMailbox } from "./sync.ts";

vi.setConfig({ testTimeout: 60_000 });

const product = await outboxWorld({ jobs: false });
const { writer, call, peek, rowsOf, world } = product;
let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  dovecot = await startDovecot({ config: "ssl = no", exactStatus: true });
  for (const name of ["mailbox.sync", "outbox.keep-copy"]) await world.queue.boss.createQueue(name);
});
afterAll(() => dovecot?.remove());
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function connected(...subjects: string[]) {
  const { who, server: smtp, send } = await writer();
  const { key, onServer, account } = await dovecotServer(dovecot)(product, who, subjects);
  await peek("update mailboxes set address_proof = 'code' where id = $1", [key.id]);
  const sync = () => syncMailbox(world, key);
  await sync();
  await peek("update folders set is_followed = true where mailbox_id = $1", [key.id]);
  await sync();
  const rows = await peek<{ id: string; subject: string }>("select id, subject from messages where mailbox_id = $1", [
    key.id,
  ]);
  const ids = Object.fromEntries(rows.map(({ id, subject }) => [subject, id]));
  const folderId = async (name: string) =>
    (await peek<{ id: string }>("select id from folders where mailbox_id = $1 and name = $2", [key.id, name]))[0]?.id;
  const act = async (action: MailAction, subject: string, folder?: string) => {
    const body = { ids: [ids[subject] ?? ""], action, ...(folder && { folderId: (await folderId(folder)) ?? "" }) };
    expect((await call(who, api.actions.apply, { body })).status).toBe(200);
  };
  /** Ends the time in which a deletion can be undone. */
  const endUndo = () =>
    peek("update messages set remove_at = now() where mailbox_id = $1 and remove_at is not null", [key.id]);
  /** The same here and there, with the ids of before. */
  const expectBoth = async (wanted: Record<string, string>) => {
    expect({ here: await heldHere(product, key), server: await onServer() }).toEqual({ here: wanted, server: wanted });
    const kept = await peek<{ id: string; subject: string }>(
      "select id, subject from messages where mailbox_id = $1 and folder <> 'gone'",
      [key.id],
    );
    for (const { id, subject } of kept) expect([subject, id]).toEqual([subject, ids[subject]]);
    expect(await countPending(product, key)).toBe(0);
  };
  /** Talks to the server through a relay from now on. */
  const viaRelay = async () => {
    const relay = await startRelay(dovecot.ports.imap);
    cleanups.push(relay.stop);
    await peek("update mailboxes set port = $2 where id = $1", [key.id, relay.port]);
    return relay;
  };
  const there = foldersOf(dovecot, account);
  return { who, key, account, there, smtp, send, sync, act, endUndo, folderId, expectBoth, viaRelay };
}

describe.skipIf(!hasDovecot)("a mailbox", () => {
  test("whose folders get new UIDs while changes wait keeps the changes and the ids", async () => {
    const box = await connected("Starred", "Read", "Archived", "Moved", "Deleted", "Spam", "Untouched");
    await box.act("trash", "Deleted");
    await box.act("junk", "Spam");
    await box.sync();
    await box.act("star", "Starred");
    await box.act("read", "Read");
    await box.act("archive", "Archived");
    await box.act("move", "Moved", "Work");
    await box.act("delete", "Deleted");
    await box.act("delete", "Spam");
    await box.endUndo();
    for (const [at, name] of ["INBOX", "Trash", "Junk", "Work"].entries())
      dovecot.admin("mailbox", "update", "-u", box.account, "--uid-validity", String(2_100_000_000 + at), name);
    await box.sync();
    const wanted = {
      ...{ Starred: "inbox unread starred", Read: "inbox", Archived: "archive unread", Moved: "Work unread" },
      Untouched: "inbox unread",
    };
    await box.expectBoth(wanted);
    await box.sync();
    await box.expectBoth(wanted);
  });

  test("that another program changes at the same time is the same on both sides, each message once", async () => {
    const box = await connected(
      "Both filed",
      "Filed and deleted",
      "Starred and moved",
      "Moved and starred",
      "Both starred",
    );
    await box.act("archive", "Both filed");
    await box.act("archive", "Filed and deleted");
    await box.act("star", "Starred and moved");
    await box.act("move", "Moved and starred", "Work");
    await box.act("star", "Both starred");
    await box.there.move("Both filed", "inbox", "Work");
    dovecot.admin("expunge", "-u", box.account, "mailbox", "INBOX", "header", "subject", "Filed and deleted");
    await box.there.move("Starred and moved", "inbox", "Work");
    await box.there.star("Moved and starred", "inbox", true);
    await box.there.star("Both starred", "inbox", true);
    await box.sync();
    await box.sync();
    await box.expectBoth({
      // It was not in the inbox any more, so the other program has the last word.
      "Both filed": "Work unread",
      "Starred and moved": "Work unread starred",
      "Moved and starred": "Work unread starred",
      "Both starred": "inbox unread starred",
    });
  });

  test("whose folder is deleted with moves into it and out of it waiting loses no message that was not in it", async () => {
    const box = await connected("Into", "Out of", "Stays");
    await box.act("move", "Out of", "Work");
    await box.sync();
    await box.act("move", "Into", "Work");
    await box.act("archive", "Out of");
    await box.there.move("Out of", "Work", "archive");
    await box.there.remove("Work");
    await box.sync();
    await box.sync();
    await box.expectBoth({ Into: "inbox unread", "Out of": "archive unread", Stays: "inbox unread" });
    expect(await box.folderId("Work")).toBeUndefined();
  });

  test("that is cut off in the middle of a FETCH has every message once, and whole", async () => {
    const box = await connected("Before");
    const relay = await box.viaRelay();
    const subjects = Array.from({ length: 9 }, (_, at) => `Mail ${at}`);
    const large = "x".repeat(40_000);
    for (const subject of subjects)
      await dovecot.deliver(
        box.account,
        `Subject: ${subject}\r\nMessage-ID: <${subject.replace(" ", "")}@x>\r\n\r\n${large}\r\n`,
      );
    for (let cut = 0; cut < 3; cut++) {
      relay.onAnswer = (data) => {
        if (!data.includes("xxxx")) return data;
        setImmediate(() => relay.cut());
        return data.subarray(0, data.length / 2);
      };
      await box.sync();
      const [state] = await peek<{ status: string }>("select status from mailboxes where id = $1", [box.key.id]);
      expect(state?.status).toBe("retrying");
    }
    relay.onAnswer = (data) => data;
    await box.sync();
    const rows = await peek<{ subject: string; size: number }>(
      "select subject, size::int from messages where mailbox_id = $1 and subject like 'Mail %' order by subject",
      [box.key.id],
    );
    expect(rows.map(({ subject }) => subject)).toEqual(subjects);
    expect(rows.every(({ size }) => size > large.length)).toBe(true);
  });

  test.each([
    ["refuses it for its quota", "before"],
    ["is cut off before it has it all", "during"],
    ["is cut off before it says that it has it", "after"],
  ])(
    "whose server gets the copy of a sent mail and %s has it once, and nobody gets the mail twice",
    async (_name, when) => {
      const box = await connected("Asked");
      const relay = await box.viaRelay();
      let isAppended = false;
      relay.onCommand = (said) => {
        const append = /^(\w+) APPEND /m.exec(said);
        if (append) isAppended = true;
        if (append && when === "before") return `${append[1]} NO [OVERQUOTA] Quota exceeded\r\n`;
        if (isAppended && when === "during") relay.cut();
        return undefined;
      };
      relay.onAnswer = (data) => {
        if (!isAppended || when !== "after" || !data.includes("APPEND")) return data;
        relay.cut();
        return Buffer.of();
      };
      const { body } = await box.send({ subject: "Sent" }, { "x-mailbox-id": box.key.id });
      expect(body.status).toBe("sent");
      const mail = { tenantId: box.who.tenantId, userId: box.who.id, id: (await rowsOf(box.who))[0]?.id ?? "" };
      await expect(fileSentCopy(world, mail)).rejects.toThrow();
      expect(isAppended).toBe(true);
      expect(await heldHere(product, box.key)).toMatchObject({ Sent: "sent" });
      relay.onCommand = () => undefined;
      relay.onAnswer = (data) => data;
      await fileSentCopy(world, mail);
      await box.sync();
      await box.sync();
      expect(await box.there.subjects("sent")).toEqual(["Sent"]);
      expect(await heldHere(product, box.key)).toMatchObject({ Sent: "sent" });
      expect(box.smtp.mails).toHaveLength(1);
      expect(await peek("select 1 from outbox_contents where id = $1", [mail.id])).toEqual([]);
    },
  );
});
