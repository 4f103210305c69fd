// Makes the deliveries that are due. A delivery is claimed with a lease and settled after the answer, so a process that dies between
// the two leaves it to another one: at least once, with the same id each time. The order is not promised.
import { pauseAfterHours, testEvent } from "@intellibox/contract/rules/webhooks";
import { t } from "@intellibox/contract/text/t";
import { z } from "zod";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import { spread } from "#lib/spread.ts";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { deliveryLease } from "#db/lease.ts";
import { and, asc, eq, getTableColumns, type SQL, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { openSecret, sealedColumns } from "#db/sealed-columns.ts";
import { webhookDeliveries, webhooks } from "#db/tables/webhooks.ts";
import { type WebhookAnswer, WebhookError } from "#outside/webhooks.ts";
import type { World } from "#scope.ts";
import { mailPausedJob } from "./mail-paused.ts";

export const webhookDeliveriesJob = job("webhooks.deliver", z.object({}), {
  policy: "short",
  retryLimit: 0,
  expireInSeconds: 600,
});

/** Seconds after each attempt but the last: ten attempts in a day. */
const backoffSeconds = [10, 60, 300, 900, 3600, 7200, 4 * 3600, 8 * 3600, 8 * 3600];
const jitter = 0.2;
/** A delivery that waited longer, because the account or the webhook was off meanwhile, is no news any more. */
const maxAgeHours = 26;
/** A company begins no further delivery in a run after this time, because the next run waits for the slowest company of this one. */
const turnMs = 10_000;
/** Deliveries of one webhook in a run, and how many of them may fail before the others of the webhook wait for the next run. */
const mostInRun = 50;
const mostFailures = 2;
const mostWebhooks = 200;
/** Webhooks that one process calls at a time: one receiver that hangs does not hold up the others. */
const atATime = 8;

type Hook = { tenantId: string; userId: string | null; webhookId: string };
type Delivery = typeof webhookDeliveries.$inferSelect;
type Claimed = { delivery: Delivery; hook: typeof webhooks.$inferSelect; holder: string };
type Outcome = {
  isDone: boolean;
  given: WebhookAnswer | undefined;
  error: string | null;
  durationMs: number;
  isGone: boolean;
  isExpired?: true;
};

const isDue = (world: World): SQL =>
  and(sql`${webhookDeliveries.nextAt} <= now()`, deliveryLease.isFree(world.presence)) as SQL;

/** The person, or any account of the company for a webhook of the company, and the company are active. */
const mayCall = sql`exists (
  select from tenants t where t.id = ${webhookDeliveries.tenantId} and t.status = 'Active' and (${webhookDeliveries.userId} is null
    or exists (select from users u where u.tenant_id = t.id and u.id = ${webhookDeliveries.userId} and u.status = 'Active')))`;

/** The company allows its people to call web addresses; see `refusalOf`. */
const mayLeave = sql`(${webhookDeliveries.userId} is null or exists (
  select from mail_rule_settings s where s.tenant_id = ${webhookDeliveries.tenantId} and s.webhooks))`;

/**
 * As platform, which sees only ids and times. One webhook of each company comes before the second one of any, so that no company takes
 * all places. Within a company the order is random: its slow webhooks would come first in each run otherwise.
 */
export async function makeDueDeliveries(world: World): Promise<void> {
  const { tenantId, userId, webhookId } = webhookDeliveries;
  const due = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({ tenantId, userId, webhookId })
      .from(webhookDeliveries)
      .innerJoin(webhooks, isHookOf)
      .where(and(isDue(world), eq(webhooks.state, "on"), mayCall, mayLeave))
      .groupBy(tenantId, userId, webhookId)
      .orderBy(
        sql`row_number() over (partition by ${tenantId} order by random())`,
        sql`min(${webhookDeliveries.nextAt})`,
      )
      .limit(mostWebhooks),
  );
  const limited = limitConcurrency(atATime);
  // The webhooks of one company after each other, so that it takes one of the places only.
  const companies = Map.groupBy(due, ({ tenantId }) => tenantId);
  await Promise.all(
    [...companies.values()].map((hooks) =>
      limited(async () => {
        const until = performance.now() + turnMs;
        for (const hook of hooks) await attempt(world, hook, until);
      }),
    ),
  );
}

