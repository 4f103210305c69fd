import type { RuleCondition } from "@intellibox/contract/endpoints/mail-rule-fields";
import { t } from "@intellibox/contract/text/t";
import { X } from "lucide-react";
import { useId } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { CheckChips } from "./check-chips.tsx";
import { ChipsField } from "./chips-field.tsx";
import { NumberBox } from "./number-box.tsx";
import { conditionOf, isAddressField } from "./rule-draft.ts";
import {
  attachmentOptions,
  fieldNames,
  fieldOptions,
  kindOptions,
  languageOptions,
  plainTestOptions,
  testOptions,
} from "./rule-words.ts";

type ConditionEditorProps = {
  /** Its number in the list, from 1. */
  number: number;
  condition: RuleCondition;
  error: string | undefined;
  onChange: (condition: RuleCondition) => void;
  onRemove: () => void;
};

/** One condition: what is asked about, and the values. */
export function ConditionEditor({ number, condition, error, onChange, onRemove }: ConditionEditorProps) {
  const id = useId();
  const describedBy = error ? `${id}-error` : undefined;
  return (
    <fieldset className="min-w-0 rounded-control bg-subtle p-2.5">
      <legend className="sr-only">{t("Condition {number}", { number })}</legend>
      <div className="flex flex-wrap items-start gap-2">
        <Select
          aria-label={t("What is compared")}
          options={fieldOptions}
          value={condition.field}
          onChange={(field) => onChange(conditionOf(field, condition))}
          className="w-44 max-sm:order-1 max-sm:flex-1"
        />
        <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2 max-sm:order-3 max-sm:basis-full">
          <Values {...{ condition, onChange, describedBy }} isInvalid={error !== undefined} />
        </div>
        <IconButton
          className="max-sm:order-2"
          label={t("Remove condition {number}", { number })}
          icon={<X className="size-4" aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
      {error && (
        <p id={describedBy} role="alert" className="mt-1.5 text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type ValuesProps = Pick<ConditionEditorProps, "condition" | "onChange"> & {
  describedBy: string | undefined;
  isInvalid: boolean;
};

function Values({ condition, onChange, describedBy, isInvalid }: ValuesProps) {
  switch (condition.field) {
    case "attachment":
      return (
        <Select
          aria-label={t("Kind of file")}
          options={attachmentOptions}
          value={condition.type}
          onChange={(type) => onChange({ ...condition, type })}
          className="w-48"
        />
      );
    case "size":
      return (
        <>
          <Select
            aria-label={t("Comparison")}
            options={[
              { value: "over", label: t("is over") },
              { value: "under", label: t("is under") },
            ]}
            value={condition.test}
            onChange={(test) => onChange({ ...condition, test })}
            className="w-32"
          />
          <NumberBox
            label={t("Size in kilobytes")}
            unit={t("kB")}
            value={condition.kilobytes}
            onChange={(kilobytes) => onChange({ ...condition, kilobytes })}
            {...{ describedBy, isInvalid }}
          />
        </>
      );
    case "unreadDays":
      return (
        <NumberBox
          label={t("Number of days")}
          unit={t("days")}
          value={condition.days}
          onChange={(days) => onChange({ ...condition, days })}
          {...{ describedBy, isInvalid }}
        />
      );
    case "kind":
      return (
        <CheckChips
          label={fieldNames.kind}
          options={kindOptions}
          values={condition.kinds}
          onChange={(kinds) => onChange({ ...condition, kinds })}
          describedBy={describedBy}
        />
      );
    case "language":
      return (
        <CheckChips
          label={fieldNames.language}
          options={languageOptions()}
          values={condition.languages}
          onChange={(languages) => onChange({ ...condition, languages })}
          describedBy={describedBy}
        />
      );
    case "importance":
      return (
        <Choice
          label={fieldNames.importance}
          words={[t("is marked as important"), t("is not marked as important")]}
          value={condition.important}
          onChange={(important) => onChange({ ...condition, important })}
        />
      );
    case "knownSender":
      return (
        <Choice
          label={fieldNames.knownSender}
          words={[t("the sender is in People or a colleague"), t("the sender is unknown")]}
          value={condition.known}
          onChange={(known) => onChange({ ...condition, known })}
        />
      );
    case "assistant":
      return (
        <input
          type="text"
          aria-label={t("Question to the assistant")}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          placeholder={t("Does the sender ask for a meeting?")}
          maxLength={300}
          value={condition.question}
          onChange={({ target }) => onChange({ ...condition, question: target.value })}
          className={`h-input ${inputClass}`}
        />
      );
    default:
      return (
        <>
          <Select
            aria-label={t("Comparison")}
            options={isAddressField(condition.field) ? testOptions : plainTestOptions}
            value={condition.test}
            onChange={(test) => onChange({ ...condition, test })}
            className="w-40 max-sm:w-full"
          />
          <div className="min-w-48 flex-1">
            <ChipsField
              label={t("Texts to look for")}
              values={condition.values}
              onChange={(values) => onChange({ ...condition, values })}
              placeholder={condition.test === "domain" ? t("acme.com") : t("Text, then Enter")}
              areAddresses={isAddressField(condition.field)}
              {...{ describedBy, isInvalid }}
            />
          </div>
        </>
      );
  }
}

type ChoiceProps = {
  label: string;
  /** For yes, and for no. */
  words: readonly [string, string];
  value: boolean;
  onChange: (value: boolean) => void;
};

const Choice = ({ label, words: [yes, no], value, onChange }: ChoiceProps) => (
  <Select
    aria-label={label}
    options={[
      { value: "yes", label: yes },
      { value: "no", label: no },
    ]}
    value={value ? "yes" : "no"}
    onChange={(chosen) => onChange(chosen === "yes")}
    className="min-w-0 flex-1"
  />
);
