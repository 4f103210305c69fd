import { t } from "@intellibox/contract/text/t";
import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { classNames } from "#lib/class-names.ts";

type ChipsFieldProps = {
  /** For screen readers. */
  label: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  placeholder?: string;
  describedBy?: string | undefined;
  isInvalid: boolean;
  /** The texts are compared with addresses, so a list of addresses is not one text. */
  areAddresses: boolean;
};

/** "a@x.test, b@y.test; z.test" are three. A name may have a comma: "Doe, Jane". */
function addressesOf(text: string): string[] {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  return parts.every((part) => /^[^@<>]*@?[^@<>]+\.[^@<>.]+$/.test(part)) ? parts : [text];
}

/**
 * Several short texts. Enter and leaving the box add one, or each address of a list. A pasted list adds its lines, and Backspace
 * removes the last one.
 */
export function ChipsField(props: ChipsFieldProps) {
  const { label, values, onChange, placeholder, describedBy, isInvalid, areAddresses } = props;
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const add = (texts: readonly string[]) => {
    const whole = areAddresses ? texts.flatMap(addressesOf) : texts;
    const added = whole.map((text) => text.trim()).filter((text) => text !== "");
    setTyped("");
    if (added.length > 0) onChange([...new Set([...values, ...added])]);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      // The form is not submitted while a text is typed.
      if (typed.trim()) event.preventDefault();
      add([typed]);
    } else if (event.key === "Backspace" && typed === "" && values.length > 0) {
      onChange(values.slice(0, -1));
    }
  };
  const paste = (event: ClipboardEvent) => {
    const lines = event.clipboardData.getData("text").split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    add(lines);
  };
  const remove = (value: string) => {
    onChange(values.filter((other) => other !== value));
    input.current?.focus();
  };
  return (
    <div
      className={classNames(
        "flex min-h-input w-full min-w-0 flex-wrap items-center gap-1.5 rounded-control border bg-surface px-2 py-1 dark:bg-subtle",
        "focus-within:border-focus focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus",
        isInvalid ? "border-bad" : "border-control",
      )}
    >
      {values.map((value) => (
        <span
          key={value}
          className="inline-flex max-w-full items-center gap-0.5 rounded-full bg-hover ps-2.5 text-sm text-text pointer-coarse:min-h-11"
        >
          <span dir="auto" className="min-w-0 truncate">
            {value}
          </span>
          <button
            type="button"
            aria-label={t("Remove {name}", { name: value })}
            onClick={() => remove(value)}
            className="flex size-6 shrink-0 items-center justify-center rounded-full text-text-3 hover:bg-active hover:text-text pointer-coarse:size-11"
          >
            <X className="size-3.5" aria-hidden="true" />
          </button>
        </span>
      ))}
      <input
        ref={input}
        type="text"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        dir="auto"
        autoCapitalize="none"
        autoComplete="off"
        maxLength={200}
        value={typed}
        placeholder={values.length === 0 ? placeholder : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={press}
        onPaste={paste}
        onBlur={() => add([typed])}
        className="h-6 min-w-12 flex-1 bg-transparent text-field text-text outline-none placeholder:text-text-3 pointer-coarse:h-9"
      />
    </div>
  );
}
