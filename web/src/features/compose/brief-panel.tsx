import { placeholders } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { Lightbulb, RefreshCw } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { type ComposeDraft, composeSample } from "#lib/drafts/compose-draft.ts";
import { useArrivalFocus } from "#lib/hooks/use-arrival-focus.ts";
import { type DictationTarget, useDictation, withSpoken } from "#lib/hooks/use-dictation.ts";
import { withToken } from "#lib/mail/with-token.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextareaField, TextField } from "#components/ui/field.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { DictationButton, Listening } from "#components/writing/dictation-button.tsx";
import { ToneSelect } from "#components/writing/tone-select.tsx";
import type { useDrafting } from "./use-drafting.ts";

const KnowledgeChoice = loadedLater(() => import("./knowledge-choice.tsx").then((m) => m.KnowledgeChoice));

type BriefPanelProps = {
  draft: ComposeDraft;
  latest: () => ComposeDraft;
  change: (changes: Partial<ComposeDraft>) => void;
  drafting: ReturnType<typeof useDrafting>;
  onProblem: (message: string) => void;
};

/** The instructions from which the AI writes the mail. */
export function BriefPanel({ draft, latest, change, drafting, onProblem }: BriefPanelProps) {
  const dictation = useDictation({
    onText: (target, text) => change({ [target]: withSpoken(target, latest()[target], text) }),
    onProblem,
  });
  const intent = useRef<HTMLInputElement>(null);
  useArrivalFocus(() => intent.current?.focus());
  const buttonFor = (target: DictationTarget, field: string) => (
    <DictationButton
      field={field}
      isListening={dictation.listening === target}
      onToggle={() => dictation.toggle(target)}
      className="end-1 bottom-0.5 pointer-coarse:bottom-0"
    />
  );
  return (
    <>
      <div className="max-lg:contents lg:relative">
        <header className="max-lg:sr-only">
          <h2 className="text-lg font-semibold">{t("Brief")}</h2>
          <p className="text-sm text-text-3">{t("Say what you need. Intellibox writes the first draft.")}</p>
        </header>
        {!draft.intent && !draft.extra && (
          <Button
            size="sm"
            className="self-start lg:absolute lg:-top-2.5 lg:end-0"
            icon={<Lightbulb className="size-4" aria-hidden="true" />}
            onClick={() => change({ ...composeSample, to: latest().to || composeSample.to })}
          >
            {t("Try an example")}
          </Button>
        )}
      </div>
      <div className="relative">
        <TextField
          label={t("Intent")}
          aside={dictation.listening === "intent" && <Listening />}
          ref={intent}
          placeholder={composeSample.intent}
          value={draft.intent}
          onChange={(event) => change({ intent: event.target.value })}
          className="[&_input]:pe-10 pointer-coarse:[&_input]:pe-12"
        />
        {buttonFor("intent", t("Intent"))}
      </div>
      <ToneSelect value={draft.tone} onChange={(tone) => change({ tone })} />
      <ExtraContext
        value={draft.extra}
        onChange={(extra) => change({ extra })}
        isListening={dictation.listening === "extra"}
        dictate={buttonFor("extra", t("Extra Context"))}
      />
      <p role="status" className="sr-only">
        {dictation.listening && t("Listening…")}
      </p>
      <KnowledgeChoice />
      <GenerateButtons drafting={drafting} />
    </>
  );
}

function GenerateButtons({ drafting }: Pick<BriefPanelProps, "drafting">) {
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="ai"
        size="lg"
        icon={<AiIcon className="size-4" />}
        busy={drafting.isOneBusy}
        disabled={drafting.isBusy}
        onClick={drafting.generate}
      >
        {drafting.isOneBusy ? t("Generating…") : t("Generate")}
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <Button
          icon={<RefreshCw className="size-3.5" aria-hidden="true" />}
          disabled={drafting.isBusy}
          onClick={drafting.regenerate}
        >
          {t("Regenerate")}
        </Button>
        <Button
          icon={<AiIcon />}
          busy={drafting.tones.isBusy}
          disabled={drafting.isBusy}
          onClick={drafting.generateTones}
        >
          {t("Multi Tone")}
        </Button>
      </div>
    </div>
  );
}

type ExtraContextProps = {
  value: string;
  onChange: (value: string) => void;
  isListening: boolean;
  dictate: ReactNode;
};

function ExtraContext({ value, onChange, isListening, dictate }: ExtraContextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  // A field that never had the focus has its caret at the start, but a placeholder belongs at the end.
  const wasEntered = useRef(false);
  const insert = (token: string) => {
    const box = field.current;
    const selection = wasEntered.current && box ? { from: box.selectionStart, to: box.selectionEnd } : undefined;
    const { text, caret } = withToken(value, token, selection);
    wasEntered.current = true;
    onChange(text);
    // The caret can be set only after React has rendered the text.
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(caret, caret);
    });
  };
  return (
    <div>
      <div className="relative">
        <TextareaField
          ref={field}
          label={t("Extra Context")}
          aside={isListening ? <Listening /> : t("Optional")}
          rows={4}
          placeholder={composeSample.extra}
          onFocus={() => {
            wasEntered.current = true;
          }}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="[&_textarea]:pe-10 pointer-coarse:[&_textarea]:pe-12"
        />
        {dictate}
      </div>
      <fieldset className="mt-3">
        <legend className="mb-1.5 text-xs text-text-3">{t("Insert a placeholder")}</legend>
        <div className="flex flex-wrap gap-1.5">
          {placeholders.map((token) => (
            <Button key={token} size="sm" className="!font-normal" onClick={() => insert(token)}>
              {token}
            </Button>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
