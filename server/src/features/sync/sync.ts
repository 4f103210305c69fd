import { leasesLost, mailboxSyncs } from "#lib/counters.ts";
import { AppError } from "#lib/errors.ts";
import { isStorageFull, Unavailable } from "#lib/faults.ts";
import { readAhead } from "#lib/read-ahead.ts";
import { spread } from "#lib/spread.ts";
import { fencedTransaction } from "#db/fence.ts";
import { LeaseLost, startHeartbeat, syncLease } from "#db/lease.ts";
import { sql } from "#db/orm.ts";
import { effectiveDays, oldestKept, retentionOf } from "#db/retention-days.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { type Mailbox, MailboxError, type MailboxFault } from "#outside/mailboxes/mailbox.ts";
import { prepareToParse } from "#outside/mime/parse.ts";
import type { World } from "#scope.ts";
import { wakeRules } from "#features/mail-rule-state/queue-mail.ts";
import { backTo, historyDaysOf, historyStart, historyTurnMs, wantsHistory } from "#features/mailboxes/history.ts";
import { findMailbox, type MailboxKey, type MailboxRow } from "#features/mailboxes/mailbox-key.ts";
import { withMailbox } from "#features/mailboxes/open-mailboxes.ts";
import { readProviderAliases } from "#features/mailboxes/provider-aliases.ts";
import { wakeMailbox } from "#features/mailboxes/request-sync.ts";
import { syncSeconds } from "#features/mailboxes/sync-interval.ts";
import { wakeLearning } from "#features/people/learn-people.ts";
import { wakeDrafts } from "#features/prepared-draft-state/queue-mail.ts";
import { wakeVoice } from "#features/voices/learning-job.ts";
import { StoredMailGone } from "./apply-batch.ts";
import { deleteGone } from "./delete-gone.ts";
import { claimMailbox, type MailboxChanges, releaseLease, renewLease, type SyncClaim } from "./lease.ts";
import { placeExisting } from "./place-existing.ts";
import { beginResync } from "./resync.ts";
import { prepareBatch, storeBatch } from "./store-batch.ts";
import { followedKeys, storedMail } from "./stored-mail.ts";
import { uploadLocalChanges } from "./upload-local-changes.ts";

/**
 * Uploads local changes, then stores the server's changes batch by batch. Does nothing if another process holds the lease. A
 * failure is stored in the mailbox's row, not thrown.
 */
export async function syncMailbox(world: World, key: MailboxKey): Promise<void> {
  const claim = await claimMailbox(world, key);
  if (claim && (await syncClaimed(world, claim))) await goOn(world, key);
}

/** Enqueues the next run of a mailbox whose older mail is still to come. If this fails, the poll of due mailboxes finds it. */
export const goOn = (world: World, key: MailboxKey) =>
  fencedTransaction(world.db, key, (tx) => wakeMailbox(world.queue, tx, key));

/** The sync of a mailbox whose lease we hold. Returns whether more of its older mail is to come: then call `goOn`. */
export async function syncClaimed(world: World, claim: SyncClaim): Promise<boolean> {
  const { key } = claim;
  if (claim.row.cursor === null) prepareToParse();
  const lost = new AbortController();
  const stopHeartbeat = startHeartbeat({
    everyMs: syncLease.heartbeatMs,
    renew: () => fencedTransaction(world.db, key, (tx) => renewLease(tx, claim)),
    onLost: (error) => lost.abort(error),
    onError: (error) => world.log.warn({ err: error, mailbox: key.id }, "a mailbox's lease was not renewed"),
  });
  try {
    const followed = (mailbox: Mailbox) => follow(world, claim, mailbox, lost.signal);
    const run = await withMailbox(world, claim.row, followed, { reuse: true });
    const outcome =
      run.end === "stopping" ? { continues: false, changes: { wantedAt: sql`now()` } } : endOf(world, claim, run);
    await releaseLease(world, claim, { ...outcome.changes, ...(run.hasMoreChanges && { wantedAt: sql`now()` }) });
    if (run.dates.length > 0) {
      await wakeRules(world, key);
      if (claim.row.preparesSince) await wakeDrafts(world, key);
      await learnFrom(world, key, outcome.continues && claim.row.cursor !== null);
    }
    mailboxSyncs.inc({ kind: claim.row.kind, outcome: "done" });
    return outcome.continues;
  } catch (error) {
    await noteFailure(world, claim, error);
    return false;
  } finally {
    stopHeartbeat();
  }
}

/** Enqueues learning of people and of a voice. If it fails, the next sync that brings mail makes up for it. */
const learnFrom = (world: World, { tenantId, userId, id }: MailboxKey, isBusy: boolean) =>
  fencedTransaction(world.db, { tenantId, userId }, async (tx) => {
    await wakeLearning(world.queue, tx, { tenantId, userId, source: id }, { isBusy });
    await wakeVoice(tx, { tenantId, userId });
  }).catch((error) => world.log.debug({ err: error, mailbox: id }, "nothing was learned after a sync"));

