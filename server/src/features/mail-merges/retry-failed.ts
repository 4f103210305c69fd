import { maxMergeRecipients } from "@intellibox/contract/rules/mail-merge";
import { isUnconfirmed } from "@intellibox/contract/rules/unconfirmed";
import { t } from "@intellibox/contract/text/t";
import { conflict } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import type { Scope } from "#scope.ts";
import { contentOf, createMerge, findOwn, getMerge } from "./merges.ts";
import { selectRecipients } from "./recipients.ts";
import { insertRecipients } from "./set-recipients.ts";

/** A new draft for those whose mail failed. A mail without confirmation may have arrived, so its recipient is not among them. */
export async function retryFailed(tx: Tx, scope: Scope, id: string) {
  const merge = await findOwn(tx, scope, id);
  const { html, columns, addressColumn, fallbacks } = await contentOf(tx, merge);
  const { items } = await selectRecipients(tx, merge, { show: "failed", q: undefined, limit: maxMergeRecipients });
  const failed = items.filter(({ error }) => !isUnconfirmed(error));
  if (failed.length === 0)
    throw conflict(
      items.length > 0
        ? t("Nobody can be written to again: the mail to each of them may have arrived.")
        : t("No mail of this mail merge failed."),
    );
  const { subject, mailboxId, fromAccount, ratePerMinute, tracked } = merge;
  const settings = { subject, mailboxId, fromAccount, ratePerMinute, tracked };
  const draft = await createMerge(tx, scope, settings, { html, columns, addressColumn, fallbacks });
  await insertRecipients(tx, { ...merge, id: draft }, failed);
  return getMerge(tx, scope, draft);
}
