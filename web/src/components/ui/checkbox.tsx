import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

type ChoiceProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode };

/** A native checkbox inside its label, in the colours of the design. */
export function Checkbox({ label, hint, className = "", ...input }: ChoiceProps) {
  return (
    <label className={`group flex min-h-target items-start gap-2.5 text-sm text-text-2 ${className}`}>
      <span className="relative mt-0.5 flex size-4 shrink-0 pointer-coarse:mt-3">
        <input
          type="checkbox"
          {...input}
          className="peer size-4 appearance-none rounded-check border border-control bg-surface checked:border-accent checked:bg-accent disabled:opacity-50"
        />
        <Check
          className="pointer-events-none absolute inset-0 m-auto size-3 text-white opacity-0 peer-checked:opacity-100"
          strokeWidth={3.25}
          aria-hidden="true"
        />
      </span>
      <span className="pointer-coarse:py-2.5">
        <span className={hint ? "font-medium text-text" : ""}>{label}</span>
        {hint && <span className="mt-0.5 block text-xs text-text-3">{hint}</span>}
      </span>
    </label>
  );
}

/** A checkbox that looks like a switch, for settings that take effect at once. */
export function Switch({ label, hint, className = "", ...input }: ChoiceProps) {
  return (
    <label className={`flex min-h-target items-center justify-between gap-4 text-sm text-text ${className}`}>
      <span>
        {label}
        {hint && <span className="block text-xs text-text-3">{hint}</span>}
      </span>
      <span className="relative inline-flex h-5 w-9 shrink-0">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its own checked state
          role="switch"
          {...input}
          className="peer h-5 w-9 appearance-none rounded-full border border-control bg-active transition-colors checked:border-accent checked:bg-accent disabled:opacity-50"
        />
        <span className="pointer-events-none absolute top-[3px] start-[3px] size-3.5 rounded-full bg-control transition-transform peer-checked:translate-x-4 rtl:peer-checked:-translate-x-4 peer-checked:bg-white" />
      </span>
    </label>
  );
}