/** How a run ended. After `stopping` another process, or the next start, goes on. */
type Run = {
  end: "whole" | "stopping" | "gaveWay";
  /** When the mail that it brought was received. */
  dates: Date[];
  /** How many messages were stored already. */
  found: number;
  /** Mail from before this moment is not loaded by itself. */
  start: Date | undefined;
};

/** `hasMoreChanges`: local changes are left for the next run, which follows at once. */
type WholeRun = Run & { hasMoreChanges: boolean };

async function follow(world: World, claim: SyncClaim, mailbox: Mailbox, lost: AbortSignal): Promise<WholeRun> {
  await placeExisting(world, claim);
  const before = await uploadLocalChanges(world, claim, mailbox);
  // Not before everything is uploaded: a resync believes the server.
  if (claim.row.resyncWantedAt && !before.hasMore) await beginResync(world, claim);
  const run = await followServer(world, claim, mailbox, lost);
  await readProviderAliases(world, claim.row, mailbox);
  // Uploads changes of messages that only this sync has found.
  const isFound = before.later > 0 && run.end === "whole";
  const { hasMore } = isFound ? await uploadLocalChanges(world, claim, mailbox) : before;
  return { ...run, hasMoreChanges: hasMore };
}

async function followServer(world: World, claim: SyncClaim, mailbox: Mailbox, lost: AbortSignal): Promise<Run> {
  const stored = storedMail(world, claim.key);
  const cursor = claim.row.cursor;
  try {
    return await storeChanges(world, claim, mailbox, lost, { older: claim.older, stored });
  } catch (error) {
    if (!(error instanceof StoredMailGone)) throw error;
    // Downloads what is not stored any more. Older mail that was asked for is in the cursor since the first batch.
    const isBegun = claim.row.cursor !== cursor;
    return await storeChanges(world, claim, mailbox, lost, { older: claim.older && !isBegun });
  }
}

type Attempt = { older: boolean; stored?: ReturnType<typeof storedMail> };

async function storeChanges(
  world: World,
  claim: SyncClaim,
  mailbox: Mailbox,
  lost: AbortSignal,
  { older, stored }: Attempt,
): Promise<Run> {
  const { limit, row, key, isHistory } = claim;
  const oldest = await oldestKeptMail(world, key);
  const run: Run = {
    end: "whole",
    dates: [],
    found: 0,
    start: historyStart(historyDaysOf(row, world.config), world.outside.now(), oldest),
  };
  const turnEnds = performance.now() + historyTurnMs;
  const followed = await followedKeys(world, key);
  const options = {
    limit,
    older,
    expectsStored: claim.isResync,
    leavesFiles: row.leavesFiles,
    ...(followed && { followed }),
    ...(stored && { isStored: stored.isStored }),
  };
  const prepared = prepareEach(mailbox.sync(row.cursor, options), (batch) => {
    stored?.note(batch);
    return prepareBatch(world, key, batch, oldest);
  });
  for await (const one of mailbox.waitsForCommit ? prepared : readAhead(prepared)) {
    if (lost.aborted) throw new LeaseLost();
    await storeBatch(world, claim, one);
    run.dates.push(...one.dates);
    run.found += one.batch.found?.length ?? 0;
    // A user's request for older messages is not recorded any more after its first batch. It is limited, so it is finished.
    if (world.stopping.aborted && (!older || isHistory)) return { ...run, end: "stopping" };
    if (claim.isPaused && (!older || isHistory)) return { ...run, end: "gaveWay" };
    if (isHistory && (claim.isWantedAgain || performance.now() > turnEnds)) return { ...run, end: "gaveWay" };
  }
  await deleteGone(world, claim);
  return run;
}

/** The changes of the mailbox's row after a successful run, and whether the next run follows at once. */
function endOf(
  world: World,
  claim: SyncClaim,
  { end, dates, found, start }: Run,
): { continues: boolean; changes: MailboxChanges } {
  const { row, older, isHistory } = claim;
  const isWhole = end === "whole";
  // Every message of the step is too old. One that is newer than those around it was moved or imported.
  const isPast = start !== undefined && dates.every((date) => date < start);
  const isHistoryDone = isHistory && older && isWhole && dates.length > 0 && isPast;
  const reached = older || row.historyBackTo === null ? backTo(dates) : undefined;
  // A step that brought nothing is not repeated at once.
  const isStuck = isHistory && older && isWhole && dates.length + found === 0;
  const continues = !isStuck && wantsHistory({ ...row, ...(isWhole && { remaining: 0 }), isHistoryDone }, world.config);
  return {
    continues,
    changes: {
      ...successOf(row),
      ...(isWhole && { remaining: 0 }),
      ...(isHistoryDone && { isHistoryDone }),
      ...(reached && { historyBackTo: sql`least(${mailboxes.historyBackTo}, ${reached.toISOString()}::timestamptz)` }),
      ...(continues && { nextSyncAt: sql`now()` }),
    },
  };
}

