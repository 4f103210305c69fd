import { expect, test } from "vitest";
import type { Batch, Mailbox } from "#outside/mailboxes/mailbox.ts";
import { testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

let steps: Pick<Batch, "hasOlder" | "older">[] = [];
const openMailbox = () =>
  ({
    async *sync() {
      for (const [at, step] of steps.entries())
        yield { reset: [], removed: [], changed: [], arrived: [], remaining: 0, cursor: `${at}`, ...step };
    },
    close: async () => undefined,
  }) as unknown as Mailbox;

const { person, peek, world, addMailbox } = await testWorld({ outside: { openMailbox: async () => openMailbox() } });

test.each<[string, typeof steps, number | null]>([
  ["a server that names a number that no column takes is synced all the same", [{ hasOlder: true, older: 4e15 }], 2e9],
  ["a step that does not count keeps the number", [{ hasOlder: true, older: 70 }, { hasOlder: true }], 70],
  ["nobody knows the number if no step counts", [{ hasOlder: true }], null],
  ["nothing is older at the end", [{ hasOlder: true, older: 70 }, { hasOlder: false }], 0],
])("%s [SYN-08]", async (_name, given, count) => {
  const who = await person("NORMAL_USER");
  const id = await addMailbox(who, who.email, "imap");
  steps = given;
  await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
  const [row] = await peek<{ status: string; older_count: number | null }>("select * from mailboxes where id = $1", [
    id,
  ]);
  expect(row).toMatchObject({ status: "connected", older_count: count });
});
