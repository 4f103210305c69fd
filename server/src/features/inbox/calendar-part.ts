import type { StoredAttachment } from "#db/tables/messages.ts";

type NamedPart = Pick<StoredAttachment, "part" | "fileName" | "mimeType">;

/** The first part with a calendar's own type is the one whose text is stored with the message. */
export const isCalendarType = ({ mimeType }: Pick<NamedPart, "mimeType">) => mimeType === "text/calendar";

const isCalendarFile = ({ fileName, mimeType }: NamedPart) =>
  mimeType === "application/ics" || /\.ics$/i.test(fileName);

/** The attachment whose events are shown with the message: what the sender declares as a calendar, else a file named as one. */
export const calendarPartOf = (attachments: readonly NamedPart[]): string | null =>
  (attachments.find(isCalendarType) ?? attachments.find(isCalendarFile))?.part ?? null;
