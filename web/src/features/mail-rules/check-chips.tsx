type CheckChipsProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  values: readonly Value[];
  onChange: (values: Value[]) => void;
  describedBy?: string | undefined;
};

/** Any number of a few short options, all visible. */
export function CheckChips<Value extends string>(props: CheckChipsProps<Value>) {
  const { label, options, values, onChange, describedBy } = props;
  return (
    <fieldset aria-describedby={describedBy} className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-7 items-center rounded-full border border-line-strong bg-surface px-2.5 text-xs text-text-2 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-selected has-checked:font-medium has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus pointer-coarse:h-11"
        >
          <input
            type="checkbox"
            checked={values.includes(option.value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, option.value] : values.filter((value) => value !== option.value))
            }
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
