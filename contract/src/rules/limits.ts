/** The product's limits, applied by server and web. */
export const pageSizes = [10, 20, 50, 100] as const;
/** The most companies that a selector loads at a time. */
export const selectorLimit = 1000;
export const maxAttachments = 10;
export const maxAttachmentBytes = 10 * 1024 * 1024;
export const syncLimit = 50;
/** The most messages that one call changes and a screen selects. */
export const maxBulkMessages = 500;
export const snippetLength = 180;
export const logSubjectLength = 30;
export const promptPreviewLength = 140;
export const previewFeatures = 6;
export const calendarMinutes = 30;
export const minPasswordLength = 12;
/** argon2 hashes the whole password, so an unbounded one would be a cheap attack. */
export const maxPasswordLength = 256;
export const maxUndoSeconds = 30;
export const defaultUndoSeconds = 10;
/** How long a delete can be undone before it is uploaded to the server. */
export const deleteUndoSeconds = 10;
/** The largest file for Summarize, which is held in memory while it is read. */
export const maxExtractBytes = 25 * 1024 * 1024;
/** The longest thread, including addresses. No extracted file is longer. */
export const maxThreadCharacters = 600_000;
/** All actions of a plan together. The plan of a long thread has about a tenth of it. */
export const maxPlanCharacters = 250_000;
/** How much of one message the assistant reads. More adds cost without a better answer. */
export const maxReadCharacters = 120_000;
