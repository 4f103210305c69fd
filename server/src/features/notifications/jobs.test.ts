import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { notificationWorld } from "#test/notification-world.ts";
import { findWaiting } from "./send-notifications.ts";

const { world, peek, giveMail, reader, openWorker, push } = await notificationWorld({ jobs: true });

test("two worker processes send each notification once, without being asked [NTF-13]", async () => {
  await openWorker();
  const { who, device } = await reader();
  for (let count = 1; count <= 3; count++) {
    await giveMail(who, [mailOf({ subject: `Mail ${count}` })]);
    // Two jobs for one user at once, as after a process that was thought dead.
    await Promise.all([findWaiting(world), findWaiting(world)]);
    await expect
      .poll(() => push.payloadsOf(device.path).map(({ body }) => body), { timeout: 20_000 })
      .toContain(`Mail ${count}`);
  }
  expect(push.payloadsOf(device.path)).toHaveLength(3);
});

test("a process that died before it took a notification is replaced within minutes [NTF-13]", async () => {
  const { who, device } = await reader();
  await giveMail(who, [mailOf({ subject: "Left behind" })]);
  await peek("delete from pgboss.job where name = 'notifications.send' and state < 'active'");
  await peek("update notifications set created_at = now() - interval '3 minutes' where user_id = $1", [who.id]);
  await findWaiting(world);
  await expect
    .poll(() => push.payloadsOf(device.path).map(({ body }) => body), { timeout: 20_000 })
    .toEqual(["Left behind"]);
});
