import { maxBulkMessages } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, isNull, or, type SQLWrapper, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import type { MailboxRow } from "#features/mailboxes/mailbox-key.ts";
import type { PlacedFolder } from "./plan-places.ts";

export type ChosenMessage = {
  id: string;
  threadId: string;
  mailboxId: string;
  kind: MailboxRow["kind"];
  /** Its mailbox deletes mail for good. */
  deletesForGood: boolean;
  folder: string;
  unread: boolean;
  starred: boolean;
  snoozedUntil: Date | null;
  places: PlacedFolder[];
};

type Choice = { ids: string[]; extent: "message" | "thread" };

/** Bounds the messages of many long threads, all of which one transaction changes: it takes about 3 s for as many. */
const maxChosen = 20 * maxBulkMessages;

/** One parameter for all ids, because a thread can have thousands. */
export const isOneOf = (ids: string[]) => sql`${messages.id} = any (${sql.param(ids)}::uuid[])`;

const places = sql<PlacedFolder[]>`coalesce((
  select json_agg(json_build_object('id', f.id, 'role', f.role, 'kind', f.kind))
  from message_folders p join folders f on f.tenant_id = p.tenant_id and f.id = p.folder_id
  where p.tenant_id = ${messages.tenantId} and p.message_id = ${messages.id} and p.pending is distinct from 'remove'), '[]')`;

/** The caller's messages that are chosen and still there. */
export async function findChosen(tx: Tx, scope: Scope, choice: Choice): Promise<ChosenMessage[]> {
  const rows = await tx
    .select({
      id: messages.id,
      threadId: messages.threadId,
      mailboxId: messages.mailboxId,
      kind: mailboxes.kind,
      deletesForGood: mailboxes.deletesForGood,
      folder: messages.folder,
      unread: messages.unread,
      starred: messages.starred,
      snoozedUntil: messages.snoozedUntil,
      places,
    })
    .from(messages)
    .innerJoin(mailboxes, and(eq(mailboxes.tenantId, messages.tenantId), eq(mailboxes.id, messages.mailboxId)))
    .where(isChosen(scope, choice))
    .limit(maxChosen + 1);
  if (rows.length > maxChosen) throw invalid(t("Too many messages at once"));
  return rows;
}

/** Before the messages are read, because their mailboxes are locked first. */
export async function mailboxesOf(tx: Tx, scope: Scope, choice: Choice): Promise<string[]> {
  const rows = await tx.selectDistinct({ id: messages.mailboxId }).from(messages).where(isChosen(scope, choice));
  return rows.map(({ id }) => id);
}

/** Trash, spam and drafts are apart from the rest of a thread: to archive it leaves them, and to empty the trash leaves the rest. */
const part = (folder: SQLWrapper) => sql`case when ${folder} in ('trash', 'junk', 'drafts') then ${folder} else '' end`;

function isChosen({ tenantId, user }: Scope, { ids, extent }: Choice) {
  const isOwn = and(eq(messages.tenantId, tenantId), eq(messages.userId, user.id));
  const isNamed = isOneOf(ids);
  // The threads as an array, so that their index is used.
  const named = sql`from messages named where named.tenant_id = ${tenantId} and named.user_id = ${user.id} and named.id = any (${sql.param(ids)}::uuid[])`;
  const isInThread = and(
    sql`${messages.threadId} = any (array(select named.thread_id ${named}))`,
    sql`(${messages.threadId}, ${part(messages.folder)}) in (select named.thread_id, ${part(sql`named.folder`)} ${named})`,
  );
  return and(
    isOwn,
    extent === "thread" ? or(isNamed, isInThread) : isNamed,
    isNull(messages.goneAt),
    isNull(messages.removeAt),
  );
}
