import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { aiSettings } from "@intellibox/contract/endpoints/ai-settings";
import { type AiProvider, aiProviderNames, aiProviderRules } from "@intellibox/contract/rules/ai-providers";
import { t } from "@intellibox/contract/text/t";
import { type ComponentProps, useId } from "react";
import { Alert } from "../ui/alert.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { ModelNames } from "./connection-fields.tsx";
import { MoreSettings } from "./work-and-budget.tsx";

type EmbeddingModelProps = {
  provider: AiProvider;
  /** Absent if the owner's model is used. */
  field?: (ComponentProps<"input"> & { error: string | undefined }) | undefined;
  /** The mutation that calls the saved embedding model once. */
  test: {
    mutate: () => void;
    isPending: boolean;
    error: Error | null;
    data: ResponseOf<typeof aiSettings.testEmbedding> | undefined;
  };
};

/** The model that makes knowledge searchable by meaning. */
export function EmbeddingModel({ provider, field, test }: EmbeddingModelProps) {
  const namesId = useId();
  const names = aiProviderRules[provider].embeddingModels;
  return (
    <MoreSettings title={t("Search knowledge by meaning")}>
      {!names && (
        <p className="text-sm text-text-2">
          {t("{provider} has no embedding models, so knowledge is searched by words.", {
            provider: aiProviderNames[provider],
          })}
        </p>
      )}
      {names && (
        <>
          <p className="text-sm text-text-2">
            {t(
              "An embedding model finds what fits, also if it is said in other words. All knowledge is sent to it once, and so is each search.",
            )}
          </p>
          {field && (
            <>
              <ModelNames id={namesId} names={names} />
              <TextField
                label={t("Embedding model")}
                list={namesId}
                autoComplete="off"
                spellCheck={false}
                placeholder={names[0] ? t("None, for example {name}", { name: names[0] }) : t("None")}
                hint={t("It uses the provider and the key above. Another model makes everything anew.")}
                {...field}
              />
            </>
          )}
          <div className="flex items-center justify-between gap-3">
            <p className="text-xs text-text-3">{t("Test calls the saved embedding model.")}</p>
            <Button busy={test.isPending} busyLabel={t("Testing…")} onClick={() => test.mutate()}>
              {t("Test embedding model")}
            </Button>
          </div>
          {test.error && <Alert kind="bad">{test.error.message || t("Test failed")}</Alert>}
          {test.data && (
            <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text-2">
              <Badge tone={test.data.ok ? "ok" : "bad"}>{test.data.ok ? t("OK") : t("Error")}</Badge>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {test.data.message}{" "}
                {test.data.ok &&
                  t("{model}, {durationMs} ms", { model: test.data.model, durationMs: test.data.durationMs })}
              </span>
            </p>
          )}
        </>
      )}
    </MoreSettings>
  );
}
