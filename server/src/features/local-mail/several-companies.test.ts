import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { testWorld } from "#test/test-world.ts";
import { deliverLocally } from "./deliver.ts";

const { person, peek, world } = await testWorld();

test("mail to an address with accounts in several companies goes to the oldest account only", async () => {
  const [sender, one] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const other = await person("NORMAL_USER", { email: one.email });
  const createdAt = (who: { id: string }, at: string) =>
    peek("update users set created_at = $2 where id = $1", [who.id, at]);
  for (const [oldest, newer] of [
    [one, other],
    [other, one],
  ] as const) {
    await createdAt(oldest, "2026-01-01T00:00:00Z");
    await createdAt(newer, "2026-01-02T00:00:00Z");
    const mail = { from: sender.email, recipients: [one.email.toUpperCase()], raw: Buffer.from(mailOf({})) };
    const delivered = await deliverLocally(world, { tenantId: sender.tenantId, ...mail });
    expect(delivered).toEqual([{ tenantId: oldest.tenantId, userId: oldest.id }]);
  }
});
