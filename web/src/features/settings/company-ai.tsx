import { companyAiForm, type companyAiView } from "@intellibox/contract/endpoints/ai-settings";
import {
  type AiProvider,
  type AiSource,
  aiProviderNames,
  aiProviderRules,
  type SuspectRule,
} from "@intellibox/contract/rules/ai-providers";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useId, useState } from "react";
import type { z } from "zod";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { useForm } from "#lib/hooks/use-form.ts";
import { rich } from "#lib/rich.ts";
import { Link } from "#lib/router/link.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { useActingCompany } from "#api/acting-company.ts";
import {
  companyAiQuery,
  modelListQuery,
  useSaveCompanyAi,
  useTestCompanyAi,
  useTestEmbedding,
} from "#api/ai-settings.ts";
import { feedbackFiguresQuery } from "#api/feedback.ts";
import {
  ConnectionFields,
  canListModels,
  ModelNames,
  modelForProvider,
  retiredIn,
} from "#components/ai/connection-fields.tsx";
import { EmbeddingModel } from "#components/ai/embedding-model.tsx";
import { FeedbackFigures } from "#components/ai/feedback-figures.tsx";
import { QuickTest } from "#components/ai/quick-test.tsx";
import { DailyBudget, OtherModels, orNoLimit } from "#components/ai/work-and-budget.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { ChoiceChips } from "#components/ui/segmented.tsx";
import { SelectField } from "#components/ui/select.tsx";

type SavedChoice = z.output<typeof companyAiView>;

/** The AI model of the company, among what the owner of the installation allows. */
export function CompanyAi() {
  const company = useActingCompany();
  const { data, error, refetch } = useQuery(companyAiQuery(company.id));
  return (
    <Page
      width="form"
      heading={t("AI model")}
      description={t("Choose what writes drafts and summaries for everyone in your company.")}
      actions={
        <Link
          to="/settings"
          className="inline-flex min-h-target items-center gap-1.5 text-sm text-accent-text hover:underline"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          {t("Back to Settings")}
        </Link>
      }
    >
      {error && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <PageSkeleton />}
      {data && (
        <>
          <ChoiceForm key={company.id} tenantId={company.id} saved={data} />
          <CompanyModelTest />
          <Feedback tenantId={company.id} />
        </>
      )}
    </Page>
  );
}

const CompanyModelTest = () => <QuickTest test={useTestCompanyAi()} />;

/** Enough for a small company to have some. */
const countedDays = 30;

function Feedback({ tenantId }: { tenantId: string | undefined }) {
  const { data, error, refetch } = useQuery(feedbackFiguresQuery(tenantId, countedDays));
  return <FeedbackFigures items={data?.items} problem={error?.message} onRetry={() => void refetch()} />;
}

