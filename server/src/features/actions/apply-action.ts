// Does something with messages here at once, records what they were before, and requests a sync that uploads it.
import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import type { actions as calls, MailAction } from "@intellibox/contract/endpoints/actions";
import type { FolderRole } from "@intellibox/contract/rules/folders";
import { deleteUndoSeconds } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { invalid, notFound } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { mailActions, type StateBefore } from "#db/tables/mail-actions.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import { requestSync, wakeMailbox } from "#features/mailboxes/request-sync.ts";
import { copyFlags } from "#features/sync/copy-flags.ts";
import { changePlaces, type PlaceChange } from "#features/sync/pending-places.ts";
import { ensureRole } from "#features/sync/store-folders.ts";
import { type ChosenMessage, findChosen, isOneOf, mailboxesOf } from "./chosen-messages.ts";
import { type PlaceAction, planPlaces, staysWritten } from "./plan-places.ts";
import { findTarget, reasonToSkip, type TargetFolder } from "./target-folder.ts";

type Request = BodyOf<typeof calls.apply>;
type Answer = ResponseOf<typeof calls.apply>;

export const undoMinutes = 10;

/** An action of a person. If the mailbox's owner chose so, Delete deletes for good. */
export const applyAction = (scope: Scope, request: Request): Promise<Answer> =>
  scope.tx((tx) => applyIn(tx, scope, request, { mayDeleteForGood: true }));

/** The same in a transaction that has more to do. A rule that moves mail to the trash never deletes it for good. */
export async function applyIn(
  tx: Tx,
  scope: Scope,
  request: Request,
  { mayDeleteForGood = false } = {},
): Promise<Answer> {
  const owner = mailboxOwner(scope);
  const target = await findTarget(tx, scope, request);
  const boxes = await mailboxesOf(tx, scope, request);
  if (boxes.length === 0) throw notFound(t("Message not found"));
  // Locks the mailboxes before their messages, as a sync does.
  await requestSync(scope, tx, owner, boxes);
  const chosen = await findChosen(tx, scope, request);
  if (chosen.length === 0) throw notFound(t("Message not found"));
  const skipped = skippedOf(request, chosen, target);
  const left = new Set(skipped.map(({ id }) => id));
  const done = chosen.filter(({ id }) => !left.has(id));
  if (done.length === 0) throw invalid(skipped[0]?.reason ?? t("Nothing can be done with these messages."));
  const { before, undoUntil } = await change(tx, scope, request, done, target, mayDeleteForGood);
  const actionId = await record(tx, scope, request.action, before);
  if (before.length > 0)
    await scope.publish(tx, owner, { kind: "messages", data: { action: request.action, count: before.length } });
  if (undoUntil) for (const id of boxes) await wakeMailbox(scope, tx, { ...owner, id }, undoUntil);
  const named = new Set(request.ids);
  return {
    actionId,
    ids: done.map(({ id }) => id),
    undoUntil: undoUntil ?? new Date(scope.now().getTime() + undoMinutes * 60_000),
    // Other messages of a thread may be in a mailbox that cannot do it, which is no news to the reader.
    skipped: skipped.filter(({ id }) => named.has(id)),
  };
}

function skippedOf({ action, extent }: Request, chosen: ChosenMessage[], target: TargetFolder | undefined) {
  const stays = ({ places }: ChosenMessage) => staysWritten(action, places, target, extent);
  // Filing a thread leaves its sent mail. The reader hears of it only if the thread has nothing else.
  const filed = new Set(extent === "thread" ? chosen.flatMap((one) => (stays(one) ? [] : one.threadId)) : []);
  return chosen.flatMap((one) => {
    const isLeft = stays(one) && !filed.has(one.threadId);
    const reason =
      reasonToSkip(action, one, target) ?? (isLeft ? t("Sent mail and drafts stay in their folder.") : undefined);
    return reason ? [{ id: one.id, reason }] : [];
  });
}

type Changed = { before: StateBefore[]; undoUntil?: Date };

async function change(
  tx: Tx,
  scope: Scope,
  { action, extent }: Request,
  chosen: ChosenMessage[],
  target: TargetFolder | undefined,
  mayDeleteForGood: boolean,
): Promise<Changed> {
  const isForGood = (one: ChosenMessage) => mayDeleteForGood && one.deletesForGood;
  switch (action) {
    case "read":
    case "unread":
      return { before: await mark(tx, scope, chosen, "unread", action === "unread") };
    case "star":
    case "unstar":
      return { before: await mark(tx, scope, chosen, "starred", action === "star") };
    case "delete":
      return remove(tx, scope, chosen, (one) => isLast(one) || isForGood(one));
    case "trash":
      // Mail in the trash already is as the action says.
      return remove(tx, scope, chosen, (one) => isForGood(one) && one.folder !== "trash", extent);
    default:
      return { before: await movePlaces(tx, scope, action, chosen, target, extent) };
  }
}

async function mark(tx: Tx, scope: Scope, chosen: ChosenMessage[], field: "unread" | "starred", value: boolean) {
  const different = chosen.filter((one) => one[field] !== value);
  await setFlags(
    tx,
    scope,
    different.map(({ id }) => id),
    { [field]: value },
  );
  return different.map((one): StateBefore => ({ id: one.id, [field]: one[field] }));
}

export type Flags = { unread?: boolean; starred?: boolean };

