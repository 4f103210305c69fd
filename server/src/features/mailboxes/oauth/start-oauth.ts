import { may } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import type { Config } from "#lib/config.ts";
import { conflict, outsideFailed } from "#lib/errors.ts";
import { and, eq } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { OauthError, type OauthProvider } from "#outside/oauth.ts";
import type { Scope } from "#scope.ts";
import { assertMayConnect } from "#features/requests/mailbox-approval.ts";
import { beginAttempt, redirectUriOf } from "./attempts.ts";

/** The provider's consent page, and the cookie that the browser must bring back. */
export async function startOauth(scope: Scope, provider: OauthProvider): Promise<{ url: string; cookie: string }> {
  if (!isSetUp(scope.config, provider)) throw conflict(notSetUp(scope, provider));
  await scope.tx(async (tx) => {
    const { tenantId, user } = scope;
    const own = and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, user.id), eq(mailboxes.kind, provider));
    const [known] = await tx.select({ id: mailboxes.id }).from(mailboxes).where(own).limit(1);
    // A user who has a mailbox may be reconnecting it. The provider's answer will say which account it is.
    if (!known) await assertMayConnect(tx, scope, { kind: provider });
  });
  const { proof, cookie } = await beginAttempt(scope, provider);
  try {
    const url = await scope.outside.oauth.begin(provider, redirectUriOf(scope.config, provider), proof);
    return { url: url.href, cookie };
  } catch (error) {
    throw error instanceof OauthError ? outsideFailed(error.message, error) : error;
  }
}

const settingsOf = {
  gmail: { name: "Gmail", id: "GOOGLE_CLIENT_ID", secret: "GOOGLE_CLIENT_SECRET", of: "google" },
  outlook: { name: "Outlook", id: "MICROSOFT_CLIENT_ID", secret: "MICROSOFT_CLIENT_SECRET", of: "microsoft" },
} as const;

const isSetUp = (config: Config, provider: OauthProvider) => !!config[settingsOf[provider].of].clientId;

/** Only administrators are told the names of settings. */
function notSetUp({ config, user }: Scope, provider: OauthProvider): string {
  const { name, id, secret } = settingsOf[provider];
  if (!may(user.role, "admin")) return t("{name} is not available yet. Ask your admin.", { name });
  return t(
    "Connecting {name} is not set up. Set {id} and {secret}, and register this redirect address with the provider: {address}",
    { name, id, secret, address: redirectUriOf(config, provider) },
  );
}
