/** The beginning of the first UID in a calendar file, as an index key. A folded UID is cut where its first line ends. */
export const calendarUidOf = (calendar: string | null): string | null =>
  /(?:^|\n)UID(?:;[^:\n]{0,200})?:[ \t]*([^\r\n]{1,200})/i.exec(calendar ?? "")?.[1]?.trim() || null;
