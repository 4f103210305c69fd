import { type ReactNode, useId } from "react";
import { NativeSelect } from "#components/ui/native-select.tsx";

/** A titled group of settings. */
export function Settings({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t border-line pt-5">
      <h3 id={id} className="text-base font-semibold text-text">
        {title}
      </h3>
      {children}
    </section>
  );
}

type ChoiceSettingProps<Value extends string> = {
  label: string;
  hint: ReactNode;
  value: Value;
  options: readonly { value: Value; label: string }[];
  isBusy: boolean;
  onChange: (value: Value) => void;
};

/** A setting with a few values: its name and what it does, and the choice beside or below them. */
export function ChoiceSetting<Value extends string>(props: ChoiceSettingProps<Value>) {
  const { label, hint, value, options, isBusy, onChange } = props;
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-x-6 gap-y-2 max-md:flex-col max-md:items-stretch">
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm text-text">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-xs text-text-3">
          {hint}
        </p>
      </div>
      <NativeSelect
        {...{ id, value, options, onChange }}
        aria-describedby={`${id}-hint`}
        className="w-60 shrink-0 max-md:w-full"
        disabled={isBusy}
      />
    </div>
  );
}
