import { type FolderRole, roleNames } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import { type ConnectFault, connectFault, connectMessage } from "#lib/connect-fault.ts";
import type { LeftPart } from "#outside/mime/choose-parts.ts";

/** The folders that are synced from the start. Their keys are their roles. */
export const mailFolders = ["inbox", "sent", "trash"] as const satisfies FolderRole[];
export type MailFolder = (typeof mailFolders)[number];

/** A folder or label as the server has it. */
export type RemoteFolder = {
  /** Survives a rename, at most 300 characters. Only the mailbox interprets it. */
  key: string;
  kind: "folder" | "label";
  role: FolderRole | null;
  name: string;
  /** The names of the folders above it, outermost first. */
  above: string[];
  /** False for a name that only holds other folders. */
  isSelectable: boolean;
};

/** The folders of a mailbox that has only these, or whose others are not listed. */
export const systemFolders = (roles: readonly FolderRole[] = mailFolders): RemoteFolder[] =>
  roles.map((role) => ({ key: role, kind: "folder", role, name: roleNames[role], above: [], isSelectable: true }));

/** Larger messages are read in part. Above the 50 MB that Gmail takes in, and well below what a worker thread may use. */
export const maxMessageBytes = 64 << 20;

/** The marks that a message was answered or forwarded, also by another program. Absent if the server does not keep them. */
export type AnswerMarks = { answered?: boolean; forwarded?: boolean };
export type AnswerMark = keyof AnswerMarks;

/** A message that the store does not have yet. */
export type ArrivedMail = AnswerMarks & {
  /** The provider's id, stable while the message exists. Only the mailbox interprets it. */
  remoteId: string;
  /** The keys of its folders, at least one. */
  folders: string[];
  unread: boolean;
  starred: boolean;
  raw: Uint8Array;
  receivedAt: Date | null;
  /** The message is larger than `maxMessageBytes`: `raw` is its beginning. */
  isPartial: boolean;
  /** Parts whose bytes `raw` does not have, if the sync leaves attachments on the server. */
  left?: LeftPart[];
  /** The size on the server, if parts are left out. */
  size?: number;
  /** The content of the message with this remote id may have changed, so this one takes its place: it is a draft. */
  replaces?: boolean;
  /** Its server has neither flags nor folders: a message that is stored already stays as it is. */
  isBare?: true;
};

/** The facts about a message that are known before it is downloaded. */
export type MailStub = {
  remoteId: string;
  /** The keys of the folders that it is in. */
  folders: string[];
  /** Null if the server does not tell, or if it has none. */
  messageId: string | null;
  size: number;
  /** Identifies a message without a Message-ID, as far as it is known. */
  header?: { date: Date; from: string; subject: string } | undefined;
  /** Remote ids that it can have had in other folders. */
  earlierIds?: string[];
};

/** A message that the store has already, and that is in these folders now. */
export type FoundMail = MailStub &
  AnswerMarks & {
    /** Left out if its server has no such flags: then they stay as they are stored. */
    unread?: boolean;
    starred?: boolean;
    /** It leaves folders that are not followed, whose changes are not read: on its server it is in one folder only. */
    isOnlyHere?: boolean;
  };

/**
 * A step of a sync. The caller applies it and stores its cursor in one transaction, in this order: store `folders`, take every message
 * out of the folders in `reset`, take `removed` out of theirs, apply `changed`, put `found` into its folders, then store `arrived`. A message that is in no folder
 * any more is hidden, and deleted later: another step, or another sync, may find it in the folder that it was moved to.
 * If the mailbox has `waitsForCommit`, asking for the next batch says that this one is committed.
 */
export type Batch = {
  /** The whole list, if this step has read it. A folder that is missing here is gone, and so is what is in it. */
  folders?: RemoteFolder[];
  reset: string[];
  removed: string[];
  changed: MailChange[];
  /**
   * Mail that `isStored` has named, so that it was not downloaded. If the caller does not have one of them any more, it must not
   * store this step: the next sync starts before it, and downloads that mail.
   */
  found?: FoundMail[];
  /** Newest first within their folder. */
  arrived: ArrivedMail[];
  /** The position at which the next sync starts. Only the mailbox interprets it. */
  cursor: string;
  /** How many messages this run will still fetch. */
  remaining: number;
  /** There is older mail, which `older` fetches. */
  hasOlder: boolean;
  /** About how many messages that is. Left out if the server does not tell. */
  older?: number;
};

/** A change of a stored message. What is left out has not changed. */
export type MailChange = AnswerMarks & {
  remoteId: string;
  unread?: boolean;
  starred?: boolean;
  /** The keys of all of its folders, of a mailbox whose messages keep their remote id in every folder. */
  folders?: string[];
};

export type SyncOptions = {
  /** How many old messages a first sync, or a request for `older`, fetches. New mail is always fetched completely. */
  limit: number;
  older?: boolean;
  /** Without a cursor: most of the mail is stored, because the mailbox is read again from scratch. */
  expectsStored?: boolean;
  /** Larger attachments stay on the server, if it can send parts of a mail. */
  leavesFiles?: boolean;
  /** The keys of the folders whose mail is wanted. Without it, those of `mailFolders`. */
  followed?: ReadonlySet<string>;
  /** The remote ids of those messages that the store has, which need no download. Without it, all mail is downloaded. */
  isStored?(mails: MailStub[]): Promise<ReadonlySet<string>>;
};

/** The remote ids of one message by the keys of its folders. */
export type RemotePlaces = Record<string, string>;

