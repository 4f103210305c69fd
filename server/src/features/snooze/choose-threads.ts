import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, isNull } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { lockMailboxes } from "#features/inbox/change-messages.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import { lockThreads } from "#features/sync/store-batch.ts";

/** The threads of those messages that exist and belong to the caller, with all of their mailboxes. Both are locked. */
export async function chooseThreads(tx: Tx, scope: Scope, named: string[]) {
  const owner = mailboxOwner(scope);
  const isOwn = and(eq(messages.tenantId, owner.tenantId), eq(messages.userId, owner.userId));
  const chosen = await tx
    .select({ id: messages.id, threadId: messages.threadId })
    .from(messages)
    .where(and(isOwn, inArray(messages.id, named), isNull(messages.goneAt), isNull(messages.removeAt)));
  if (chosen.length === 0) throw notFound(t("Message not found"));
  const threadIds = [...new Set(chosen.map(({ threadId }) => threadId))];
  const boxes = await tx
    .selectDistinct({ id: messages.mailboxId })
    .from(messages)
    .where(and(isOwn, inArray(messages.threadId, threadIds)));
  const mailboxIds = boxes.map(({ id }) => id);
  // First, as a sync does; otherwise the two deadlock.
  await lockMailboxes(tx, owner.tenantId, mailboxIds);
  // Mail of these threads that is being stored comes either before or after the change.
  await lockThreads(tx, owner);
  return { owner, ids: chosen.map(({ id }) => id), threads: { threadIds, mailboxIds } };
}
