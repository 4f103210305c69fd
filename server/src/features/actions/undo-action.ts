import { t } from "@intellibox/contract/text/t";
import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, isNull, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { mailActions, type StateBefore } from "#db/tables/mail-actions.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import { requestSync } from "#features/mailboxes/request-sync.ts";
import { copyFlags } from "#features/sync/copy-flags.ts";
import { changePlaces } from "#features/sync/pending-places.ts";
import { foldersOf } from "#features/sync/store-folders.ts";
import { setFlags, undoMinutes } from "./apply-action.ts";
import { type ChosenMessage, findChosen, isOneOf } from "./chosen-messages.ts";

const tooLate = () => new AppError("not_found", t("It is too late to undo this."));

/**
 * Makes the messages what they were before the action. What is not uploaded yet is cancelled; of the rest the reverse is uploaded.
 * Undoing twice is harmless. What a later action changed again stays as it is until that one is undone.
 */
export const undoAction = (scope: Scope, id: string): Promise<{ ids: string[] }> =>
  scope.tx(async (tx) => {
    const { tenantId, user } = scope;
    const isAction = and(eq(mailActions.tenantId, tenantId), eq(mailActions.userId, user.id), eq(mailActions.id, id));
    const isInTime = sql`${mailActions.createdAt} > now() - make_interval(mins => ${undoMinutes})`;
    const found = await tx.select().from(mailActions).where(and(isAction, isInTime));
    const { before: recorded, action } = firstOr(found, tooLate());
    const ids = recorded.map((one) => one.id);
    if (ids.length === 0) return { ids };
    const owner = mailboxOwner(scope);
    // Locks the mailboxes, so that of two devices the second finds the action undone.
    const boxes = await tx
      .selectDistinct({ id: messages.mailboxId })
      .from(messages)
      .where(and(eq(messages.tenantId, tenantId), eq(messages.userId, user.id), isOneOf(ids)));
    await requestSync(
      scope,
      tx,
      owner,
      boxes.map((one) => one.id),
    );
    const undone = await tx
      .update(mailActions)
      .set({ undoneAt: sql`now()` })
      .where(and(isAction, isNull(mailActions.undoneAt)))
      .returning({ before: mailActions.before });
    const [own] = undone;
    if (!own) return { ids };
    // Not those that were read above: another undo may have changed them before the mailboxes were locked.
    const states = await withoutLater(tx, scope, id, own.before);
    await showAgain(tx, scope, states);
    const restored = await restoreStates(tx, scope, states);
    if (restored.length === 0) throw tooLate();
    await scope.publish(tx, owner, { kind: "messages", data: { action: `undo ${action}`, count: restored.length } });
    return { ids: restored };
  });

/**
 * Puts messages back to the folders from which `deleteForGood` took them. They are shown again already, and their mailboxes are
 * locked.
 */
export async function restoreLost(tx: Tx, scope: Scope, ids: string[]): Promise<void> {
  const { tenantId, user } = scope;
  const isOwn = and(eq(mailActions.tenantId, tenantId), eq(mailActions.userId, user.id));
  const isInTime = sql`${mailActions.createdAt} > now() - make_interval(mins => ${undoMinutes})`;
  const actions = await tx
    .select({ before: mailActions.before })
    .from(mailActions)
    .where(and(isOwn, isInTime, eq(mailActions.action, "delete"), isNull(mailActions.undoneAt)))
    .orderBy(mailActions.createdAt, mailActions.id);
  const wanted = new Set(ids);
  // The newest one of each message.
  const states = new Map<string, StateBefore>();
  for (const { before } of actions)
    for (const one of before) if (one.wasShown && one.folderIds && wanted.has(one.id)) states.set(one.id, one);
  await restoreStates(tx, scope, [...states.values()]);
}

/** Makes those messages that are still there what the states say, and returns their ids. Their mailboxes must be locked. */
export async function restoreStates(tx: Tx, scope: Scope, states: StateBefore[]): Promise<string[]> {
  const ids = states.map(({ id }) => id);
  const there = new Map((await findChosen(tx, scope, { ids, extent: "message" })).map((one) => [one.id, one]));
  const pairs = states.flatMap((state) => {
    const now = there.get(state.id);
    return now ? [{ state, now }] : [];
  });
  await restoreFlags(tx, scope, pairs);
  await restorePlaces(tx, scope, pairs);
  return pairs.map(({ state }) => state.id);
}

/**
 * Leaves out what a later action changed again, and hands it to the first such action: undoing that one restores what was before
 * both, in whatever order they are undone.
 */
