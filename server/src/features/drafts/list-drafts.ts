import type { OwnDraftItem } from "@intellibox/contract/endpoints/drafts";
import { isBlankText } from "@intellibox/contract/rules/blank-text";
import { messageOfDraft } from "@intellibox/contract/rules/draft-names";
import { snippetLength } from "@intellibox/contract/rules/limits";
import { withoutQuote } from "@intellibox/contract/rules/unwritten";
import { wordsOfHtml } from "#lib/html/text.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, inArray, isNull, or, sql } from "#db/orm.ts";
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
      rows.map(({ about }) => messageOfDraft(about)),
    );
    const items = rows.map(({ html, ...row }) => ({
      ...row,
      snippet: wordsOfHtml(withoutQuote(html)).replaceAll(/\s+/g, " ").trim().slice(0, snippetLength).toWellFormed(),
      answeredId: answered(messageOfDraft(row.about)),
    }));
    return { items: items.filter(({ to, subject, snippet }) => !isBlankText(to + subject + snippet)) };
  });

type Named = ReturnType<typeof messageOfDraft>;

/** Looks the messages up, and returns the id of each that the user has. */
async function findAnswered(tx: Tx, { tenantId, user }: Scope, named: Named[]) {
  const messageIds = named.flatMap(({ messageId }) => messageId ?? []);
  const ids = named.flatMap(({ id }) => id ?? []);
  if (messageIds.length + ids.length === 0) return () => null;
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
        or(inArray(messages.messageId, messageIds), inArray(messages.id, ids)),
        isNull(messages.goneAt),
        isNull(messages.removeAt),
      ),
    );
  const found = new Map(rows.flatMap(({ id, messageId }) => [[id, id] as const, [messageId, id] as const]));
  return ({ messageId, id }: Named) => found.get(messageId ?? id ?? "") ?? null;
}
