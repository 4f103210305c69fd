import { type ConnectFault, connectFault, connectMessage } from "#lib/connect-fault.ts";

/** The folders we follow, whatever a provider calls them. */
export const mailFolders = ["inbox", "sent", "trash"] as const;
export type MailFolder = (typeof mailFolders)[number];

/** Larger messages are read in part. Above the 50 MB that Gmail takes in, and well below what a worker thread may use. */
export const maxMessageBytes = 64 << 20;

/** A message that the store does not have yet. */
export type ArrivedMail = {
  /** The provider's name for it, the same for as long as it is there; nobody else reads it. */
  remoteId: string;
  folder: MailFolder;
  unread: boolean;
  raw: Uint8Array;
  receivedAt: Date | null;
  /** The message is larger than we take: `raw` is its beginning. */
  isPartial: boolean;
};

/**
 * A step of a sync. The caller applies it and keeps its cursor in one transaction, in this order: forget every message of the
 * folders in `reset`, then drop `removed`, then apply `changed`, then store `arrived` (replacing one of the same remote id).
 * Where the mailbox waits for it, asking for the next batch says that this one is committed.
 */
export type Batch = {
  reset: MailFolder[];
  removed: string[];
  changed: { remoteId: string; unread: boolean }[];
  /** Newest first within their folder. */
  arrived: ArrivedMail[];
  /** Where to go on from; the provider's private text. */
  cursor: string;
  /** How many messages this run will still bring. */
  remaining: number;
  /** There is mail before the oldest that we have: `older` brings it. */
  hasOlder: boolean;
};

export type SyncOptions = {
  /** How much old mail a first sync, or a request for `older`, brings. New mail always comes whole. */
  limit: number;
  older?: boolean;
};

/** One signed-in mailbox. After a fault of the connection it is of no more use: close it and open another. */
export type Mailbox = {
  /** What has changed since the cursor; without one, the newest mail. Stopping anywhere loses and doubles nothing. */
  sync(cursor: string | null, options: SyncOptions): AsyncGenerator<Batch>;
  /** It does something about what is committed: nobody may ask for a batch before the last one is. */
  readonly waitsForCommit?: true;
  /** Marks as read or unread on the server too, where the server has such marks. Resolves only when the server has it. */
  setUnread(remoteId: string, unread: boolean): Promise<void>;
  /** Moves to the trash where there is one, from there for good. Resolves only when the server has done it. */
  remove(remoteId: string): Promise<void>;
  /** True where the mailbox's Sent folder holds this message: proof that it went out. False proves nothing. */
  hasSent(messageId: string): Promise<boolean>;
  /** Puts a copy of what was sent into Sent. */
  keepSent(raw: Uint8Array): Promise<void>;
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

/** What went wrong, as far as the caller has to choose what to do next. */
export type MailboxFault =
  | ConnectFault
  /** The user name, password or token is not accepted: ask the user. */
  | "auth"
  /** Too much, too many, or not now: come back later. */
  | "throttled"
  /** The bookmark means nothing to the server any more: start over. */
  | "bad_cursor"
  /** The message or folder is not there any more. */
  | "gone"
  /** The server will not have this one change. Nothing else is wrong. */
  | "denied"
  /** One message is larger than we take. */
  | "too_large"
  /** The server does not keep to its protocol. */
  | "protocol";

/** The only error a mailbox throws on purpose. Its message is fit for the user's eyes. */
export class MailboxError extends Error {
  readonly fault: MailboxFault;
  /** When it is worth coming back, where the server said so. */
  readonly retryAt: Date | undefined;

  constructor(fault: MailboxFault, message: string, options?: ErrorOptions & { retryAt?: Date }) {
    super(message, options);
    this.name = "MailboxError";
    this.fault = fault;
    this.retryAt = options?.retryAt;
  }
}

export const wrongPassword = (cause: unknown) =>
  new MailboxError("auth", "The server refused the user name or password.", { cause });

/** An error of the wire as a MailboxError; what is not about the connection is a breach of protocol. */
export function asMailboxError(error: unknown): MailboxError {
  if (error instanceof MailboxError) return error;
  const fault = connectFault(error);
  if (fault) return new MailboxError(fault, connectMessage(fault, error), { cause: error });
  return new MailboxError("protocol", "The server gave an invalid answer.", { cause: error });
}

export const badCursor = (cause?: unknown) =>
  new MailboxError("bad_cursor", "The mailbox must be loaded again.", { cause });
