import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, id, instant, text, timeZone, wholeNumber, wholeNumberText } from "../fields.ts";
import { tones } from "../rules/choices.ts";
import { deleteUndoSeconds, maxBulkMessages, maxUndoSeconds } from "../rules/limits.ts";
import { actionItem, assistant, warning, writersZone, written } from "./assistant.ts";

export const messageFolders = ["inbox", "sent", "trash"] as const;
export type MessageFolder = (typeof messageFolders)[number];

export const mailPerson = z.object({ name: z.string(), address: z.string() });
export type MailPerson = z.output<typeof mailPerson>;

/** The positions of search hits: pairs of UTF-16 offsets (end exclusive) into the text. */
const hits = z.array(z.tuple([z.number().int(), z.number().int()]));

/** One message as a list shows it. */
export const threadItem = z.object({
  id,
  threadId: id,
  /** How many messages of the user belong to the thread. */
  threadSize: z.number().int(),
  /** The address. `fromName` is the sender's display name, or empty. */
  from: z.string(),
  fromName: z.string(),
  subject: z.string(),
  /** At most 180 characters; in a search, those around the first hit. */
  snippet: z.string(),
  date: instant,
  unread: z.boolean(),
  hasAttachment: z.boolean(),
  /** The addresses of sender, To and Cc. */
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
  /** The attachment's id in the download path. */
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
  /** As on the wire, with angle brackets. A reply needs it for In-Reply-To and References. */
  messageId: z.string().nullable(),
  references: z.array(z.string()),
  /** Sanitized, to be shown in a sandboxed frame. Null if the mail has no HTML that can be shown. */
  bodyHtml: z.string().nullable(),
  bodyText: z.string(),
  /** The number of blocked remote pictures. 0 if they are allowed. */
  blockedImages: z.number().int(),
  /** What allows remote pictures: a choice for this message, or one for its sender. */
  imagesAllowed: z.enum(["message", "sender"]).nullable(),
  attachments: z.array(mailAttachment),
  /** An invitation's iCalendar text. */
  calendar: z.string().nullable(),
  /** The message exceeds the read limit. The raw source has the rest. */
  truncated: z.boolean(),
  /** It came from a mailing list, a newsletter, a program or a no-reply address. */
  automatic: z.boolean(),
  /** Passages at its beginning that look like orders to an assistant or are hidden from the reader. */
  warnings: z.array(warning),
  /** The other messages of the thread, oldest first, without those in the trash. */
  thread: z.array(threadItem.omit({ marks: true, threadSize: true })),
});
export type MailMessage = z.output<typeof mailMessage>;

export const threadQuery = z.strictObject({
  /** Words and operators, see `rules/search-query`. Any text is a valid search. */
  q: z.string().default(""),
  mailbox: z
    .union([z.literal("").transform(() => undefined), z.literal("all").transform(() => undefined), id])
    .optional(),
  /** By default the inbox. A search covers the inbox and sent mail. */
  folder: z.enum(messageFolders).optional(),
  /** `nextCursor` of the page before. */
  cursor: text("Cursor", 200).optional(),
  limit: wholeNumberText("Limit", 1, 200).default(50),
  /** The reader's time zone by its IANA name, for the days of `after:` and `before:`. */
  timeZone: timeZone.default("UTC"),
  /** `body` adds the text of each message. A page then has at most fifty messages. */
  include: z.enum(["body"]).optional(),
});

/** The most messages on a page with bodies. */
export const maxListedBodies = 50;

export const bulkActions = ["read", "unread", "delete", "restore"] as const;

/** Below `/api`. A download is not JSON, so it is not an endpoint of the contract. */
export const attachmentPath = (messageId: string, part: string) =>
  `/mail/messages/${messageId}/attachments/${encodeURIComponent(part)}`;
/** One page of a PDF as a picture, counted from 1. A header has the number of pages. */
export const attachmentPagePath = (messageId: string, part: string, page: number) =>
  `${attachmentPath(messageId, part)}/pages/${page}`;
export const pageCountHeader = "x-page-count";
export const sourcePath = (messageId: string) => `/mail/messages/${messageId}/source`;

const mine = { access: "signed-in", tenancy: "personal" } as const;
const writing = { ...mine, method: "POST", params: byId, streams: true, perMinute: 60 } as const;
const reading = z.strictObject({
  /** The message only, or its thread up to it. */
  extent: z.enum(["message", "thread"]).default("message"),
  /** The reader's time zone by its IANA name. */
  timeZone: timeZone.optional(),
});

export const inbox = {
  threads: endpoint({
    ...mine,
    method: "GET",
    path: "/mail/threads",
    summary: "Messages, newest first; with `q`, those that a search finds",
    query: threadQuery,
    response: z.object({
      items: z.array(
        threadItem.extend({
          /**
           * With `include=body`: as in a single message, with remote pictures blocked. Messages after the first 8 MB come
           * without a body.
           */
          bodyText: z.string().optional(),
          bodyHtml: z.string().nullable().optional(),
        }),
      ),
      /** Null at the end. A page of a search may be short or empty without being the last. */
      nextCursor: z.string().nullable(),
      /** The total, on the first page only. Absent above a thousand, and for a search with several pages. */
      total: z.number().int().optional(),
      /** The words were so common that only the newest mail was searched. */
      partial: z.boolean(),
      /** A sentence for the reader: why the search cannot be run as typed, or which words it ignored. */
      notice: z.string().optional(),
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
    query: z.strictObject({
      undoSeconds: wholeNumberText("Undo time", 0, maxUndoSeconds).default(deleteUndoSeconds),
    }),
    response: z.object({ id, undoUntil: instant }),
  }),
  restoreMessage: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/messages/{id}/restore",
    summary: "Undo a delete; 404 if it is too late",
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
      /** The messages that were changed. The others no longer exist. */
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
      stance: text("Stance", 2000).default(""),
      variant: wholeNumber("Variant", 0, 1000).default(0),
      timeZone: writersZone,
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
