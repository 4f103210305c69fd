import { changeMailbox } from "#api/mailbox-settings.ts";

/** Resumes mailboxes that a sync was asked for. */
export const resumeMailboxes = (ids: readonly string[]) =>
  Promise.all(ids.map((id) => changeMailbox(id, { isPaused: false })));
