import { openBudget } from "#outside/cloud-budget.ts";
import type { CloudAccount } from "#outside/mailboxes/cloud-account.ts";
import { MailboxError } from "#outside/mailboxes/mailbox.ts";
import type { Microsoft } from "../microsoft.ts";

/** An account of the simulated Microsoft after consent, with renewable tokens and an unlimited rate. */
export function accountAt(microsoft: Microsoft, email: string): CloudAccount & { renewals: number } {
  let tokens = microsoft.signIn.grant(email);
  const account = {
    email,
    base: microsoft.url,
    fetch,
    budget: openBudget({ maxConcurrent: 4, unitsPerSecond: 100_000 }),
    renewals: 0,
    async token({ renew = false } = {}) {
      if (!renew) return tokens.access_token;
      account.renewals++;
      const { clientId, clientSecret } = microsoft;
      const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: clientId };
      const body = new URLSearchParams({ ...form, client_secret: clientSecret });
      const response = await fetch(`${microsoft.url}/common/oauth2/v2.0/token`, { method: "POST", body });
      if (!response.ok) throw new MailboxError("auth", "The consent was taken back.");
      tokens = (await response.json()) as typeof tokens;
      return tokens.access_token;
    },
  };
  return account;
}
