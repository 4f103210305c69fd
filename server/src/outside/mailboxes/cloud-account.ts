import type { Budget } from "#outside/cloud-budget.ts";

/** A mailbox that is reached by its provider's API. */
export type CloudAccount = {
  email: string;
  /** Where the API is, without a slash at its end. */
  base: string;
  /** An access token that is good for some minutes; `renew`: the one given last was refused. Throws MailboxError. */
  token(options?: { renew?: boolean }): Promise<string>;
  fetch: typeof fetch;
  budget: Budget;
};

/** What the mailbox's row gives; the rest is the installation's. */
export type CloudLogin = Pick<CloudAccount, "email" | "token"> & { kind: "gmail" | "outlook"; id: string };
