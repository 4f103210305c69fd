import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, done, id, instant, requiredLine, timeZone } from "../fields.ts";
import { mailboxKinds, mailServerDefaults, tones } from "../rules/choices.ts";
import { deleteUndoSeconds, maxUndoSeconds, syncLimit } from "../rules/limits.ts";
import { actionItem, assistant, written } from "./assistant.ts";
import { port } from "./mail-servers.ts";

/** Connected: all is well. Retrying: the last sync failed, the next comes by itself. Attention: somebody has to look. */
export const mailboxStatuses = ["connected", "retrying", "attention"] as const;
export type MailboxStatus = (typeof mailboxStatuses)[number];
export const messageFolders = ["inbox", "sent", "trash"] as const;
export type MessageFolder = (typeof messageFolders)[number];

export const connectedMailbox = z.object({
  id,
  email: z.string(),
  provider: z.enum(mailboxKinds),
  /** The same as `provider`, under the specification's other name. */
  type: z.enum(mailboxKinds),
  status: z.enum(mailboxStatuses),
  /** Null until the first sync has ended. */
  lastSync: instant.nullable(),
  /** Why the last sync failed, in words for its owner; null where it did not. */
  lastError: z.string().nullable(),
  /** When it is synced by itself next. */
  nextSync: instant.nullable(),
  /** A sync is asked for or under way; `remaining` messages are still to come. */
  syncing: z.boolean(),
  remaining: z.number().int(),
  counts: z.object({ messages: z.number().int(), unread: z.number().int() }),
  /** The server has mail older than what is here: Sync brings more. */
  hasOlder: z.boolean(),
  /** The provider has taken the permission back: connecting the same account again gives a new one. */
  needsReconnect: z.boolean(),
});
export type ConnectedMailbox = z.output<typeof connectedMailbox>;

/** Why an account was not connected: `connect_error` of the address that the browser comes back to. */
export const connectErrors = [
  /** The person said no at the provider. */
  "denied",
  /** The answer is not to a question of ours. */
  "state",
  /** It took more than ten minutes, was used already, or its session has ended. */
  "expired",
  /** Begun in another browser, or at another address of ours. */
  "browser",
  "session",
  /** The provider did not take the code: it was used, or is not its own. */
  "code",
  /** Access to the mail was left out. */
  "scope",
  "approval",
  "setup",
  "unavailable",
] as const;
export type ConnectError = (typeof connectErrors)[number];

export const mailPerson = z.object({ name: z.string(), address: z.string() });
export type MailPerson = z.output<typeof mailPerson>;

/** Where a search hit is: pairs of offsets (UTF-16, end exclusive) into the text as it is given. */
const hits = z.array(z.tuple([z.number().int(), z.number().int()]));

/** One message as a list shows it. */
export const threadItem = z.object({
  id,
  threadId: id,
  /** How many messages of the user belong to the thread. */
  threadSize: z.number().int(),
  /** The address; `fromName` is what the sender calls themselves, or empty. */
  from: z.string(),
  fromName: z.string(),
  subject: z.string(),
  /** At most 180 characters; in a search, those around the first hit. */
  snippet: z.string(),
  date: instant,
  unread: z.boolean(),
  hasAttachment: z.boolean(),
  /** Addresses of everybody on it: sender, To, Cc. */
  participants: z.array(z.string()),
  folder: z.enum(messageFolders),
  /** The mailbox it is in, and that mailbox's address. */
  boxId: id,
  account: z.string(),
  /** Present in a search. */
  marks: z.object({ from: hits, subject: hits, snippet: hits }).optional(),
});
export type ThreadItem = z.output<typeof threadItem>;

export const mailAttachment = z.object({
  /** Names it in the download's path. */
  part: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  size: z.number().int(),
  /** Shown within the HTML body already. */
  inline: z.boolean(),
});
export type MailAttachment = z.output<typeof mailAttachment>;

export const mailMessage = threadItem.omit({ marks: true }).extend({
  to: z.array(mailPerson),
  cc: z.array(mailPerson),
  bcc: z.array(mailPerson),
  replyTo: z.array(mailPerson),
  /** As on the wire, with angle brackets; what a reply needs for In-Reply-To and References. */
  messageId: z.string().nullable(),
  references: z.array(z.string()),
  /** Sanitized, to be shown in a sandboxed frame; null where the mail has no HTML, or none that can be shown. */
  bodyHtml: z.string().nullable(),
  bodyText: z.string(),
  /** Remote pictures that were held back; none where they are allowed. */
  blockedImages: z.number().int(),
  /** Who allowed remote pictures: for this message, or for everything of its sender. */
  imagesAllowed: z.enum(["message", "sender"]).nullable(),
  attachments: z.array(mailAttachment),
  /** An invitation's iCalendar text. */
  calendar: z.string().nullable(),
  /** Larger than we read: the raw source has the rest. */
  truncated: z.boolean(),
  /** A mailing list, newsletter or program sent it. */
  automatic: z.boolean(),
  /** The other messages of the thread, oldest first, without those in the trash. */
  thread: z.array(threadItem.omit({ marks: true, threadSize: true })),
});
export type MailMessage = z.output<typeof mailMessage>;

