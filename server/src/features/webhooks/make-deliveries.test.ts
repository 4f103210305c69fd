import { api } from "@intellibox/contract/api";
import pg from "pg";
import { expect, test } from "vitest";
import { until } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";
import { startReceiver, webhookWorld } from "#test/webhook-world.ts";

const { person, call, peek, add, deliver, logOf, url } = await webhookWorld({ jobs: false });

/** A webhook of a new company, with deliveries that are due. */
async function due(count: number, receiver: { url: string }) {
  const who = await person("ADMIN");
  const { webhook } = await add(who, receiver.url, ["mail.sent"], "companyWebhooks");
  for (let at = 0; at < count; at++) await call(who, api.companyWebhooks.test, { params: { id: webhook.id } });
  const states = async () => (await logOf(who, webhook.id, "companyWebhooks")).map(({ state }) => state);
  return { who, id: webhook.id, states };
}

/** Runs `work` while another connection has locked the webhook. */
async function whileLocked<T>(id: string, work: (other: pg.Client) => Promise<T>): Promise<T> {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  try {
    await other.query("begin");
    await other.query("select from webhooks where id = $1 for update", [id]);
    const result = await work(other);
    await other.query("commit");
    return result;
  } finally {
    await other.end();
  }
}

test("a company with a slow receiver ends its turn, and goes on in the next run [HOK-15]", async () => {
  const receiver = await startReceiver();
  receiver.delayMs = 4_000;
  const slow = await due(5, receiver);
  await deliver();
  expect(receiver.calls).toHaveLength(3);
  receiver.delayMs = 0;
  await deliver();
  expect(await slow.states()).toEqual(Array.from({ length: 5 }, () => "delivered"));
}, 60_000);

/** More webhooks than fit into a run, each with a delivery that has waited for longest. It is too old, so nobody is called. */
async function crowd({ tenantId, id: userId }: Caller) {
  const owner = [tenantId, userId];
  await peek(
    `insert into webhooks (tenant_id, id, user_id, name, url, events, secret_sealed)
     select $1, gen_random_uuid(), $2, 'Crowd', 'https://hooks.example.com/', '{mail.sent}', '' from generate_series(1, 1000)`,
    owner,
  );
  await peek(
    `insert into webhook_deliveries (tenant_id, id, user_id, webhook_id, event_id, event, body, created_at, next_at)
     select tenant_id, gen_random_uuid(), user_id, id, gen_random_uuid(), 'mail.sent', '{}', now() - interval '2 days', now() - interval '2 days'
     from webhooks where tenant_id = $1 and user_id = $2`,
    owner,
  );
}

test.each([true, false])(
  "a thousand webhooks of one company leave room for others in each run; the company allows its own: %j [HOK-15]",
  async (isAllowed) => {
    const receiver = await startReceiver();
    const busy = await person("ADMIN");
    await peek("insert into mail_rule_settings (tenant_id, webhooks) values ($1, $2)", [busy.tenantId, isAllowed]);
    await crowd(busy);
    const calm = await due(1, receiver);
    await deliver();
    expect(await calm.states()).toEqual(["delivered"]);
    const tried = "select from webhook_deliveries where tenant_id = $1 and attempts > 0";
    expect((await peek(tried, [busy.tenantId])).length > 0).toBe(isAllowed);
    await peek("delete from webhooks where tenant_id = $1", [busy.tenantId]);
  },
  60_000,
);

test("a redelivery or deletion that meets the outcome of a call does not deadlock [HOK-15]", async () => {
  const receiver = await startReceiver();
  receiver.delayMs = 1_000;
  const one = await due(1, receiver);
  const run = deliver();
  await until(() => receiver.calls.length === 1, 20_000);
  await whileLocked(one.id, async (other) => {
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await until(async () => (await peek(waits)).length > 0, 20_000);
    await other.query("select from webhook_deliveries where webhook_id = $1 for update", [one.id]);
  });
  await run;
  expect(await one.states()).toEqual(["delivered"]);
}, 60_000);

test("a webhook that stays locked ends neither the run nor the calls of others [HOK-15]", async () => {
  const [receiver, slow] = [await startReceiver(), await startReceiver()];
  slow.delayMs = 6_000;
  const [locked, other] = [await due(1, receiver), await due(1, slow)];
  await whileLocked(locked.id, async () => {
    await deliver();
    expect(await other.states()).toEqual(["delivered"]);
  });
  expect(receiver.calls).toHaveLength(1);
  expect(await locked.states()).toEqual(["waiting"]);
}, 60_000);
