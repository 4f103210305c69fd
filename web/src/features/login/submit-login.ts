/** Handles "Sign in". It is loaded when the form gets the focus, so that the page is drawn without the schemas. */
import { t } from "@intellibox/contract/text/t";
import "#lib/jitless-zod.ts";
import { loginForm } from "@intellibox/contract/endpoints/auth";
import type { SecondStep } from "@intellibox/contract/errors";
import { ApiError, messageOf } from "#lib/http/api-error.ts";
import { rememberedEmail } from "#lib/session/remembered-email.ts";
import { signIn } from "#api/sign-in.ts";

export type LoginOutcome = {
  failure?: string;
  /** The password is right, and a second factor is needed. */
  secondStep?: SecondStep;
  errors?: { email?: string; password?: string; company?: string };
};

/** Checks the form and signs in. On success it stores the session and returns an empty outcome. */
export async function submitLogin(data: FormData): Promise<LoginOutcome> {
  const company = data.get("company") || undefined;
  const checked = loginForm.safeParse({ email: data.get("email"), password: data.get("password"), company });
  if (!checked.success) {
    const { issues } = checked.error;
    const messageFor = (name: string) => issues.find(({ path }) => path[0] === name)?.message;
    return { errors: { email: messageFor("email"), password: messageFor("password"), company: messageFor("company") } };
  }
  let secondStep: SecondStep | undefined;
  try {
    await signIn(checked.data);
  } catch (error) {
    secondStep = error instanceof ApiError ? error.secondStep : undefined;
    if (!secondStep) return { failure: messageOf(error, t("Login failed")) };
  }
  if (data.has("remember")) rememberedEmail.write(checked.data.email);
  else rememberedEmail.clear();
  return secondStep ? { secondStep } : {};
}
