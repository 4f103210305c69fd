import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";

/** Its confirmed aliases. A list that an earlier version has kept on this device does not have them. */
export const aliasesIn = ({ aliases }: { aliases?: string[] }): readonly string[] => aliases ?? [];

/** The addresses of the user, of their mailboxes and of confirmed aliases. */
export const ownAddresses = (ownEmail: string, mailboxes: readonly ConnectedMailbox[] = []) => [
  ownEmail,
  ...mailboxes.flatMap((mailbox) => [mailbox.email, ...aliasesIn(mailbox)]),
];

/** The confirmed aliases of a mailbox. */
export const aliasesOf = (mailboxId: string, mailboxes: readonly ConnectedMailbox[] = []) =>
  aliasesIn(mailboxes.find(({ id }) => id === mailboxId) ?? {});
