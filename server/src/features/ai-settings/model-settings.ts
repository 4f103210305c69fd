// The model that a company uses: what its admin chose among what the owner allows, otherwise what the owner set up.
import {
  type AiProvider,
  aiProviderRules,
  companyProviders,
  defaultCompanyProviders,
  type ModelWork,
  type SuspectRule,
} from "@intellibox/contract/rules/ai-providers";
import { aiDefaults } from "@intellibox/contract/rules/choices";
import type { Tx } from "#db/fence.ts";
import { eq } from "#db/orm.ts";
import { openSecret, sealedColumns } from "#db/sealed-columns.ts";
import { aiChoices } from "#db/tables/ai-choices.ts";
import { aiSettings } from "#db/tables/ai-settings.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { EmbeddingSettings } from "#outside/models/embedder.ts";
import { hasTypedAddress } from "#outside/models/provider-base.ts";
import type { Scope } from "#scope.ts";

export type AiSettingsRow = typeof aiSettings.$inferSelect;
export type AiChoiceRow = typeof aiChoices.$inferSelect;

/** Limits of a day. `whose` names who set them. */
export type DailyBudget = { whose: "owner" | "company"; tokens: number | null; cost: number | null };

/** Everything needed to call the tenant's model. `apiKey` must not be returned to a client. */
export type ModelSettings = {
  provider: AiProvider;
  model: string;
  temperature: number;
  systemPrompt: string;
  baseUrl: string;
  region: string;
  apiKey: string;
  chosenBy: "owner" | "company";
  /** Whether the built-in engine answers if the provider fails. */
  fallback: boolean;
  budgets: DailyBudget[];
  /** How prompts treat sentences of mail that try to give the assistant orders. */
  suspects: SuspectRule;
};

/** The settings with which the tenant's embedding model is called. `apiKey` must not be returned to a client. */
export type EmbeddingModelSettings = EmbeddingSettings & {
  /** Names the model in what it made: vectors of different models cannot be compared. */
  name: string;
  budgets: DailyBudget[];
};

type Sealing = Pick<Scope, "tenantId" | "sealer">;
/** The rows of the owner's settings and of the company's choice. */
export type AiRows = { row: AiSettingsRow | undefined; choice: AiChoiceRow | undefined };

/** One query for both rows. */
export async function findAiRows(tx: Tx, tenantId: string): Promise<AiRows> {
  const [found] = await tx
    .select({ row: aiSettings, choice: aiChoices })
    .from(tenants)
    .leftJoin(aiSettings, eq(aiSettings.tenantId, tenants.id))
    .leftJoin(aiChoices, eq(aiChoices.tenantId, tenants.id))
    .where(eq(tenants.id, tenantId));
  return { row: found?.row ?? undefined, choice: found?.choice ?? undefined };
}

export async function modelSettingsOf(tx: Tx, scope: Sealing, work: ModelWork = "writing"): Promise<ModelSettings> {
  return modelSettingsIn(await findAiRows(tx, scope.tenantId), scope, work);
}

/** Falls back to the built-in engine if a key is needed and missing, or if the owner no longer allows the company's provider. */
export function modelSettingsIn({ row, choice }: AiRows, scope: Sealing, work: ModelWork = "writing"): ModelSettings {
  const { temperature, systemPrompt } = row ?? aiDefaults;
  const fallback = row?.fallback ?? true;
  const companyBudget = budgetOf("company", choice);
  const builtin: ModelSettings = {
    ...{ provider: "builtin", model: "builtin", temperature, systemPrompt, fallback },
    ...{ baseUrl: "", region: "", apiKey: "", chosenBy: "owner", budgets: [] },
    suspects: choice?.suspects ?? "mark",
  };
  const chosen = choice?.source === "own" ? ownConnection(row, choice, scope) : ownersConnection(row, choice, scope);
  if (!chosen || choice?.source === "builtin") return builtin;
  const { provider, apiKey } = chosen;
  if (provider === "builtin" || (!apiKey && aiProviderRules[provider].key === "required")) return builtin;
  return {
    ...builtin,
    ...chosen,
    model: modelFor(work, chosen.models),
    baseUrl: hasTypedAddress(provider) ? chosen.baseUrl : "",
    budgets: choice?.source === "own" ? companyBudget : [...budgetOf("owner", row), ...companyBudget],
  };
}