/** The copy of a draft that was written here. */
export type DraftCopy = {
  /** The value of its header field `draftHeader`, by which a copy is recognized whose remote id was not stored. */
  id: string;
  messageId: string;
  /** The remote id of the earlier copy. */
  remoteId: string | null;
  /** The `mark` of the earlier copy. */
  mark: string | null;
};

export type KeptCopy = {
  /** Null if the server does not tell. */
  remoteId: string | null;
  /** By which a change that another program makes is noticed, if the header field does not tell. Only the mailbox interprets it. */
  mark?: string;
  /** The earlier copy was changed or deleted by another program, so the new one stands beside what is there. */
  isChangedElsewhere: boolean;
};

/** Most other programs leave it out when they change a draft. */
export const draftHeader = "X-Intellibox-Draft";

/** One signed-in mailbox. After a connection error it cannot be used again: close it and open another. */
export type Mailbox = {
  /** Yields changes since the cursor; without one, the newest mail. It may be stopped anywhere without loss or duplicates. */
  sync(cursor: string | null, options: SyncOptions): AsyncGenerator<Batch>;
  /** Says where the last sync ended, before changes: the keys of folders mean what they meant there. */
  recall?(cursor: string | null): void;
  /** The mailbox acts on committed batches, so the next batch may be asked for only after the last one is committed. */
  readonly waitsForCommit?: true;
  /** Uploads the read mark, if the server has one. Resolves when the server has confirmed it. */
  setUnread(remoteId: string, unread: boolean): Promise<void>;
  /** Moves to the trash if there is one; deletes permanently from there. Resolves when the server has confirmed it. */
  remove(remoteId: string): Promise<void>;
  /** Uploads the star. Absent if the server has none. */
  setStarred?(remoteId: string, starred: boolean): Promise<void>;
  /** Marks a message that its owner answered or forwarded here. Absent if the server has no such marks. */
  setAnswered?(remoteId: string, mark: AnswerMark): Promise<void>;
  /**
   * Puts a message into the folders `add` and takes it out of the folders `remove`, which are keys. Doing it twice is harmless.
   * Resolves, when the server has confirmed it, with the remote ids in the folders of `add` that the server tells: in the others
   * the next sync finds the message. Absent if the server has no folders.
   */
  setFolders?(places: RemotePlaces, change: { add: string[]; remove: string[] }): Promise<RemotePlaces>;
  /** Creates a folder or label, or returns the one that has this name. Absent if the server has none. */
  createFolder?(name: string): Promise<RemoteFolder>;
  /**
   * The whole raw source of a message. Throws `gone` if it is not there any more, and `too_large` above `maxMessageBytes`. Absent if the
   * server cannot send parts of a mail, so that none are left out.
   */
  fetchWhole?(remoteId: string): Promise<Uint8Array>;
  /** True if the Sent folder holds this message, which proves that it was sent. False proves nothing. */
  hasSent(messageId: string): Promise<boolean>;
  /** Stores a copy of a sent mail in Sent. */
  keepSent(raw: Uint8Array): Promise<void>;
  /** Keeps a draft in the Drafts folder instead of its earlier copy. Absent if that is not possible. */
  keepDraft?(raw: Uint8Array, draft: DraftCopy): Promise<KeptCopy>;
  /** Deletes the copies of a draft. One that another program has changed stays. */
  removeDraft?(draft: DraftCopy): Promise<void>;
  /** The other addresses from which the provider lets the account send. Absent if it lists none. */
  listAliases?(): Promise<string[]>;
  /** Calls `onChange` whenever something may have changed, until the signal aborts. See `watchNothing`. */
  watch(onChange: () => void, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

/** The `watch` of a mailbox whose server does not report changes over the connection: it only waits for the signal. */
export const watchNothing: Mailbox["watch"] = (_onChange, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Kinds of failure that callers handle differently. */
export type MailboxFault =
  | ConnectFault
  /** The server refused the user name, password or token: the user has to act. */
  | "auth"
  /** Rate limited or temporarily unavailable: try again later. */
  | "throttled"
  /** The server no longer accepts the cursor: start over. */
  | "bad_cursor"
  /** The message or folder no longer exists. */
  | "gone"
  /** The folder has given its messages other remote ids, which the next sync tells. */
  | "stale"
  /** The server refused this one change; the connection is fine. */
  | "denied"
  /** One message is larger than `maxMessageBytes`. */
  | "too_large"
  /** The server broke its protocol. */
  | "protocol";

/** The only error that a mailbox throws on purpose. Its message may be shown to the user. */
export class MailboxError extends Error {
  readonly fault: MailboxFault;
  /** When to try again, if the server said so. */
  readonly retryAt: Date | undefined;

  constructor(fault: MailboxFault, message: string, options?: ErrorOptions & { retryAt?: Date }) {
    super(message, options);
    this.name = "MailboxError";
    this.fault = fault;
    this.retryAt = options?.retryAt;
  }
}

export const wrongPassword = (cause: unknown) =>
  new MailboxError("auth", t("The server refused the user name or password."), { cause });

/** Maps a socket or TLS error to a MailboxError; any other error counts as `protocol`. */
export function asMailboxError(error: unknown): MailboxError {
  if (error instanceof MailboxError) return error;
  const fault = connectFault(error);
  if (fault) return new MailboxError(fault, connectMessage(fault, error), { cause: error });
  return new MailboxError("protocol", t("The server gave an invalid answer."), { cause: error });
}

export const badCursor = (cause?: unknown) =>
  new MailboxError("bad_cursor", t("The mailbox must be loaded again."), { cause });
