// The channels by which providers tell of changes: begun after a mailbox is connected, prolonged before they end, ended with it.
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Config } from "#lib/config.ts";
import { isOwnerActive } from "#db/active-owner.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { pushChannels } from "#db/tables/push-channels.ts";
import { MailboxError } from "#outside/mailboxes/mailbox.ts";
import type { Told } from "#outside/push/channel.ts";
import type { Scope, World } from "#scope.ts";
import { findMailbox, type MailboxKey, type MailboxRow } from "../mailbox-key.ts";
import { cloudLoginOf } from "../mailbox-login.ts";
import { signClientState } from "./client-state.ts";
import { keepChannelJob } from "./jobs.ts";
import { askForSync, isChannel } from "./notices.ts";

const atOnce = 500;
/** Prolonged when so much is left of it. */
const aheadMs = 24 * 3600_000;
/** Whoever takes a channel on has so long; then another may. */
const claimSeconds = 120;
const longestBackOff = 6 * 3600;
const farewellMs = 5_000;

export const webhookPath = "/api/mail/webhook";

/** Which providers can reach us, and would be believed. */
export function pushKinds({ publicUrl, allowPrivateHosts, google }: Config): ("gmail" | "outlook")[] {
  // Providers call over https only; what stands in for them here may do without.
  const isReachable = publicUrl !== undefined && (publicUrl.startsWith("https:") || allowPrivateHosts);
  if (!isReachable) return [];
  return google.pubsubTopic && (google.pushAccount || google.pushToken) ? ["gmail", "outlook"] : ["outlook"];
}

/** As platform: which mailboxes have no channel yet, or one that is due; each is seen to as its owner. */
export async function wakeDueChannels(world: World) {
  const kinds = pushKinds(world.config);
  if (kinds.length === 0) return;
  await fencedTransaction(world.db, "platform", async (tx) => {
    const due = await tx
      .select({ tenantId: mailboxes.tenantId, userId: mailboxes.userId, id: mailboxes.id })
      .from(mailboxes)
      .leftJoin(pushChannels, and(eq(pushChannels.tenantId, mailboxes.tenantId), eq(pushChannels.id, mailboxes.id)))
      .where(
        and(
          sql`${mailboxes.kind} = any (${sql.param(kinds)}::text[])`,
          eq(mailboxes.status, "connected"),
          isOwnerActive(tx, mailboxes),
          or(isNull(pushChannels.id), lte(pushChannels.renewAt, sql`now()`)),
        ),
      )
      .limit(atOnce);
    for (const key of due) await world.queue.enqueue(tx, keepChannelJob, key, { singletonKey: key.id });
  });
}

/** An account was connected, or connected again: its channel is due now. */
export async function askForChannel({ enqueue }: Pick<Scope, "enqueue">, tx: Tx, { tenantId, userId, id }: MailboxKey) {
  await tx.update(pushChannels).set({ renewAt: sql`now()`, failures: 0 }).where(isChannel({ tenantId, id }));
  await enqueue(tx, keepChannelJob, { tenantId, userId, id }, { singletonKey: id });
}

/** Begins or prolongs the channel of one mailbox, where that is due and nobody else is at it. */
export async function keepChannel(world: World, key: MailboxKey): Promise<void> {
  const taken = await claimChannel(world, key);
  if (!taken) return;
  const { row, remoteId, failures } = taken;
  try {
    const hook = { url: `${world.config.publicUrl}${webhookPath}`, secret: signClientState(world.sealer, key) };
    const told = await world.outside.push.of(cloudLoginOf(world, row)).keep(remoteId, hook);
    await noteKept(world, key, told);
  } catch (error) {
    // Without it mail still comes, by asking: so nobody has to be told, and it is tried again.
    const fault = error instanceof MailboxError ? error.fault : undefined;
    world.log.info(
      { mailbox: key.id, fault, ...(!fault && { err: error }) },
      "a provider's notifications could not be had",
    );
    await noteFailed(world, key, failures + 1);
  }
}

function claimChannel(world: World, key: MailboxKey) {
  const { tenantId, userId, id } = key;
  return fencedTransaction(world.db, key, async (tx) => {
    const row = await findMailbox(tx, key);
    const kind = row && pushKinds(world.config).find((one) => one === row.kind);
    if (!row || !kind) return undefined;
    const soon = sql`now() + make_interval(secs => ${claimSeconds})`;
    const account = row.email.toLowerCase();
    const [channel] = await tx
      .insert(pushChannels)
      .values({ tenantId, id, userId, kind, account, renewAt: soon })
      .onConflictDoUpdate({
        target: [pushChannels.tenantId, pushChannels.id],
        set: { account, renewAt: soon },
        setWhere: lte(pushChannels.renewAt, sql`now()`),
      })
      .returning();
    return channel && { row, remoteId: channel.remoteId, failures: channel.failures };
  });
}

function noteKept(world: World, key: MailboxKey, { remoteId, expiresAt, isNew }: Told) {
  return fencedTransaction(world.db, key, async (tx) => {
    const renewAt = new Date(expiresAt.getTime() - aheadMs);
    await tx.update(pushChannels).set({ remoteId, expiresAt, renewAt, failures: 0 }).where(isChannel(key));
    if (isNew) await askForSync(world, tx, key);
  });
}

const noteFailed = (world: World, key: MailboxKey, failures: number) =>
  fencedTransaction(world.db, key, (tx) => {
    const seconds = Math.min(longestBackOff, 60 * 2 ** Math.min(failures - 1, 10));
    return tx
      .update(pushChannels)
      .set({ failures, renewAt: sql`now() + make_interval(secs => ${seconds})` })
      .where(isChannel(key));
  });

/** Before its mailbox goes, while there still are tokens. A provider that does not answer holds nobody up: channels end by themselves. */
export async function endChannel(scope: Scope, row: MailboxRow): Promise<void> {
  const [channel] = await scope.tx((tx) => tx.select().from(pushChannels).where(isChannel(row)));
  if (!channel?.remoteId) return;
  // Gmail has one watch for an account, whoever connected it.
  if (channel.kind === "gmail" && (await isShared(scope, channel))) return;
  const stop = scope.outside.push.of(cloudLoginOf(scope, row)).stop(channel.remoteId);
  await Promise.race([stop, patience()]).catch((error: Error) =>
    scope.log.info({ mailbox: row.id, error: error.message }, "a provider's notifications were not ended"),
  );
}

const patience = () =>
  new Promise((_done, fail) => {
    setTimeout(fail, farewellMs, new Error("No answer in time")).unref();
  });

/** As platform: the account may be connected by somebody else, of another company even. */
const isShared = (scope: Scope, { id, account }: { id: string; account: string }) =>
  scope.platformTx(async (tx) => {
    const all = await tx
      .select({ id: pushChannels.id })
      .from(pushChannels)
      .where(and(eq(pushChannels.kind, "gmail"), eq(pushChannels.account, account)))
      .limit(2);
    return all.some((one) => one.id !== id);
  });
