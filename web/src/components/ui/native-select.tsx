import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "#lib/class-names.ts";
import { controlClass } from "./field.tsx";

type NativeSelectProps<Value extends string> = Omit<ComponentProps<"select">, "value" | "onChange"> & {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A native select for a few short options: no script to load, and the phone's own picker. */
export function NativeSelect<Value extends string>(props: NativeSelectProps<Value>) {
  const { options, onChange, className, ...rest } = props;
  return (
    <span className={classNames("relative", className)}>
      <select
        {...rest}
        onChange={(event) => onChange(event.target.value as Value)}
        className={`h-input w-full appearance-none truncate pe-8 ps-3 hover:bg-hover ${controlClass}`}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronsUpDown
        className="pointer-events-none absolute top-1/2 end-2.5 size-3.5 -translate-y-1/2 text-text-3"
        aria-hidden="true"
      />
    </span>
  );
}
