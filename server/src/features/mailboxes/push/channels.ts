// Push channels: a Gmail watch or a Graph subscription. Opened after a mailbox is connected, renewed before they expire, and closed with it.

import type { Config } from "#lib/config.ts";
import { isOwnerActive } from "#db/active-owner.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, isNull, lte, or, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { pushChannels } from "#db/tables/push-channels.ts";
import { withDeadline } from "#outside/mail-server.ts";
import { MailboxError } from "#outside/mailboxes/mailbox.ts";
import type { Told } from "#outside/push/channel.ts";
import type { Scope, World } from "#scope.ts";
import { findMailbox, type MailboxKey, type MailboxRow } from "../mailbox-key.ts";
import { cloudLoginOf } from "../mailbox-login.ts";
import { signClientState } from "./client-state.ts";
import { keepChannelJob } from "./jobs.ts";
import { askForSync, isChannel } from "./notices.ts";

const maxPerRun = 500;
/** A channel is renewed this long before it expires. */
const aheadMs = 24 * 3600_000;
/** How long a claim on a channel lasts: less than the queue takes to hand over the job of a process that died. */
const claimSeconds = 14;
/** A provider that does not answer in time is asked again later. */
const keepTimeoutMs = 12_000;
const longestBackOff = 6 * 3600;
const closeTimeoutMs = 5_000;

export const webhookPath = "/api/mail/webhook";

/** The providers that can reach us, and whose calls we can verify. */
export function pushKinds({ publicUrl, allowPrivateHosts, google }: Config): ("gmail" | "outlook")[] {
  // Providers call over HTTPS only. Test stand-ins in a private network may use HTTP.
  const isReachable = publicUrl !== undefined && (publicUrl.startsWith("https:") || allowPrivateHosts);
  if (!isReachable) return [];
  return google.pubsubTopic && (google.pushAccount || google.pushToken) ? ["gmail", "outlook"] : ["outlook"];
}

/** As platform, because it finds mailboxes of all tenants without a channel or with one that is due. Each is handled as its owner. */
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
          // One that is not wanted any more is due too: it is closed.
          or(and(isNull(pushChannels.id), isWanted), lte(pushChannels.renewAt, sql`now()`)),
        ),
      )
      .limit(maxPerRun);
    for (const key of due) await world.queue.enqueue(tx, keepChannelJob, key, { singletonKey: key.id });
  });
}

const isWanted = sql`${mailboxes.wantsPush} and not ${mailboxes.isPaused}`;

/** Makes the channel of an account due now, because it was connected, or because its owner wants it opened or closed. */
export async function askForChannel({ enqueue }: Pick<Scope, "enqueue">, tx: Tx, { tenantId, userId, id }: MailboxKey) {
  await tx.update(pushChannels).set({ renewAt: sql`now()`, failures: 0 }).where(isChannel({ tenantId, id }));
  await enqueue(tx, keepChannelJob, { tenantId, userId, id }, { singletonKey: id });
}

/** Opens, renews or closes the channel of one mailbox, if that is due and no other process does it. */
export async function keepChannel(world: World, key: MailboxKey): Promise<void> {
  const mailbox = await fencedTransaction(world.db, key, (tx) => findMailbox(tx, key));
  if (mailbox && (mailbox.isPaused || !mailbox.wantsPush)) return closeChannel(world, mailbox);
  const taken = await claimChannel(world, key);
  if (!taken) return;
  const { row, remoteId, failures, claimedUntil } = taken;
  try {
    const hook = { url: `${world.config.publicUrl}${webhookPath}`, secret: signClientState(world.sealer, key) };
    const kept = world.outside.push.of(cloudLoginOf(world, row)).keep(remoteId, hook);
    const told = await withDeadline(keepTimeoutMs, () => undefined, kept);
    await noteKept(world, { ...key, claimedUntil }, told);
  } catch (error) {
    // Polling still finds new mail, so the user is not told, and it is retried.
    const fault = error instanceof MailboxError ? error.fault : undefined;
    world.log.info({ mailbox: key.id, fault, ...(!fault && { err: error }) }, "a push channel could not be opened");
    await noteFailed(world, { ...key, claimedUntil }, failures + 1);
  }
}

