import type { Budget } from "#outside/cloud-budget.ts";

/** Everything that calls to a provider's API need. */
export type CloudAccount = {
  email: string;
  /** The API's base URL, without a trailing slash. */
  base: string;
  /** A valid access token. `renew` says that the provider refused the last one. Throws MailboxError. */
  token(options?: { renew?: boolean }): Promise<string>;
  fetch: typeof fetch;
  budget: Budget;
};

/** The part of an account that the mailbox's row holds; the rest is the installation's configuration. */
export type CloudLogin = Pick<CloudAccount, "email" | "token"> & { kind: "gmail" | "outlook"; id: string };
