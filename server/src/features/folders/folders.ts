import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { folders as calls, MailFolder } from "@intellibox/contract/endpoints/folders";
import { type FolderRole, folderRoles, type MailView } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import { runNamed, type Tx } from "#db/fence.ts";
import { and, asc, eq, isNull, type SQL, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { drafts } from "#db/tables/drafts.ts";
import { folders } from "#db/tables/folders.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import type { MailboxRow } from "#features/mailboxes/mailbox-key.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import { requestSync } from "#features/mailboxes/request-sync.ts";
import { abilitiesOf } from "./abilities.ts";

type Listing = ResponseOf<typeof calls.list>;
type Row = typeof folders.$inferSelect;

export const listFolders = (scope: Scope): Promise<Listing> =>
  scope.tx(async (tx) => {
    const [boxes, rows, starred, snoozed, unread, begun] = await Promise.all([
      tx
        .select({
          id: mailboxes.id,
          kind: mailboxes.kind,
          messages: mailboxes.messageCount,
          inbox: mailboxes.inboxCount,
          unread: mailboxes.unreadCount,
        })
        .from(mailboxes)
        .where(and(eq(mailboxes.tenantId, scope.tenantId), eq(mailboxes.userId, scope.user.id)))
        .orderBy(asc(mailboxes.createdAt), asc(mailboxes.email), asc(mailboxes.id)),
      tx.select().from(folders).where(isOwn(scope)),
      countSome(tx, scope, and(eq(messages.starred, true), isKept)),
      countSome(tx, scope, eq(messages.folder, "snoozed")),
      countSome(tx, scope, and(eq(messages.unread, true), isKept)),
      tx.$count(drafts, isBegunHere(scope)),
    ]);
    const byBox = Map.groupBy(rows, ({ mailboxId }) => mailboxId);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    const byRole = (role: Row["role"]) => {
      const own = rows.filter((row) => row.role === role);
      return { messages: sum(own.map((row) => row.messageCount)), unread: sum(own.map((row) => row.unreadCount)) };
    };
    const onServers = byRole("drafts");
    const unified: Record<MailView, { messages: number; unread: number }> = {
      // By the place of each message, which leaves out what is snoozed.
      inbox: { messages: sum(boxes.map((box) => box.inbox)), unread: sum(boxes.map((box) => box.unread)) },
      starred,
      snoozed,
      sent: byRole("sent"),
      drafts: { ...onServers, messages: onServers.messages + begun },
      archive: byRole("archive"),
      junk: byRole("junk"),
      trash: byRole("trash"),
      other: byRole(null),
      all: { messages: sum(boxes.map((box) => box.messages)), unread: unread.messages },
    };
    return {
      mailboxes: boxes.map(({ id, kind, inbox, unread: unreadInInbox }) => ({
        mailboxId: id,
        abilities: abilitiesOf(kind),
        folders: (byBox.get(id) ?? []).toSorted(inOrder).map((row) => ({
          ...presentFolder(row, kind),
          // As its list: without what is snoozed.
          ...(row.role === "inbox" && { messages: inbox, unread: unreadInInbox }),
        })),
      })),
      unified,
    };
  });

/** Folders of the mailbox that have a role come first, then the others by their paths. */
function inOrder(a: Row, b: Row): number {
  const rank = ({ role }: Row) => (role ? folderRoles.indexOf(role) : folderRoles.length);
  const path = ({ above, name }: Row) => [...above, name].join("\n");
  return rank(a) - rank(b) || path(a).localeCompare(path(b), "en", { sensitivity: "base" });
}

export function presentFolder(row: Row, kind: MailboxRow["kind"]): MailFolder {
  const { id, mailboxId, name, above, role, isSelectable, messageCount, unreadCount } = row;
  return {
    ...{ id, mailboxId, name, above, role, kind: row.kind, isSelectable },
    // Mailboxes without folders of their owner have only ours, which need no sync.
    isFollowed: row.isFollowed || !abilitiesOf(kind).folders,
    messages: messageCount,
    unread: unreadCount,
  };
}

/** As the list of drafts: those with words, and without a copy in a Drafts folder, which is counted there. */
const isBegunHere = ({ tenantId, user }: Scope) => {
  const hasWords = sql`${drafts.to} || ${drafts.subject} || regexp_replace(${drafts.bodyHtml}, '<[^>]*>|&nbsp;', '', 'g') ~ '[^[:space:]]'`;
  const isOfUser = and(eq(drafts.tenantId, tenantId), eq(drafts.userId, user.id));
  return and(isOfUser, isNull(drafts.copyRemoteId), hasWords);
};

const isKept = sql`${messages.folder} not in ('trash', 'junk', 'gone')`;
const mostCounted = 1_000;

/** Counts up to `mostCounted` messages, which partial indexes list. */
async function countSome(tx: Tx, { tenantId, user }: Scope, isCounted: SQL | undefined) {
  const some = tx
    .select({ unread: messages.unread })
    .from(messages)
    .where(and(eq(messages.tenantId, tenantId), eq(messages.userId, user.id), isCounted, isNull(messages.removeAt)))
    .limit(mostCounted)
    .as("some");
  const [row] = await tx
    .select({
      messages: sql<number>`count(*)::int`,
      unread: sql<number>`count(*) filter (where ${some.unread})::int`,
    })
    .from(some);
  return row ?? { messages: 0, unread: 0 };
}

/** Syncs a folder from now on, or no longer. */
export const followFolder = (scope: Scope, id: string, isFollowed: boolean): Promise<MailFolder> =>
  scope.tx(async (tx) => {
    const { row, kind } = await findFolder(tx, scope, id);
    scope.once(openedFolders).delete(keyOf(scope, id));
    await requestSync(scope, tx, mailboxOwner(scope), [row.mailboxId]);
    await tx
      .update(folders)
      .set({ isFollowed })
      .where(and(isOwn(scope), eq(folders.id, id)));
    // Its older mail is loaded as far back as that of the others.
    if (isFollowed && !row.isFollowed)
      await tx
        .update(mailboxes)
        .set({ isHistoryDone: false })
        .where(and(eq(mailboxes.tenantId, scope.tenantId), eq(mailboxes.id, row.mailboxId)));
    await scope.publish(tx, mailboxOwner(scope), { kind: "mailboxes", data: { mailbox: row.mailboxId } });
    return presentFolder({ ...row, isFollowed }, kind);
  });

const opened = `
  select f.id, f.role, f.is_selectable as "isSelectable", f.is_followed as "isFollowed", m.kind
  from folders f join mailboxes m on m.tenant_id = f.tenant_id and m.id = f.mailbox_id
  where f.tenant_id = $1 and f.user_id = $2 and f.id = $3`;
type OpenedFolder = Pick<Row, "id" | "role" | "isSelectable" | "isFollowed"> & Pick<MailboxRow, "kind">;

type Opened = { folder: Pick<Row, "id" | "role">; until: number; mailState: string | undefined };
/** Folders that their owners have just opened. Looking one up again takes a fifth as long as a page of it. */
const openedFolders = () => new Map<string, Opened>();
/** Also how long the list of a folder that is deleted is empty, before it is not found. */
const rememberedMs = 10_000;
const maxRemembered = 10_000;

/** The folder whose mail is about to be listed. From the first time on it is synced. */
export async function openFolder(scope: Scope, id: string): Promise<Pick<Row, "id" | "role">> {
  const remembered = scope.once(openedFolders);
  const key = keyOf(scope, id);
  const now = Date.now();
  const known = remembered.get(key);
  // A list that a caller may keep has the folder as it is now.
  if (known && known.until > now && known.mailState === scope.user.mailState) return known.folder;
  const folder = await lookUp(scope, id);
  for (const [oldest, { until }] of remembered) {
    if (until > now && remembered.size < maxRemembered) break;
    remembered.delete(oldest);
  }
  remembered.delete(key);
  remembered.set(key, { folder, until: now + rememberedMs, mailState: scope.user.mailState });
  return folder;
}

const keyOf = ({ tenantId, user }: Scope, id: string) => [tenantId, user.id, id].join("/");

async function lookUp(scope: Scope, id: string): Promise<Pick<Row, "id" | "role">> {
  const values = [scope.tenantId, scope.user.id, id];
  const rows = await scope.tx((tx) => runNamed<OpenedFolder>(tx, { name: "opened-folder", text: opened, values }), {
    singleRead: true,
  });
  const { kind, isSelectable, isFollowed, ...folder } = firstOr(rows, notFound(t("Folder not found")));
  if (isSelectable && !isFollowed && abilitiesOf(kind).folders) await followFolder(scope, id, true);
  return folder;
}

const unfollowed = `
  select f.id, m.kind from folders f join mailboxes m on m.tenant_id = f.tenant_id and m.id = f.mailbox_id
  where f.tenant_id = $1 and f.user_id = $2 and f.role = $3 and not f.is_followed and f.is_selectable and ($4::uuid is null or f.mailbox_id = $4)`;

/** The folders with this role that are not synced yet, of all mailboxes or of one. If their mail is listed, `followFolder` them. */
export async function unfollowedOf(tx: Tx, scope: Scope, role: FolderRole, mailboxId: string | undefined) {
  const values = [scope.tenantId, scope.user.id, role, mailboxId ?? null];
  // Named, because every list of a role asks.
  const rows = await runNamed<{ id: string; kind: MailboxRow["kind"] }>(tx, {
    name: "unfollowed",
    text: unfollowed,
    values,
  });
  return rows.filter(({ kind }) => abilitiesOf(kind).folders).map(({ id }) => id);
}

async function findFolder(tx: Tx, scope: Scope, id: string) {
  const rows = await tx
    .select({ row: folders, kind: mailboxes.kind })
    .from(folders)
    .innerJoin(mailboxes, and(eq(mailboxes.tenantId, folders.tenantId), eq(mailboxes.id, folders.mailboxId)))
    .where(and(isOwn(scope), eq(folders.id, id)));
  return firstOr(rows, notFound(t("Folder not found")));
}

export const isOwn = ({ tenantId, user }: Scope) => and(eq(folders.tenantId, tenantId), eq(folders.userId, user.id));
