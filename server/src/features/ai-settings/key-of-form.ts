import type { AiProvider } from "@intellibox/contract/rules/ai-providers";
import { aiProviderRules } from "@intellibox/contract/rules/ai-providers";
import { invalid } from "#lib/errors.ts";
import { isLocalModelAddress } from "#lib/local-model-hosts.ts";
import { placeOf, type SealedColumn } from "#db/sealed-columns.ts";
import { hasTypedAddress } from "#outside/models/provider-base.ts";
import type { Scope } from "#scope.ts";

export type Receiver = { provider: AiProvider; baseUrl: string };
type StoredKey = Receiver & { apiKeySealed: string | null };

/** A blank key keeps the stored one, unless that was given for another provider or address: then it is removed. */
export function keyOfForm(
  { tenantId, sealer }: Scope,
  column: SealedColumn,
  before: StoredKey | undefined,
  form: Receiver & { apiKey?: string | undefined },
) {
  if (form.apiKey) return { apiKeySealed: sealer.seal(form.apiKey, placeOf(column, tenantId, tenantId)) };
  return before?.apiKeySealed && !isSameReceiver(before, form) ? { apiKeySealed: null } : undefined;
}

/** Whether the same server receives the key. The base URL matters only if it is used. */
export const isSameReceiver = (one: Receiver, other: Receiver) => receiverOf(one) === receiverOf(other);

const receiverOf = ({ provider, baseUrl }: Receiver) =>
  aiProviderRules[provider].address === "typed" ? `${provider} ${baseUrl}` : provider;

/**
 * Refuses an address that the network policy forbids. A super admin of the owner may also use the model servers that the operator
 * allows in the private network.
 */
export async function refuseForbiddenAddress(scope: Scope, { provider, baseUrl }: Receiver) {
  if (!baseUrl || !hasTypedAddress(provider)) return;
  const { user, config } = scope;
  const isOwner = user.role === "SUPER_ADMIN" && user.tenantIsOwner;
  if (isOwner && isLocalModelAddress(config.localModelHosts, baseUrl)) return;
  await refusing(scope.outside.checkHost(new URL(baseUrl).hostname));
}

/** Refuses an address that is not public, whatever the installation allows. */
export async function refusePrivateAddress(scope: Scope, { provider, baseUrl }: Receiver) {
  if (!baseUrl || !hasTypedAddress(provider)) return;
  await refusing(scope.outside.checkPublicHost(new URL(baseUrl).hostname));
}

const refusing = (check: Promise<void>) =>
  check.catch((cause: Error) => {
    throw Object.assign(invalid(cause.message, { baseUrl: cause.message }), { cause });
  });
