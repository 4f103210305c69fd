import { maxInstructionCharacters } from "@intellibox/contract/rules/rewriting";
import { t } from "@intellibox/contract/text/t";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { chosenLanguage, languageChoices, rememberLanguage } from "#lib/target-language.ts";
import { Button } from "../../ui/button.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { AiBar } from "../../writing/ai-bar.tsx";
import type { RewriteWish } from "./use-rewrite.ts";

type QuestionProps = { onAsked: (wish: RewriteWish) => void; onClose: () => void };

/** Asks how to rewrite the text. */
export function AskWords({ onAsked, onClose }: QuestionProps) {
  const id = useId();
  const [words, setWords] = useState("");
  return (
    <Question
      label={t("How to rewrite it")}
      id={id}
      action={t("Rewrite")}
      isReady={words.trim() !== ""}
      onSubmit={() => onAsked({ kind: "own", instruction: words })}
      onClose={onClose}
    >
      <input
        id={id}
        data-first
        value={words}
        maxLength={maxInstructionCharacters}
        placeholder={t("As a list, for a customer who is upset…")}
        onChange={({ target }) => setWords(target.value)}
        className="h-control min-w-40 flex-1 rounded-control border border-control bg-surface px-2.5 text-field text-text md:text-sm"
      />
    </Question>
  );
}

/** Asks for the language of a translation. */
export function AskLanguage({ onAsked, onClose }: QuestionProps) {
  const id = useId();
  const [language, setLanguage] = useState(chosenLanguage);
  return (
    <Question
      label={t("Translate to")}
      id={id}
      action={t("Translate")}
      isReady
      onSubmit={() => {
        rememberLanguage(language);
        onAsked({ kind: "translate", language });
      }}
      onClose={onClose}
    >
      <NativeSelect id={id} options={languageChoices()} value={language} onChange={setLanguage} className="w-44" />
    </Question>
  );
}

type Frame = {
  label: string;
  id: string;
  action: string;
  isReady: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

function Question({ label, id, action, isReady, onSubmit, onClose, children }: Frame) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select")?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onSubmit();
  };
  return (
    <AiBar>
      <form ref={form} onSubmit={submit} className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <label htmlFor={id} className="text-sm text-text-2">
          {label}
        </label>
        {children}
        <Button type="submit" size="sm" variant="primary" disabled={!isReady}>
          {action}
        </Button>
        <Button size="sm" onClick={onClose}>
          {t("Cancel")}
        </Button>
      </form>
    </AiBar>
  );
}
