import { expect, test } from "vitest";
import type { Mailbox } from "#outside/mailboxes/mailbox.ts";
import { mailOf } from "#test/mail-of.ts";
import { testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

const subjects = ["One", "Two", "Three"];

/** Yields one mail in each batch, from the cursor on. The process begins to stop while the second batch is fetched. */
const openMailbox = (): Mailbox =>
  ({
    waitsForCommit: true,
    async *sync(cursor: string | null) {
      for (let at = Number(cursor ?? 0); at < subjects.length; at++) {
        if (at === 1) world.beginStop();
        const raw = Buffer.from(mailOf({ subject: subjects[at] ?? "" }));
        const arrived = [
          {
            remoteId: String(at),
            folders: ["inbox"],
            unread: true,
            starred: false,
            raw,
            receivedAt: null,
            isPartial: false,
          },
        ];
        yield { reset: [], removed: [], changed: [], arrived, cursor: String(at + 1), remaining: 0, hasOlder: false };
      }
    },
    close: async () => undefined,
  }) as unknown as Mailbox;

const { person, peek, world, addMailbox } = await testWorld({ outside: { openMailbox: async () => openMailbox() } });
await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });

test("a sync ends at a batch when the process stops, and leaves the rest to the next process", async () => {
  const who = await person("NORMAL_USER");
  const id = await addMailbox(who, who.email, "imap");
  await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
  const stored = await peek("select subject from messages where mailbox_id = $1 order by remote_id", [id]);
  expect(stored).toEqual([{ subject: "One" }, { subject: "Two" }]);
  expect(
    await peek("select cursor, lease_by, wanted_at is not null as wanted from mailboxes where id = $1", [id]),
  ).toEqual([{ cursor: "2", lease_by: null, wanted: true }]);
  expect(await peek("select 1 from pgboss.job where name = 'mailbox.sync' and data->>'id' = $1", [id])).toHaveLength(1);
});
