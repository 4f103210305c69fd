import { t } from "@intellibox/contract/text/t";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { classNames } from "#lib/class-names.ts";

export const controlClass =
  "rounded-control border border-control bg-surface px-3 text-field text-text placeholder:text-text-3 dark:bg-subtle " +
  "focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus focus-visible:border-focus " +
  "aria-invalid:border-bad aria-invalid:outline-bad disabled:opacity-60 disabled:bg-hover";

export const inputClass = `w-full min-w-0 [&[readonly]]:bg-subtle ${controlClass}`;

type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** At the right end of the label's line: "Optional", a link or a small button. */
  aside?: ReactNode;
  className?: string;
};
type ControlProps = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

/** A label, its control, a hint and an error, linked by ids for screen readers. */
export function Field(props: FieldProps & { id?: string; children: (control: ControlProps) => ReactNode }) {
  const { label, hint, error, aside, className, children } = props;
  const generatedId = useId();
  const id = props.id ?? generatedId;
  const describedBy = classNames(error && `${id}-error`, hint !== undefined && `${id}-hint`) || undefined;
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-text">
          {label}
        </label>
        {aside && <span className="text-xs text-text-3">{aside}</span>}
      </div>
      {children({ id, "aria-describedby": describedBy, "aria-invalid": error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-xs text-bad">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-text-3">
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextField({
  label,
  hint,
  error,
  aside,
  className,
  id,
  ...input
}: FieldProps & ComponentProps<"input">) {
  return (
    <Field {...{ label, hint, error, aside, className, id }}>
      {(control) => <input type="text" {...input} {...control} className={`h-input ${inputClass}`} />}
    </Field>
  );
}

export function TextareaField(props: FieldProps & ComponentProps<"textarea">) {
  const { label, hint, error, aside, className, id, ...textarea } = props;
  return (
    <Field {...{ label, hint, error, aside, className, id }}>
      {(control) => <textarea rows={4} {...textarea} {...control} className={`block py-2 ${inputClass}`} />}
    </Field>
  );
}

/** Whole or decimal numbers. A native input, so that arrow keys, wheel and locale work as usual. */
export function NumberField({ className, ...props }: FieldProps & Omit<ComponentProps<"input">, "type">) {
  return <TextField {...props} type="number" inputMode="decimal" className={classNames("tabular-nums", className)} />;
}

export function PasswordField({
  label,
  hint,
  error,
  aside,
  className,
  id,
  ...input
}: FieldProps & ComponentProps<"input">) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field {...{ label, hint, error, aside, className, id }}>
      {(control) => (
        <span className="relative block">
          <input
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={`h-input pe-11 ${inputClass}`}
          />
          <button
            type="button"
            aria-label={isShown ? t("Hide password") : t("Show password")}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-control text-text-3 hover:text-text focus-visible:-outline-offset-2"
          >
            <Icon className="size-4" aria-hidden="true" />
          </button>
        </span>
      )}
    </Field>
  );
}
