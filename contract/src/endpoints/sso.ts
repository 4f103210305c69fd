import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, done, id, instant, line, requiredLine, text } from "../fields.ts";
import { textOf } from "../refusal-words.ts";
import { roles } from "../rules/access.ts";
import { isBlankText } from "../rules/blank-text.ts";
import { publicDoors } from "../rules/sso.ts";
import { t } from "../text/t.ts";
import { signedIn } from "./auth.ts";

/** The roles that a provider can give. It cannot make a super admin. */
export const ssoRoles = ["NORMAL_USER", "ADMIN"] as const;
const role = z.enum(ssoRoles, t("Choose Member or Admin"));

/** Of OpenID Connect Discovery: an address without query and fragment. The server decides whether it may be plain http. */
const issuer = line(t("Issuer"), 300)
  .refine(
    (value) => value === "" || /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(value),
    t("Enter the issuer's address, such as https://login.acme.com"),
  )
  .transform((value) => value || null);

/** A host name of at least two labels, in lower case. */
const domain = z
  .string(textOf(t("Domain")))
  .trim()
  .toLowerCase()
  .transform((value) => value.replace(/^@/, ""))
  .pipe(
    z
      .string()
      .max(253, t("Domain is too long"))
      .regex(
        /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
        t("Enter a domain, such as acme.com"),
      ),
  );

export const groupRole = z.strictObject({ group: requiredLine(t("Group"), 200), role });

export const ssoForm = z
  .strictObject({
    issuer,
    clientId: line(t("Client ID"), 300),
    /** Absent or empty: the saved one stays. */
    clientSecret: text(t("Client secret"), 500).optional(),
    isOn: z.boolean(),
    createsUsers: z.boolean(),
    defaultRole: role,
    groupsClaim: requiredLine(t("Claim"), 100),
    groupRoles: z.array(groupRole).max(50, t("At most 50 groups")),
    isOnly: z.boolean(),
    /** If passwords are refused: whether the caller's own still works. */
    keepsPassword: z.boolean().default(true),
  })
  .refine(({ isOn, issuer, clientId }) => !isOn || !issuer || clientId !== "", {
    error: t("Client ID is required"),
    path: ["clientId"],
  })
  .refine(({ isOnly, isOn, issuer }) => !isOnly || (isOn && issuer !== null), {
    error: t("Switch single sign-on on, with an issuer, before you refuse passwords"),
    path: ["isOnly"],
  });
export type SsoForm = z.input<typeof ssoForm>;

export const ssoDomain = z.object({
  id,
  domain: z.string(),
  /** The TXT record that proves it. */
  recordName: z.string(),
  recordValue: z.string(),
  provenAt: instant.nullable(),
  /** "DNS", or who of the owner company confirmed it. */
  provenBy: z.string().nullable(),
});
export type SsoDomain = z.output<typeof ssoDomain>;

