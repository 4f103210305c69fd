import { defaultQuietHours, type QuietHours } from "@intellibox/contract/rules/notifications";
import { t } from "@intellibox/contract/text/t";
import { language } from "@intellibox/contract/text/translator";
import { timeZone } from "#lib/time-zone.ts";
import { Switch } from "#components/ui/checkbox.tsx";
import { TextField } from "#components/ui/field.tsx";

type QuietHoursProps = { hours: QuietHours | null; onChange: (hours: QuietHours | null) => void };

/** When nothing notifies. At least one day stays chosen: without days the hours are turned off. */
export function QuietHoursFields({ hours, onChange }: QuietHoursProps) {
  return (
    <>
      <Switch
        label={t("No notifications at certain hours")}
        hint={t("Mail that comes then does not notify later either. It is in your inbox.")}
        checked={hours !== null}
        onChange={(event) => onChange(event.target.checked ? defaultQuietHours : null)}
      />
      {hours && <Hours hours={hours} onChange={onChange} />}
    </>
  );
}

function Hours({ hours, onChange }: { hours: QuietHours; onChange: (hours: QuietHours) => void }) {
  const { from, to, days } = hours;
  const setTime = (which: "from" | "to", text: string) => {
    const minutes = minutesOf(text);
    if (minutes !== undefined) onChange({ ...hours, [which]: minutes });
  };
  const toggle = (day: number, isChosen: boolean) => {
    const chosen = isChosen ? [...days, day].sort() : days.filter((one) => one !== day);
    if (chosen.length > 0) onChange({ ...hours, days: chosen });
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={t("From")}
          type="time"
          required
          value={timeText(from)}
          onChange={(event) => setTime("from", event.target.value)}
        />
        <TextField
          label={t("To")}
          type="time"
          required
          value={timeText(to)}
          onChange={(event) => setTime("to", event.target.value)}
          hint={from >= to ? t("On the next day") : undefined}
        />
      </div>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium text-text">{t("Days on which they begin")}</legend>
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
      <p className="text-xs text-text-3">{t("By the clock of {zone}.", { zone: timeZone().replaceAll("_", " ") })}</p>
    </>
  );
}

const two = (value: number) => String(value).padStart(2, "0");
const timeText = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

function minutesOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : undefined;
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
