import { expect, test } from "vitest";
import { Unavailable } from "#lib/faults.ts";
import type { Mailbox } from "#outside/mailboxes/mailbox.ts";
import { syncMailboxJob } from "#features/mailboxes/request-sync.ts";
import { testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

const openMailbox = () =>
  ({
    // As a query of the sync fails that waits too long for a lock.
    // biome-ignore lint/correctness/useYield: it fails before its first batch
    async *sync() {
      throw new Unavailable("The database cannot be used now: canceling statement due to lock timeout");
    },
    close: async () => undefined,
  }) as unknown as Mailbox;

const { person, peek, world, addMailbox } = await testWorld({ outside: { openMailbox: async () => openMailbox() } });

test("a sync that met a busy database is tried again within seconds", async () => {
  const who = await person("NORMAL_USER");
  const id = await addMailbox(who, who.email, "imap");
  await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
  const [row] = await peek<{ status: string; wait: number }>(
    "select status, extract(epoch from next_sync_at - now())::float8 as wait from mailboxes where id = $1",
    [id],
  );
  expect(row?.status).toBe("retrying");
  expect(row?.wait).toBeLessThan(15);
});

test("a mailbox that could not be claimed is tried again by the queue, before the poll of due mailboxes", () => {
  const { retryLimit = 0, retryDelay = 60 } = syncMailboxJob.options ?? {};
  expect(retryLimit).toBeGreaterThan(0);
  expect(retryDelay).toBeLessThan(10);
});
