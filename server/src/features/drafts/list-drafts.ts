import type { OwnDraftItem } from "@intellibox/contract/endpoints/drafts";
import { isBlankText } from "@intellibox/contract/rules/blank-text";
import { messageIdOfDraft } from "@intellibox/contract/rules/draft-names";
import { snippetLength } from "@intellibox/contract/rules/limits";
import { withoutQuote } from "@intellibox/contract/rules/unwritten";
import { wordsOfHtml } from "#lib/html/text.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, inArray, isNull, sql } from "#db/orm.ts";
import { drafts } from "#db/tables/drafts.ts";
import { messageFolderPlaces } from "#db/tables/folders.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";

/** The beginning of a draft's HTML, which is enough for a snippet. */
const readLength = 4_000;

/** The drafts that were begun here. Those without any words are left out. */
export const listDrafts = (scope: Scope): Promise<{ items: OwnDraftItem[] }> =>
  scope.tx(async (tx) => {
    const rows = await tx
      .select({
        ...{ about: drafts.about, version: drafts.version, to: drafts.to, subject: drafts.subject },
        html: sql<string>`left(${drafts.bodyHtml}, ${readLength})`,
        savedAt: drafts.savedAt,
        copyId: messageFolderPlaces.messageId,
      })
      .from(drafts)
      .leftJoin(
        messageFolderPlaces,
        and(
          eq(messageFolderPlaces.tenantId, drafts.tenantId),
          eq(messageFolderPlaces.mailboxId, drafts.copyMailboxId),
          eq(messageFolderPlaces.remoteId, drafts.copyRemoteId),
        ),
      )
      .where(and(eq(drafts.tenantId, scope.tenantId), eq(drafts.userId, scope.user.id)))
      .orderBy(desc(drafts.savedAt), desc(drafts.id));
    const answered = await findAnswered(
      tx,
      scope,
      rows.flatMap(({ about }) => messageIdOfDraft(about) ?? []),
    );
    const items = rows.map(({ html, ...row }) => ({
      ...row,
      snippet: wordsOfHtml(withoutQuote(html)).replaceAll(/\s+/g, " ").trim().slice(0, snippetLength).toWellFormed(),
      answeredId: answered.get(messageIdOfDraft(row.about) ?? "") ?? null,
    }));
    return { items: items.filter(({ to, subject, snippet }) => !isBlankText(to + subject + snippet)) };
  });

async function findAnswered(tx: Tx, { tenantId, user }: Scope, messageIds: string[]): Promise<Map<string, string>> {
  if (messageIds.length === 0) return new Map();
  const boxes = tx
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, user.id)));
  const rows = await tx
    .select({ id: messages.id, messageId: messages.messageId })
    .from(messages)
    .where(
      and(
        eq(messages.tenantId, tenantId),
        inArray(messages.mailboxId, boxes),
        inArray(messages.messageId, messageIds),
        isNull(messages.goneAt),
        isNull(messages.removeAt),
      ),
    );
  return new Map(rows.flatMap(({ id, messageId }) => (messageId === null ? [] : [[messageId, id] as const])));
}
