import { t } from "@intellibox/contract/text/t";
import { Mic, Square } from "lucide-react";
import { classNames } from "#lib/class-names.ts";

type DictationButtonProps = {
  /** The name of the field, for the accessible name: "Dictate Intent". */
  field: string;
  isListening: boolean;
  onToggle: () => void;
  className?: string;
};

/** Starts and stops dictation; placed inside the field that it fills. */
export function DictationButton({ field, isListening, onToggle, className }: DictationButtonProps) {
  const Icon = isListening ? Square : Mic;
  return (
    <button
      type="button"
      aria-label={isListening ? t("Stop dictating {field}", { field }) : t("Dictate {field}", { field })}
      onClick={onToggle}
      className={classNames(
        "absolute flex size-8 items-center justify-center rounded-item focus-visible:-outline-offset-2 pointer-coarse:size-11",
        isListening ? "bg-bad-solid text-white" : "text-text-3 hover:bg-hover hover:text-text",
        className,
      )}
    >
      <Icon className={isListening ? "size-3 fill-current" : "size-4"} aria-hidden="true" />
    </button>
  );
}

/** Shown beside the field's label while it listens. */
export const Listening = () => (
  <span className="inline-flex items-center gap-1.5 text-xs font-medium text-bad">
    <span
      className="size-1.5 animate-[breathe_1.2s_ease-in-out_infinite] rounded-full bg-bad-solid"
      aria-hidden="true"
    />
    {t("Listening…")}
  </span>
);
