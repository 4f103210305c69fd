// Rules on a real IMAP server: folders are made there, moves and flags are uploaded, and undo brings the mail back.
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { syncMailbox } from "#features/sync/sync.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { until } from "#test/outbox-world.ts";
import { mailTo, ruleWorld, slowMs } from "#test/rule-world.ts";

const { person, call, world, add, messageOf, settled, historyOf, undo } = await ruleWorld();

// All folders are under INBOX, and a full stop separates their names.
const under = "namespace inbox {\n  separator = .\n  prefix = INBOX.\n}";

describe.skipIf(!hasDovecot).each([
  ["a server with MOVE", { config: "ssl = no" }, "Work/Receipts"],
  [
    "an old server with another separator",
    { config: `ssl = no\n${under}`, imapCapability: "IMAP4rev1 LITERAL+ NAMESPACE" },
    "INBOX.Work.Receipts",
  ],
])("rules on %s", (_name, options, folder) => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot({ ...options, exactStatus: true });
  });
  afterAll(() => dovecot?.remove());

  test(
    "a rule moves new mail to a folder that it makes on the server, and undo moves it back [RUL-36]",
    async () => {
      const who = await person("NORMAL_USER");
      const user = `rule${process.pid}`;
      const there = foldersOf(dovecot, user);
      await add(who, {
        actions: [
          ...[{ do: "move", folder: "Work/Receipts" }, { do: "star" }, { do: "markRead" }],
          ...[{ do: "markImportant" }, { do: "label", folder: "Paid" }],
        ],
      });
      const form = { host: "localhost", port: dovecot.ports.imap, secure: false, username: user, password: "test" };
      const { id } = (await call(who, api.mailboxes.connectImap, { body: form })).body;
      const sync = () => syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
      const isStored = async (subject: string) => {
        await sync();
        return (await messageOf(who, subject)) !== undefined;
      };
      await sync();
      await there.deliver(mailTo(who, { subject: "New" }), "inbox");
      await until(() => isStored("New"), slowMs);
      await settled(who);
      expect((await historyOf(who)).map(({ did, outcome, error }) => [did, outcome, error]).sort()).toEqual([
        ["Add the label “Paid”", "skipped", "Its mailbox has no labels. Move it to a folder instead."],
        ["Mark as important", "done", null],
        ["Mark as read", "done", null],
        ["Move to “Work/Receipts”", "done", null],
        ["Star", "done", null],
      ]);
      const countIn = async (name: string) => {
        await sync();
        return (await there.subjects(name)).length;
      };
      // A server without MOVE has the message in both folders for a moment.
      await until(async () => (await countIn(folder)) === 1 && (await countIn("inbox")) === 0, slowMs);
      expect(await there.isStarred("New", folder)).toBe(true);
      // The folder is found again, not made again.
      await there.deliver(mailTo(who, { subject: "Second" }), "inbox");
      await until(() => isStored("Second"), slowMs);
      await settled(who);
      await until(async () => (await countIn(folder)) === 2, slowMs);
      const { body } = await undo(who, { from: new Date(0).toISOString() });
      expect(body).toEqual({ undone: 8, left: [] });
      await until(async () => (await countIn("inbox")) === 2 && (await countIn(folder)) === 0, slowMs);
      expect([await there.subjects("inbox"), await there.isStarred("New", "inbox")]).toEqual([
        ["New", "Second"],
        false,
      ]);
      // They came back to the inbox, and the rule leaves them there.
      await sync();
      await settled(who);
      expect((await messageOf(who, "New"))?.folder).toBe("inbox");
    },
    slowMs,
  );
});
