/** Sign-in and sign-out. Not in `auth.ts`, so that the login page does not load the query library. */

import type { InputOf } from "@intellibox/contract/endpoint";
import { auth } from "@intellibox/contract/endpoints/auth";
import { t } from "@intellibox/contract/text/t";
import { call } from "#lib/http/api.ts";
import { waitingMark } from "#lib/offline/waiting-mark.ts";
import { forgetActingTenant } from "#lib/session/acting-tenant.ts";
import { clearSession, currentSession, saveSession } from "#lib/session/session.ts";
import { keepTypedPassword } from "#lib/typed-password.ts";

export async function signIn(form: InputOf<typeof auth.login>["body"]) {
  const session = await call(auth.login, { body: form }, { fallback: t("Login failed") });
  forgetActingTenant();
  keepTypedPassword(session.user.mustChangePassword ? form.password : null);
  saveSession(session);
  return session;
}

export function signOut() {
  // Signing out does not wait for the server, so that it works at once and offline.
  if (currentSession()) call(auth.logout, {}).catch(() => undefined);
  // Nothing waits any more, so that everything on this device is erased with the session.
  waitingMark.clear();
  clearSession();
  keepTypedPassword(null);
  forgetActingTenant();
}