/** Undefined if the company has no embedding model, or if its provider cannot be used. It has the provider and the key of the other models. */
export function embeddingSettingsIn(rows: AiRows, scope: Sealing): EmbeddingModelSettings | undefined {
  const { provider, baseUrl, region, apiKey, chosenBy, budgets } = modelSettingsIn(rows, scope);
  const model = embeddingNameIn(rows);
  if (!model || provider === "builtin" || !aiProviderRules[provider].embeddingModels) return undefined;
  return { provider, model, baseUrl, region, apiKey, chosenBy, budgets, name: `${provider} ${model}` };
}

function embeddingNameIn({ row, choice }: AiRows): string {
  if (choice?.source === "own") return choice.embeddingModel;
  const chosen = choice?.embeddingModel ?? "";
  return chosen && offeredEmbeddings(row).includes(chosen) ? chosen : (row?.embeddingModel ?? "");
}

function ownersConnection(row: AiSettingsRow | undefined, choice: AiChoiceRow | undefined, scope: Sealing) {
  const { provider, model } = row ?? aiDefaults;
  const offered = offeredModels(row);
  const allowed = (name: string | undefined) => (name && offered.includes(name) ? name : "");
  return {
    provider: provider as AiProvider,
    models: {
      writing: allowed(choice?.model) || model,
      summarizing: allowed(choice?.summaryModel) || allowed(choice?.model) || (row?.summaryModel ?? ""),
      quick: allowed(choice?.quickModel) || allowed(choice?.model) || (row?.quickModel ?? ""),
    },
    baseUrl: row?.baseUrl ?? "",
    region: row?.region ?? "",
    apiKey: openKey(scope, sealedColumns.aiKey, row?.apiKeySealed),
    chosenBy: "owner" as const,
  };
}

function ownConnection(row: AiSettingsRow | undefined, choice: AiChoiceRow, scope: Sealing) {
  const { provider, model, summaryModel, quickModel, baseUrl, region } = choice;
  if (!allowedProvidersOf(row).includes(provider)) return undefined;
  return {
    ...{ provider, baseUrl, region, chosenBy: "company" as const },
    models: { writing: model, summarizing: summaryModel, quick: quickModel },
    apiKey: openKey(scope, sealedColumns.companyAiKey, choice.apiKeySealed),
  };
}

const modelFor = (work: ModelWork, models: Record<ModelWork, string>) => models[work] || models.writing;

function openKey({ tenantId, sealer }: Sealing, column: (typeof sealedColumns)["aiKey"], sealed?: string | null) {
  return sealed ? openSecret(sealer, column, { tenantId, row: tenantId, sealed }) : "";
}

const budgetOf = (whose: DailyBudget["whose"], row?: { dailyTokens: number | null; dailyCost: number | null }) =>
  row && (row.dailyTokens !== null || row.dailyCost !== null)
    ? [{ whose, tokens: row.dailyTokens, cost: row.dailyCost }]
    : [];

/** The providers that the company may use with its own key. A local one never is: its address is in the operator's network. */
export const allowedProvidersOf = (row: AiSettingsRow | undefined): AiProvider[] =>
  (row?.allowedProviders ?? defaultCompanyProviders).filter((provider) => companyProviders.includes(provider));

/** The models of the owner's provider that the company may choose. */
export const offeredModels = (row: AiSettingsRow | undefined): string[] => {
  const { model } = row ?? aiDefaults;
  const others = row ? [row.summaryModel, row.quickModel, ...row.allowedModels] : [];
  return [...new Set([model, ...others])].filter(Boolean);
};

/** The embedding models of the owner's provider that the company may choose. */
export const offeredEmbeddings = (row: AiSettingsRow | undefined): string[] =>
  row?.embeddingModel ? [...new Set([row.embeddingModel, ...row.allowedModels])] : [];
