import { tones } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useId } from "react";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { SayField } from "#components/writing/say-field.tsx";
import { toneName } from "#components/writing/tone-select.tsx";
import type { ReplyChoices } from "#state/use-reply-choices.ts";
import type { ReplyForm } from "#state/use-reply-form.ts";
import type { useReplying } from "#state/use-replying.ts";

type ComposerAssistantProps = {
  form: ReplyForm;
  change: (changes: Partial<ReplyForm>) => void;
  choices: ReplyChoices;
  replying: ReturnType<typeof useReplying>;
};

const toneChoices = tones.map((value) => ({ value, label: toneName(value) }));

/** The assistant below the reply: one-click replies, the user's own words, and the tone of what it writes. */
export function ComposerAssistant({ form, change, choices, replying }: ComposerAssistantProps) {
  const id = useId();
  return (
    <section
      aria-label={t("Assistant")}
      className="flex flex-col gap-2 border-t border-ai-line bg-ai-bg px-4 py-3 md:px-6"
    >
      <SayField
        choices={choices}
        said={form.said}
        onSaid={(said) => change({ said })}
        isBusy={replying.isBusy}
        onDraft={replying.generate}
      />
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-sm text-text-2">
          {t("Tone")}
        </label>
        <NativeSelect
          id={id}
          options={toneChoices}
          value={form.tone}
          onChange={(tone) => change({ tone })}
          className="w-44"
        />
      </div>
    </section>
  );
}
