import type { Tx } from "#db/fence.ts";
import { and, eq, notExists, sql } from "#db/orm.ts";
import { drafts } from "#db/tables/drafts.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { outbox } from "#db/tables/outbox.ts";
import { summaries } from "#db/tables/summaries.ts";
import { users } from "#db/tables/users.ts";

/**
 * Opens the mail of an account that holds nothing to read, after its owner replaced the password: that ended every other session,
 * and the person who set the first password does not know the new one. An account that already holds mail stays closed.
 * Call it as platform, because row-level security hides closed mail from the tenant role.
 */
export async function reopenEmptyAccount(tx: Tx, user: { tenantId: string; id: string }) {
  const one = sql`1`;
  await tx
    .update(users)
    .set({ mailClosedAt: null })
    .where(
      and(
        eq(users.tenantId, user.tenantId),
        eq(users.id, user.id),
        ...[mailboxes, drafts, summaries, outbox].map((table) =>
          notExists(
            tx
              .select({ one })
              .from(table)
              .where(and(eq(table.tenantId, user.tenantId), eq(table.userId, user.id))),
          ),
        ),
      ),
    );
}
