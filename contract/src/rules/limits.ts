/** The product's limits; both programs apply them, so they can never disagree. */
export const pageSizes = [10, 20, 50, 100] as const;
/** Companies for a selector, at a time. */
export const selectorLimit = 1000;
export const maxAttachments = 10;
export const maxAttachmentBytes = 10 * 1024 * 1024;
export const syncLimit = 50;
/** Messages that one call changes; a screen selects no more. */
export const maxBulkMessages = 500;
export const snippetLength = 180;
export const logSubjectLength = 30;
export const promptPreviewLength = 140;
export const previewFeatures = 6;
export const calendarMinutes = 30;
export const minPasswordLength = 12;
/** argon2 reads all of it: without a bound a password of megabytes is a cheap attack. */
export const maxPasswordLength = 256;
export const maxUndoSeconds = 30;
export const defaultUndoSeconds = 10;
/** How long a deleted message can be taken back before its server is told. */
export const deleteUndoSeconds = 10;
/** One file for Summarize; it is held in memory while it is read. */
export const maxExtractBytes = 25 * 1024 * 1024;
/** A whole thread, addresses included: more than a file gives, and longer than anybody reads. */
export const maxThreadCharacters = 600_000;
/** All actions of a plan together: a plan for a long thread has a tenth of it. */
export const maxPlanCharacters = 250_000;
/** Of one message the assistant reads this much: more adds cost and no sense. */
export const maxReadCharacters = 120_000;
