import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { instant, text } from "../fields.ts";
import { maxPasswordLength } from "../rules/limits.ts";
import { t } from "../text/t.ts";

/** The options of WebAuthn, as JSON for the browser. */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });

/** The answer of a browser that used a passkey. */
export const passkeyAnswer = z.object({
  id: text(t("Passkey"), 2000),
  rawId: text(t("Passkey"), 2000),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: text(t("Passkey"), 10_000),
    authenticatorData: text(t("Passkey"), 10_000),
    signature: text(t("Passkey"), 10_000),
    userHandle: text(t("Passkey"), 200).optional(),
  }),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** Six digits of an authenticator app, which people type with a space. */
export const stepUpCode = z
  .string(t("Code is required"))
  .max(20, t("The code has six digits"))
  .transform((typed) => typed.replaceAll(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, t("The code has six digits")));

const typedPassword = text(t("Password"), maxPasswordLength).min(1, t("Password is required"));

export const stepUpPasswordForm = z.strictObject({ password: typedPassword });
export const stepUpCodeForm = z.strictObject({ code: stepUpCode });

export const stepUpForm = z
  .strictObject({ password: typedPassword.optional(), code: stepUpCode.optional(), passkey: passkeyAnswer.optional() })
  .refine((form) => [form.password, form.code, form.passkey].filter((way) => way !== undefined).length === 1, {
    error: t("Send a password, a code or a passkey"),
    path: ["password"],
  });

const ofSession = {
  access: "signed-in",
  tenancy: "personal",
  path: "/auth/step-up",
  mail: false,
  beforePasswordChange: true,
} as const;

/** A fresh proof of the signed-in person, for calls with `stepUp`. */
export const stepUp = {
  ways: endpoint({
    ...ofSession,
    method: "GET",
    summary: "Get how the caller can prove who they are. If there is no way, a new sign-in is the proof",
    response: z.object({
      password: z.boolean(),
      code: z.boolean(),
      passkey: z.boolean(),
      /** The session began with SSO, so a fresh sign-in there is a proof too. */
      signIn: z.boolean(),
    }),
  }),
  prove: endpoint({
    ...ofSession,
    method: "POST",
    summary: "Prove who the caller is, so that calls that need a fresh proof are allowed for ten minutes",
    body: stepUpForm,
    response: z.object({ until: instant }),
    perMinute: 20,
  }),
  passkeyOptions: endpoint({
    ...ofSession,
    path: "/auth/step-up/passkey",
    method: "POST",
    summary: "Get what a browser needs for a proof with a passkey (WebAuthn)",
    response: passkeyOptions,
    perMinute: 20,
  }),
};
