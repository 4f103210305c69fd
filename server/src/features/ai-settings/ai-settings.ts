// The AI model of a tenant. The key is stored sealed and never returned to a client; only `modelSettingsOf` opens it.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { aiSettings as calls } from "@intellibox/contract/endpoints/ai-settings";
import { type AiProvider, aiDefaults } from "@intellibox/contract/rules/choices";
import { invalid } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { eq } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { openSecret, placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { aiSettings } from "#db/tables/ai-settings.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";

type Row = typeof aiSettings.$inferSelect;
type Form = BodyOf<typeof calls.update>;

/** Everything needed to call the tenant's model. `apiKey` must not be returned to a client. */
export type ModelSettings = {
  provider: AiProvider;
  model: string;
  temperature: number;
  systemPrompt: string;
  baseUrl: string;
  apiKey: string;
  /** Whether the built-in engine answers if the provider fails. */
  fallback: boolean;
};

export const getAiSettings = (scope: Scope) =>
  scope.tx(async (tx) => presentSettings(await findRow(tx, scope.tenantId)));

export async function updateAiSettings(scope: Scope, { apiKey, ...form }: Form) {
  await refuseForbiddenAddress(scope, form.baseUrl);
  return scope.tx(async (tx) => {
    const before = await findRow(tx, scope.tenantId, { lock: true });
    const key = keyFor(scope, before, { apiKey, ...form });
    const row = { ...form, ...key, updatedAt: scope.now() };
    const saved = only(
      await tx
        .insert(aiSettings)
        .values({ tenantId: scope.tenantId, ...row })
        .onConflictDoUpdate({ target: aiSettings.tenantId, set: row })
        .returning(),
    );
    const keyNote = key && { apiKey: key.apiKeySealed ? "changed" : "removed" };
    const changes = { ...changesBetween(before ?? { ...unset, ...aiDefaults }, form), ...keyNote };
    if (Object.keys(changes).length > 0) {
      await audit(tx, scope, { action: "ai-settings.updated", targetName: form.provider, changes });
      await scope.publish(tx, { tenantId: scope.tenantId }, { kind: "settings", data: { ai: true } });
    }
    return { ...presentSettings(saved), keyDropped: key?.apiKeySealed === null };
  });
}

/** Falls back to the built-in engine if there is no key, unless the provider is a compatible server, which may need none. */
export async function modelSettingsOf(tx: Tx, scope: Pick<Scope, "tenantId" | "sealer">): Promise<ModelSettings> {
  const row = await findRow(tx, scope.tenantId);
  const { provider, model, temperature, systemPrompt } = row ?? aiDefaults;
  const { tenantId, sealer } = scope;
  const sealed = row?.apiKeySealed;
  const apiKey = sealed ? openSecret(sealer, sealedColumns.aiKey, { tenantId, row: tenantId, sealed }) : "";
  const answering = apiKey || provider === "compatible" ? provider : "builtin";
  return {
    provider: answering,
    model: answering === "builtin" ? "builtin" : model,
    temperature,
    systemPrompt,
    // The other providers have fixed addresses: a base URL left in the form must not receive their key.
    baseUrl: answering === "compatible" ? (row?.baseUrl ?? "") : "",
    apiKey,
    fallback: row?.fallback ?? true,
  };
}

async function findRow(tx: Tx, tenantId: string, { lock = false } = {}): Promise<Row | undefined> {
  const found = tx.select().from(aiSettings).where(eq(aiSettings.tenantId, tenantId));
  const [row] = await (lock ? found.for("update") : found);
  return row;
}

const unset = { baseUrl: "", fallback: true };
const placeOfKey = (tenantId: string) => placeOf(sealedColumns.aiKey, tenantId, tenantId);

/** A blank key keeps the stored one, unless that was given for another provider or address: then it is removed. */
function keyFor({ tenantId, sealer }: Scope, before: Row | undefined, form: Form) {
  if (form.apiKey) return { apiKeySealed: sealer.seal(form.apiKey, placeOfKey(tenantId)) };
  return before?.apiKeySealed && receiverOf(before) !== receiverOf(form) ? { apiKeySealed: null } : undefined;
}

/** Identifies the server that receives the key. The base URL matters only for a compatible server. */
const receiverOf = ({ provider, baseUrl }: Pick<Row, "provider" | "baseUrl">) =>
  provider === "compatible" ? `${provider} ${baseUrl}` : provider;

async function refuseForbiddenAddress(scope: Scope, baseUrl: string) {
  if (!baseUrl) return;
  await scope.outside.checkHost(new URL(baseUrl).hostname).catch((cause: Error) => {
    throw Object.assign(invalid(cause.message, { baseUrl: cause.message }), { cause });
  });
}

function presentSettings(row: Row | undefined) {
  const { provider, model, temperature, systemPrompt } = row ?? aiDefaults;
  return {
    provider,
    model,
    temperature,
    systemPrompt,
    baseUrl: row?.baseUrl ?? "",
    hasApiKey: Boolean(row?.apiKeySealed),
    fallback: row?.fallback ?? true,
  };
}
