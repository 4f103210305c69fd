import { voiceEdits } from "@intellibox/contract/endpoints/voices";
import { emojiUses, formalities, maxFrameLength, maxVoicePhrases, nameMark } from "@intellibox/contract/rules/voice";
import { t } from "@intellibox/contract/text/t";
import { type FormEvent, useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { NumberField, TextareaField, TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { emojiWords, formalityWords, type TraitValue, type VoiceTrait } from "./traits.ts";

type EditTraitProps = {
  trait: VoiceTrait;
  /** Rejects with the server's refusal. */
  save: (edits: ReturnType<VoiceTrait["change"]>) => Promise<unknown>;
  onClose: () => void;
};

/** Changes one trait of the voice. */
export function EditTrait({ trait, save, onClose }: EditTraitProps) {
  const [value, setValue] = useState<TraitValue>(trait.value);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = voiceEdits.safeParse(trait.change(withoutBlanks(value)));
    if (!checked.success) return setFailure(checked.error.issues[0]?.message);
    setBusy(true);
    try {
      await save(checked.data);
      onClose();
    } catch (error) {
      setFailure(messageOf(error, t("Save failed")));
      setBusy(false);
    }
  };
  return (
    <ModalForm
      title={titles[value.as]}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      failure={failure}
      busy={isBusy}
    >
      <ValueField value={value} onChange={setValue} />
    </ModalForm>
  );
}

const titles: Record<TraitValue["as"], string> = {
  greeting: t("Greeting"),
  signOff: t("Closing"),
  signsAs: t("Name"),
  words: t("Length"),
  formality: t("Style"),
  emoji: t("Emoji"),
  phrases: t("Phrases"),
};

/** Empty lines of the list of phrases are no phrases. */
const withoutBlanks = (value: TraitValue): TraitValue =>
  value.as === "phrases" ? { ...value, list: value.list.map((line) => line.trim()).filter(Boolean) } : value;

function ValueField({ value, onChange }: { value: TraitValue; onChange: (value: TraitValue) => void }) {
  const label = titles[value.as];
  switch (value.as) {
    case "greeting":
    case "signOff":
    case "signsAs":
      return (
        <TextField
          label={label}
          value={value.text}
          maxLength={maxFrameLength}
          hint={value.as === "greeting" ? t("Write {mark} in the place of the name.", { mark: nameMark }) : undefined}
          onChange={({ target }) => onChange({ ...value, text: target.value })}
        />
      );
    case "words":
      return (
        <NumberField
          label={t("Words in a mail")}
          value={Number.isNaN(value.count) ? "" : value.count}
          min={5}
          max={1000}
          onChange={({ target }) => onChange({ ...value, count: target.valueAsNumber })}
        />
      );
    case "formality":
      return (
        <SelectField
          label={label}
          value={value.choice}
          options={formalities.map((choice) => ({ value: choice, label: formalityWords[choice] }))}
          onChange={(choice) => onChange({ ...value, choice })}
        />
      );
    case "emoji":
      return (
        <SelectField
          label={label}
          value={value.choice}
          options={emojiUses.map((choice) => ({ value: choice, label: emojiWords(choice) }))}
          onChange={(choice) => onChange({ ...value, choice })}
        />
      );
    case "phrases":
      return (
        <TextareaField
          label={label}
          value={value.list.join("\n")}
          rows={maxVoicePhrases}
          hint={t("One in each line, at most {max}.", { max: String(maxVoicePhrases) })}
          onChange={({ target }) => onChange({ ...value, list: target.value.split("\n") })}
        />
      );
  }
}
