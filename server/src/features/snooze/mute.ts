import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, isNull } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import { mutedThreads } from "#db/tables/muted-threads.ts";
import type { Scope } from "#scope.ts";
import { applyIn } from "#features/actions/apply-action.ts";
import { chooseThreads } from "./choose-threads.ts";

/** Archives the threads of the messages, and lets their new mail skip the inbox. Unmuting leaves what is archived there. */
export const muteThreads = (scope: Scope, named: string[], muted: boolean) =>
  scope.tx(async (tx) => {
    const { owner, ids, threads } = await chooseThreads(tx, scope, named);
    const { threadIds } = threads;
    if (muted)
      await tx
        .insert(mutedThreads)
        .values(threadIds.map((threadId) => ({ ...owner, threadId })))
        .onConflictDoNothing();
    else
      await tx
        .delete(mutedThreads)
        .where(
          and(
            eq(mutedThreads.tenantId, owner.tenantId),
            eq(mutedThreads.userId, owner.userId),
            inArray(mutedThreads.threadId, threadIds),
          ),
        );
    const actionId = muted ? await archive(tx, scope, threadIds) : null;
    const action = muted ? "mute" : "unmute";
    await scope.publish(tx, owner, { kind: "messages", data: { action, count: ids.length } });
    return { ids, actionId };
  });

/** Null if nothing of the threads is in the inbox. */
async function archive(tx: Tx, scope: Scope, threadIds: string[]): Promise<string | null> {
  const rows = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.tenantId, scope.tenantId),
        eq(messages.userId, scope.user.id),
        inArray(messages.threadId, threadIds),
        inArray(messages.folder, ["inbox", "snoozed"]),
        isNull(messages.removeAt),
      ),
    );
  if (rows.length === 0) return null;
  const request = { ids: rows.map(({ id }) => id), action: "archive", extent: "message" } as const;
  return (await applyIn(tx, scope, request)).actionId;
}
