/** Push notices of a mailbox's provider, and the proof that they come from the provider. */
import type { Config } from "#lib/config.ts";
import type { CloudAccount, CloudLogin } from "#outside/mailboxes/cloud-account.ts";
import type { Push } from "./channel.ts";
import { openGmailPush } from "./gmail-push.ts";
import { type GoogleTokens, openGoogleTokens } from "./google-tokens.ts";
import { openGraphPush } from "./graph-push.ts";

export type Pushes = {
  of(login: CloudLogin): Push;
  googleTokens: GoogleTokens;
};

export function openPushes(
  { google }: Pick<Config, "google">,
  accountOf: (login: CloudLogin) => CloudAccount,
  guarded: typeof fetch,
): Pushes {
  return {
    of: (login) =>
      login.kind === "gmail"
        ? openGmailPush(accountOf(login), google.pubsubTopic ?? "")
        : openGraphPush(accountOf(login)),
    googleTokens: openGoogleTokens(google.issuer, guarded),
  };
}