async function withoutLater(tx: Tx, { tenantId, user }: Scope, id: string, before: StateBefore[]) {
  const isOwn = and(eq(mailActions.tenantId, tenantId), eq(mailActions.userId, user.id));
  const later = await tx
    .select({ id: mailActions.id, before: mailActions.before })
    .from(mailActions)
    .where(
      and(
        isOwn,
        isNull(mailActions.undoneAt),
        sql`(${mailActions.createdAt}, ${mailActions.id}) >
          (select a.created_at, a.id from mail_actions a where a.tenant_id = ${tenantId} and a.id = ${id})`,
      ),
    )
    .orderBy(mailActions.createdAt, mailActions.id)
    // In the order of time, so that two undos never wait for each other.
    .for("update");
  let states = before;
  for (const one of later) {
    const parts = handOver(states, one.before);
    states = parts.kept;
    if (parts.handed)
      await tx
        .update(mailActions)
        .set({ before: parts.handed })
        .where(and(isOwn, eq(mailActions.id, one.id)));
  }
  return states;
}

/** `handed` is what was before the later action without the undone one, or undefined if they changed different things. */
function handOver(states: StateBefore[], later: StateBefore[]): { kept: StateBefore[]; handed?: StateBefore[] } {
  const own = new Map(states.map((one) => [one.id, one]));
  const again = new Map(later.map((one) => [one.id, one]));
  const isShared = (id: string) => aspects.some((aspect) => isIn(own.get(id), aspect) && isIn(again.get(id), aspect));
  if (!later.some(({ id }) => isShared(id))) return { kept: states };
  return {
    kept: states.map((state) => {
      const changed = again.get(state.id);
      const kept = partOf(state, (aspect) => !isIn(changed, aspect));
      return { ...kept, ...(state.wasShown && { wasShown: true }) };
    }),
    handed: later.map((state) => {
      const undone = own.get(state.id);
      if (!undone) return state;
      const kept = partOf(state, (aspect) => !isIn(undone, aspect));
      const taken = partOf(undone, (aspect) => isIn(state, aspect));
      return { ...kept, ...taken, ...(state.wasShown && { wasShown: true }) };
    }),
  };
}

const aspects = ["unread", "starred", "folderIds"] as const;
type Aspect = (typeof aspects)[number];
const isIn = (state: StateBefore | undefined, aspect: Aspect) => state?.[aspect] !== undefined;

/** A snooze belongs to the folders, because filing ended it. */
function partOf({ id, unread, starred, folderIds, snoozedUntil }: StateBefore, isWanted: (aspect: Aspect) => boolean) {
  return {
    id,
    ...(unread !== undefined && isWanted("unread") && { unread }),
    ...(starred !== undefined && isWanted("starred") && { starred }),
    ...(folderIds && isWanted("folderIds") && { folderIds, ...(snoozedUntil && { snoozedUntil }) }),
  };
}

type Pair = { state: StateBefore; now: ChosenMessage };

/** Later it may already be deleted on the server. */
async function showAgain(tx: Tx, { tenantId }: Scope, before: StateBefore[]) {
  const hidden = before.flatMap(({ id, wasShown }) => (wasShown ? id : []));
  if (hidden.length === 0) return;
  const rows = await tx
    .update(messages)
    .set({ removeAt: null })
    .where(and(eq(messages.tenantId, tenantId), isOneOf(hidden), sql`${messages.removeAt} > now()`))
    .returning({ id: messages.id });
  await copyFlags(
    tx,
    tenantId,
    rows.map(({ id }) => id),
    { isHidden: false },
  );
}

async function restoreFlags(tx: Tx, scope: Scope, pairs: Pair[]) {
  for (const field of ["unread", "starred"] as const)
    for (const value of [true, false]) {
      const ids = pairs.flatMap(({ state, now }) => (state[field] === value && now[field] !== value ? state.id : []));
      await setFlags(tx, scope, ids, { [field]: value });
    }
}

async function restorePlaces(tx: Tx, scope: Scope, pairs: Pair[]) {
  const owner = mailboxOwner(scope);
  for (const [boxId, own] of Map.groupBy(pairs, ({ now }) => now.mailboxId)) {
    const key = { ...owner, id: boxId };
    const known = new Set([...(await foldersOf(tx, key)).values()].map((one) => one.id));
    const changes = own.flatMap(({ state, now }) => {
      const folderIds = state.folderIds?.filter((id) => known.has(id)) ?? [];
      // A message whose folders are all gone stays in those that it is in.
      if (folderIds.length === 0) return [];
      const current = now.places.map((one) => one.id);
      const add = folderIds.filter((id) => !current.includes(id));
      const remove = current.filter((id) => !folderIds.includes(id));
      return add.length + remove.length > 0 ? [{ messageId: state.id, add, remove }] : [];
    });
    // First, because the inbox does not list a snoozed message that comes back to it.
    await snoozeAgain(
      tx,
      scope,
      own.map(({ state }) => state),
    );
    await changePlaces(tx, key, changes);
  }
}

async function snoozeAgain(tx: Tx, { tenantId }: Scope, before: StateBefore[]) {
  const snoozed = before.flatMap(({ id, snoozedUntil }) => (snoozedUntil ? [{ id, until: snoozedUntil }] : []));
  if (snoozed.length === 0) return;
  await tx.execute(sql`
    update messages m set snoozed_until = given.until
    from json_to_recordset(${JSON.stringify(snoozed)}::json) as given (id uuid, until timestamptz)
    where m.tenant_id = ${tenantId} and m.id = given.id`);
}
