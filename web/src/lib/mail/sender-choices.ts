import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { mailboxName } from "./mailbox-name.ts";

/**
 * The addresses that mail may leave from: the proved mailboxes, and the user's own address. It is listed once: as its mailbox, or as
 * the address itself while no mailbox is chosen. The chosen mailbox is listed in any case: no other address is chosen silently, which
 * the recipients might not be meant to know.
 */
export function senderChoices(mailboxes: readonly ConnectedMailbox[], ownEmail: string, chosen: string) {
  const isOwn = ({ email, maySendAs }: ConnectedMailbox) => maySendAs && email.toLowerCase() === ownEmail.toLowerCase();
  const boxes = mailboxes
    .filter((box) => (chosen === "" && isOwn(box) ? false : box.maySendAs || box.id === chosen))
    .map(({ id, email, provider, name }) => ({ value: id, label: mailboxName(email, provider, name) }));
  return chosen !== "" && mailboxes.some(isOwn) ? boxes : [...boxes, { value: "", label: ownEmail }];
}
