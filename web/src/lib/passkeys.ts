/** Makes and uses passkeys of the browser. Errors say what to do, in words. */
import { t } from "@intellibox/contract/text/t";
import { startAuthentication, startRegistration, WebAuthnError } from "@simplewebauthn/browser";

type Options = Record<string, unknown>;

/** A browser offers passkeys only to pages with a name and a secure connection. */
export const canUsePasskeys = () => typeof window.PublicKeyCredential === "function";

export const makePasskey = (options: Options) =>
  inWords(() => startRegistration({ optionsJSON: options as never })) as Promise<never>;

export const answerWithPasskey = (options: Options) =>
  inWords(() => startAuthentication({ optionsJSON: options as never })) as Promise<never>;

async function inWords<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  if (!canUsePasskeys()) throw new Error(t("This browser offers no passkeys at this address."));
  try {
    return await ask();
  } catch (cause) {
    throw new Error(reasonOf(cause), { cause });
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof WebAuthnError && cause.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return t("This device has a passkey for your account already.");
  const name = cause instanceof Error ? cause.name : "";
  if (name === "NotAllowedError" || name === "AbortError")
    return t("The passkey was not used: it was cancelled, or it took too long. Try again.");
  if (name === "SecurityError") return t("Passkeys do not work at this address. Use the address of your installation.");
  return t("The passkey did not work. Try again, or use another way.");
}
