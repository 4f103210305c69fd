/** Copies of drafts at Gmail. A draft is changed in place, and its message gets another id. */
import { CloudError } from "#outside/cloud-fetch.ts";
import { type DraftCopy, draftHeader, type KeptCopy } from "../mailbox.ts";
import { unlessRefused } from "./actions.ts";
import type { GmailApi } from "./api.ts";

export async function keepDraft(api: GmailApi, raw: Uint8Array, copy: DraftCopy): Promise<KeptCopy> {
  const [first, ...others] = await findCopies(api, copy);
  const { message } = await unlessRefused(api.keepDraft(raw, first), "Gmail refused the draft.");
  for (const draftId of others) await removeOne(api, draftId);
  return { remoteId: message.id, isChangedElsewhere: first === undefined && copy.remoteId !== null };
}

export async function removeDraft(api: GmailApi, copy: DraftCopy): Promise<void> {
  for (const draftId of await findCopies(api, copy)) await removeOne(api, draftId);
}

const removeOne = (api: GmailApi, draftId: string) => api.removeDraft(draftId).catch(unlessGone);

/** The ids of the drafts that are copies as we made them. Gmail leaves our header field out when its owner changes a draft there. */
async function findCopies(api: GmailApi, { id, messageId, remoteId }: DraftCopy): Promise<string[]> {
  const named = await api.listPage({ q: `rfc822msgid:${messageId.replace(/[<>]/g, "")}`, labelIds: ["DRAFT"] }, 20);
  const candidates = new Set([...(remoteId === null ? [] : [remoteId]), ...named.messages.map((one) => one.id)]);
  const own = new Set<string>();
  for (const candidate of candidates) if (await isOwn(api, candidate, id)) own.add(candidate);
  return own.size > 0 ? draftIdsOf(api, own) : [];
}

async function isOwn(api: GmailApi, messageId: string, id: string): Promise<boolean> {
  const found = await api.headers(messageId).catch(unlessGone);
  const isDraft = found?.labelIds.includes("DRAFT") && !found.labelIds.includes("TRASH");
  const headers = found?.payload.headers ?? [];
  return isDraft === true && headers.some((one) => isSame(one.name, draftHeader) && one.value.trim() === id);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Of a mailbox with more drafts than these, the oldest are not searched. */
const maxPages = 10;

async function draftIdsOf(api: GmailApi, messageIds: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  let token: string | undefined;
  for (let page = 0; page < maxPages && found.length < messageIds.size; page++) {
    const { drafts, nextPageToken } = await api.draftsPage(token);
    found.push(...drafts.flatMap(({ id, message }) => (messageIds.has(message.id) ? id : [])));
    if (!nextPageToken) break;
    token = nextPageToken;
  }
  return found;
}

function unlessGone(error: unknown): undefined {
  if (error instanceof CloudError && error.fault === "gone") return undefined;
  throw error;
}
