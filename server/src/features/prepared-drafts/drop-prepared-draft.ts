import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import { and, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { preparedDrafts } from "#db/tables/prepared-drafts.ts";
import type { Scope } from "#scope.ts";
import { nothingPrepared } from "#features/prepared-draft-state/drop-drafts.ts";

/** The user discarded the draft, or goes on with it in the editor. None is written for this mail again. */
export const dropPreparedDraft = (scope: Scope, id: string): Promise<{ ok: true }> =>
  scope.tx(async (tx) => {
    const { tenantId, user } = scope;
    const dropped = await tx
      .update(preparedDrafts)
      .set(nothingPrepared)
      .where(and(eq(preparedDrafts.tenantId, tenantId), eq(preparedDrafts.userId, user.id), eq(preparedDrafts.id, id)))
      .returning({ mailbox: preparedDrafts.mailboxId });
    const { mailbox } = firstOr(dropped, notFound(t("Prepared draft not found")));
    await scope.publish(tx, { tenantId, userId: user.id }, { kind: "messages", data: { mailbox } });
    return { ok: true };
  });
