import {
  type AiProvider,
  aiProviderNames,
  aiProviderRules,
  aiProviders,
  defaultModelOf,
  successorOf,
} from "@intellibox/contract/rules/ai-providers";
import { t } from "@intellibox/contract/text/t";
import type { ComponentProps } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { PasswordField, TextField } from "#components/ui/field.tsx";

export type ModelList = { models: readonly string[]; reason?: string | undefined } | undefined;
type FieldName = "baseUrl" | "region" | "model" | "apiKey";
type FieldOf = (name: FieldName) => ComponentProps<"input"> & { error: string | undefined };

type ConnectionProps = {
  provider: AiProvider;
  model: string;
  setModel: (model: string) => void;
  /** The provider's own list, if it is known. */
  list: ModelList;
  /** Whether the stored key is for this provider and address. */
  keepsKey: boolean;
  /** A sentence that says what happens without a key. */
  withoutKey: string;
  field: FieldOf;
  /** The id of the `ModelNames` on the page. */
  namesId: string;
};

/** The names that the fields for models suggest. One list serves all of them. */
export function ModelNames({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

/** The fields that a provider needs: address, region, model and key. */
export function ConnectionFields(props: ConnectionProps) {
  const { provider, model, setModel, list, keepsKey, withoutKey, field, namesId } = props;
  const rule = aiProviderRules[provider];
  const successor = retiredIn(provider, model, list);
  return (
    <>
      {rule.address === "typed" && (
        <TextField
          label={t("Base URL")}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={rule.baseUrlExample}
          hint={rule.baseUrlHint}
          {...field("baseUrl")}
        />
      )}
      {rule.address === "region" && (
        <TextField
          label={t("Region")}
          autoComplete="off"
          spellCheck={false}
          placeholder={t("eu-central-1")}
          hint={t("The AWS region, such as us-east-1.")}
          {...field("region")}
        />
      )}
      <TextField
        label={t("Model")}
        list={namesId}
        autoComplete="off"
        spellCheck={false}
        hint={modelHint(provider, list)}
        {...field("model")}
      />
      {successor && (
        <Alert
          kind="warn"
          action={
            <Button size="sm" onClick={() => setModel(successor)}>
              {t("Use {successor}", { successor })}
            </Button>
          }
        >
          {t("{provider} has switched off {model}. Saving replaces it with {successor}.", {
            provider: aiProviderNames[provider],
            model,
            successor,
          })}
        </Alert>
      )}
      {rule.key !== "none" && (
        <PasswordField
          label={t("API Key")}
          autoComplete="off"
          placeholder={keepsKey ? t("Leave blank to keep the current key") : ""}
          hint={keyHint(provider, keepsKey, withoutKey)}
          {...field("apiKey")}
        />
      )}
    </>
  );
}

/** The model to save in place of one that the provider has switched off. A model in the provider's own list is in service. */
export const retiredIn = (provider: AiProvider, model: string, list: ModelList) =>
  list && !list.reason && list.models.includes(model) ? undefined : successorOf(provider, model);

/** The model after another provider was chosen. A name that the user typed stays. */
export function modelForProvider(chosen: AiProvider, model: string, list: ModelList) {
  const known = aiProviders.flatMap((one) => [...aiProviderRules[one].models, defaultModelOf(one)]);
  return !model || known.includes(model) || list?.models.includes(model) ? defaultModelOf(chosen) : model;
}

function modelHint(provider: AiProvider, list: ModelList) {
  const { modelHint: hint } = aiProviderRules[provider];
  if (!list?.reason && list && list.models.length > 0)
    return t("{count, plural, one {# model in the list of {provider}.} other {# models in the list of {provider}.}}", {
      count: list.models.length,
      provider: aiProviderNames[provider],
    });
  return [hint, list?.reason].filter(Boolean).join(" ") || undefined;
}

function keyHint(provider: AiProvider, keepsKey: boolean, withoutKey: string) {
  if (keepsKey) return t("A key is saved. It is encrypted and never shown again.");
  const { key, keyHint: from } = aiProviderRules[provider];
  return [from, key === "required" ? withoutKey : t("Optional.")].filter(Boolean).join(" ");
}

/** Whether a list can be asked for: the provider has one, and its address and key are there. */
export function canListModels({ provider, baseUrl, region, apiKey }: Connection, hasStoredKey: boolean) {
  const { list, key, address } = aiProviderRules[provider];
  if (!list || (key === "required" && !hasStoredKey && apiKey.length < 8)) return false;
  return address === "typed" ? URL.canParse(baseUrl) : address !== "region" || region !== "";
}

type Connection = { provider: AiProvider; baseUrl: string; region: string; apiKey: string };