const isHookOf = and(eq(webhooks.tenantId, webhookDeliveries.tenantId), eq(webhooks.id, webhookDeliveries.webhookId));

/** No user has this id, so row-level security shows the company's rows only. */
const nobody = "00000000-0000-0000-0000-000000000000";
const reachOf = ({ tenantId, userId }: Hook) => ({ tenantId, userId: userId ?? nobody });

/** A fault of one webhook does not end the run, nor does it leave deliveries under way behind. */
async function attempt(world: World, hook: Hook, until: number): Promise<void> {
  try {
    await deliverTo(world, hook, until);
  } catch (error) {
    world.log.warn({ err: error, webhook: hook.webhookId }, "the deliveries of a webhook were not made");
  }
}

async function deliverTo(world: World, hook: Hook, until: number): Promise<void> {
  const isOver = () => world.stopping.aborted || performance.now() >= until;
  for (let made = 0, failed = 0; made < mostInRun && failed < mostFailures && !isOver(); made++) {
    const claimed = await fencedTransaction(world.db, reachOf(hook), (tx) => claim(tx, world, hook));
    if (!claimed) return;
    const outcome = await callReceiver(world, claimed);
    await fencedTransaction(world.db, reachOf(hook), (tx) => settle(tx, world, claimed, outcome));
    if (!outcome.isDone && !outcome.isExpired) failed++;
  }
}

async function claim(tx: Tx, world: World, { tenantId, webhookId }: Hook): Promise<Claimed | undefined> {
  const [found] = await tx
    .select({ delivery: getTableColumns(webhookDeliveries), hook: getTableColumns(webhooks) })
    .from(webhookDeliveries)
    .innerJoin(webhooks, isHookOf)
    .where(
      and(
        ...[eq(webhookDeliveries.tenantId, tenantId), eq(webhookDeliveries.webhookId, webhookId)],
        ...[isDue(world), eq(webhooks.state, "on"), mayCall, mayLeave],
      ),
    )
    .orderBy(asc(webhookDeliveries.nextAt), asc(webhookDeliveries.id))
    .limit(1)
    .for("update", { of: webhookDeliveries, skipLocked: true });
  if (!found) return undefined;
  const holder = world.presence.newHolder();
  const attempts = found.delivery.attempts + 1;
  await tx
    .update(webhookDeliveries)
    .set({ ...deliveryLease.claim(holder), attempts })
    .where(isDelivery(found.delivery));
  return { ...found, delivery: { ...found.delivery, attempts }, holder };
}

const isDelivery = ({ tenantId, id }: Delivery) =>
  and(eq(webhookDeliveries.tenantId, tenantId), eq(webhookDeliveries.id, id));

async function callReceiver(world: World, { delivery, hook }: Claimed): Promise<Outcome> {
  const now = world.outside.now();
  const begun = performance.now();
  const timed = (rest: Omit<Outcome, "durationMs">): Outcome => ({
    ...rest,
    durationMs: Math.round(performance.now() - begun),
  });
  const isTooOld =
    delivery.createdAt.getTime() < now.getTime() - maxAgeHours * 3600_000 &&
    delivery.attempts === 1 &&
    delivery.triedAt === null;
  if (isTooOld)
    return timed({
      isDone: false,
      isGone: false,
      isExpired: true,
      given: undefined,
      error: t("It waited for longer than a day."),
    });
  try {
    const secrets = secretsOf(world, hook, now);
    const given = await world.outside.callWebhook({
      url: hook.url,
      id: delivery.eventId,
      body: delivery.body,
      at: now,
      ...secrets,
    });
    return timed({ isDone: true, isGone: false, given, error: null });
  } catch (error) {
    if (!(error instanceof WebhookError))
      world.log.error({ err: error, delivery: delivery.id }, "a webhook was not called");
    const given = error instanceof WebhookError ? error.given : undefined;
    const words = error instanceof Error ? error.message : "";
    // 410 says that the receiver is gone for good.
    return timed({
      isDone: false,
      isGone: given?.status === 410,
      given,
      error: words.slice(0, 500) || t("Unknown error"),
    });
  }
}