/** Not trimmed: a space may belong to it; a line break would end a command of the protocol. */
const password = z
  .string()
  .max(1000, "Password is too long")
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, "Password has characters that are not allowed")
  .default("");

const login = {
  host: requiredLine("Host", 253).regex(/^\S*$/, "Host has characters that are not allowed"),
  port,
  username: requiredLine("Username", 320),
  /** Blank keeps the one that is saved for this host and user name. */
  password,
};
/** What the connect forms show at first. */
export const connectDefaults = {
  imap: { ...mailServerDefaults.imap, folder: "INBOX" },
  pop3: { port: 110, secure: false, leaveOnServer: true },
} as const;
export const connectImapForm = z.strictObject({
  ...login,
  secure: z.boolean().default(connectDefaults.imap.secure),
  folder: z
    .string()
    .trim()
    .max(200, "Folder is too long")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, "Folder has characters that are not allowed")
    .default("")
    .transform((name) => name || connectDefaults.imap.folder),
});
export const connectPop3Form = z.strictObject({
  ...login,
  secure: z.boolean().default(connectDefaults.pop3.secure),
  leaveOnServer: z.boolean().default(connectDefaults.pop3.leaveOnServer),
});

const savedLogin = z.object({
  host: z.string(),
  port: z.number().int(),
  secure: z.boolean(),
  username: z.string(),
  passwordSaved: z.boolean(),
});
export const mailboxConfig = z.object({
  protocol: z.enum(["imap", "pop3"]),
  imap: savedLogin.extend({ folder: z.string() }),
  pop3: savedLogin.extend({ leaveOnServer: z.boolean() }),
});

/** `limit` bounds the old mail that is brought: by a first sync, and by each one after it. `delta` brings only what is new. */
export const syncForm = z.strictObject({
  limit: z.number().int("Limit must be a whole number").min(1).max(1000).default(syncLimit),
  mode: z.enum(["delta"], "Mode must be delta").optional(),
});

export const threadQuery = z.object({
  /** Words and operators: see `rules/search-query`. Any text is a search; of a long one the beginning counts. */
  q: z.string().default(""),
  mailbox: z
    .union([z.literal("").transform(() => undefined), z.literal("all").transform(() => undefined), id])
    .optional(),
  /** Without one: the inbox; a search looks in the inbox and in what was sent. */
  folder: z.enum(messageFolders).optional(),
  /** `nextCursor` of the page before. */
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int("Limit must be a whole number").min(1).max(200).default(50),
  /** The reader's, by its IANA name: where the days of `after:` and `before:` begin. */
  timeZone: timeZone.default("UTC"),
});

export const bulkActions = ["read", "unread", "delete", "restore"] as const;
/** More than a screen ever selects at once. */
export const maxBulkMessages = 500;

/** Below `/api`: downloads are not JSON, so not among the endpoints. */
export const attachmentPath = (messageId: string, part: string) =>
  `/mail/messages/${messageId}/attachments/${encodeURIComponent(part)}`;
/** One page of a PDF as a picture, counted from 1; the header says of how many. */
export const attachmentPagePath = (messageId: string, part: string, page: number) =>
  `${attachmentPath(messageId, part)}/pages/${page}`;
export const pageCountHeader = "x-page-count";
export const sourcePath = (messageId: string) => `/mail/messages/${messageId}/source`;

const mine = { access: "signed-in", tenancy: "personal" } as const;
const connected = { ...mine, response: connectedMailbox, status: 201, perMinute: 20 } as const;
const writing = { ...mine, method: "POST", params: byId, streams: true, perMinute: 60 } as const;
const reading = z.strictObject({
  /** The mail alone, or the whole conversation up to it. */
  extent: z.enum(["message", "thread"]).default("message"),
  /** The reader's, by its IANA name. */
  timeZone: timeZone.optional(),
});

