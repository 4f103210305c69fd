import { snoozeRefusal } from "@intellibox/contract/rules/snooze";
import { conflict, invalid, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, isNull } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { lockMailboxes } from "#features/inbox/change-messages.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import { snoozeThreads, unsnoozeThreads } from "#features/sync/snooze-state.ts";
import { lockThreads } from "#features/sync/store-batch.ts";

/** Hides the threads of the messages from the inbox until then. */
export async function snoozeMessages(scope: Scope, ids: string[], until: Date) {
  const refusal = snoozeRefusal(until, scope.now());
  if (refusal) throw invalid(refusal, { until: refusal });
  const snoozed = await changeThreads(scope, ids, "snooze", (tx, owner, threads) =>
    snoozeThreads(tx, owner, threads, until),
  );
  if (snoozed.length === 0) throw conflict("Only messages in the inbox can be snoozed.");
  return { ids: snoozed, until };
}

/** Messages that came back meanwhile are left as they are. */
export const unsnoozeMessages = async (scope: Scope, ids: string[]) => ({
  ids: await changeThreads(scope, ids, "unsnooze", unsnoozeThreads),
});

type Owner = { tenantId: string; userId: string };
type ChangeThreads = (
  tx: Tx,
  owner: Owner,
  threads: { threadIds: string[]; mailboxIds: string[] },
) => Promise<string[]>;

/** Changes the threads of those messages that exist and belong to the caller. */
const changeThreads = (scope: Scope, ids: string[], action: string, change: ChangeThreads): Promise<string[]> =>
  scope.tx(async (tx) => {
    const owner = mailboxOwner(scope);
    const isOwn = and(eq(messages.tenantId, owner.tenantId), eq(messages.userId, owner.userId));
    const chosen = await tx
      .selectDistinct({ threadId: messages.threadId })
      .from(messages)
      .where(and(isOwn, inArray(messages.id, ids), isNull(messages.goneAt), isNull(messages.removeAt)));
    if (chosen.length === 0) throw notFound("Message");
    const threadIds = chosen.map(({ threadId }) => threadId);
    const boxes = await tx
      .selectDistinct({ id: messages.mailboxId })
      .from(messages)
      .where(and(isOwn, inArray(messages.threadId, threadIds)));
    const mailboxIds = boxes.map(({ id }) => id);
    // First, as a sync does; otherwise the two deadlock.
    await lockMailboxes(tx, owner.tenantId, mailboxIds);
    // An answer that is being stored wakes the thread either before or after this.
    await lockThreads(tx, owner);
    const changed = await change(tx, owner, { threadIds, mailboxIds });
    if (changed.length > 0)
      await scope.publish(tx, owner, { kind: "messages", data: { action, count: changed.length } });
    return changed;
  });
