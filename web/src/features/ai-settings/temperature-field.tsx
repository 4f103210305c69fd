import { Field, inputClass } from "#components/field.tsx";

type TemperatureProps = { value: number; onChange: (value: number) => void; error: string | undefined };

/** A slider and a number box over one value: 0 to 1 in steps of 0.1. */
export function TemperatureField({ value, onChange, error }: TemperatureProps) {
  const change = (text: string) => onChange(text === "" ? Number.NaN : Number(text));
  const range = { min: 0, max: 1, step: 0.1 };
  return (
    <Field label="Temp" error={error} hint="Lower keeps to the point, higher is freer.">
      {(control) => (
        <span className="flex items-center gap-3">
          <input
            type="range"
            {...range}
            {...control}
            value={Number.isNaN(value) ? 0 : value}
            onChange={(event) => change(event.target.value)}
            className="h-target min-w-0 flex-1 accent-accent"
          />
          <input
            type="number"
            aria-label="Temperature value"
            {...range}
            value={Number.isNaN(value) ? "" : value}
            onChange={(event) => change(event.target.value)}
            className={`h-input !w-20 shrink-0 tabular-nums ${inputClass}`}
          />
        </span>
      )}
    </Field>
  );
}
