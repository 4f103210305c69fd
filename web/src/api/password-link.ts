/** Choosing a password by a link. Apart from `account.ts`: nobody is signed in, so the query library is not needed. */
import { account } from "@intellibox/contract/endpoints/account";
import { call } from "#lib/http/api.ts";
import { forgetActingTenant } from "#lib/session/acting-tenant.ts";
import { saveSession } from "#lib/session/session.ts";

export const readPasswordLink = (token: string) =>
  call(account.readLink, { body: { token } }, { fallback: "The link could not be read" });

/** Ends as signed in. */
export async function spendPasswordLink(token: string, password: string) {
  const session = await call(account.useLink, { body: { token, password } }, { fallback: "Save failed" });
  forgetActingTenant();
  saveSession(session);
}