function secretsOf({ sealer }: World, { tenantId, id: row, ...hook }: Claimed["hook"], now: Date) {
  const secret = openSecret(sealer, sealedColumns.webhookSecret, { tenantId, row, sealed: hook.secretSealed });
  const overlaps = hook.earlierSealed !== null && hook.earlierUntil !== null && hook.earlierUntil > now;
  if (!overlaps) return { secret };
  const sealed = hook.earlierSealed ?? "";
  return { secret, earlierSecret: openSecret(sealer, sealedColumns.earlierWebhookSecret, { tenantId, row, sealed }) };
}

async function settle(tx: Tx, world: World, { delivery, hook, holder }: Claimed, outcome: Outcome) {
  const isHook = and(eq(webhooks.tenantId, hook.tenantId), eq(webhooks.id, hook.id));
  // Locks the webhook before its delivery, as a redelivery and a deletion do; otherwise the two deadlock.
  await tx.select({ id: webhooks.id }).from(webhooks).where(isHook).for("no key update");
  const wait = outcome.isDone || outcome.isExpired ? undefined : backoffSeconds[delivery.attempts - 1];
  const nextAt =
    wait === undefined ? null : sql<Date>`now() + make_interval(secs => ${Math.round(spread(wait, jitter))})`;
  const settled = await tx
    .update(webhookDeliveries)
    .set({
      ...deliveryLease.release,
      ...{ nextAt, triedAt: sql`now()`, durationMs: outcome.durationMs, error: outcome.error },
      ...{ status: outcome.given?.status ?? null, answer: outcome.given?.answer ?? null },
      state: outcome.isDone ? "delivered" : wait === undefined ? "failed" : "waiting",
    })
    .where(and(isDelivery(delivery), deliveryLease.isHeldBy(holder)))
    .returning({ id: webhookDeliveries.id });
  // Another process has it by now, or its owner sends it again.
  if (settled.length === 0) return;
  if (outcome.isDone) await tx.update(webhooks).set({ failingSince: null, lastDeliveredAt: sql`now()` }).where(isHook);
  else if (!outcome.isExpired && (delivery.event !== testEvent || outcome.isGone))
    await noteFailure(tx, world, hook, outcome);
  const { tenantId, userId } = hook;
  await publish(tx, userId === null ? { tenantId } : { tenantId, userId }, { kind: "webhooks", data: {} });
}

/** Pauses a webhook whose calls have failed for long, and tells its owner once. */
async function noteFailure(tx: Tx, world: World, hook: Claimed["hook"], { error, isGone }: Outcome) {
  const isHook = and(eq(webhooks.tenantId, hook.tenantId), eq(webhooks.id, hook.id), eq(webhooks.state, "on"));
  const [row] = await tx
    .update(webhooks)
    .set({ failingSince: sql`coalesce(${webhooks.failingSince}, now())` })
    .where(isHook)
    .returning({ isLong: sql<boolean>`${webhooks.failingSince} < now() - make_interval(hours => ${pauseAfterHours})` });
  if (!row || !(row.isLong || isGone)) return;
  const pausedReason = isGone
    ? t("The web address answered that it is gone for good.")
    : t("Its calls failed for {days} days. The last time: {error}", { days: pauseAfterHours / 24, error: error ?? "" });
  await tx
    .update(webhooks)
    .set({ state: "paused", pausedReason, version: sql`${webhooks.version} + 1` })
    .where(isHook);
  await world.queue.enqueue(tx, mailPausedJob, { tenantId: hook.tenantId, webhookId: hook.id, userId: hook.userId });
}
