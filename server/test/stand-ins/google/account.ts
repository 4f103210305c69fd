import { openBudget } from "#outside/cloud-budget.ts";
import type { CloudAccount } from "#outside/mailboxes/cloud-account.ts";
import { MailboxError } from "#outside/mailboxes/mailbox.ts";
import type { Google } from "../google.ts";

/** An account of the simulated Google after consent, with renewable tokens and an unlimited rate. */
export async function accountAt(google: Google, email: string): Promise<CloudAccount> {
  const { access_token, refresh_token = "" } = await google.signIn.grant(email);
  let token = access_token;
  return {
    email,
    base: google.url,
    fetch,
    budget: openBudget({ maxConcurrent: 4, unitsPerSecond: 1_000_000 }),
    async token({ renew = false } = {}) {
      if (!renew) return token;
      const client = { client_id: google.clientId, client_secret: google.clientSecret };
      const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token, ...client });
      const response = await fetch(`${google.url}/oauth2/token`, { method: "POST", body });
      if (!response.ok) throw new MailboxError("auth", "The consent was taken back.");
      token = ((await response.json()) as { access_token: string }).access_token;
      return token;
    },
  };
}
