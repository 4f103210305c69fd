import type { Tx } from "#db/fence.ts";
import type { Scope } from "#scope.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import type { StoredRuleMail } from "../read-rule-mails.ts";

/** Tells the owner's devices and pages of the mail. */
export async function notifyOwner(tx: Tx, scope: Scope, { mailboxId }: StoredRuleMail) {
  await scope.publish(tx, mailboxOwner(scope), { kind: "messages", data: { action: "notify", mailbox: mailboxId } });
}
