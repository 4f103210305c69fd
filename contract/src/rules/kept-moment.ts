/** The last millisecond that ISO 8601 writes with a year of four digits. */
export const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/** A year that `Date.UTC` would take for 1901. */
const firstMoment = Date.parse("0001-01-01T00:00:00.000Z");

/** Whether PostgreSQL reads a day or a time: it has no year 0, and no year of five digits as JavaScript writes it. */
export function isKeptMoment(text: string): boolean {
  const moment = Date.parse(text);
  return moment >= firstMoment && moment <= lastMoment;
}
