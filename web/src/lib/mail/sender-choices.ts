import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { mailboxName } from "./mailbox-name.ts";

/**
 * The addresses that mail may leave from: the proved mailboxes, and the user's own address if it has none. The chosen mailbox is
 * listed in any case: no other address is chosen silently, which the recipients might not be meant to know.
 */
export function senderChoices(mailboxes: readonly ConnectedMailbox[], ownEmail: string, chosen: string) {
  const boxes = mailboxes
    .filter(({ id, maySendAs }) => maySendAs || id === chosen)
    .map(({ id, email, provider, name }) => ({ value: id, label: mailboxName(email, provider, name) }));
  const hasOwn = mailboxes.some(({ email, maySendAs }) => maySendAs && email.toLowerCase() === ownEmail.toLowerCase());
  return hasOwn ? boxes : [...boxes, { value: "", label: ownEmail }];
}