/** Mail from before this moment is not stored, because the company's retention would delete it again. */
async function oldestKeptMail(world: World, key: MailboxKey): Promise<Date | undefined> {
  const own = await fencedTransaction(world.db, key, (tx) => retentionOf(tx, key.tenantId));
  return oldestKept(effectiveDays(world.config.retention, own).messages, world.outside.now());
}

async function* prepareEach<T, U>(source: AsyncIterable<T>, prepare: (one: T) => Promise<U>): AsyncGenerator<U> {
  for await (const one of source) yield await prepare(one);
}

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${Math.round(seconds)})`;

const successOf = (row: MailboxRow): MailboxChanges => ({
  status: "connected",
  failures: 0,
  lastError: null,
  lastSyncAt: sql`now()`,
  nextSyncAt: inSeconds(spread(syncSeconds(row))),
});

const firstBackOff = 30;
const longestBackOff = 1800;
/** When the backoff has become this long, the owner is alerted. The mailbox is still retried. */
const alertBackOff = 480;
/** After a lost or refused connection, because most servers are back soon: they restart. So is a database that was too busy. */
const quickBackOff = [5, 10, 30, 60, 120, 240];
const quickFaults = new Set<unknown>(["refused", "unreachable", "timeout", "name_not_found"] satisfies MailboxFault[]);

async function noteFailure(world: World, claim: SyncClaim, error: unknown): Promise<void> {
  const { key } = claim;
  if (error instanceof LeaseLost) {
    leasesLost.inc({ lease: "sync" });
    mailboxSyncs.inc({ kind: claim.row.kind, outcome: "lease_lost" });
    return forgetIfRemoved(world, key);
  }
  const log = world.log.child({ mailbox: key.id });
  const fault = error instanceof MailboxError ? error.fault : undefined;
  mailboxSyncs.inc({ kind: claim.row.kind, outcome: fault ?? "error" });
  // Any other error is a bug of ours, or the database's.
  if (fault) log.info({ fault }, "a mailbox could not be synced");
  else log.error({ err: error }, "a sync failed");
  try {
    if (fault === "bad_cursor") await startOver(world, claim);
    else await releaseLease(world, claim, failureOf(claim.row, error));
  } catch (second) {
    if (second instanceof LeaseLost) return forgetIfRemoved(world, key);
    // The lease expires, and the poll of due mailboxes finds the mailbox.
    log.error({ err: second }, "the result of a sync was not stored");
  }
}

function failureOf(row: MailboxRow, error: unknown): MailboxChanges {
  const failures = row.failures + 1;
  // A refused password, or one that cannot be decrypted, needs its owner.
  const isRefused = (error instanceof MailboxError && error.fault === "auth") || error instanceof AppError;
  const wait = isRefused ? longestBackOff : backOff(failures, error);
  return {
    status: wait >= alertBackOff ? "attention" : "retrying",
    failures,
    lastError:
      error instanceof MailboxError || error instanceof AppError
        ? error.message
        : isStorageFull(error)
          ? "There is no disk space left on the server, so new mail cannot be stored. Retrying automatically."
          : "The sync stopped because of an error. Retrying automatically.",
    nextSyncAt: inSeconds(spread(Math.max(wait, askedToWait(error)))),
    wantedAt: null,
  };
}

function backOff(failures: number, error: unknown): number {
  const isQuick = error instanceof Unavailable || (error instanceof MailboxError && quickFaults.has(error.fault));
  const quick = isQuick ? quickBackOff[failures - 1] : undefined;
  const doublings = failures - 1 - (isQuick ? 2 : 0);
  return quick ?? Math.min(longestBackOff, firstBackOff * 2 ** Math.min(doublings, 10));
}

/** Seconds until the time that the provider asked us to wait for, and a fifth more, so as not to come too soon. */
function askedToWait(error: unknown): number {
  const retryAt = error instanceof MailboxError ? error.retryAt : undefined;
  return retryAt ? ((retryAt.getTime() - Date.now()) / 1000) * 1.2 : 0;
}

/** The provider no longer accepts the cursor: reads the mailbox again from scratch, as far back as before. */
async function startOver(world: World, claim: SyncClaim) {
  await beginResync(world, claim);
  await releaseLease(world, claim, { wantedAt: sql`now()`, lastError: null });
}

/** Deletes the raw sources that were written while the mailbox was being disconnected. */
async function forgetIfRemoved(world: World, key: MailboxKey) {
  const row = await fencedTransaction(world.db, key, (tx) => findMailbox(tx, key));
  if (!row) await world.outside.objects.removeFolder(key.id);
}
