import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import { and, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";

/**
 * Refuses a draft of another user. One that was deleted or moved elsewhere meanwhile does not prevent sending: its writer has the text
 * on the screen.
 */
export async function refuseForeignDraft(scope: Scope, id: string): Promise<void> {
  const { tenantId, user } = scope;
  const isOwn = and(eq(messages.tenantId, tenantId), eq(messages.userId, user.id), eq(messages.id, id));
  firstOr(
    await scope.tx((tx) => tx.select({ id: messages.id }).from(messages).where(isOwn)),
    notFound(t("Draft not found")),
  );
}
