/** Puts messages into folders and takes them out, and creates folders. */
import type { FolderRole } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import type { ImapFlow } from "imapflow";
import { MailboxError, type RemoteFolder, type RemotePlaces } from "../mailbox.ts";
import { connectionEnded, imapError, isRefusal, made } from "./client.ts";
import { readRemoteId, remoteIdOf } from "./cursor.ts";
import { type ImapFolder, inboxPath } from "./folders.ts";
import { isRole } from "./keys.ts";
import { folderOf, knownFolders, listFolders, type Session } from "./session.ts";

/** Names that programs and servers know, for a folder that the server does not have. */
export const createdNames: Record<FolderRole, string> = {
  inbox: "INBOX",
  sent: "Sent",
  drafts: "Drafts",
  archive: "Archive",
  junk: "Junk",
  trash: "Trash",
};

const refused = (message: string) => new MailboxError("denied", message);
export const isGone = () => new MailboxError("gone", t("The message is no longer there."));

/** Selects the folder of a message. Throws `stale` if its UIDs mean other messages now (RFC 3501 2.3.1.1). */
export async function selectFolderOf(session: Session, remoteId: string) {
  const { key, validity, uid } = readRemoteId(remoteId);
  const folder = await folderOf(session, key);
  const box = folder?.path ? await session.client.mailboxOpen(folder.path) : undefined;
  if (!folder?.path || !box) throw isGone();
  if (String(box.uidValidity) !== validity) throw new MailboxError("stale", t("The folder has new UIDs."));
  return { uid, path: folder.path };
}

/** The path of a folder. One with a role is created if the server has none. */
export async function pathOfKey(session: Session, key: string): Promise<string> {
  const folder = await folderOf(session, key);
  if (folder?.path) return folder.path;
  if (!isRole(key)) throw new MailboxError("denied", t("The folder is no longer there."));
  const made = await create(session, [createdNames[key]]);
  return made.path ?? createdNames[key];
}

/**
 * MOVE is one step (RFC 6851). Without it, and for a further copy, the target is searched first, so that a change that was cut off
 * and is made again leaves one copy.
 */
export async function setFolders(
  session: Session,
  places: RemotePlaces,
  change: { add: string[]; remove: string[] },
): Promise<RemotePlaces> {
  const { client } = session;
  /** A place that the server has not told yet has another form. */
  const known = Object.keys(places).filter((key) => places[key]?.startsWith(`${key}/`));
  const add = change.add.filter((key) => !known.includes(key));
  const remove = known.filter((key) => change.remove.includes(key) && !change.add.includes(key));
  const stays = known.filter((key) => !remove.includes(key));
  if (known.length === 0) throw isGone();
  if (add.length + stays.length === 0) throw refused("A message must be in a folder.");
  const told: RemotePlaces = {};
  const [left] = remove;
  const source = places[left ?? stays[0] ?? ""] ?? "";
  for (const [at, key] of add.entries()) {
    const target = await pathOfKey(session, key);
    const isMoved = left !== undefined && at === add.length - 1;
    const there = await put(session, source, target, isMoved);
    if (there) told[key] = remoteIdOf(key, there, there.uid);
  }
  for (const key of add.length > 0 ? remove.slice(1) : remove) {
    const { uid } = await selectFolderOf(session, places[key] ?? "");
    await made(client, client.messageDelete(String(uid), { uid: true }));
  }
  return told;
}

/** Copies or moves a message. Returns where it is, if the server tells (RFC 4315). */
async function put(session: Session, source: string, target: string, isMoved: boolean) {
  const { client } = session;
  const { uid, path } = await selectFolderOf(session, source);
  await requireMessage(session, uid);
  const range = String(uid);
  const before = isMoved && client.capabilities.has("MOVE") ? undefined : await findCopy(session, path, uid, target);
  if (before && isMoved) await made(client, client.messageDelete(range, { uid: true }));
  if (before) return before;
  const result = isMoved
    ? await client.messageMove(range, target, { uid: true })
    : await client.messageCopy(range, target, { uid: true });
  await made(client, Promise.resolve(result));
  const { uidValidity, uidMap } = result || {};
  const there = uidMap?.get(uid);
  return uidValidity && there ? { uid: there, validity: String(uidValidity) } : undefined;
}

