// Days and months of a time zone, split so that few counts have to be read for each.
import { momentOf, wallTime } from "@intellibox/contract/rules/wall-time";

/** A named period: a day such as 2026-11-15, or a month such as 2026-11. */
export type Bucket = { name: string; starts: Date; ends: Date };
type Slice = { name: string; span: "quarter" | "day"; starts: Date; ends: Date };

export const dayMs = 24 * 60 * 60 * 1000;

/** The last `count` days in the time zone, including today; shifted back by `ago` days. */
export function lastDays(count: number, { now, timeZone, ago = 0 }: { now: Date; timeZone: string; ago?: number }) {
  const { year, month, day } = wallTime(now, timeZone);
  const dateOf = (back: number) => new Date(Date.UTC(year, month - 1, day - back)).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, index): Bucket => {
    const back = ago + count - 1 - index;
    return { name: dateOf(back), starts: at(dateOf(back), timeZone), ends: at(dateOf(back - 1), timeZone) };
  });
}

/** The last `count` calendar months in the time zone, including this one. */
export function lastMonths(count: number, { now, timeZone }: { now: Date; timeZone: string }) {
  const { year, month } = wallTime(now, timeZone);
  const nameOf = (back: number) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
  return Array.from({ length: count }, (_, index): Bucket => {
    const back = count - 1 - index;
    const [starts, ends] = [at(`${nameOf(back)}-01`, timeZone), at(`${nameOf(back - 1)}-01`, timeZone)];
    return { name: nameOf(back), starts, ends };
  });
}

/** One bucket from the start of the first to the end of the last. */
export const mergeBuckets = (name: string, buckets: Bucket[]): Bucket => ({
  name,
  starts: buckets[0]?.starts ?? new Date(0),
  ends: buckets.at(-1)?.ends ?? new Date(0),
});

/** Whole UTC days are read from day counts; only the remainders at both ends from quarter-hour counts. */
export function slicesOf({ name, starts, ends }: Bucket): Slice[] {
  const firstDay = new Date(Math.ceil(starts.getTime() / dayMs) * dayMs);
  const lastDay = new Date(Math.floor(ends.getTime() / dayMs) * dayMs);
  if (firstDay >= lastDay) return [{ name, span: "quarter", starts, ends }];
  const slices: Slice[] = [
    { name, span: "quarter", starts, ends: firstDay },
    { name, span: "day", starts: firstDay, ends: lastDay },
    { name, span: "quarter", starts: lastDay, ends },
  ];
  return slices.filter((slice) => slice.starts < slice.ends);
}

const at = (date: string, timeZone: string) => momentOf(date, timeZone) ?? new Date(date);