/** A channel that we claimed. `renew_at` names the claim: another process that claims it later changes that. */
type ClaimedChannel = MailboxKey & { claimedUntil: Date };
const isClaimed = ({ claimedUntil, ...key }: ClaimedChannel) =>
  and(isChannel(key), eq(pushChannels.renewAt, claimedUntil));

function claimChannel(world: World, key: MailboxKey) {
  const { tenantId, userId, id } = key;
  return fencedTransaction(world.db, key, async (tx) => {
    const row = await findMailbox(tx, key);
    const kind = row && pushKinds(world.config).find((one) => one === row.kind);
    if (!row || !kind) return undefined;
    // In milliseconds, because a Date has no more.
    const soon = sql`date_trunc('milliseconds', now()) + make_interval(secs => ${claimSeconds})`;
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
    return (
      channel && {
        row,
        remoteId: channel.remoteId,
        failures: channel.failures,
        claimedUntil: channel.renewAt,
      }
    );
  });
}

function noteKept(world: World, claimed: ClaimedChannel, { remoteId, expiresAt, isNew }: Told) {
  return fencedTransaction(world.db, claimed, async (tx) => {
    const renewAt = new Date(expiresAt.getTime() - aheadMs);
    await tx.update(pushChannels).set({ remoteId, expiresAt, renewAt, failures: 0 }).where(isClaimed(claimed));
    if (isNew) await askForSync(world, tx, claimed);
  });
}

const noteFailed = (world: World, claimed: ClaimedChannel, failures: number) =>
  fencedTransaction(world.db, claimed, (tx) => {
    const seconds = Math.min(longestBackOff, 60 * 2 ** Math.min(failures - 1, 10));
    return tx
      .update(pushChannels)
      .set({ failures, renewAt: sql`now() + make_interval(secs => ${seconds})` })
      .where(isClaimed(claimed));
  });

/** Closes the channel of a mailbox that wants none. Notices that still come are not ours any more. */
async function closeChannel(world: World, row: MailboxRow): Promise<void> {
  await endChannel(world, row);
  await fencedTransaction(world.db, row, (tx) => tx.delete(pushChannels).where(isChannel(row)));
}

/** Closes the channel before its mailbox is deleted, while there are tokens. Waits a few seconds only: channels expire anyway. */
export async function endChannel(context: World | Scope, row: MailboxRow): Promise<void> {
  const find = (tx: Tx) => tx.select().from(pushChannels).where(isChannel(row));
  const [channel] = await ("tx" in context ? context.tx(find) : fencedTransaction(context.db, row, find));
  if (!channel?.remoteId) return;
  // Gmail has one watch per account, which other users' mailboxes may share.
  if (channel.kind === "gmail" && (await isShared(context, channel))) return;
  const stop = context.outside.push.of(cloudLoginOf(context, row)).stop(channel.remoteId);
  await Promise.race([stop, patience()]).catch((error: Error) =>
    context.log.info({ mailbox: row.id, err: error }, "a push channel was not closed"),
  );
}

const patience = () =>
  new Promise((_done, fail) => {
    setTimeout(fail, closeTimeoutMs, new Error("No answer in time")).unref();
  });

/** As platform, because a user of another company may have connected the same account. */
async function isShared(context: World | Scope, { id, account }: { id: string; account: string }) {
  const find = (tx: Tx) =>
    tx
      .select({ id: pushChannels.id })
      .from(pushChannels)
      .where(and(eq(pushChannels.kind, "gmail"), eq(pushChannels.account, account)))
      .limit(2);
  const all = await ("platformTx" in context
    ? context.platformTx(find)
    : fencedTransaction(context.db, "platform", find));
  return all.some((one) => one.id !== id);
}
