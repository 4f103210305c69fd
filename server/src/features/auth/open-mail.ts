import { and, eq, notExists, sql } from "drizzle-orm";
import type { Tx } from "#db/fence.ts";
import { drafts } from "#db/tables/drafts.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { outbox } from "#db/tables/outbox.ts";
import { summaries } from "#db/tables/summaries.ts";
import { users } from "#db/tables/users.ts";

/**
 * As platform, since closed mail is not to be seen otherwise. An account that holds nothing to read need not be closed once its
 * password was replaced: that ended every other session, and whoever set the first password does not know this one. Mail that
 * was there before keeps it closed.
 */
export async function openMailWhereNoneIs(tx: Tx, user: { tenantId: string; id: string }) {
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
