import type { NoAnswerReason } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { type KeyboardEvent, useId } from "react";
import { type Said, saidInWords } from "#lib/drafts/reply-state.ts";
import { rich } from "#lib/rich.ts";
import { AiIcon } from "../ui/ai-icon.tsx";
import { Skeleton } from "../ui/async-states.tsx";
import { Button } from "../ui/button.tsx";
import { inputClass } from "../ui/field.tsx";
import { NoAnswer } from "./no-answer.tsx";

/** The limit of the API for a stance. */
const maxWords = 2000;

type SayChoices = {
  /** Up to three replies that fit the mail. */
  intents: readonly { label: string; stance: string }[];
  noAnswer?: { reason: NoAnswerReason; unsubscribe?: boolean | undefined } | undefined;
  isLoading: boolean;
};

type SayFieldProps = {
  choices: SayChoices;
  said: Said;
  onSaid: (said: Said) => void;
  isBusy: boolean;
  onDraft: (said: Said) => void;
  className?: string;
};

/** The field for the content of a reply: one-click replies, and the user's own words. Either makes a draft. */
export function SayField({ choices, said, onSaid, isBusy, onDraft, className = "" }: SayFieldProps) {
  const id = useId();
  const draft = () => !isBusy && onDraft(said);
  const draftOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    draft();
  };
  const choose = (chosen: Said) => {
    onSaid(chosen);
    onDraft(chosen);
  };
  return (
    // Ctrl+Enter in here drafts, as in the brief.
    <div data-brief className={`flex shrink-0 flex-col gap-2 ${className}`}>
      {choices.isLoading && <WaitingIntents />}
      {choices.noAnswer && <NoAnswer noAnswer={choices.noAnswer} />}
      {choices.intents.length > 0 && <QuickIntents intents={choices.intents} isBusy={isBusy} onChoose={choose} />}
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-text">
          {t("What do you want to say?")}
        </label>
        <div className="flex items-end gap-2">
          <textarea
            id={id}
            rows={1}
            maxLength={maxWords}
            value={said.words}
            placeholder={t("Yes, but only after Wednesday")}
            aria-describedby={`${id}-hint`}
            onChange={(event) => onSaid(saidInWords(event.target.value))}
            onKeyDown={draftOnEnter}
            className={`block max-h-28 min-h-input resize-none py-[0.4rem] [field-sizing:content] ${inputClass}`}
          />
          <Button size="field" icon={<AiIcon className="size-4 text-ai" />} busy={isBusy} onClick={draft}>
            {t("Draft")}
          </Button>
        </div>
        <p id={`${id}-hint`} className="mt-1 text-xs text-text-3">
          {rich(
            "In your own words. Enter drafts the reply<wide>, Shift+Enter starts a new line</wide>. Left empty, the draft follows the mail.",
            { wide: (words) => <span className="max-sm:hidden">{words}</span> },
          )}
        </p>
      </div>
    </div>
  );
}

type QuickIntentsProps = { intents: SayChoices["intents"]; isBusy: boolean; onChoose: (said: Said) => void };

function QuickIntents({ intents, isBusy, onChoose }: QuickIntentsProps) {
  return (
    <fieldset className="flex items-center gap-1.5 max-sm:overflow-x-auto max-sm:[scrollbar-width:none] sm:flex-wrap">
      <legend className="sr-only">{t("One-click replies by AI")}</legend>
      {intents.map(({ label, stance }) => (
        <Button
          key={label}
          size="sm"
          className="!rounded-full"
          icon={<AiIcon className="size-3.5 text-ai" />}
          disabled={isBusy}
          onClick={() => onChoose({ words: label, stance })}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

/** As high as the one-click replies, so that nothing moves when they appear. */
const WaitingIntents = () => (
  <div className="flex gap-1.5" aria-hidden="true">
    {["w-28", "w-24", "w-32"].map((width) => (
      <Skeleton key={width} className={`h-7 rounded-full pointer-coarse:h-10 ${width}`} />
    ))}
  </div>
);
