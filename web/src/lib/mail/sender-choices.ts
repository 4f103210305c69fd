import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { mailboxName } from "./mailbox-name.ts";
import { aliasesIn } from "./own-addresses.ts";

/** The mailbox that sends a mail, "" for the user's own address, and its alias, "" for the mailbox's own address. */
export type ChosenSender = { mailboxId: string; alias: string };

export const senderValue = ({ mailboxId, alias }: ChosenSender) => (alias ? `${mailboxId} ${alias}` : mailboxId);

const choiceOf = (mailboxId: string, alias: string, label: string) => ({
  ...{ mailboxId, alias, label },
  value: senderValue({ mailboxId, alias }),
});

/**
 * The addresses that mail may leave from: the proved mailboxes, their aliases, and the user's own address. It is listed once: as its
 * mailbox, or as the address itself while no mailbox is chosen. The chosen sender is listed in any case: no other address is chosen
 * silently, which the recipients might not be meant to know.
 */
export function senderChoices(mailboxes: readonly ConnectedMailbox[], ownEmail: string, chosen: ChosenSender) {
  const isNone = chosen.mailboxId === "";
  const isOwn = ({ email, maySendAs }: ConnectedMailbox) => maySendAs && email.toLowerCase() === ownEmail.toLowerCase();
  const choices = mailboxes.flatMap((box) => {
    const { id, email, provider, name, maySendAs } = box;
    const isListed = isNone && isOwn(box) ? false : maySendAs || (id === chosen.mailboxId && !chosen.alias);
    const own = isListed ? [choiceOf(id, "", mailboxName(email, provider, name))] : [];
    const confirmed = aliasesIn(box);
    const isRemoved = id === chosen.mailboxId && chosen.alias && !confirmed.includes(chosen.alias);
    const aliases = isRemoved ? [...confirmed, chosen.alias] : confirmed;
    return [...own, ...aliases.map((alias) => choiceOf(id, alias, mailboxName(alias, provider, name)))];
  });
  return !isNone && mailboxes.some(isOwn) ? choices : [...choices, choiceOf("", "", ownEmail)];
}
