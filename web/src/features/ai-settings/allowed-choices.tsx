import { type AiProvider, aiProviderNames, companyProviders } from "@intellibox/contract/rules/ai-providers";
import { t } from "@intellibox/contract/text/t";
import { MoreSettings } from "#components/ai/work-and-budget.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { TextareaField } from "#components/ui/field.tsx";

type AllowedProps = {
  providers: readonly AiProvider[];
  setProviders: (providers: AiProvider[]) => void;
  models: readonly string[];
  setModels: (models: string[]) => void;
  error: string | undefined;
};

/** The form in which the owner allows a company's admins providers and models. */
export function AllowedChoices({ providers, setProviders, models, setModels, error }: AllowedProps) {
  return (
    <MoreSettings title={t("What its admins may choose")}>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium text-text">{t("With their own key")}</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {companyProviders.map((provider) => (
            <Checkbox
              key={provider}
              label={aiProviderNames[provider]}
              checked={providers.includes(provider)}
              onChange={(event) =>
                setProviders(
                  companyProviders.filter((one) => (one === provider ? event.target.checked : providers.includes(one))),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <TextareaField
        label={t("With the key above")}
        rows={3}
        spellCheck={false}
        placeholder={"gpt-4o-mini\ngpt-4.1"}
        hint={t("Names of further models, one in each line. The models above can always be chosen.")}
        error={error}
        defaultValue={models.join("\n")}
        onChange={(event) =>
          setModels(
            event.target.value
              .split("\n")
              .map((name) => name.trim())
              .filter(Boolean),
          )
        }
      />
    </MoreSettings>
  );
}
