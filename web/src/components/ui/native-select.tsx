import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";
import { controlClass } from "./field.tsx";

type NativeSelectProps<Value extends string> = Omit<ComponentProps<"select">, "value" | "onChange"> & {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  icon?: ReactNode;
  /** As high as a button, for toolbars; otherwise as high as an input. */
  compact?: boolean;
};

/** A native select for a few short options: no script to load, and the phone's own picker. */
export function NativeSelect<Value extends string>(props: NativeSelectProps<Value>) {
  const { options, onChange, className, icon, compact, ...rest } = props;
  return (
    <span className={classNames("relative", className)}>
      {icon && (
        <span className="pointer-events-none absolute top-1/2 start-3 -translate-y-1/2 text-text-3">{icon}</span>
      )}
      <select
        {...rest}
        onChange={(event) => onChange(event.target.value as Value)}
        className={classNames(
          "w-full appearance-none truncate pe-8 hover:bg-hover",
          compact ? "h-control" : "h-input",
          icon ? "ps-9" : "ps-3",
          controlClass,
        )}
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
