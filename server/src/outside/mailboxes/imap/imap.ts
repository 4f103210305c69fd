import { t } from "@intellibox/contract/text/t";
/** A mailbox by IMAP: one connection that runs one command at a time, and IDLE in between if it is watched. */
import type { ImapFlow } from "imapflow";
import { type MailServer, withDeadline } from "#outside/mail-server.ts";
import { type Mailbox, MailboxError, maxMessageBytes } from "../mailbox.ts";
import { connectImap, type ImapLimits, made } from "./client.ts";
import { keepDraft, removeDraft } from "./drafts.ts";
import { inboxPath, readList } from "./folders.ts";
import { createFolder, isGone, pathOfKey, requireMessage, selectFolderOf, setFolders } from "./places.ts";
import { oneAtATime, pathOfRole, recall, type Session } from "./session.ts";
import { sync } from "./sync.ts";
import { watch } from "./watch.ts";

/** `folder` is the folder that the owner chose as the inbox. */
export type ImapAccount = MailServer & { folder?: string | undefined };

const listed = (client: ImapFlow, alone: Session["alone"], wanted: string) =>
  alone(() => readList(client, wanted)).catch((error: unknown) => {
    client.close();
    throw error;
  });

export async function openImapMailbox(
  { folder: wanted = "INBOX", ...server }: ImapAccount,
  given?: Partial<ImapLimits>,
): Promise<Mailbox> {
  const { client, limits } = await connectImap(server, given);
  const alone = oneAtATime(client, limits);
  // Says whether the folder that its owner chose is there. INBOX always is.
  const list = inboxPath(wanted) === "INBOX" ? undefined : await listed(client, alone, wanted);
  const cursor = { states: new Map(), directory: new Map() };
  const session: Session = {
    client,
    alone,
    limits,
    wanted,
    list,
    cursor,
    isListNew: true,
    inbox: undefined,
    folders: [],
  };
  /** Changes folders, so the next sync lists them again. */
  const changing = <T>(work: () => Promise<T>) =>
    alone(() => {
      session.isListNew = false;
      return work();
    });
  const inFolder = (remoteId: string, work: (uid: number, path: string) => Promise<unknown>) =>
    changing(async () => {
      const { uid, path } = await selectFolderOf(session, remoteId);
      await work(uid, path);
    });
  const setFlag = (remoteId: string, flag: string, isSet: boolean) =>
    inFolder(remoteId, async (uid) => {
      const told = new Set<number | undefined>();
      const onFlags = (event: { uid?: number | undefined }) => told.add(event.uid);
      client.on("flags", onFlags);
      const change = isSet
        ? client.messageFlagsAdd(String(uid), [flag], { uid: true })
        : client.messageFlagsRemove(String(uid), [flag], { uid: true });
      await made(client, change).finally(() => client.off("flags", onFlags));
      // The server tells the flags that it has stored. If it is silent, another program may have moved the message.
      if (!told.has(uid)) await requireMessage(session, uid);
    });

  return {
    recall: (text) => recall(session, text),
    sync: (text, options) => sync(session, text, options),
    setUnread: (remoteId, unread) => setFlag(remoteId, "\\Seen", !unread),
    setStarred: (remoteId, starred) => setFlag(remoteId, "\\Flagged", starred),
    setAnswered: (remoteId, mark) => setFlag(remoteId, mark === "answered" ? "\\Answered" : "$Forwarded", true),
    remove: (remoteId) =>
      inFolder(remoteId, async (uid, path) => {
        const trash = await pathOfRole(session, "trash");
        await made(
          client,
          trash && trash !== path
            ? client.messageMove(String(uid), trash, { uid: true })
            : client.messageDelete(String(uid), { uid: true }),
        );
      }),
    setFolders: (places, change) => changing(() => setFolders(session, places, change)),
    createFolder: (name) => changing(() => createFolder(session, name)),
    fetchWhole: (remoteId) =>
      alone(async () => {
        const { uid } = await selectFolderOf(session, remoteId);
        const items = { uid: true, size: true };
        const about = await client.fetchOne(String(uid), items, { uid: true });
        if (!about) throw isGone();
        if ((about.size ?? 0) > maxMessageBytes) throw new MailboxError("too_large", t("The message is too large."));
        const whole = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
        if (!whole || whole.uid !== uid || !whole.source) throw isGone();
        return whole.source;
      }),
    hasSent: (messageId) =>
      alone(async () => {
        const sent = await pathOfRole(session, "sent");
        if (!sent) return false;
        await client.mailboxOpen(sent);
        const found = await client.search({ header: { "message-id": messageId } }, { uid: true });
        return found !== false && found !== undefined && found.length > 0;
      }),
    keepSent: (raw) =>
      changing(async () => {
        const sent = (await pathOfRole(session, "sent")) ?? (await pathOfKey(session, "sent"));
        await made(client, client.append(sent, Buffer.from(raw), ["\\Seen"]));
      }),
    keepDraft: (raw, draft) => changing(() => keepDraft(session, raw, draft)),
    removeDraft: (draft) => changing(() => removeDraft(session, draft)),
    watch: (onChange, signal) => watch(session, onChange, signal),
    async close() {
      await withDeadline(5_000, () => client.close(), client.logout()).catch(() => client.close());
    },
  };
}
