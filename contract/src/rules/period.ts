import { z } from "zod";

const dayOrMoment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], "Enter a date as YYYY-MM-DD").optional();

/** From `start` to `end`: days, both of them included whole (in UTC), or exact moments. */
export const periodShape = { start: dayOrMoment, end: dayOrMoment };

const dayMs = 24 * 60 * 60 * 1000;
const isDay = (text: string) => !text.includes("T");

/** The same as moments: at or after `from`, before `before`. */
export function periodBounds({ start, end }: { start?: string | undefined; end?: string | undefined }) {
  const endMoment = end === undefined ? undefined : new Date(end).getTime();
  return {
    from: start === undefined ? undefined : new Date(start),
    // A moment is included to its millisecond, a day to its last one.
    before: end === undefined || endMoment === undefined ? undefined : new Date(endMoment + (isDay(end) ? dayMs : 1)),
  };
}
