import { expect, test } from "vitest";
import type { Mailbox } from "#outside/mailboxes/mailbox.ts";
import type { ObjectStore } from "#outside/objects/object-store.ts";
import { mailOf } from "#test/mail-of.ts";
import { testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

const openMailbox = (): Mailbox =>
  ({
    async *sync() {
      const raw = Buffer.from(mailOf());
      const arrived = [
        { remoteId: "1", folders: ["inbox"], unread: true, starred: false, raw, receivedAt: null, isPartial: false },
      ];
      yield { reset: [], removed: [], changed: [], arrived, cursor: "1", remaining: 0, hasOlder: false };
    },
    close: async () => undefined,
  }) as unknown as Mailbox;

const objects = {
  put: async () => {
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  },
} as unknown as ObjectStore;

const { person, peek, world, addMailbox } = await testWorld({
  outside: { openMailbox: async () => openMailbox(), objects },
});

test("the owner of a mailbox reads that the server's disk is full", async () => {
  const who = await person("NORMAL_USER");
  const id = await addMailbox(who, who.email, "imap");
  await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
  const [row] = await peek<{ status: string; last_error: string }>("select * from mailboxes where id = $1", [id]);
  expect(row?.status).toBe("retrying");
  expect(row?.last_error).toMatch(/^There is no disk space left on the server/);
});
