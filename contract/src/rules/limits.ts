/** Limits that the server and the web app share. */
export const pageSizes = [10, 20, 50, 100] as const;
/** The most companies in a selector. */
export const selectorLimit = 1000;
export const maxAttachments = 10;
export const maxAttachmentBytes = 10 * 1024 * 1024;
export const syncLimit = 50;
/** Messages that one call can change, and the most that a screen can select. */
export const maxBulkMessages = 500;
export const snippetLength = 180;
export const logSubjectLength = 30;
export const promptPreviewLength = 140;
export const previewFeatures = 6;
export const calendarMinutes = 30;
/** How many people are invited at a time. */
export const maxInvited = 500;
export const minPasswordLength = 12;
/** Bounded, because argon2 hashes all of it: a password of megabytes would be a cheap attack. */
export const maxPasswordLength = 256;
export const maxSignatureLength = 20_000;
export const maxUndoSeconds = 30;
export const defaultUndoSeconds = 10;
/** How long a deletion can be undone before it is uploaded to the mailbox. */
export const deleteUndoSeconds = 10;
/** One file for Summarize, which is held in memory while it is read. */
export const maxExtractBytes = 25 * 1024 * 1024;
/** A whole thread with its addresses; larger than the text of any accepted file. */
export const maxThreadCharacters = 600_000;
/** All actions of a plan together; about ten times the plan of a long thread. */
export const maxPlanCharacters = 250_000;
/** The part of one message that the assistant reads; more adds cost but little meaning. */
export const maxReadCharacters = 120_000;

/** A longer thread counts as this long in lists. */
export const maxThreadSize = 100;
