import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, requiredLine } from "../fields.ts";
import { keyScopeNames } from "../rules/key-scopes.ts";
import { t } from "../text/t.ts";

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The beginning of the key, by which a person recognises it. */
  hint: z.string(),
  scopes: z.array(z.enum(keyScopeNames)),
  createdAt: instant,
  createdBy: z.string(),
  /** Null: it has no end. */
  expiresAt: instant.nullable(),
  /** When and from which network address it was last used, to the minute. */
  lastUsedAt: instant.nullable(),
  lastUsedAddress: z.string(),
});
export type ApiKey = z.output<typeof apiKey>;

const name = requiredLine(t("Name"), 80);

export const newApiKeyForm = z.strictObject({
  name,
  scopes: z
    .array(z.enum(keyScopeNames, t("There is no such permission")), t("Choose what the key may do"))
    .min(1, t("Choose what the key may do"))
    .transform((scopes) => [...new Set(scopes)]),
  /** At most a year ahead; null for a key without an end. */
  expiresAt: instant.nullable(),
});
export type NewApiKey = z.output<typeof newApiKeyForm>;

const renameForm = z.strictObject({ name });
const made = z.object({
  key: apiKey,
  /** The key itself. It is not stored and cannot be read again. */
  secret: z.string(),
});

/** Open while mail is closed, so that a key can be revoked. */
const own = { ...personal, mail: false } as const;
const ofCompany = { access: "admin", tenancy: "acting" } as const;

export const apiKeys = {
  current: endpoint({
    ...own,
    beforeSecondFactor: true,
    method: "GET",
    path: "/api-keys/current",
    summary: "Get what the API key of this call is and may do",
    response: z.object({
      key: apiKey.pick({ id: true, name: true, scopes: true, expiresAt: true }),
      /** Null for a company key. */
      user: z.object({ id, name: z.string(), email: z.string() }).nullable(),
      company: z.object({ id, name: z.string() }),
    }),
  }),
  list: endpoint({
    ...own,
    method: "GET",
    path: "/api-keys",
    summary: "List the caller's API keys, newest first",
    response: z.array(apiKey),
  }),
  create: endpoint({
    ...personal,
    method: "POST",
    path: "/api-keys",
    stepUp: true,
    summary: "Create an API key for the caller; the answer is the only one that holds it",
    body: newApiKeyForm,
    response: made,
    status: 201,
    perMinute: 20,
  }),
  rename: endpoint({
    ...own,
    method: "PUT",
    path: "/api-keys/{id}",
    summary: "Rename an API key of the caller",
    params: byId,
    body: renameForm,
    response: apiKey,
  }),
  revoke: endpoint({
    ...own,
    method: "DELETE",
    path: "/api-keys/{id}",
    summary: "Revoke an API key of the caller; it is refused at once",
    params: byId,
    response: done,
  }),
  listOfCompany: endpoint({
    ...ofCompany,
    method: "GET",
    path: "/company-api-keys",
    summary: "List the company's API keys, newest first",
    response: z.array(apiKey),
  }),
  createOfCompany: endpoint({
    ...ofCompany,
    method: "POST",
    path: "/company-api-keys",
    stepUp: true,
    summary: "Create an API key for the company, which reads nobody's mail; the answer is the only one that holds it",
    body: newApiKeyForm,
    response: made,
    status: 201,
    perMinute: 20,
  }),
  renameOfCompany: endpoint({
    ...ofCompany,
    method: "PUT",
    path: "/company-api-keys/{id}",
    summary: "Rename an API key of the company",
    params: byId,
    body: renameForm,
    response: apiKey,
  }),
  revokeOfCompany: endpoint({
    ...ofCompany,
    method: "DELETE",
    path: "/company-api-keys/{id}",
    summary: "Revoke an API key of the company; it is refused at once",
    params: byId,
    response: done,
  }),
};
