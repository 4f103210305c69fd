import type { InputOf } from "@intellibox/contract/endpoint";
import { setup } from "@intellibox/contract/endpoints/setup";
import { t } from "@intellibox/contract/text/t";
import { call } from "#lib/http/api.ts";
import { forgetActingTenant } from "#lib/session/acting-tenant.ts";
import { saveSession } from "#lib/session/session.ts";

/** Creates the first owner and signs in as them. */
export async function setUp(form: InputOf<typeof setup.setUp>["body"]) {
  const session = await call(setup.setUp, { body: form }, { fallback: t("Setting up failed") });
  forgetActingTenant();
  saveSession(session);
}
