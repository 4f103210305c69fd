import type { BodyOf } from "@intellibox/contract/endpoint";
import type { setup as calls } from "@intellibox/contract/endpoints/setup";
import { t } from "@intellibox/contract/text/t";
import { conflict, forbidden } from "#lib/errors.ts";
import { hashPassword, refuseWeakPassword } from "#lib/passwords.ts";
import type { Visitor } from "#scope.ts";
import { signIn } from "#features/auth/sign-in.ts";
import { createOwner, lockIfEmpty } from "./first-owner.ts";
import { checkSetupToken } from "./setup-link.ts";

/** Creates the first owner and signs them in. Anyone who holds the link may do so, once. */
export async function setUp(visitor: Visitor, { token, name, email, password }: BodyOf<typeof calls.setUp>) {
  const verdict = checkSetupToken(visitor.sealer, token, visitor.now());
  if (verdict === "unknown")
    throw forbidden(t("This set-up link is not valid. Use the one that the last start printed."));
  if (verdict === "expired") throw forbidden(t("This set-up link has expired. Restart Intellibox for a new one."));
  refuseWeakPassword(password);
  const passwordHash = await hashPassword(password);
  // As platform: there is no tenant yet.
  await visitor.platformTx(async (tx) => {
    if (!(await lockIfEmpty(tx))) throw conflict(t("This installation is set up already. Sign in instead."));
    await createOwner(tx, { name, email, passwordHash });
  });
  visitor.log.warn({ address: visitor.address }, "the first owner was created with the set-up link");
  return signIn(visitor, { email, password });
}