function ChoiceForm({ tenantId, saved }: { tenantId: string | undefined; saved: SavedChoice }) {
  const save = useSaveCompanyAi(tenantId);
  const testEmbedding = useTestEmbedding("company");
  const namesId = useId();
  const { offered, allowedProviders, hasApiKey } = saved;
  const [replaced, setReplaced] = useState<{ from: string; to: string }>();
  const isOwn = saved.source === "own";
  const { source, baseUrl, region, summaryModel, quickModel, embeddingModel, dailyTokens, dailyCost, suspects } = saved;
  const isAllowed = allowedProviders.includes(saved.provider);
  const form = useForm(companyAiForm, {
    start: {
      ...{
        source,
        baseUrl,
        region,
        summaryModel,
        quickModel,
        embeddingModel,
        dailyTokens,
        dailyCost,
        suspects,
        apiKey: "",
      },
      provider: isAllowed ? saved.provider : (allowedProviders[0] ?? saved.provider),
      model: saved.model,
    },
    submit: async (value) => {
      const successor = value.source === "own" ? retiredIn(value.provider, value.model, listed) : undefined;
      await save.mutateAsync({
        ...value,
        model: successor ?? value.model,
        dailyTokens: orNoLimit(value.dailyTokens),
        dailyCost: orNoLimit(value.dailyCost),
      });
      setReplaced(successor ? { from: value.model, to: successor } : undefined);
      if (successor) setValue("model", successor);
      form.form.resetField("apiKey", { defaultValue: "" });
      toast.success(t("AI settings saved"), screenToast);
    },
  });
  const { watch, setValue } = form.form;
  const chosen = watch("source");
  const provider = watch("provider");
  const model = watch("model") ?? "";
  const typed = {
    baseUrl: watch("baseUrl")?.trim() ?? "",
    region: watch("region")?.trim() ?? "",
    apiKey: watch("apiKey")?.trim() ?? "",
  };
  const isTyped = aiProviderRules[provider].address === "typed";
  const keepsKey = hasApiKey && provider === saved.provider && (!isTyped || typed.baseUrl === saved.baseUrl);
  const settled = JSON.parse(useDebouncedValue(JSON.stringify({ provider, ...typed }), 600)) as typeof typed & {
    provider: AiProvider;
  };
  const list = useQuery({
    ...modelListQuery("company", tenantId, settled, keepsKey),
    enabled: chosen === "own" && settled.provider === provider && canListModels(settled, keepsKey),
  });
  // Until the choice of another provider has settled, the query still has the models of the one before.
  const listed = settled.provider === provider ? list.data : undefined;

  const chooseSource = (next: AiSource) => {
    setValue("source", next, { shouldDirty: true });
    // The owner's models and those of the own key have different names.
    const isBack = next === source;
    setValue("model", isBack ? saved.model : next === "own" ? modelForProvider(provider, "", undefined) : "");
    setValue("summaryModel", isBack ? saved.summaryModel : "");
    setValue("quickModel", isBack ? saved.quickModel : "");
    setValue("embeddingModel", isBack ? saved.embeddingModel : "");
  };
  const chooseProvider = (next: AiProvider) => {
    setValue("provider", next, { shouldDirty: true });
    setValue("embeddingModel", next === saved.provider ? saved.embeddingModel : "", { shouldDirty: true });
    setValue("model", modelForProvider(next, model, listed), { shouldDirty: true });
  };
  const sources = [
    { value: "owner" as const, label: offered ? t("Provided model") : t("Provided (none yet)") },
    ...(allowedProviders.length > 0 || isOwn ? [{ value: "own" as const, label: t("Our own key") }] : []),
    { value: "builtin" as const, label: t("Built-in engine") },
  ];
  const activeModel = chosen === "own" ? model : model || (offered?.model ?? "");

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
      {isOwn && !isAllowed && (
        <Alert kind="warn">
          {t(
            "The owner of this installation no longer allows {provider}. Until you choose again, the built-in engine answers.",
            { provider: aiProviderNames[saved.provider] },
          )}
        </Alert>
      )}
      <p className="text-sm text-text-2">
        {rich(
          "Active now: <name>{active}</name>",
          { name: (words) => <span className="font-medium text-text">{words}</span> },
          {
            active: activeInWords(saved),
          },
        )}
      </p>
      <ChoiceChips label={t("Which model")} choices={sources} value={chosen} onChange={chooseSource} />
      {chosen === "owner" && !offered && (
        <Alert kind="info">
          {t(
            "The owner of this installation has not set up a model for your company, so the built-in engine is used. Ask the owner, or use your own key.",
          )}
        </Alert>
      )}
      {chosen === "owner" && offered && (
        <SelectField
          label={t("Model")}
          hint={t("{provider}, set up by the owner of this installation.", {
            provider: aiProviderNames[offered.provider],
          })}
          options={offered.models.map((name) => ({ value: name, label: name }))}
          value={model || offered.model}
          onChange={(name) => setValue("model", name === offered.model ? "" : name, { shouldDirty: true })}
          error={form.errorOf("model")}
        />
      )}
      {chosen === "builtin" && (
        <Alert kind="info">
          {t("The built-in engine works offline and sends nothing to a provider. A model writes fuller drafts.")}
        </Alert>
      )}
      {chosen === "own" && (
        <>
          <SelectField
            label={t("Provider")}
            options={allowedProviders.map((value) => ({ value, label: aiProviderNames[value] }))}
            value={provider}
            onChange={chooseProvider}
          />
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
        </>
      )}
      {chosen !== "builtin" && (chosen === "own" || offered) && (
        <>
          <ModelNames
            id={namesId}
            names={chosen === "owner" ? (offered?.models ?? []) : (listed?.models ?? aiProviderRules[provider].models)}
          />
          <OtherModels namesId={namesId} field={form.field} />
          {(chosen === "own" || saved.activeEmbedding) && (
            <EmbeddingModel
              provider={chosen === "owner" ? (offered?.provider ?? "builtin") : provider}
              field={chosen === "own" ? form.field("embeddingModel") : undefined}
              test={testEmbedding}
            />
          )}
          <DailyBudget
            provider={chosen === "owner" ? (offered?.provider ?? "builtin") : provider}
            model={activeModel}
            used={saved.usedToday}
            number={form.number}
          />
          <SelectField
            label={t("Suspicious sentences in mail")}
            hint={t("Sentences that try to give the assistant orders. A notice says in any case that they were found.")}
            options={suspectChoices}
            value={watch("suspects") ?? "mark"}
            onChange={(rule) => setValue("suspects", rule, { shouldDirty: true })}
          />
        </>
      )}
      <div className="flex justify-end">
        <Button variant="primary" type="submit" busy={form.isBusy} busyLabel={t("Saving…")}>
          {t("Save")}
        </Button>
      </div>
    </form>
  );
}

const suspectChoices: { value: SuspectRule; label: string }[] = [
  { value: "mark", label: t("Mark them in prompts") },
  { value: "leave-out", label: t("Leave them out of prompts") },
];

const activeInWords = ({ active: { provider, model } }: SavedChoice) =>
  provider === "builtin" ? aiProviderNames.builtin : `${aiProviderNames[provider]}, ${model}`;
