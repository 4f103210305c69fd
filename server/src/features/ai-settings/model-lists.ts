// The names of a provider's models, and the model servers that are found in the network.
import { createHash } from "node:crypto";
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { aiSettings as calls } from "@intellibox/contract/endpoints/ai-settings";
import { aiProviderRules } from "@intellibox/contract/rules/ai-providers";
import { t } from "@intellibox/contract/text/t";
import { forbidden, invalid } from "#lib/errors.ts";
import { readModelHost } from "#lib/local-model-hosts.ts";
import { openSecret, sealedColumns } from "#db/sealed-columns.ts";
import { ModelError } from "#outside/models/text-model.ts";
import type { Scope } from "#scope.ts";
import { refuseProvider } from "./company-ai.ts";
import { isSameReceiver, refuseForbiddenAddress, refusePrivateAddress } from "./key-of-form.ts";
import { findAiRows } from "./model-settings.ts";

type ListForm = BodyOf<typeof calls.models>;
type CachedList = { names: string[]; until: number };

const cacheMs = 5 * 60_000;
const maxCached = 500;
const openCache = () => new Map<string, CachedList>();

/** For a super admin: with the typed key, or the stored one of the company. */
export async function listOwnersModels(scope: Scope, form: ListForm) {
  await refuseForbiddenAddress(scope, form);
  const { row } = await scope.tx((tx) => findAiRows(tx, scope.tenantId));
  return listOrSeed(
    scope,
    { ...form, apiKey: form.apiKey || storedKey(scope, sealedColumns.aiKey, row, form) },
    "owner",
  );
}

/** For a company's admin: with the typed key, or the company's own. Never with the owner's. */
export async function listCompanyModels(scope: Scope, form: ListForm) {
  const rows = await scope.tx((tx) => findAiRows(tx, scope.tenantId));
  refuseProvider(rows, form.provider);
  await refusePrivateAddress(scope, form);
  const apiKey = form.apiKey || storedKey(scope, sealedColumns.companyAiKey, rows.choice, form);
  return listOrSeed(scope, { ...form, apiKey }, "company");
}

type KeyRow = { provider: ListForm["provider"]; baseUrl: string; apiKeySealed: string | null } | undefined;

/** The stored key, if it was given for this provider and address. */
function storedKey(
  { tenantId, sealer }: Scope,
  column: (typeof sealedColumns)["aiKey"],
  row: KeyRow,
  form: ListForm,
): string {
  if (!row?.apiKeySealed || !isSameReceiver(row, form)) return "";
  return openSecret(sealer, column, { tenantId, row: tenantId, sealed: row.apiKeySealed });
}

/** The provider's own list, or the names that are known without it and the reason. */
async function listOrSeed(scope: Scope, form: ListForm & { apiKey: string }, chosenBy: "owner" | "company") {
  const { provider, baseUrl, region = "", apiKey } = form;
  const { key, list, models: seed } = aiProviderRules[provider];
  const known = (reason: string) => ({ models: [...seed], reason });
  if (provider === "builtin" || !list) return known("");
  if (key === "required" && !apiKey) return known("Enter the key to see the provider's models.");
  const cache = scope.once(openCache);
  const now = scope.now().getTime();
  const place = createHash("sha256")
    .update(JSON.stringify([scope.tenantId, chosenBy, provider, baseUrl, region, apiKey]))
    .digest("base64");
  const cached = cache.get(place);
  if (cached && cached.until > now) return { models: cached.names };
  try {
    const names = await scope.outside.models.list({ provider, baseUrl, region, apiKey, chosenBy }, scope.signal);
    if (names.length === 0) return known("The provider's list of models is empty.");
    if (cache.size >= maxCached) cache.clear();
    cache.set(place, { names, until: now + cacheMs });
    return { models: names };
  } catch (error) {
    if (!(error instanceof ModelError) || error.fault === "cancelled") throw error;
    return known(error.message);
  }
}

/** Only for super admins of the owner: an admin of a company must not learn what is in the operator's network. */
export async function findLocal(scope: Scope, typedHost: string | undefined) {
  if (!scope.user.tenantIsOwner) throw forbidden(t("Only a super admin of the owner can look for model servers."));
  const { models, checkHost } = scope.outside;
  if (!typedHost) return { found: await models.findLocal(scope.signal) };
  const host = readModelHost(typedHost);
  if (!host) {
    const sentence = t("Enter a host such as gpu.lan or 10.0.0.5:11434");
    throw invalid(sentence, { host: sentence });
  }
  await checkHost(host.host).catch((cause: Error) => {
    const sentence = t("This host is not allowed. The operator can allow it with INTELLIBOX_LOCAL_MODELS.");
    throw Object.assign(invalid(sentence, { host: sentence }), { cause });
  });
  return { found: await models.findOn(host, scope.signal) };
}