/** Also on the mailbox's server, with its next sync. */
export async function setFlags(tx: Tx, { tenantId, user }: Scope, ids: string[], { unread, starred }: Flags) {
  if (ids.length === 0) return;
  const isChosen = and(eq(messages.tenantId, tenantId), eq(messages.userId, user.id), isOneOf(ids));
  await tx
    .update(messages)
    .set({
      ...(unread !== undefined && { unread, pendingUnread: unread }),
      ...(starred !== undefined && { starred, pendingStarred: starred }),
    })
    .where(isChosen);
  if (unread !== undefined) await copyFlags(tx, tenantId, ids, { unread });
}

const isLast = ({ folder }: ChosenMessage) => folder === "trash" || folder === "junk" || folder === "drafts";

/**
 * For good if `isLost`, after a time in which it can be undone; otherwise into the trash. Lost mail from elsewhere than the trash,
 * spam and drafts passes through the trash: a deletion that is stopped in the middle leaves it there.
 */
async function remove(
  tx: Tx,
  scope: Scope,
  chosen: ChosenMessage[],
  isLost: (one: ChosenMessage) => boolean,
  extent: "message" | "thread" = "message",
  undoSeconds = deleteUndoSeconds,
): Promise<Changed> {
  const lost = chosen.filter(isLost);
  const passing = chosen.filter((one) => !isLost(one) || !isLast(one));
  const moved = await movePlaces(tx, scope, "trash", passing, undefined, extent);
  if (lost.length === 0) return { before: moved };
  const ids = lost.map(({ id }) => id);
  const removeAt = sql`now() + make_interval(secs => ${undoSeconds})`;
  const rows = await tx
    .update(messages)
    .set({ removeAt })
    .where(and(eq(messages.tenantId, scope.tenantId), isOneOf(ids)))
    .returning({ removeAt: messages.removeAt });
  await copyFlags(tx, scope.tenantId, ids, { isHidden: true });
  const undoUntil = rows[0]?.removeAt ?? undefined;
  const before = new Map(moved.map((state) => [state.id, state]));
  for (const id of ids) before.set(id, { ...before.get(id), id, wasShown: true });
  return {
    before: [...before.values()],
    ...(undoUntil && { undoUntil }),
  };
}

type Lost = { ids: string[]; undoUntil: Date | undefined };

/**
 * Deletes those of the messages for good whose mailbox says so, and that would move to the trash otherwise. The mailboxes must be
 * locked. `restoreLost` undoes it.
 */
export async function deleteForGood(tx: Tx, scope: Scope, ids: string[], undoSeconds: number): Promise<Lost> {
  const found = await findChosen(tx, scope, { ids, extent: "message" });
  const chosen = found.filter((one) => one.deletesForGood && !isLast(one));
  if (chosen.length === 0) return { ids: [], undoUntil: undefined };
  const { before, undoUntil } = await remove(tx, scope, chosen, () => true, "message", undoSeconds);
  await record(tx, scope, "delete", before);
  return { ids: chosen.map(({ id }) => id), undoUntil };
}

async function movePlaces(
  tx: Tx,
  scope: Scope,
  action: PlaceAction,
  chosen: ChosenMessage[],
  target: TargetFolder | undefined,
  extent: "message" | "thread",
): Promise<StateBefore[]> {
  const owner = mailboxOwner(scope);
  const before: StateBefore[] = [];
  for (const [boxId, own] of Map.groupBy(chosen, ({ mailboxId }) => mailboxId)) {
    const key = { ...owner, id: boxId };
    const plans = own.map((one) => ({ one, plan: planPlaces(action, one.places, target, extent) }));
    const roles = await idsOfRoles(tx, key, new Set(plans.flatMap(({ plan }) => plan.addRole ?? [])));
    const changes: PlaceChange[] = [];
    for (const { one, plan } of plans) {
      const { add, addRole, remove: left } = plan;
      if (add.length + left.length === 0) continue;
      const role = addRole && roles.get(addRole);
      changes.push({
        messageId: one.id,
        add: [...add.map(({ id }) => id), ...(role ? [role] : [])],
        remove: left.map(({ id }) => id),
      });
      const snooze = one.snoozedUntil &&
        left.some((place) => place.role === "inbox") && { snoozedUntil: one.snoozedUntil.toISOString() };
      before.push({ id: one.id, folderIds: one.places.map(({ id }) => id), ...snooze });
    }
    await changePlaces(tx, key, changes);
  }
  return before;
}

/** Once for all messages: a thread can have thousands. */
async function idsOfRoles(tx: Tx, key: MailboxKey, roles: Set<FolderRole>): Promise<Map<FolderRole, string>> {
  const ids = new Map<FolderRole, string>();
  for (const role of roles) ids.set(role, (await ensureRole(tx, key, role)).id);
  return ids;
}

async function record(tx: Tx, { tenantId, user }: Scope, action: MailAction, before: StateBefore[]): Promise<string> {
  const isOwn = and(eq(mailActions.tenantId, tenantId), eq(mailActions.userId, user.id));
  await tx
    .delete(mailActions)
    .where(and(isOwn, sql`${mailActions.createdAt} < now() - make_interval(mins => ${undoMinutes})`));
  const id = newId();
  await tx.insert(mailActions).values({ tenantId, id, userId: user.id, action, before });
  return id;
}
