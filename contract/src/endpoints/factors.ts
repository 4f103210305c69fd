import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, line, requiredLine, text, wholeNumber } from "../fields.ts";
import { maxGraceDays } from "../rules/second-factor.ts";
import { t } from "../text/t.ts";
import { signedIn } from "./auth.ts";
import { passkeyAnswer, passkeyOptions, stepUpCode } from "./step-up.ts";

/** A key pair of a device or a password manager; the server has the public key only. */
export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** Whether it is in several devices of the person, so that losing one does not lose it. */
  isSynced: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;

/** The answer of a browser that has made a passkey. */
const newPasskeyAnswer = z.object({
  id: text(t("Passkey"), 2000),
  rawId: text(t("Passkey"), 2000),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: text(t("Passkey"), 10_000),
    attestationObject: text(t("Passkey"), 100_000),
    transports: z
      .array(text(t("Passkey"), 30))
      .max(10)
      .optional(),
  }),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});

const passkeyName = requiredLine(t("Name"), 60);
export const passkeyNameForm = z.strictObject({ name: passkeyName });

export const totpForm = z.strictObject({
  /** The `setup` that `startTotp` returned. */
  setup: text(t("Set-up"), 4000).min(1, t("Start the set-up again")),
  code: stepUpCode,
});

/** The ten codes, if this was the first factor. They cannot be read again. */
const withCodes = { recoveryCodes: z.array(z.string()).optional() };

const own = { ...personal, beforeSecondFactor: true } as const;
const ofPasskey = { ...own, path: "/account/factors/passkeys/{id}", params: byId } as const;

/** The second factors of the caller. Refused while the mail is closed: whoever set the password could add a factor of their own. */
export const factors = {
  list: endpoint({
    ...own,
    method: "GET",
    path: "/account/factors",
    summary: "Get the caller's second factors, and what the company asks for",
    response: z.object({
      totp: z.object({ createdAt: instant, lastUsedAt: instant.nullable() }).nullable(),
      passkeys: z.array(passkey),
      recoveryCodesLeft: z.number().int(),
      /** Until when a factor must be set up; null if the company requires none. */
      requiredFrom: instant.nullable(),
      /** Whether a passkey is enough to sign in. */
      allowsPasskeySignIn: z.boolean(),
      /** The address of the installation: passkeys work only there. */
      address: z.string(),
    }),
  }),
  startTotp: endpoint({
    ...own,
    method: "POST",
    path: "/account/factors/totp/start",
    stepUp: true,
    summary:
      "Make a secret for an authenticator app, which counts once a code of the app was sent to `POST /account/factors/totp`",
    response: z.object({ secret: z.string(), uri: z.string(), setup: z.string() }),
    perMinute: 20,
  }),
  addTotp: endpoint({
    ...own,
    method: "POST",
    path: "/account/factors/totp",
    stepUp: true,
    summary: "Add an authenticator app by its first code; an earlier one is replaced",
    body: totpForm,
    response: z.object(withCodes),
    status: 201,
    perMinute: 20,
  }),
  removeTotp: endpoint({
    ...own,
    method: "DELETE",
    path: "/account/factors/totp",
    stepUp: true,
    summary: "Remove the authenticator app; refused for the last factor if the company requires one",
    response: done,
  }),
  passkeyOptions: endpoint({
    ...own,
    method: "POST",
    path: "/account/factors/passkeys/options",
    stepUp: true,
    summary: "Get what a browser needs to make a passkey (WebAuthn)",
    response: passkeyOptions,
    perMinute: 20,
  }),
  addPasskey: endpoint({
    ...own,
    method: "POST",
    path: "/account/factors/passkeys",
    stepUp: true,
    summary: "Add the passkey that the browser made",
    body: z.strictObject({ name: passkeyName, passkey: newPasskeyAnswer }),
    response: z.object({ passkey, ...withCodes }),
    status: 201,
    perMinute: 20,
  }),
  renamePasskey: endpoint({
    ...ofPasskey,
    method: "PUT",
    summary: "Rename a passkey",
    body: passkeyNameForm,
    response: passkey,
  }),
  removePasskey: endpoint({
    ...ofPasskey,
    method: "DELETE",
    stepUp: true,
    summary: "Remove a passkey; refused for the last factor if the company requires one",
    response: done,
  }),
  renewRecoveryCodes: endpoint({
    ...own,
    method: "POST",
    path: "/account/factors/recovery-codes",
    stepUp: true,
    summary: "Make ten new recovery codes; the earlier ones stop working",
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    perMinute: 5,
  }),
};

