import { type AiProvider, aiProviderNames } from "@intellibox/contract/rules/ai-providers";
import { priceOf } from "@intellibox/contract/rules/model-prices";
import { t } from "@intellibox/contract/text/t";
import { ChevronRight } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { NumberField, TextField } from "#components/ui/field.tsx";

type FieldProps = ComponentProps<"input"> & { error: string | undefined };

/** Settings that few people need, behind one line. */
export function MoreSettings({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group rounded-control border border-line">
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-control px-3 text-sm font-medium text-text hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 text-text-3 transition-transform group-open:rotate-90" aria-hidden="true" />
        {title}
      </summary>
      <div className="flex flex-col gap-4 px-3 pt-2 pb-4">{children}</div>
    </details>
  );
}

type OtherModelsProps = {
  /** The id of the `ModelNames` on the page. */
  namesId: string;
  field: (name: "summaryModel" | "quickModel") => FieldProps;
};

/** The models for other work than writing. */
export function OtherModels({ namesId, field }: OtherModelsProps) {
  const common = { list: namesId, autoComplete: "off", spellCheck: false, placeholder: t("The same as for writing") };
  return (
    <MoreSettings title={t("Other models for summaries and quick work")}>
      <TextField label={t("For summaries")} {...common} {...field("summaryModel")} />
      <TextField
        label={t("For subjects and other quick work")}
        hint={t("A small, fast one is enough.")}
        {...common}
        {...field("quickModel")}
      />
    </MoreSettings>
  );
}

type BudgetProps = {
  provider: AiProvider;
  model: string;
  used?: { tokens: number; cost: number };
  number: (name: "dailyTokens" | "dailyCost") => FieldProps;
};

/** The limits of a day. */
export function DailyBudget({ provider, model, used, number }: BudgetProps) {
  const hasPrice = priceOf(provider, model) !== undefined;
  return (
    <MoreSettings title={t("Daily budget")}>
      <p className="text-sm text-text-2">
        {t(
          "When a budget is used up, drafts and summaries by a provider stop until 00:00 UTC. The built-in engine has no budget.",
        )}{" "}
        {used && t("Used today: {tokens} tokens, {cost}.", { tokens: used.tokens, cost: `$${used.cost.toFixed(2)}` })}
      </p>
      <NumberField
        label={t("Tokens a day")}
        placeholder={t("No limit")}
        min={1000}
        step={1000}
        {...number("dailyTokens")}
      />
      <NumberField
        label={t("US dollars a day")}
        placeholder={t("No limit")}
        min={0.01}
        step={0.01}
        hint={
          hasPrice
            ? t("By list prices. It counts the models whose price is known.")
            : t(
                "The price of {model} at {provider} is not known, so this budget does not count it. Set a budget in tokens.",
                { model: model || t("this model"), provider: aiProviderNames[provider] },
              )
        }
        {...number("dailyCost")}
      />
    </MoreSettings>
  );
}

/** An empty number field means that there is no limit. */
export const orNoLimit = (value: number | null | undefined) => value ?? null;
