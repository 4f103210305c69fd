/** Sets a password by a link. Not in `account.ts`, so that these pages before sign-in do not load the query library. */

import { account } from "@intellibox/contract/endpoints/account";
import { auth } from "@intellibox/contract/endpoints/auth";
import { t } from "@intellibox/contract/text/t";
import { call } from "#lib/http/api.ts";
import { forgetActingTenant } from "#lib/session/acting-tenant.ts";
import { saveSession } from "#lib/session/session.ts";

/** The answer does not tell whether the address has an account. */
export const askForPasswordLink = (email: string) =>
  call(auth.forgotPassword, { body: { email } }, { fallback: t("The link could not be sent") });

export const readPasswordLink = (token: string) =>
  call(account.readLink, { body: { token } }, { fallback: t("The link could not be read") });

/** Sets the password and signs in. */
export async function spendPasswordLink(token: string, password: string) {
  const session = await call(account.useLink, { body: { token, password } }, { fallback: t("Save failed") });
  forgetActingTenant();
  saveSession(session);
}