const challenge = text(t("Sign-in"), 100).min(1, t("Start the sign-in again"));
const visitor = { method: "POST", access: "public", tenancy: "personal" } as const;

export const secondStepForm = z
  .strictObject({
    /** The `secondStep.challenge` of the answer that refused the first step. */
    challenge,
    /** One of these three. */
    code: stepUpCode.optional(),
    recoveryCode: text(t("Recovery code"), 60).trim().min(1, t("Recovery code is required")).optional(),
    passkey: passkeyAnswer.optional(),
  })
  .refine((form) => [form.code, form.recoveryCode, form.passkey].filter((way) => way !== undefined).length === 1, {
    error: t("Send a code, a recovery code or a passkey"),
    path: ["code"],
  });

/** The calls of a sign-in after, or instead of, the password. */
export const secondStep = {
  passkeyOptions: endpoint({
    ...visitor,
    path: "/auth/second-step/passkey",
    summary: "Get what a browser needs to answer the second step with a passkey (WebAuthn)",
    body: z.strictObject({ challenge }),
    response: passkeyOptions,
    // An office shares an address. Guesses are delayed per account, and failures per address.
    perMinute: 120,
  }),
  finish: endpoint({
    ...visitor,
    path: "/auth/second-step",
    summary: "Finish a sign-in with a code of the authenticator app, a recovery code or a passkey",
    body: secondStepForm,
    response: signedIn.extend({
      /** How many recovery codes are left, if one was used. */
      recoveryCodesLeft: z.number().int().optional(),
    }),
    perMinute: 120,
  }),
  passkeySignInOptions: endpoint({
    ...visitor,
    path: "/auth/passkey/options",
    summary: "Get what a browser needs to sign in with a passkey and no password (WebAuthn)",
    response: passkeyOptions,
    perMinute: 120,
  }),
  passkeySignIn: endpoint({
    ...visitor,
    path: "/auth/passkey",
    summary: "Sign in with a passkey and no password, if the company allows it",
    body: z.strictObject({ passkey: passkeyAnswer }),
    response: signedIn,
    perMinute: 120,
  }),
};

const requiresFactor = z.boolean(t("Say whether a second factor is required"));
const allowsPasskeySignIn = z.boolean(t("Say whether a passkey is enough to sign in"));

export const factorRulesForm = z.strictObject({
  requiresFactor,
  graceDays: wholeNumber(t("Days to set it up"), 0, maxGraceDays),
  allowsPasskeySignIn,
});
export type FactorRules = z.output<typeof factorRulesForm>;

const factorRulesShape = z.object({
  requiresFactor: z.boolean(),
  graceDays: z.number().int(),
  allowsPasskeySignIn: z.boolean(),
});

const ofCompany = { access: "admin", tenancy: "platform", path: "/tenants/{id}/factor-rules", params: byId } as const;

export const personFactors = z.object({
  id,
  name: z.string(),
  email: z.string(),
  totp: z.boolean(),
  passkeys: z.number().int(),
  recoveryCodesLeft: z.number().int(),
});
export type PersonFactors = z.output<typeof personFactors>;

/** A company's rules for second factors at the sign-in. */
export const factorRules = {
  get: endpoint({
    ...ofCompany,
    method: "GET",
    summary: "Get what a company asks for at the sign-in",
    response: factorRulesShape,
  }),
  save: endpoint({
    ...ofCompany,
    method: "PUT",
    stepUp: true,
    summary:
      "Change whether a company requires a second factor, after how many days, and whether a passkey is enough to sign in",
    body: factorRulesForm,
    response: factorRulesShape,
  }),
  people: endpoint({
    access: "admin",
    tenancy: "platform",
    method: "GET",
    path: "/tenants/{id}/factors",
    summary: "List which people of a company have a second factor, those without one first; at most 200",
    params: byId,
    query: z.strictObject({ q: line(t("Search text")).optional() }),
    response: z.object({ total: z.number().int(), withFactor: z.number().int(), items: z.array(personFactors) }),
  }),
  reset: endpoint({
    access: "admin",
    tenancy: "across",
    method: "POST",
    path: "/users/{id}/reset-factors",
    stepUp: true,
    summary: "Remove all second factors of a user who lost them, and end their sessions; the user is told by mail",
    params: byId,
    response: done,
    perMinute: 30,
  }),
};