export const inbox = {
  config: endpoint({
    ...mine,
    method: "GET",
    path: "/mail/config",
    summary: "What the connect forms begin with: the last mailbox connected, else the company's servers",
    response: mailboxConfig,
  }),
  mailboxes: endpoint({
    ...mine,
    method: "GET",
    path: "/mail/mailboxes",
    summary: "The caller's connected mailboxes",
    response: z.object({ items: z.array(connectedMailbox) }),
  }),
  connectImap: endpoint({
    ...connected,
    method: "POST",
    path: "/mail/connect/imap",
    summary: "Connect an IMAP mailbox: signs in first, then the first sync begins",
    body: connectImapForm,
  }),
  connectPop3: endpoint({
    ...connected,
    method: "POST",
    path: "/mail/connect/pop3",
    summary: "Connect a POP3 mailbox: signs in first, then the first sync begins",
    body: connectPop3Form,
  }),
  startGmail: endpoint({
    ...mine,
    method: "GET",
    path: "/mail/connect/gmail/start",
    summary: "Where to send the browser to connect a Gmail account",
    response: z.object({ url: z.string() }),
  }),
  startOutlook: endpoint({
    ...mine,
    method: "GET",
    path: "/mail/connect/outlook/start",
    summary: "Where to send the browser to connect an Outlook account",
    response: z.object({ url: z.string() }),
  }),
  testMailbox: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/mailboxes/{id}/test",
    summary: "Sign in with the saved credentials, and say what failed",
    params: byId,
    response: z.object({ message: z.string() }),
    perMinute: 20,
  }),
  removeMailbox: endpoint({
    ...mine,
    method: "DELETE",
    path: "/mail/mailboxes/{id}",
    summary: "Disconnect: its mail here, its credentials and its jobs are deleted; nothing on its server is",
    params: byId,
    response: done,
  }),
  syncAll: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/sync",
    summary: "Sync every connected mailbox; progress comes as events",
    body: syncForm,
    response: z.object({ mailboxes: z.number().int() }),
    status: 202,
    perMinute: 30,
  }),
  syncMailbox: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/mailboxes/{id}/sync",
    summary: "Sync one mailbox; progress comes as events",
    params: byId,
    body: syncForm,
    response: connectedMailbox,
    status: 202,
    perMinute: 60,
  }),
  threads: endpoint({
    ...mine,
    method: "GET",
    path: "/mail/threads",
    summary: "Messages, newest first; with `q`, those that a search finds",
    query: threadQuery,
    response: z.object({
      items: z.array(threadItem),
      /** Null at the end. */
      nextCursor: z.string().nullable(),
      /** How many there are; on a first page only, and absent in a search and where there are more than a thousand. */
      total: z.number().int().optional(),
      /** The words were so common that only the newest mail was searched. */
      partial: z.boolean(),
    }),
  }),
  message: endpoint({
    ...mine,
    method: "GET",
    path: "/mail/messages/{id}",
    summary: "One message with its body, attachments and thread",
    params: byId,
    response: mailMessage,
  }),
  markRead: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/messages/{id}/read",
    summary: "Mark as read or unread, on the mailbox's server too",
    params: byId,
    body: z.strictObject({ read: z.boolean().default(true) }),
    response: z.object({ id, unread: z.boolean() }),
  }),
  deleteMessage: endpoint({
    ...mine,
    method: "DELETE",
    path: "/mail/messages/{id}",
    summary: "Delete, on the mailbox's server too: to the trash, from there for good. Can be undone for some seconds",
    params: byId,
    query: z.object({
      undoSeconds: z.coerce.number().int().min(0).max(maxUndoSeconds).default(deleteUndoSeconds),
    }),
    response: z.object({ id, undoUntil: instant }),
  }),
  restoreMessage: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/messages/{id}/restore",
    summary: "Undo a delete; 404 where it is too late",
    params: byId,
    response: z.object({ id }),
  }),
  bulk: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/messages/bulk",
    summary: "Mark or delete several messages, or undo that",
    body: z.strictObject({
      ids: z.array(id).min(1, "Choose at least one message").max(maxBulkMessages, "Too many messages at once"),
      action: z.enum(bulkActions),
    }),
    response: z.object({
      /** Those it was done to; others are not there any more. */
      ids: z.array(id),
      /** For deleted ones. */
      undoUntil: instant.nullable(),
    }),
  }),
  allowImages: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/messages/{id}/images",
    summary: "Show or block remote pictures, of this message or of everything from its sender",
    params: byId,
    body: z.strictObject({ for: z.enum(["message", "sender"]), allow: z.boolean().default(true) }),
    response: mailMessage,
  }),
  summarizeMessage: endpoint({
    ...writing,
    path: "/mail/messages/{id}/summarize",
    summary: "Key points and actions of a message or its thread",
    body: reading,
    response: assistant.summarize.response,
  }),
  draftReply: endpoint({
    ...writing,
    path: "/mail/messages/{id}/draft-reply",
    summary: "Draft a reply to a message",
    body: z.strictObject({
      tone: z.enum(tones).default("professional"),
      stance: z.string().max(2000, "Stance is too long").default(""),
      variant: z.number().int().min(0).max(1000).default(0),
    }),
    response: written.extend({ draft: z.string() }),
  }),
  extractTasks: endpoint({
    ...writing,
    path: "/mail/messages/{id}/extract-tasks",
    summary: "The tasks that a message asks for",
    body: reading,
    response: written.extend({ tasks: z.array(actionItem) }),
  }),
};
