import { expect, test } from "vitest";
import { outboxWorld } from "#test/outbox-world.ts";
import { outboundSenderOf } from "./outbound-sender.ts";

const { world, person } = await outboxWorld({ jobs: false });

test("closing waits for a mail that is accepted but not yet dispatched, and admits no other", async () => {
  const { tenantId } = await person("NORMAL_USER");
  const sender = outboundSenderOf(world);
  expect(sender.takeSlot(tenantId, 1000)).toBe(true);
  let isClosed = false;
  const closed = sender.close().then(() => {
    isClosed = true;
  });
  expect(sender.takeSlot(tenantId, 1000)).toBe(false);
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  sender.releaseSlot(tenantId, 1000);
  await closed;
});