export const ssoSettings = z.object({
  issuer: z.string().nullable(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  isOn: z.boolean(),
  createsUsers: z.boolean(),
  defaultRole: z.enum(roles),
  groupsClaim: z.string(),
  groupRoles: z.array(z.object({ group: z.string(), role: z.enum(ssoRoles) })),
  isOnly: z.boolean(),
  /** Whose password still works if passwords are refused. */
  passwordUser: z.object({ id, name: z.string(), email: z.string() }).nullable(),
  domains: z.array(ssoDomain),
  /** To register with the provider. */
  redirectUri: z.string(),
  /** The providers of the installation that people may use too. */
  publicDoors: z.array(z.enum(publicDoors)),
  scim: z.object({ url: z.string(), createdAt: instant.nullable(), usedAt: instant.nullable() }),
});
export type SsoSettings = z.output<typeof ssoSettings>;

export const ssoStartForm = z
  .strictObject({
    /** A work address, or the code of a company. Needed without a door. */
    company: line(t("Work email or company code"), 254).optional(),
    /** A provider that is not a company's. */
    door: z.enum(publicDoors).optional(),
  })
  .superRefine(({ company, door }, context) => {
    if (!door && isBlankText(company ?? ""))
      context.addIssue({
        code: "custom",
        message: t("{name} is required", { name: t("Work email or company code") }),
        path: ["company"],
      });
  });

/** One finding of the test, in words. */
const finding = z.object({ ok: z.boolean(), text: z.string() });

const ofCompany = { access: "admin", tenancy: "platform", params: byId } as const;
const byDomain = byId.extend({ domain: id });

export const sso = {
  doors: endpoint({
    method: "GET",
    path: "/auth/sso/doors",
    access: "public",
    tenancy: "personal",
    summary: "List the providers of the installation that people may sign in with",
    response: z.object({ doors: z.array(z.enum(publicDoors)) }),
    perMinute: 120,
  }),
  start: endpoint({
    method: "POST",
    path: "/auth/sso/start",
    access: "public",
    tenancy: "personal",
    summary:
      "Get the address of the provider where a person signs in; the answer depends on the domain, never on an account",
    body: ssoStartForm,
    response: z.object({ url: z.string() }),
    perMinute: 30,
  }),
  finish: endpoint({
    method: "POST",
    path: "/auth/sso/finish",
    access: "public",
    tenancy: "personal",
    summary:
      "Exchange the code that the provider's answer led to for a session; it works once, for a minute, in the same browser",
    body: z.strictObject({ code: text(t("Code"), 200).min(1, t("Code is required")) }),
    response: signedIn,
    perMinute: 30,
  }),
  get: endpoint({
    ...ofCompany,
    method: "GET",
    path: "/tenants/{id}/sso",
    summary: "Get the single sign-on of a company",
    response: ssoSettings,
  }),
  save: endpoint({
    ...ofCompany,
    stepUp: true,
    method: "PUT",
    path: "/tenants/{id}/sso",
    summary: "Set up the single sign-on of a company; another issuer ends the proofs of its domains",
    body: ssoForm,
    response: ssoSettings,
  }),
  remove: endpoint({
    ...ofCompany,
    stepUp: true,
    method: "DELETE",
    path: "/tenants/{id}/sso",
    summary: "Remove the single sign-on of a company, with its domains and the links to people",
    response: done,
  }),
  test: endpoint({
    ...ofCompany,
    method: "POST",
    path: "/tenants/{id}/sso/test",
    summary: "Ask an issuer for its settings and keys, and say what is wrong",
    body: z.strictObject({ issuer: requiredLine(t("Issuer"), 300) }),
    response: z.object({ ok: z.boolean(), findings: z.array(finding) }),
    perMinute: 20,
  }),
  addDomain: endpoint({
    ...ofCompany,
    method: "POST",
    path: "/tenants/{id}/sso/domains",
    summary: "Add a domain, which has to be proven",
    body: z.strictObject({ domain }),
    response: ssoDomain,
    status: 201,
  }),
  verifyDomain: endpoint({
    ...ofCompany,
    stepUp: true,
    method: "POST",
    path: "/tenants/{id}/sso/domains/{domain}/verify",
    summary: "Look for the TXT record of a domain",
    params: byDomain,
    response: ssoDomain,
    perMinute: 20,
  }),
  confirmDomain: endpoint({
    ...ofCompany,
    stepUp: true,
    access: "super-admin",
    method: "POST",
    path: "/tenants/{id}/sso/domains/{domain}/confirm",
    summary: "Confirm a domain by the word of the owner company, without DNS",
    params: byDomain,
    response: ssoDomain,
  }),
  removeDomain: endpoint({
    ...ofCompany,
    method: "DELETE",
    path: "/tenants/{id}/sso/domains/{domain}",
    summary: "Remove a domain",
    params: byDomain,
    response: done,
  }),
  makeScimToken: endpoint({
    ...ofCompany,
    stepUp: true,
    method: "POST",
    path: "/tenants/{id}/scim-token",
    summary:
      "Make the token with which the company's directory calls SCIM; it is shown once and replaces the one before",
    response: z.object({ token: z.string() }),
    status: 201,
  }),
  removeScimToken: endpoint({
    ...ofCompany,
    method: "DELETE",
    path: "/tenants/{id}/scim-token",
    summary: "Remove the token of SCIM",
    response: done,
  }),
};
