import { defaultQuietHours, type QuietHours } from "@intellibox/contract/rules/notifications";
import { t } from "@intellibox/contract/text/t";
import { Switch } from "#components/ui/checkbox.tsx";
import { TextField } from "#components/ui/field.tsx";
import { DayChoice } from "./day-choice.tsx";
import { minutesOf, timeText } from "./minutes.ts";

type QuietHoursProps = {
  hours: QuietHours | null;
  /** The time zone that they were chosen in. */
  zone: string;
  onChange: (hours: QuietHours | null) => void;
};

/** When nothing notifies. At least one day stays chosen: without days the hours are turned off. */
export function QuietHoursFields({ hours, zone, onChange }: QuietHoursProps) {
  return (
    <>
      <Switch
        label={t("No notifications at certain hours")}
        hint={t("Mail that comes then does not notify later either. It is in your inbox.")}
        checked={hours !== null}
        onChange={(event) => onChange(event.target.checked ? defaultQuietHours : null)}
      />
      {hours && <Hours hours={hours} zone={zone} onChange={onChange} />}
    </>
  );
}

type HoursProps = { hours: QuietHours; zone: string; onChange: (hours: QuietHours) => void };

function Hours({ hours, zone, onChange }: HoursProps) {
  const { from, to, days } = hours;
  const setTime = (which: "from" | "to", text: string) => {
    const minutes = minutesOf(text);
    if (minutes !== undefined) onChange({ ...hours, [which]: minutes });
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
      <DayChoice
        label={t("Days on which they begin")}
        days={days}
        onChange={(chosen) => onChange({ ...hours, days: chosen })}
      />
      <p className="text-xs text-text-3">{t("By the clock of {zone}.", { zone: zone.replaceAll("_", " ") })}</p>
    </>
  );
}
