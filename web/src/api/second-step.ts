/** The second step of a sign-in, and a sign-in by passkey. Not in `factors.ts`, so that they do not load the query library. */
import { secondStep } from "@intellibox/contract/endpoints/factors";
import { t } from "@intellibox/contract/text/t";
import { call } from "#lib/http/api.ts";
import { answerWithPasskey } from "#lib/passkeys.ts";
import { forgetActingTenant } from "#lib/session/acting-tenant.ts";
import { type Session, saveSession } from "#lib/session/session.ts";
import { screenToast, toast } from "#lib/toast.ts";

const fallback = t("Login failed");

export type SecondStepAnswer = { code: string } | { recoveryCode: string } | "passkey";

/** Finishes the sign-in. The page then shows what was asked for. */
export async function answerSecondStep(challenge: string, answer: SecondStepAnswer) {
  const proof = answer === "passkey" ? { passkey: await passkeyFor(challenge) } : answer;
  const session = await call(secondStep.finish, { body: { challenge, ...proof } }, { fallback });
  keep(session);
  const { recoveryCodesLeft: left } = session;
  if (left !== undefined)
    toast(t("{left, plural, one {# recovery code} other {# recovery codes}} left", { left }), screenToast);
}

async function passkeyFor(challenge: string) {
  const { options } = await call(secondStep.passkeyOptions, { body: { challenge } }, { fallback });
  return answerWithPasskey(options);
}

export async function signInWithPasskey() {
  const { options } = await call(secondStep.passkeySignInOptions, {}, { fallback });
  keep(await call(secondStep.passkeySignIn, { body: { passkey: await answerWithPasskey(options) } }, { fallback }));
}

function keep(session: Session) {
  forgetActingTenant();
  saveSession(session);
}
