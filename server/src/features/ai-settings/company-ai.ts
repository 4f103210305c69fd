// A company's choice of AI, as far as the owner allows it: the owner's model, the company's own key, or the built-in engine.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { companyAi as calls } from "@intellibox/contract/endpoints/ai-settings";
import { aiProviderNames, aiProviderRules } from "@intellibox/contract/rules/ai-providers";
import { t } from "@intellibox/contract/text/t";
import { forbidden, invalid } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { eq } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { sealedColumns } from "#db/sealed-columns.ts";
import { aiChoices } from "#db/tables/ai-choices.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { keyOfForm, refusePrivateAddress } from "./key-of-form.ts";
import {
  type AiChoiceRow,
  type AiRows,
  allowedProvidersOf,
  embeddingSettingsIn,
  findAiRows,
  modelSettingsIn,
  offeredEmbeddings,
  offeredModels,
} from "./model-settings.ts";
import { usedToday } from "./token-usage.ts";

type Form = BodyOf<typeof calls.update>;

export const getCompanyAi = (scope: Scope) =>
  scope.tx(async (tx) => presentCompanyAi(tx, scope, await findAiRows(tx, scope.tenantId)));

export async function updateCompanyAi(scope: Scope, { apiKey, ...form }: Form) {
  if (form.source === "own") await refusePrivateAddress(scope, form);
  return scope.tx(async (tx) => {
    // Locks the row, so that two savings do not mix a key with another provider's address.
    await tx.select().from(aiChoices).where(eq(aiChoices.tenantId, scope.tenantId)).for("update");
    const rows = await findAiRows(tx, scope.tenantId);
    refuseNotAllowed(rows, form);
    const before = rows.choice;
    const key = keyOfForm(scope, sealedColumns.companyAiKey, before, { apiKey, ...form });
    const row = { ...form, ...key, updatedAt: scope.now() };
    const choice = only(
      await tx
        .insert(aiChoices)
        .values({ tenantId: scope.tenantId, ...row })
        .onConflictDoUpdate({ target: aiChoices.tenantId, set: row })
        .returning(),
    );
    const keyNote = key && { apiKey: key.apiKeySealed ? "changed" : "removed" };
    const changes = { ...changesBetween(presentChoice(before), form), ...keyNote };
    if (Object.keys(changes).length > 0) {
      await audit(tx, scope, { action: "company-ai.updated", targetName: form.provider, changes });
      await scope.publish(tx, { tenantId: scope.tenantId }, { kind: "settings", data: { ai: true } });
    }
    const view = await presentCompanyAi(tx, scope, { ...rows, choice });
    return { ...view, keyDropped: key?.apiKeySealed === null };
  });
}

/** Refuses a provider that the owner does not allow to the company. */
export function refuseProvider({ row }: AiRows, provider: Form["provider"]) {
  if (allowedProvidersOf(row).includes(provider)) return;
  throw forbidden(
    t("Your company may not use {provider}. Ask the owner of this installation.", {
      provider: aiProviderNames[provider],
    }),
  );
}

function refuseNotAllowed(rows: AiRows, form: Omit<Form, "apiKey">) {
  if (form.source === "builtin") return;
  if (form.source === "own") return refuseProvider(rows, form.provider);
  const offered = offeredModels(rows.row);
  for (const field of ["model", "summaryModel", "quickModel", "embeddingModel"] as const) {
    const name = form[field];
    if (!name || (field === "embeddingModel" ? offeredEmbeddings(rows.row) : offered).includes(name)) continue;
    const sentence = t("Choose one of the models that the owner allows");
    throw invalid(sentence, { [field]: sentence });
  }
}

async function presentCompanyAi(tx: Tx, scope: Scope, rows: AiRows) {
  const { provider, model } = modelSettingsIn(rows, scope);
  // The model that the company would use without a choice of its own.
  const owners = modelSettingsIn({ row: rows.row, choice: undefined }, scope);
  return {
    ...presentChoice(rows.choice),
    offered:
      owners.provider === "builtin"
        ? null
        : { provider: owners.provider, model: owners.model, models: offeredModels(rows.row) },
    allowedProviders: allowedProvidersOf(rows.row),
    active: { provider, model },
    activeEmbedding: embeddingSettingsIn(rows, scope)?.model ?? "",
    usedToday: await usedToday(tx, scope),
  };
}

const presentChoice = (choice: AiChoiceRow | undefined) => ({
  source: choice?.source ?? ("owner" as const),
  model: choice?.model ?? "",
  summaryModel: choice?.summaryModel ?? "",
  quickModel: choice?.quickModel ?? "",
  embeddingModel: choice?.embeddingModel ?? "",
  provider: choice?.provider ?? ("openai" as const),
  baseUrl: choice && aiProviderRules[choice.provider].address === "typed" ? choice.baseUrl : "",
  region: choice?.region ?? "",
  hasApiKey: Boolean(choice?.apiKeySealed),
  dailyTokens: choice?.dailyTokens ?? null,
  dailyCost: choice?.dailyCost ?? null,
  suspects: choice?.suspects ?? ("mark" as const),
});
