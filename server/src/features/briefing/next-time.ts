import type { BriefingMail } from "@intellibox/contract/endpoints/briefing";
import { momentOf, wallText } from "@intellibox/contract/rules/wall-time";

const dayMs = 86_400_000;
const two = (value: number) => String(value).padStart(2, "0");

/** The first chosen day and time after `now`, by the clocks of the time zone. */
export function nextTime({ minute, days, timeZone }: Omit<BriefingMail, "isOn">, now: Date): Date {
  const time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
  const [today = ""] = wallText(now, timeZone).split(" ");
  const noon = Date.parse(`${today}T12:00Z`);
  // Eight days: today's time may be over, and a week later is the next.
  for (let ahead = 0; ahead <= 7; ahead++) {
    const date = new Date(noon + ahead * dayMs);
    if (!days.includes(date.getUTCDay() || 7)) continue;
    const at = momentOf(`${date.toISOString().slice(0, 10)}T${time}`, timeZone);
    if (at && at > now) return at;
  }
  return new Date(now.getTime() + 7 * dayMs);
}
