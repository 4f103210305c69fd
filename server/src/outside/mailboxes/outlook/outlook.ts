import { t } from "@intellibox/contract/text/t";
/** A mailbox of Microsoft 365 or Outlook.com, by Microsoft Graph. */
import { z } from "zod";
import { CloudError } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "../cloud-account.ts";
import { type Mailbox, MailboxError, type RemotePlaces, watchNothing } from "../mailbox.ts";
import { answerOf, byMessageId, graphCall, graphItem, messagePath, readPages } from "./calls.ts";
import { readRemoteId, remoteIdOf } from "./cursor.ts";
import { keepDraft, removeDraft } from "./drafts.ts";
import { wholeSource } from "./fetch.ts";
import { asDenied, createArchive, createFolder, folderName, folderPath } from "./folders.ts";
import { syncOutlook } from "./sync.ts";

export async function openOutlookMailbox(account: CloudAccount): Promise<Mailbox> {
  await graphCall(account, { path: folderPath("inbox"), query: { $select: "id" } });
  const change = (remoteId: string, json: object) => {
    const path = messagePath(readRemoteId(remoteId).id);
    return graphCall(account, { method: "PATCH", path, json, isRepeatable: true });
  };
  return {
    sync: (cursor, options) => syncOutlook(account, cursor, options),
    setUnread: async (remoteId, unread) => void (await change(remoteId, { isRead: !unread })),
    async setStarred(remoteId, starred) {
      const flagStatus = starred ? "flagged" : "notFlagged";
      await change(remoteId, { flag: { flagStatus } }).catch(deny);
    },
    setAnswered: async (remoteId, mark) => void (await change(remoteId, answerOf(mark)).catch(deny)),
    setFolders: (places, folders) => setFolders(account, places, folders),
    createFolder: (name) => createFolder(account, name),
    async remove(remoteId) {
      const { folder, id } = readRemoteId(remoteId);
      if (folder === "trash") await graphCall(account, { method: "DELETE", path: messagePath(id) });
      else await move(account, id, folderName("trash"));
    },
    hasSent: (messageId) => hasSent(account, messageId),
    // Exchange stores mail that Graph sends.
    keepSent: async () => undefined,
    fetchWhole: (remoteId) => wholeSource(account, readRemoteId(remoteId).id),
    keepDraft: (raw, draft) => keepDraft(account, raw, draft),
    removeDraft: (draft) => removeDraft(account, draft),
    listAliases: () => listAliases(account),
    watch: watchNothing,
    close: async () => undefined,
  };
}

/**
 * https://learn.microsoft.com/graph/api/resources/user: "smtp:" stands before an alias, "SMTP:" before the main address. Accounts of
 * Outlook.com have none.
 */
const addresses = z.object({ proxyAddresses: z.array(z.string()).nullish() });

async function listAliases(account: CloudAccount): Promise<string[]> {
  const answer = await graphCall(account, { path: "/me", query: { $select: "proxyAddresses" } });
  const { proxyAddresses } = answer.json(addresses);
  return (proxyAddresses ?? []).flatMap((one) => (one.startsWith("smtp:") ? one.slice("smtp:".length) : []));
}

const deny = (error: unknown): never => {
  throw asDenied(error);
};

/** Returns the message's id, which a move does not change. */
async function move(account: CloudAccount, id: string, destinationId: string): Promise<string> {
  const path = `${messagePath(id)}/move`;
  const answer = await graphCall(account, { method: "POST", path, json: { destinationId }, isRepeatable: true });
  return answer.json(graphItem).id;
}

/**
 * A message of Outlook is in exactly one folder: putting it into a folder takes it out of the one that it is in. So a change that
 * gives it no folder, or two, is denied.
 */
async function setFolders(
  account: CloudAccount,
  places: RemotePlaces,
  { add }: { add: string[]; remove: string[] },
): Promise<RemotePlaces> {
  const [key, second] = add;
  const remoteId = Object.values(places).find((one) => one.includes("/"));
  if (remoteId === undefined) throw new MailboxError("gone", t("The message is no longer there."));
  if (key === undefined || second !== undefined)
    throw new MailboxError("denied", t("A message of Outlook is in exactly one folder."));
  if (places[key]?.includes("/")) return { [key]: places[key] };
  const { id } = readRemoteId(remoteId);
  try {
    return { [key]: remoteIdOf(key, await move(account, id, folderName(key))) };
  } catch (error) {
    if (!(error instanceof CloudError) || error.fault !== "gone") throw asDenied(error);
    // Either the message or the folder is gone. If it is the message, this throws.
    await graphCall(account, { path: messagePath(id), query: { $select: "id" } });
    if (key !== "archive") throw new MailboxError("denied", t("This folder is no longer there."), { cause: error });
  }
  return { [key]: remoteIdOf(key, await move(account, id, await createArchive(account)).catch(deny)) };
}

async function hasSent(account: CloudAccount, messageId: string): Promise<boolean> {
  const [page] = await readPages(account, [byMessageId(folderPath("sent"), messageId)], 1);
  if (!page || page instanceof Error) throw page;
  return page.value.length > 0;
}
