// Reads what a message shows when it is opened, by two statements with kept plans in one round trip.
import type { PreparedDraft } from "@intellibox/contract/endpoints/prepared-drafts";
import type { ImagesPolicy } from "@intellibox/contract/rules/choices";
import { readableFolders } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import { keepStatement, runKept, type Selecting } from "#db/kept-statement.ts";
import { and, desc, eq, isNull, ne, type SQL, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { imageSenders } from "#db/tables/image-senders.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { preparedDraftOf } from "#features/prepared-draft-state/prepared-draft-of.ts";
import { type DigestRow, digestOfThread } from "#features/summaries/thread-digests.ts";
import { itemColumns, ofSameMailbox } from "./item-columns.ts";

/** Of a longer thread, only the newest messages are listed. */
const maxThread = 200;

const { recipients, references, text, html, attachments, headers, truncated, sourceKey } = messageContents;
const contentColumns = { recipients, references, text, html, attachments, headers, truncated, sourceKey };
const { messageId, imagesAllowed } = messages;

type Item = Awaited<ReturnType<typeof itemsOf>>[number];
type Content = Pick<typeof messageContents.$inferSelect, keyof typeof contentColumns>;
type Own = Pick<typeof messages.$inferSelect, "messageId" | "imagesAllowed"> & {
  imagesPolicy: ImagesPolicy | null;
  /** Whether the reader allowed the pictures of this sender. */
  allowsSender: boolean;
  digest: DigestRow | null;
  preparedDraft: PreparedDraft | null;
};
export type OpenedMessage = Item & Content & Own;

export async function openMessage(scope: Scope, id: string): Promise<{ found: OpenedMessage; thread: Item[] }> {
  const values = { tenantId: scope.tenantId, userId: scope.user.id, id };
  const [rows, newest] = await scope.tx(
    (tx) =>
      Promise.all([
        runKept<OpenedMessage>(tx, scope.once(openedMessage), values),
        runKept<Item>(tx, scope.once(otherMessages), values),
      ]),
    { keepsPlans: true, singleRead: true },
  );
  return { found: firstOr(rows, notFound(t("Message not found"))), thread: newest.reverse() };
}

const itemsOf = (select: Selecting) => select.select(itemColumns).from(messages).innerJoin(mailboxes, ofSameMailbox);
const itemNames = Object.keys(itemColumns) as (keyof Item & string)[];

const openedMessage = () => {
  const names: (keyof OpenedMessage & string)[] = [
    ...itemNames,
    ...(Object.keys(contentColumns) as (keyof Content & string)[]),
    ...(["messageId", "imagesAllowed", "imagesPolicy", "allowsSender", "digest", "preparedDraft"] as const),
  ];
  return keepStatement<OpenedMessage>("opened-message", names, (select, value) => {
    const [tenantId, userId, id] = [value("tenantId"), value("userId"), value("id")];
    const sender = and(
      eq(imageSenders.tenantId, tenantId),
      eq(imageSenders.userId, userId),
      sql`${imageSenders.address} = lower(${messages.fromAddress})`,
    );
    return select
      .select({
        ...itemColumns,
        ...contentColumns,
        ...{ messageId, imagesAllowed },
        imagesPolicy: sql`(select ${users.imagesPolicy} from ${users} where ${and(eq(users.tenantId, tenantId), eq(users.id, userId))})`,
        allowsSender: sql`exists (select from ${imageSenders} where ${sender})`,
        digest: digestOfThread({ tenantId, userId, threadId: sql`${messages.threadId}` }),
        preparedDraft: preparedDraftOf({ tenantId, userId, id }),
      })
      .from(messages)
      .innerJoin(mailboxes, ofSameMailbox)
      .innerJoin(
        messageContents,
        and(eq(messageContents.tenantId, messages.tenantId), eq(messageContents.id, messages.id)),
      )
      .where(
        and(
          eq(messages.tenantId, tenantId),
          eq(messages.userId, userId),
          eq(messages.id, id),
          isNull(messages.goneAt),
          isNull(messages.removeAt),
        ),
      );
  });
};

/** The newest of the thread's other messages. Trash, spam and drafts are conversations of their own. */
const otherMessages = () =>
  keepStatement<Item>("opened-thread", itemNames, (select, value) => {
    const [tenantId, userId, id] = [value("tenantId"), value("userId"), value("id")];
    const readable = sql.raw(`array[${readableFolders.map((folder) => `'${folder}'`).join(", ")}]::text[]`);
    const ofOpened = (column: SQL) =>
      sql`(select ${column} from messages opened where opened.tenant_id = ${tenantId} and opened.id = ${id})`;
    const folders = ofOpened(
      sql`case when opened.folder = any (${readable}) then ${readable} else array[opened.folder] end`,
    );
    return itemsOf(select)
      .where(
        and(
          eq(messages.tenantId, tenantId),
          eq(messages.userId, userId),
          sql`${messages.threadId} = ${ofOpened(sql`opened.thread_id`)}`,
          ne(messages.id, id),
          sql`${messages.folder} = any (${folders}::text[])`,
          isNull(messages.removeAt),
        ),
      )
      .orderBy(desc(messages.date), desc(messages.id))
      .limit(maxThread);
  });
