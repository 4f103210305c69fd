import ICAL from "ical.js";

/** One content line; undefined if the parser refuses it, so that one broken line does not hide the rest of the event. */
export function parseProperty(line: string): ICAL.Property | undefined {
  try {
    return ICAL.Property.fromString(line);
  } catch {
    return undefined;
  }
}