/** A command on a UID that is not there succeeds and does nothing. */
export async function requireMessage({ client }: Session, uid: number) {
  const there = await client.search({ uid: String(uid) }, { uid: true });
  if (!there && !client.usable) throw connectionEnded();
  if (!there || there.length === 0) throw isGone();
}

/** The same message in the target folder. Selects the source again. */
async function findCopy({ client }: Session, path: string, uid: number, target: string) {
  const own = await client.fetchOne(String(uid), { uid: true, size: true, envelope: true }, { uid: true });
  const messageId = own ? own.envelope?.messageId : undefined;
  if (!own || !messageId) return undefined;
  const box = await client.mailboxOpen(target);
  const same = await client.search({ header: { "message-id": messageId }, larger: (own.size ?? 0) - 1 }, { uid: true });
  const found =
    same && same.length > 0 ? await client.fetchAll(same.slice(-20), { uid: true, size: true }, { uid: true }) : [];
  await client.mailboxOpen(path);
  const copy = found.find(({ size }) => size === own.size);
  return copy && { uid: copy.uid, validity: String(box.uidValidity) };
}

const maxLength = 200;

/** `/` separates levels here, whatever the server uses. */
export async function createFolder(session: Session, name: string): Promise<RemoteFolder> {
  const { client } = session;
  const parts = name.split("/").map((part) => part.trim());
  const delimiter = client.namespace?.delimiter || "/";
  if (parts.some((part) => part === "") || name.length > maxLength) throw refused("This is not a name for a folder.");
  // RFC 3501 5.1: wildcards and control characters.
  if (/[\p{Cc}%*]/u.test(name)) throw refused("A folder's name has no control characters, % or *.");
  if (delimiter !== "/" && parts.some((part) => part.includes(delimiter)))
    throw refused(`This mail server does not allow "${delimiter}" in a folder's name.`);
  const [top = "", ...below] = parts;
  // As servers list it: a folder that is created below "Inbox" would not be found.
  const { path, isSelectable, ...rest } = await create(session, [inboxPath(top), ...below]);
  if (!isSelectable) throw refused("This name only holds other folders.");
  const { key, kind, role, name: shown, above } = rest;
  return { key, kind, role, name: shown, above, isSelectable };
}

/** A server that does not tell its namespace may keep all folders below the inbox (RFC 2342 2). */
async function createPath(client: ImapFlow, parts: string[]) {
  try {
    return await client.mailboxCreate(parts);
  } catch (error) {
    const { prefix, delimiter } = client.namespace || {};
    const isTold = client.capabilities.has("NAMESPACE") || prefix || parts[0] === "INBOX";
    if (isTold || !delimiter || !isRefusal(client, error)) throw error;
    const made = await client.mailboxCreate(["INBOX", ...parts]).catch(() => {
      throw error;
    });
    client.namespace = { prefix: `INBOX${delimiter}`, delimiter };
    return made;
  }
}

async function create(session: Session, parts: string[]): Promise<ImapFolder> {
  const { client } = session;
  const wanted = parts.join("/");
  const isThere = ({ path, above, name }: ImapFolder) =>
    path !== undefined && ([...above, name].join("/") === wanted || (path === "INBOX" && wanted === "INBOX"));
  const before = (await knownFolders(session)).find(isThere);
  if (before) return before;
  const { path } = await createPath(client, parts).catch((error: unknown) => {
    // Servers forbid other characters, such as the separator of their store.
    throw isRefusal(client, error) ? refused(imapError(error).message) : error;
  });
  // A folder that was there may not have been subscribed.
  await client.mailboxSubscribe(path);
  const after = (await listFolders(session)).find((one) => one.path === path);
  if (!after) throw new MailboxError("denied", t("The server did not create the folder."));
  return after;
}
