import { t } from "@intellibox/contract/text/t";
import { useId } from "react";
import { AiIcon } from "../ui/ai-icon.tsx";
import { Button } from "../ui/button.tsx";
import { inputClass } from "../ui/field.tsx";

type SubjectFieldProps = {
  value: string;
  onChange: (subject: string) => void;
  /** The label of the button. */
  action: string;
  onSuggest: () => void;
  isSuggesting: boolean;
  look?: "line" | "field";
};

/** The subject, with a button that asks the model for one. */
export function SubjectField({ value, onChange, action, onSuggest, isSuggesting, look = "line" }: SubjectFieldProps) {
  const id = useId();
  const isLine = look === "line";
  return (
    <div className={isLine ? "flex items-center gap-3 border-b border-line px-4 py-1.5 md:px-6" : ""}>
      <label
        htmlFor={id}
        className={isLine ? "w-14 shrink-0 text-sm text-text-3" : "mb-1.5 block text-sm font-medium text-text"}
      >
        {t("Subject")}
      </label>
      <span className={isLine ? "flex min-w-0 flex-1 items-center gap-2" : "flex gap-2"}>
        <input
          id={id}
          type="text"
          value={value}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          className={
            isLine
              ? "h-8 min-w-0 flex-1 rounded-item bg-transparent text-field font-medium text-text outline-none pointer-coarse:h-11"
              : `h-input ${inputClass}`
          }
        />
        <Button
          variant={isLine ? "ghost" : "secondary"}
          size={isLine ? "sm" : "field"}
          icon={<AiIcon />}
          busy={isSuggesting}
          onClick={onSuggest}
        >
          {isLine ? <span className="max-sm:sr-only">{action}</span> : action}
        </Button>
      </span>
    </div>
  );
}
