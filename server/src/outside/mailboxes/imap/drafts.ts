import { t } from "@intellibox/contract/text/t";
/** Copies of drafts in the Drafts folder. A message cannot be changed by IMAP: the new copy is appended, then the earlier ones are deleted. */
import { type DraftCopy, draftHeader, type KeptCopy, MailboxError } from "../mailbox.ts";
import { connectionEnded, made } from "./client.ts";
import { readRemoteId, remoteIdOf } from "./cursor.ts";
import { pathOfKey } from "./places.ts";
import { pathOfRole, type Session } from "./session.ts";

export async function keepDraft(session: Session, raw: Uint8Array, { id, remoteId }: DraftCopy): Promise<KeptCopy> {
  const { client } = session;
  const path = (await pathOfRole(session, "drafts")) ?? (await pathOfKey(session, "drafts"));
  const before = await findCopies(session, path, id);
  const isKnown = before.uids.some((uid) => remoteIdOf("drafts", before, uid) === remoteId);
  // One that another program has filed elsewhere has another folder in its id.
  const isChangedElsewhere = remoteId !== null && readRemoteId(remoteId).validity === before.validity && !isKnown;
  if (!(await client.append(path, Buffer.from(raw), ["\\Draft", "\\Seen"])))
    throw client.usable ? new MailboxError("denied", t("The server did not take the draft.")) : connectionEnded();
  const { validity, uids } = await findCopies(session, path, id);
  const uid = Math.max(...uids);
  const earlier = uids.filter((one) => one !== uid);
  if (earlier.length > 0) await made(client, client.messageDelete(earlier.join(","), { uid: true }));
  return { remoteId: uids.length > 0 ? remoteIdOf("drafts", { validity }, uid) : null, isChangedElsewhere };
}

export async function removeDraft(session: Session, { id }: DraftCopy): Promise<void> {
  const path = await pathOfRole(session, "drafts");
  if (!path) return;
  const { uids } = await findCopies(session, path, id);
  if (uids.length > 0) await made(session.client, session.client.messageDelete(uids.join(","), { uid: true }));
}

/** Selects the folder. */
async function findCopies({ client }: Session, path: string, id: string) {
  const box = await client.mailboxOpen(path);
  const found = await client.search({ header: { [draftHeader]: id } }, { uid: true });
  if (!found && !client.usable) throw connectionEnded();
  return { validity: String(box.uidValidity), uids: found || [] };
}
