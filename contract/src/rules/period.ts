import { z } from "zod";
import { t } from "../text/t.ts";
import { isKeptMoment, lastMoment } from "./kept-moment.ts";

const dayOrMoment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], t("Enter a date as YYYY-MM-DD"))
  .refine(isKeptMoment, t("Enter a date as YYYY-MM-DD"))
  .optional();

/** From `start` to `end`, both included: whole days in UTC, or exact times. */
export const periodShape = { start: dayOrMoment, end: dayOrMoment };

const dayMs = 24 * 60 * 60 * 1000;
const isDay = (text: string) => !text.includes("T");

/** The same as dates: at or after `from`, and before `before`. */
export function periodBounds({ start, end }: { start?: string | undefined; end?: string | undefined }) {
  const endMoment = end === undefined ? undefined : new Date(end).getTime();
  // An exact time includes its own millisecond, a day its last one.
  const length = end !== undefined && isDay(end) ? dayMs : 1;
  return {
    from: start === undefined ? undefined : new Date(start),
    before: endMoment === undefined ? undefined : new Date(Math.min(endMoment + length, lastMoment)),
  };
}
