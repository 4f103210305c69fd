import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { until } from "#test/outbox-world.ts";
import { eventsOf, startReceiver, webhookWorld } from "#test/webhook-world.ts";
import { purgeDeliveries } from "./purge-deliveries.ts";

// Without workers here: only the programs that are killed make deliveries.
const { person, call, peek, add, url, world } = await webhookWorld({ jobs: false });
const running = new Set<AppProcess>();
afterAll(async () => {
  for (const one of running) await one.kill();
});

const start = async () => {
  const one = await startAppProcess({ url, dataDir: world.config.dataDir });
  running.add(one);
  return one;
};

test("two processes make each delivery, also if one is killed while it waits for the answer [HOK-05]", async () => {
  const receiver = await startReceiver();
  receiver.delayMs = 8_000;
  const ana = await person("ADMIN");
  const { webhook } = await add(ana, receiver.url, ["mail.sent"], "companyWebhooks");
  const params = { id: webhook.id };
  const first = await start();
  const ids = [];
  for (let at = 0; at < 6; at++) ids.push((await call(ana, api.companyWebhooks.test, { params })).body.eventId);
  await until(() => receiver.calls.length > 0, 60_000);
  const [begun] = eventsOf(receiver.calls);
  running.delete(first);
  await first.kill();
  receiver.delayMs = 0;
  await Promise.all([start(), start()]);
  const waiting = "select from webhook_deliveries where webhook_id = $1 and state <> 'delivered'";
  await until(async () => (await peek(waiting, [webhook.id])).length === 0, 90_000);
  const told = eventsOf(receiver.calls).map(({ id }) => id);
  expect([...new Set(told)].sort()).toEqual([...ids].sort());
  // Only the one whose answer was lost came twice, with the same id.
  expect(told.filter((id) => id === begun?.id)).toHaveLength(2);
  expect(told).toHaveLength(ids.length + 1);
  expect(
    await peek("select from webhook_deliveries where webhook_id = $1 and attempts = 2", [webhook.id]),
  ).toHaveLength(1);
}, 240_000);

test("deliveries are deleted after 30 days [HOK-08] [HOK-14]", async () => {
  const ana = await person("ADMIN");
  const { webhook } = await add(ana, "https://hooks.example.com/", ["mail.sent"], "companyWebhooks");
  for (let at = 0; at < 2; at++) await call(ana, api.companyWebhooks.test, { params: { id: webhook.id } });
  await peek(
    "update webhook_deliveries set created_at = now() - interval '31 days' where id = (select min(id::text)::uuid from webhook_deliveries where webhook_id = $1)",
    [webhook.id],
  );
  await purgeDeliveries(world);
  expect(await peek("select from webhook_deliveries where webhook_id = $1", [webhook.id])).toHaveLength(1);
});
