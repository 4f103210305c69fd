// Rules on a real IMAP server: folders are made there, moves and flags are uploaded, and undo brings the mail back.
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { syncMailbox } from "#features/sync/sync.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { until } from "#test/outbox-world.ts";
import { mailTo, ruleWorld, slowMs } from "#test/rule-world.ts";

const { person, call, world, add, messageOf, settled, historyOf, undo } = await ruleWorld();
let dovecot: Dovecot;
beforeAll(async () => {
  if (hasDovecot) dovecot = await startDovecot({ config: "ssl = no", exactStatus: true });
});
afterAll(() => dovecot?.remove());

describe.skipIf(!hasDovecot)("rules on an IMAP server", () => {
  test(
    "a rule moves new mail to a folder that it makes on the server, and undo moves it back [RUL-36]",
    async () => {
      const who = await person("NORMAL_USER");
      const user = `rule${process.pid}`;
      const there = foldersOf(dovecot, user);
      await add(who, {
        actions: [{ do: "move", folder: "Receipts" }, { do: "star" }, { do: "label", folder: "Paid" }],
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
        ["Move to “Receipts”", "done", null],
        ["Star", "done", null],
      ]);
      const isThere = async (folder: string) => {
        await sync();
        return (await there.subjects(folder)).includes("New");
      };
      await until(() => isThere("Receipts"), slowMs);
      expect([await there.subjects("inbox"), await there.isStarred("New", "Receipts")]).toEqual([[], true]);
      const { body } = await undo(who, { from: new Date(0).toISOString() });
      expect(body).toEqual({ undone: 2, left: [] });
      await until(() => isThere("inbox"), slowMs);
      expect([await there.subjects("Receipts"), await there.isStarred("New", "inbox")]).toEqual([[], false]);
      // It came back to the inbox, and the rule leaves it there.
      await sync();
      await settled(who);
      expect((await messageOf(who, "New"))?.folder).toBe("inbox");
    },
    slowMs,
  );
});
