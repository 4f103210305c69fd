import { aiSettingsForm, type aiSettingsView } from "@intellibox/contract/endpoints/ai-settings";
import {
  type AiProvider,
  aiProviderNames,
  aiProviderRules,
  aiProviders,
} from "@intellibox/contract/rules/ai-providers";
import { promptPreviewLength } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { z } from "zod";
import { cut } from "#lib/format.ts";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { useForm } from "#lib/hooks/use-form.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { modelListQuery, useSaveAiSettings, useTestEmbedding } from "#api/ai-settings.ts";
import {
  ConnectionFields,
  canListModels,
  ModelNames,
  modelForProvider,
  retiredIn,
} from "#components/ai/connection-fields.tsx";
import { EmbeddingModel } from "#components/ai/embedding-model.tsx";
import { DailyBudget, OtherModels, orNoLimit } from "#components/ai/work-and-budget.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { TextareaField } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { AllowedChoices } from "./allowed-choices.tsx";
import { TemperatureField } from "./temperature-field.tsx";

export type SavedAiSettings = z.output<typeof aiSettingsView>;
const providers = aiProviders.map((value) => ({ value, label: aiProviderNames[value] }));

export function AiSettingsForm({ tenantId, saved }: { tenantId: string | undefined; saved: SavedAiSettings }) {
  const save = useSaveAiSettings(tenantId);
  const testEmbedding = useTestEmbedding("owner");
  const namesId = useId();
  const { hasApiKey, ...start } = saved;
  const [wasKeyDropped, setWasKeyDropped] = useState(false);
  const [replaced, setReplaced] = useState<{ from: string; to: string }>();
  const form = useForm(aiSettingsForm, {
    start: { ...start, allowedProviders: start.allowedProviders as never, apiKey: "" },
    submit: async ({ dailyTokens, dailyCost, ...value }) => {
      const successor = value.apiKey || hasApiKey ? retiredIn(value.provider, value.model, listed) : undefined;
      const body = { ...value, model: successor ?? value.model };
      const result = await save.mutateAsync({
        ...body,
        dailyTokens: orNoLimit(dailyTokens),
        dailyCost: orNoLimit(dailyCost),
      });
      setWasKeyDropped(result.keyDropped);
      setReplaced(successor ? { from: value.model, to: successor } : undefined);
      if (successor) setValue("model", successor);
      form.form.resetField("apiKey", { defaultValue: "" });
      toast.success(t("AI settings saved"), screenToast);
    },
  });
  const { watch, setValue } = form.form;
  const provider = watch("provider");
  const model = watch("model");
  const isBuiltin = provider === "builtin";
  const isTyped = aiProviderRules[provider].address === "typed";
  const keepsKey = hasApiKey && provider === saved.provider && (!isTyped || watch("baseUrl")?.trim() === saved.baseUrl);

  const typed = {
    baseUrl: watch("baseUrl")?.trim() ?? "",
    region: watch("region")?.trim() ?? "",
    apiKey: watch("apiKey")?.trim() ?? "",
  };
  const connection = useDebouncedValue(JSON.stringify({ provider, ...typed }), 600);
  const settled = JSON.parse(connection) as typeof typed & { provider: AiProvider };
  const list = useQuery({
    ...modelListQuery("owner", tenantId, settled, keepsKey),
    enabled: settled.provider === provider && canListModels(settled, keepsKey),
  });
  // Until the choice of another provider has settled, the query still has the models of the one before.
  const listed = settled.provider === provider ? list.data : undefined;

  const chooseProvider = (chosen: AiProvider) => {
    setValue("provider", chosen, { shouldDirty: true });
    setReplaced(undefined);
    setValue("embeddingModel", chosen === saved.provider ? saved.embeddingModel : "", { shouldDirty: true });
    setValue("model", modelForProvider(chosen, model, listed), { shouldDirty: true });
    // The example of another local server would be a wrong address.
    const examples = aiProviders.map((one) => aiProviderRules[one].baseUrlExample);
    const { isLocal, baseUrlExample } = aiProviderRules[chosen];
    if (!typed.baseUrl || examples.includes(typed.baseUrl))
      setValue("baseUrl", isLocal ? (baseUrlExample ?? "") : "", { shouldDirty: true });
  };

  const keyOwner = provider === saved.provider ? saved.baseUrl : aiProviderNames[saved.provider];

  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-5" noValidate>
      {form.failure && <Alert kind="bad">{form.failure}</Alert>}
      {replaced && (
        <Alert kind="warn" onDismiss={() => setReplaced(undefined)}>
          {t("{provider} has switched off {from}. {to} was saved in its place.", {
            provider: aiProviderNames[provider],
            from: replaced.from,
            to: replaced.to,
          })}
        </Alert>
      )}
      {wasKeyDropped && !hasApiKey && (
        <Alert kind="warn">
          {aiProviderRules[provider].key !== "required"
            ? t("The saved key was for another provider or address and was removed.")
            : t(
                "The saved key was for another provider and was removed. Enter the key for {provider}; until then the built-in engine answers.",
                { provider: aiProviderNames[provider] },
              )}
        </Alert>
      )}
      {hasApiKey && !keepsKey && !watch("apiKey") && (
        <Alert kind="warn">
          {aiProviderRules[provider].key === "none"
            ? t("The saved key is for {owner}. Saving removes it.", { owner: keyOwner })
            : t("The saved key is for {owner}. Saving removes it: enter the key for {next}.", {
                owner: keyOwner,
                next: isTyped ? t("this server") : aiProviderNames[provider],
              })}
        </Alert>
      )}
      <SelectField label={t("Provider")} options={providers} value={provider} onChange={chooseProvider} />
      {isBuiltin && (
        <Alert kind="info">
          {t(
            "Built-in engine — add a key for richer drafts. It works offline, needs no key, and gives the same answer to the same question.",
          )}
        </Alert>
      )}
      {!isBuiltin && (
        <>
          <ConnectionFields
            provider={provider}
            model={model}
            setModel={(name) => setValue("model", name, { shouldDirty: true })}
            list={listed}
            keepsKey={keepsKey}
            withoutKey={t("Leave empty to use the built-in engine.")}
            field={form.field}
            namesId={namesId}
          />
          <ModelNames id={namesId} names={listed?.models ?? aiProviderRules[provider].models} />
          <TemperatureField
            value={watch("temperature")}
            onChange={(value) => setValue("temperature", value, { shouldDirty: true, shouldValidate: true })}
            error={form.errorOf("temperature")}
          />
          <Checkbox
            label={t("Use the built-in engine when the provider fails")}
            hint={t("The answer says so. When this is off, the draft or summary fails with the provider's error.")}
            checked={watch("fallback")}
            onChange={(event) => setValue("fallback", event.target.checked, { shouldDirty: true })}
          />
          <OtherModels namesId={namesId} field={form.field} />
          <EmbeddingModel provider={provider} field={form.field("embeddingModel")} test={testEmbedding} />
        </>
      )}
      {!isBuiltin && <DailyBudget provider={provider} model={model} number={form.number} />}
      <AllowedChoices
        providers={watch("allowedProviders") ?? []}
        setProviders={(chosen) => setValue("allowedProviders", chosen as never, { shouldDirty: true })}
        models={watch("allowedModels") ?? []}
        setModels={(chosen) => setValue("allowedModels", chosen, { shouldDirty: true })}
        error={form.errorOf("allowedModels")}
      />
      <SystemPrompt
        text={watch("systemPrompt")}
        error={form.errorOf("systemPrompt")}
        onChange={(text) => setValue("systemPrompt", text, { shouldDirty: true })}
      />
      <div className="flex justify-end">
        <Button variant="primary" type="submit" busy={form.isBusy} busyLabel={t("Saving…")}>
          {t("Save")}
        </Button>
      </div>
    </form>
  );
}

type PromptProps = { text: string; error: string | undefined; onChange: (text: string) => void };

function SystemPrompt({ text, error, onChange }: PromptProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div>
      {isShown ? (
        <TextareaField
          label={t("System prompt")}
          rows={6}
          value={text}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <>
          <p className="mb-1.5 text-sm font-medium text-text">{t("System prompt")}</p>
          <p className="text-sm text-text-3">{cut(text, promptPreviewLength) || t("None")}</p>
        </>
      )}
      <Button
        variant="ghost"
        size="sm"
        className="mt-2 -ms-2.5"
        aria-expanded={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? t("Hide system prompt") : t("Show system prompt")}
      </Button>
    </div>
  );
}
