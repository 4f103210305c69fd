import { expect, test } from "vitest";
import { testWorld } from "#test/test-world.ts";
import { claimMailbox } from "./lease.ts";
import { storeBatch } from "./store-batch.ts";

const { person, peek, world } = await testWorld({ jobs: false });

test("a bookmark is written where it moved, and only there", async () => {
  const who = await person("NORMAL_USER");
  const [box] = await peek<{ id: string }>(
    "insert into mailboxes (tenant_id, id, user_id, kind, email, cursor) values ($1, gen_random_uuid(), $2, 'pop3', 'a@b.test', 'first') returning id",
    [who.tenantId, who.id],
  );
  const claim = await claimMailbox(world, { tenantId: who.tenantId, userId: who.id, id: box?.id ?? "" });
  if (!claim) throw new Error("The mailbox is taken");
  const step = { reset: [], removed: [], changed: [], arrived: [], remaining: 0, hasOlder: false };
  const cursor = async () => {
    const [row] = await peek<{ cursor: string }>("select cursor from mailboxes where id = $1", [box?.id]);
    return row?.cursor;
  };
  // What nobody else would write: it stays where nothing is written over it.
  await peek("update mailboxes set cursor = 'untouched' where id = $1", [box?.id]);
  await storeBatch(world, claim, { batch: { ...step, cursor: "first" }, prepared: [] });
  expect(await cursor()).toBe("untouched");
  await storeBatch(world, claim, { batch: { ...step, cursor: "second" }, prepared: [] });
  expect(await cursor()).toBe("second");
  await peek("update mailboxes set cursor = 'untouched' where id = $1", [box?.id]);
  await storeBatch(world, claim, { batch: { ...step, cursor: "second" }, prepared: [] });
  expect(await cursor()).toBe("untouched");
});
