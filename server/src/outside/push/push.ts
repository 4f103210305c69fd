/** Being told of changes by a mailbox's provider, and knowing that it is the provider who tells. */
import type { Config } from "#lib/config.ts";
import type { CloudAccount, CloudLogin } from "#outside/mailboxes/cloud-account.ts";
import { openGmailPush } from "./gmail-push.ts";
import { type GoogleTokens, openGoogleTokens } from "./google-tokens.ts";
import { openGraphPush } from "./graph-push.ts";

/** Where the provider is to call, and what it has to say there. */
export type Hook = { url: string; secret: string };

export type Told = {
  /** The provider's name for it; null where it has none. */
  remoteId: string | null;
  expiresAt: Date;
  /** There was none, or none any more: what happened before was told to nobody. */
  isNew: boolean;
};

/** The provider's promise to tell of changes in one mailbox. Throws MailboxError. */
export type Push = {
  /** Begins it, or prolongs the one of this name. */
  keep(remoteId: string | null, hook: Hook): Promise<Told>;
  /** Ends it; that it is not there any more is fine. */
  stop(remoteId: string | null): Promise<void>;
};

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
