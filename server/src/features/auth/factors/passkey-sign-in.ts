// A sign-in with a passkey and no password. The device checks the person, so that it is two factors in one.
import type { PasskeyAnswer } from "@intellibox/contract/endpoints/step-up";
import { t } from "@intellibox/contract/text/t";
import { forbidden, unauthenticated } from "#lib/errors.ts";
import { and, eq } from "#db/orm.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Visitor } from "#scope.ts";
import { completeSignIn } from "../complete-sign-in.ts";
import { maySignInHere } from "../local-sign-in.ts";
import { issueChallenge, takeChallenge } from "./challenges.ts";
import { authenticationOptions, challengeIn, checkPasskey } from "./passkey-answers.ts";

export async function passkeySignInOptions(visitor: Visitor) {
  const token = await visitor.platformTx((tx) => issueChallenge(tx, { kind: "passkey-sign-in" }, visitor.now()));
  return authenticationOptions(visitor, token);
}

export async function passkeySignIn(visitor: Visitor, answer: PasskeyAnswer) {
  // As platform: only the passkey tells who it is.
  const outcome = await visitor.platformTx(async (tx) => {
    const now = visitor.now();
    if (!(await takeChallenge(tx, { kind: "passkey-sign-in" }, challengeIn(answer), now))) return "refused";
    const passkey = await checkPasskey(tx, visitor, answer, { mustVerify: true, now });
    if (!passkey) return "refused";
    const [found] = await tx
      .select({ user: users, tenant: tenants })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(
        and(
          eq(users.tenantId, passkey.tenantId),
          eq(users.id, passkey.userId),
          eq(users.status, "Active"),
          eq(tenants.status, "Active"),
          maySignInHere(tx),
        ),
      );
    if (!found) return "refused";
    // Only the holder of the passkey gets here, so the answer reveals nothing to others.
    if (!found.tenant.allowsPasskeySignIn) return "not-allowed";
    return completeSignIn(tx, visitor, { ...found, via: "passkey" });
  });
  if (outcome === "refused")
    throw unauthenticated(t("This passkey was not accepted. Sign in with your email and password."));
  if (outcome === "not-allowed")
    throw forbidden(t("Your company asks for the password too. Sign in with your email and password first."));
  return outcome;
}
