// The AI settings of a company, as a super admin sees them. The key is stored sealed and never returned to a client.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { aiSettings as calls } from "@intellibox/contract/endpoints/ai-settings";
import { aiDefaults } from "@intellibox/contract/rules/choices";
import type { Tx } from "#db/fence.ts";
import { eq } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { sealedColumns } from "#db/sealed-columns.ts";
import { aiSettings } from "#db/tables/ai-settings.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { keyOfForm, refuseForbiddenAddress } from "./key-of-form.ts";
import { type AiSettingsRow, allowedProvidersOf } from "./model-settings.ts";

type Form = BodyOf<typeof calls.update>;

export const getAiSettings = (scope: Scope) =>
  scope.tx(async (tx) => presentSettings(await findRow(tx, scope.tenantId)));

export async function updateAiSettings(scope: Scope, { apiKey, ...form }: Form) {
  await refuseForbiddenAddress(scope, form);
  return scope.tx(async (tx) => {
    const before = await findRow(tx, scope.tenantId, { lock: true });
    const key = keyOfForm(scope, sealedColumns.aiKey, before, { apiKey, ...form });
    const row = { ...form, ...key, updatedAt: scope.now() };
    const saved = only(
      await tx
        .insert(aiSettings)
        .values({ tenantId: scope.tenantId, ...row })
        .onConflictDoUpdate({ target: aiSettings.tenantId, set: row })
        .returning(),
    );
    const keyNote = key && { apiKey: key.apiKeySealed ? "changed" : "removed" };
    const changes = { ...changesBetween(presentSettings(before), form), ...keyNote };
    if (Object.keys(changes).length > 0) {
      await audit(tx, scope, { action: "ai-settings.updated", targetName: form.provider, changes });
      await scope.publish(tx, { tenantId: scope.tenantId }, { kind: "settings", data: { ai: true } });
    }
    return { ...presentSettings(saved), keyDropped: key?.apiKeySealed === null };
  });
}

async function findRow(tx: Tx, tenantId: string, { lock = false } = {}): Promise<AiSettingsRow | undefined> {
  const found = tx.select().from(aiSettings).where(eq(aiSettings.tenantId, tenantId));
  const [row] = await (lock ? found.for("update") : found);
  return row;
}

function presentSettings(row: AiSettingsRow | undefined) {
  const { provider, model, temperature, systemPrompt } = row ?? aiDefaults;
  return {
    provider,
    model,
    temperature,
    systemPrompt,
    baseUrl: row?.baseUrl ?? "",
    region: row?.region ?? "",
    hasApiKey: Boolean(row?.apiKeySealed),
    fallback: row?.fallback ?? true,
    summaryModel: row?.summaryModel ?? "",
    quickModel: row?.quickModel ?? "",
    embeddingModel: row?.embeddingModel ?? "",
    dailyTokens: row?.dailyTokens ?? null,
    dailyCost: row?.dailyCost ?? null,
    allowedProviders: allowedProvidersOf(row),
    allowedModels: row?.allowedModels ?? [],
  };
}
