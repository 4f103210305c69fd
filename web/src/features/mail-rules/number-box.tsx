import { inputClass } from "#components/ui/field.tsx";

type NumberBoxProps = {
  label: string;
  unit: string;
  /** NaN if the box is empty, which the form refuses. */
  value: number;
  onChange: (value: number) => void;
  describedBy: string | undefined;
  isInvalid: boolean;
};

/** A whole number with its unit. */
export const NumberBox = ({ label, unit, value, onChange, describedBy, isInvalid }: NumberBoxProps) => (
  <span className="flex items-center gap-2">
    <input
      type="number"
      inputMode="numeric"
      min={1}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      value={Number.isNaN(value) ? "" : value}
      onChange={({ target }) => onChange(target.value === "" ? Number.NaN : Number(target.value))}
      className={`h-input tabular-nums max-w-28 ${inputClass}`}
    />
    <span className="text-sm text-text-2">{unit}</span>
  </span>
);
