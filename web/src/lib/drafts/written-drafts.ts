/** Drafts that the assistant wrote since the page was loaded. They are compared with the mail that is sent. */

type WrittenDraft = { usageId?: string | undefined };

const maxDrafts = 30;
const drafts = new Map<string, string>();

export function rememberDraft({ usageId }: WrittenDraft, text: string) {
  if (!usageId) return;
  drafts.set(usageId, text);
  const [oldest] = drafts.keys();
  if (drafts.size > maxDrafts && oldest) drafts.delete(oldest);
}

export const writtenDrafts = () => [...drafts];

/** Removes a draft, because its mail was sent. */
export const forgetWrittenDraft = (usageId: string) => drafts.delete(usageId);
