const two = (value: number) => String(value).padStart(2, "0");

/** 08:30 for the minute 510 of a day. */
export const timeText = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

export function minutesOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : undefined;
}
