/** The paths of downloads, below `/api`. They are not JSON, so they are not endpoints. */
export const attachmentPath = (messageId: string, part: string) =>
  `/mail/messages/${messageId}/attachments/${encodeURIComponent(part)}`;
/** All attachments as one ZIP file, without pictures that the HTML body shows. */
export const attachmentsZipPath = (messageId: string) => `/mail/messages/${messageId}/attachments.zip`;
/** One page of a PDF as a picture, counted from 1; the response header below has the page count. */
export const attachmentPagePath = (messageId: string, part: string, page: number) =>
  `${attachmentPath(messageId, part)}/pages/${page}`;
export const pageCountHeader = "x-page-count";
export const sourcePath = (messageId: string) => `/mail/messages/${messageId}/source`;
/** The events of a calendar file that a message has, for the own calendar; `part` as a query names another attachment. */
export const calendarPath = (messageId: string) => `/mail/messages/${messageId}/calendar.ics`;
/** The plan of a summary as a workbook. */
export const actionPlanPath = (summaryId: string) => `/summaries/${summaryId}/actions.xlsx`;
