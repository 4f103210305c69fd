import { t } from "@intellibox/contract/text/t";
import { Field, inputClass } from "#components/ui/field.tsx";

type TemperatureProps = { value: number; onChange: (value: number) => void; error: string | undefined };

/** A slider and a number box over one value: 0 to 1 in steps of 0.1. */
export function TemperatureField({ value, onChange, error }: TemperatureProps) {
  const change = (text: string) => onChange(text === "" ? Number.NaN : Number(text));
  const range = { min: 0, max: 1, step: 0.1 };
  return (
    <Field label={t("Temp")} error={error} hint={t("Lower is more predictable, higher more creative.")}>
      {(control) => (
        <span className="flex items-center gap-3">
          <input
            type="range"
            {...range}
            {...control}
            value={Number.isNaN(value) ? 0 : value}
            onChange={(event) => change(event.target.value)}
            className={sliderClass}
            style={{ backgroundImage: filledTo(value) }}
          />
          <input
            type="number"
            aria-label={t("Temperature value")}
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

/** Styled by hand, because the browser's own track is white in the dark theme. */
const sliderClass =
  "h-target min-w-0 flex-1 cursor-pointer appearance-none rounded-control bg-transparent bg-[length:100%_6px] bg-center bg-no-repeat " +
  "[&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent " +
  "[&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent";

const filledTo = (value: number) => {
  const share = `${Math.min(1, Math.max(0, value || 0)) * 100}%`;
  return `linear-gradient(to right, var(--accent) ${share}, var(--line-strong) ${share})`;
};
