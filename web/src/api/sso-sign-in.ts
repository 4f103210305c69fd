/** Sign-in at a provider. Not in `sso.ts`, so that these pages before sign-in do not load the query library. */
import type { InputOf } from "@intellibox/contract/endpoint";
import { sso } from "@intellibox/contract/endpoints/sso";
import { t } from "@intellibox/contract/text/t";
import { call } from "#lib/http/api.ts";
import { forgetActingTenant } from "#lib/session/acting-tenant.ts";
import { saveSession } from "#lib/session/session.ts";

export const listDoors = () => call(sso.doors, {});

/** Leaves this page for that of the provider. */
export async function goToProvider(body: InputOf<typeof sso.start>["body"]) {
  const { url } = await call(sso.start, { body }, { fallback: t("The sign-in could not be started") });
  location.assign(url);
}

const exchanges = new Map<string, Promise<void>>();

/** Exchanges the code of the page's address for a session, once, however often the page is drawn. */
export function finishSso(code: string): Promise<void> {
  const known = exchanges.get(code) ?? exchange(code);
  exchanges.set(code, known);
  return known;
}

async function exchange(code: string) {
  const session = await call(sso.finish, { body: { code } }, { fallback: t("Login failed") });
  forgetActingTenant();
  saveSession(session);
}
