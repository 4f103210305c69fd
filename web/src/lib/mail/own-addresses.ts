import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";

/** The addresses of the user, of their mailboxes and of confirmed aliases. */
export const ownAddresses = (ownEmail: string, mailboxes: readonly ConnectedMailbox[] = []) => [
  ownEmail,
  ...mailboxes.flatMap(({ email, aliases }) => [email, ...aliases]),
];

/** The confirmed aliases of a mailbox. */
export const aliasesOf = (mailboxId: string, mailboxes: readonly ConnectedMailbox[] = []) =>
  mailboxes.find(({ id }) => id === mailboxId)?.aliases ?? [];
