import { language } from "@intellibox/contract/text/translator";

type DayChoiceProps = { label: string; days: readonly number[]; onChange: (days: number[]) => void };

/** Days of the week, 1 for Monday. At least one stays chosen. */
export function DayChoice({ label, days, onChange }: DayChoiceProps) {
  const toggle = (day: number, isChosen: boolean) => {
    const chosen = isChosen ? [...days, day].sort() : days.filter((one) => one !== day);
    if (chosen.length > 0) onChange(chosen);
  };
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-text">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {weekDays().map(({ day, short, long }) => (
          <label
            key={day}
            className="relative flex h-control min-w-11 items-center justify-center rounded-full border border-line-strong bg-surface px-3 text-sm text-text-2 hover:bg-hover has-checked:border-accent has-checked:bg-selected has-checked:font-medium has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus pointer-coarse:h-11"
          >
            <input
              type="checkbox"
              aria-label={long}
              checked={days.includes(day)}
              onChange={(event) => toggle(day, event.target.checked)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            {short}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The names of the days in the language of the screens, from Monday. */
function weekDays() {
  const format = (weekday: "short" | "long") => new Intl.DateTimeFormat(language(), { weekday, timeZone: "UTC" });
  const [short, long] = [format("short"), format("long")];
  // 5 January 2026 is a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const date = new Date(Date.UTC(2026, 0, 4 + day));
    return { day, short: short.format(date), long: long.format(date) };
  });
}
