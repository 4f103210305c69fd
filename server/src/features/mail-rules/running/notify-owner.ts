import type { Tx } from "#db/fence.ts";
import type { Scope } from "#scope.ts";
import type { StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import { enqueueNotification } from "#features/notifications/enqueue.ts";
import { sendNotificationsJob } from "#features/notifications/jobs.ts";

/** Notifies the devices of the owner, whoever the sender is. Does nothing for an owner without a device. */
export async function notifyOwner(tx: Tx, scope: Scope, { id }: StoredRuleMail) {
  const owner = mailboxOwner(scope);
  await enqueueNotification(tx, { ...owner, messageId: id });
  await scope.enqueue(tx, sendNotificationsJob, owner, { singletonKey: owner.userId });
}
