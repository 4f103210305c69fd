import { type ReactNode, useId } from "react";
import { classNames } from "#lib/class-names.ts";

export type Choice<Value extends string> = { value: Value; label: ReactNode; icon?: ReactNode };

type ChoiceGroupProps<Value extends string> = {
  /** For screen readers; the caller shows a visible label if one is needed. */
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
};

/** Two to four views or modes side by side. */
export function Segmented<Value extends string>({ className, ...group }: ChoiceGroupProps<Value>) {
  return (
    <RadioGroup
      {...group}
      className={classNames("inline-flex gap-0.5 rounded-control bg-active p-0.5", className)}
      optionClass="flex flex-1 items-center justify-center gap-1.5 rounded-item px-3 h-7 pointer-coarse:h-10 text-xs font-medium text-text-2 whitespace-nowrap has-checked:bg-surface has-checked:text-text has-checked:shadow-raised dark:has-checked:bg-line-strong"
    />
  );
}

/** A few short options, all visible: tones, filters. */
export function ChoiceChips<Value extends string>({ className, ...group }: ChoiceGroupProps<Value>) {
  return (
    <RadioGroup
      {...group}
      className={classNames("flex flex-wrap gap-1.5", className)}
      optionClass="flex items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3 h-control text-sm text-text-2 hover:bg-hover has-checked:border-accent has-checked:bg-selected has-checked:font-medium has-checked:text-accent-text"
    />
  );
}

function RadioGroup<Value extends string>(props: ChoiceGroupProps<Value> & { optionClass: string }) {
  const { label, choices, value, onChange, className, optionClass } = props;
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={`relative transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus ${optionClass}`}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {choice.icon}
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
