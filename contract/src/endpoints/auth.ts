import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { done, id, instant, oneSpelling, text } from "../fields.ts";
import { textOf } from "../refusal-words.ts";
import { roles } from "../rules/access.ts";
import { tenantStatuses, userStatuses } from "../rules/choices.ts";
import { maxPasswordLength, minPasswordLength } from "../rules/limits.ts";
import { languageCodes } from "../text/language.ts";
import { t } from "../text/t.ts";
import { translatedName } from "../text/translated-name.ts";

export const password = z
  .string(textOf(t("Password")))
  .min(minPasswordLength, {
    error: () => t("Password must have at least {minPasswordLength} characters", { minPasswordLength }),
  })
  .max(maxPasswordLength, t("Password is too long"));

export const sessionTenant = z.object({
  _id: id,
  code: z.string(),
  name: z.string(),
  slug: z.string(),
  status: z.enum(tenantStatuses),
  isOwner: z.boolean(),
});

export const sessionUser = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  roleCode: z.enum(roles),
  status: z.enum(userStatuses),
  tenantId: z.object({ _id: id, code: z.string(), name: z.string() }),
  tenantIsOwner: z.boolean(),
  /** True until the user has replaced a first password that an administrator knows. */
  mustChangePassword: z.boolean(),
  /** Another person set the password, so mail is closed until the user proves the address or the owner company releases it. */
  mailClosed: z.boolean(),
  /** The language chosen in Profile; null follows the browser. */
  language: z.enum(languageCodes).nullable(),
  createdAt: instant,
});

/** `wanted`: the company requires a second factor, and there is time left to set it up. `required`: nothing else is allowed. */
export const factorStates = ["fine", "wanted", "required"] as const;

const tokens = z.object({ token: z.string(), refreshToken: z.string() });
const whoAmI = z.object({
  user: sessionUser.extend({ factor: z.enum(factorStates) }),
  tenant: sessionTenant.nullable(),
});
export const signedIn = tokens.extend(whoAmI.shape);

/** Only the length is checked here: the server refuses every wrong password with the same message. */
const typedPassword = (what: string) =>
  text(what, maxPasswordLength).min(1, { error: () => t("{name} is required", { name: translatedName(what) }) });

const email = oneSpelling(t("Email")).min(1, t("Email is required")).max(254, t("Email is too long"));

export const loginForm = z.object({
  email,
  password: typedPassword(t("Password")),
  /** The code of a company with an account for the address. Without it the password decides which account is meant. */
  company: z
    .string(textOf(t("Company")))
    .trim()
    .toUpperCase()
    .max(32, t("Company is too long"))
    .optional(),
});

export const changePasswordForm = z.object({
  currentPassword: typedPassword(t("Current password")),
  newPassword: password,
});

export const forgotPasswordForm = z.strictObject({ email });

export const auth = {
  login: endpoint({
    method: "POST",
    path: "/auth/login",
    access: "public",
    tenancy: "personal",
    summary: "Sign in",
    body: loginForm,
    response: signedIn,
  }),
  forgotPassword: endpoint({
    method: "POST",
    path: "/auth/forgot-password",
    access: "public",
    tenancy: "personal",
    summary: "Mail a link to choose a new password; the answer is the same whether the address has an account or not",
    body: forgotPasswordForm,
    response: done,
    perMinute: 5,
  }),
  refresh: endpoint({
    method: "POST",
    path: "/auth/refresh",
    access: "public",
    tenancy: "personal",
    summary: "Exchange a refresh token for a new pair",
    body: z.object({ refreshToken: text(t("Refresh token"), 200).min(1, t("Refresh token is required")) }),
    response: tokens,
    perMinute: 120,
  }),
  logout: endpoint({
    method: "POST",
    path: "/auth/logout",
    access: "signed-in",
    tenancy: "personal",
    summary: "Sign out and end the session",
    response: done,
    beforePasswordChange: true,
    mail: false,
  }),
  me: endpoint({
    method: "GET",
    path: "/auth/me",
    access: "signed-in",
    tenancy: "personal",
    summary: "Get the signed-in user and their company",
    response: whoAmI,
    beforePasswordChange: true,
    mail: false,
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/auth/change-password",
    access: "signed-in",
    tenancy: "personal",
    summary: "Change the caller's password; ends their other sessions",
    body: changePasswordForm,
    response: done,
    perMinute: 10,
    beforePasswordChange: true,
    mail: false,
  }),
  menus: endpoint({
    method: "GET",
    path: "/menus",
    access: "signed-in",
    tenancy: "personal",
    summary: "Get the sidebar of the caller's role",
    response: z.object({
      /** The web app shows an unknown role as "User", with its menu. */
      role: z.string(),
      items: z.array(z.object({ key: z.string(), label: z.string(), path: z.string(), icon: z.string().optional() })),
    }),
    beforePasswordChange: true,
    mail: false,
  }),
};
