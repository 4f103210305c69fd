import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import { t } from "@intellibox/contract/text/t";
import { type FormEvent, useId, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { useSearchParams } from "#lib/router/router.tsx";
import { useRuleFromSentence } from "#api/mail-rules.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { inputClass } from "#components/ui/field.tsx";

type SentenceBoxProps = {
  /** A user who has rules knows the box, so a phone then shows less of it. */
  hasRules: boolean;
  /** Called with the rule that the sentence describes, and what was assumed. */
  onRule: (rule: RuleContent, notes: readonly string[]) => void;
  onScratch: () => void;
  onReadyMade: () => void;
};

const examples = [
  t("Move receipts to Receipts and mark them as read"),
  t("Archive newsletters that I have not read after 7 days"),
  t("Star mail from acme.com with a PDF"),
];

/** Makes the form of a rule from a sentence. */
export function SentenceBox({ hasRules, onRule, onScratch, onReadyMade }: SentenceBoxProps) {
  const id = useId();
  // The panel that answers questions may propose a sentence.
  const given = useSearchParams()[0].get("sentence") ?? "";
  const [sentence, setSentence] = useState(given);
  const [shown, setShown] = useState(given);
  if (shown !== given) {
    setShown(given);
    if (given) setSentence(given);
  }
  const reading = useRuleFromSentence();
  const read = (text: string) => {
    if (text.trim() === "" || reading.isPending) return;
    reading.mutate(text, {
      onSuccess: ({ rule, notes }) => {
        if (!rule) return;
        setSentence("");
        reading.reset();
        onRule(rule, notes);
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    read(sentence);
  };
  const choose = (example: string) => {
    setSentence(example);
    read(example);
  };
  return (
    <section aria-label={t("Make a rule")} className="flex min-w-0 flex-col gap-2">
      <form onSubmit={submit} className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-medium text-text">
          {t("Describe a rule in a sentence")}
        </label>
        <div className="flex gap-2 max-sm:flex-col">
          <input
            id={id}
            type="text"
            dir="auto"
            autoComplete="off"
            maxLength={500}
            placeholder={t("Move mail from … to …")}
            value={sentence}
            onChange={({ target }) => setSentence(target.value)}
            className={`h-input ${inputClass}`}
          />
          <Button type="submit" size="field" variant="primary" busy={reading.isPending} busyLabel={t("Reading…")}>
            {t("Make rule")}
          </Button>
        </div>
      </form>
      {reading.error && <Alert kind="bad">{reading.error.message}</Alert>}
      {reading.data && !reading.data.rule && (
        <Alert kind="info">
          {reading.data.notes.length > 0
            ? reading.data.notes.join(" ")
            : t("The sentence does not say enough. Say which mail it is about, and what should happen with it.")}
        </Alert>
      )}
      <div
        className={classNames("flex flex-wrap items-center gap-1.5 text-xs text-text-3", hasRules && "max-md:hidden")}
      >
        {t("For example:")}
        {examples.map((example) => (
          <button
            key={example}
            type="button"
            onClick={() => choose(example)}
            className="rounded-full border border-line-strong px-2.5 py-1 text-start text-text-2 hover:bg-hover pointer-coarse:min-h-11"
          >
            {example}
          </button>
        ))}
      </div>
      <div className={classNames("flex flex-wrap gap-2", hasRules && "max-md:hidden")}>
        <Button size="sm" onClick={onScratch}>
          {t("Start from scratch")}
        </Button>
        <Button size="sm" onClick={onReadyMade}>
          {t("Ready-made rules…")}
        </Button>
      </div>
    </section>
  );
}
