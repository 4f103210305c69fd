import { aiSettingsForm, type aiSettingsView } from "@intellibox/contract/endpoints/ai-settings";
import {
  type AiProvider,
  aiProviderNames,
  aiProviderRules,
  aiProviders,
  defaultModelOf,
} from "@intellibox/contract/rules/ai-providers";
import { promptPreviewLength } from "@intellibox/contract/rules/limits";
import { useId, useState } from "react";
import type { z } from "zod";
import { cut } from "#lib/format.ts";
import { useForm } from "#lib/hooks/use-form.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useSaveAiSettings } from "#api/ai-settings.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { PasswordField, TextareaField, TextField } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { TemperatureField } from "./temperature-field.tsx";

type SavedAiSettings = z.output<typeof aiSettingsView>;
const providers = aiProviders.map((value) => ({ value, label: aiProviderNames[value] }));

export function AiSettingsForm({ tenantId, saved }: { tenantId: string | undefined; saved: SavedAiSettings }) {
  const save = useSaveAiSettings(tenantId);
  const suggestions = useId();
  const { hasApiKey, ...start } = saved;
  const [wasKeyDropped, setWasKeyDropped] = useState(false);
  const form = useForm(aiSettingsForm, {
    start: { ...start, apiKey: "" },
    submit: async (value) => {
      setWasKeyDropped((await save.mutateAsync(value)).keyDropped);
      form.form.resetField("apiKey", { defaultValue: "" });
      toast.success("AI settings saved", screenToast);
    },
  });
  const { watch, setValue } = form.form;
  const provider = watch("provider");
  const isBuiltin = provider === "builtin";
  const isTyped = aiProviderRules[provider].address === "typed";
  const keepsKey = hasApiKey && provider === saved.provider && (!isTyped || watch("baseUrl")?.trim() === saved.baseUrl);

  const chooseProvider = (chosen: AiProvider) => {
    setValue("provider", chosen, { shouldDirty: true });
    // A suggested model belongs to its provider. A model that the user typed stays.
    const known = aiProviders.flatMap((one) => [...aiProviderRules[one].models, defaultModelOf(one)]);
    const model = watch("model");
    if (!model || known.includes(model)) setValue("model", defaultModelOf(chosen), { shouldDirty: true });
  };

  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-5" noValidate>
      {form.failure && <Alert kind="bad">{form.failure}</Alert>}
      {wasKeyDropped && !hasApiKey && (
        <Alert kind="warn">
          {isTyped || isBuiltin
            ? "The saved key was for another provider or address and was removed."
            : `The saved key was for another provider and was removed. Enter the key for ${aiProviderNames[provider]}; until then the built-in engine answers.`}
        </Alert>
      )}
      {hasApiKey && !keepsKey && !watch("apiKey") && (
        <Alert kind="warn">
          The saved key is for {provider === saved.provider ? saved.baseUrl : aiProviderNames[saved.provider]}. Saving
          removes it
          {isBuiltin ? "." : `: enter the key for ${isTyped ? "this server" : aiProviderNames[provider]}.`}
        </Alert>
      )}
      <SelectField label="Provider" options={providers} value={provider} onChange={chooseProvider} />
      {isBuiltin && (
        <Alert kind="info">
          Built-in engine — add a key for richer drafts. It works offline, needs no key, and gives the same answer to
          the same question.
        </Alert>
      )}
      {isTyped && (
        <TextField
          label="Base URL"
          placeholder="http://localhost:11434/v1"
          hint="Any server with an OpenAI-compatible API: Ollama, vLLM, LM Studio, Azure…"
          {...form.field("baseUrl")}
        />
      )}
      {!isBuiltin && (
        <>
          <TextField label="Model" list={suggestions} autoComplete="off" spellCheck={false} {...form.field("model")} />
          <datalist id={suggestions}>
            {aiProviderRules[provider].models.map((model) => (
              <option key={model} value={model} />
            ))}
          </datalist>
          <TemperatureField
            value={watch("temperature")}
            onChange={(value) => setValue("temperature", value, { shouldDirty: true, shouldValidate: true })}
            error={form.errorOf("temperature")}
          />
          <PasswordField
            label="API Key"
            autoComplete="off"
            placeholder={keepsKey ? "Leave blank to keep the current key" : ""}
            hint={keyHint(keepsKey, provider)}
            {...form.field("apiKey")}
          />
          <Checkbox
            label="Use the built-in engine when the provider fails"
            hint="The answer says so. When this is off, the draft or summary fails with the provider's error."
            checked={watch("fallback")}
            onChange={(event) => setValue("fallback", event.target.checked, { shouldDirty: true })}
          />
        </>
      )}
      <SystemPrompt
        text={watch("systemPrompt")}
        error={form.errorOf("systemPrompt")}
        onChange={(text) => setValue("systemPrompt", text, { shouldDirty: true })}
      />
      <div className="flex justify-end">
        <Button variant="primary" type="submit" busy={form.isBusy} busyLabel="Saving…">
          Save
        </Button>
      </div>
    </form>
  );
}

const keyHint = (keepsKey: boolean, provider: AiProvider) => {
  if (keepsKey) return "A key is saved. It is encrypted and never shown again.";
  return aiProviderRules[provider].key !== "required" ? "Optional." : "Leave empty to use the built-in engine.";
};

type PromptProps = { text: string; error: string | undefined; onChange: (text: string) => void };

function SystemPrompt({ text, error, onChange }: PromptProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div>
      {isShown ? (
        <TextareaField
          label="System prompt"
          rows={6}
          value={text}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <>
          <p className="mb-1.5 text-sm font-medium text-text">System prompt</p>
          <p className="text-sm text-text-3">{cut(text, promptPreviewLength) || "None"}</p>
        </>
      )}
      <Button
        variant="ghost"
        size="sm"
        className="mt-2 -ml-2.5"
        aria-expanded={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? "Hide system prompt" : "Show system prompt"}
      </Button>
    </div>
  );
}
