import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, id, instant, knownTimeZone, text, timeZone, wholeNumber, wholeNumberText } from "../fields.ts";
import { tones } from "../rules/choices.ts";
import { mailViews, messageFolders } from "../rules/folders.ts";
import { deleteUndoSeconds, maxBulkMessages, maxUndoSeconds } from "../rules/limits.ts";
import { priorityParts } from "../rules/priorities.ts";
import { unsubscribeMethods } from "../rules/unsubscribe.ts";
import { t } from "../text/t.ts";
import {
  actionItem,
  assistant,
  basis,
  foundTask,
  inVoice,
  sources,
  usesKnowledge,
  warning,
  writersZone,
  written,
} from "./assistant.ts";
import { preparedDraft } from "./prepared-drafts.ts";

export const mailPerson = z.object({ name: z.string(), address: z.string() });
export type MailPerson = z.output<typeof mailPerson>;

/** Search hits as pairs of offsets into the returned text (UTF-16 units, end exclusive). */
const hits = z.array(z.tuple([z.number().int(), z.number().int()]));

/** The conversation of a row: its messages outside trash, spam and drafts; in one of these lists, those that are there. */
export const threadSummary = z.object({
  /** At most `maxThreadSize`; the other fields are those of as many of its newest messages. */
  size: z.number().int(),
  unread: z.number().int(),
  /** Who wrote, in the order of their first mails. Of many, the first and the latest. */
  senders: z.array(z.object({ name: z.string(), isMe: z.boolean(), unread: z.boolean() })),
  hasAttachment: z.boolean(),
  starred: z.boolean(),
  /** The reader answered or forwarded a mail of it. */
  replied: z.boolean(),
  forwarded: z.boolean(),
  /** An unsent answer belongs to it. */
  hasDraft: z.boolean(),
  /** The assistant has prepared an answer, which nobody has taken yet. */
  hasPrepared: z.boolean(),
});
export type ThreadSummary = z.output<typeof threadSummary>;

/** One message in a list, or the conversation that it heads. */
export const threadItem = z.object({
  id,
  threadId: id,
  /** How many of the user's messages belong to the thread, at most `maxThreadSize`. */
  threadSize: z.number().int(),
  /** The sender's address; `fromName` is the display name, or empty. */
  from: z.string(),
  fromName: z.string(),
  subject: z.string(),
  /** At most 180 characters, without the greeting; in a search, the text around the first hit. */
  snippet: z.string(),
  date: instant,
  unread: z.boolean(),
  hasAttachment: z.boolean(),
  /** The addresses of the sender, To and Cc. */
  participants: z.array(z.string()),
  folder: z.enum(messageFolders),
  /** All folders and labels that it is in. */
  folderIds: z.array(id),
  starred: z.boolean(),
  /** The id of its mailbox, and the mailbox's address. */
  boxId: id,
  account: z.string(),
  /** Until then it is in the folder `snoozed`, and comes back to the inbox. */
  snoozedUntil: instant.nullable(),
  /** When it came back from a snooze. In the inbox it stands at this time instead of its date. */
  wokenAt: instant.nullable(),
  /** New mail of its thread skips the inbox. */
  muted: z.boolean(),
  /** With `group=thread`, except in drafts. The row's other fields are those of the newest message in the list. */
  thread: threadSummary.optional(),
  /** Search hits; present in a search. */
  marks: z.object({ from: hits, subject: hits, snippet: hits }).optional(),
});
export type ThreadItem = z.output<typeof threadItem>;

export const mailAttachment = z.object({
  /** The id of the attachment in the download path. */
  part: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  size: z.number().int(),
  /** True if the HTML body shows it already. */
  inline: z.boolean(),
  /** Its bytes are still on the mailbox's server: the first download fetches them, which takes longer. */
  isLeft: z.boolean().optional(),
});
export type MailAttachment = z.output<typeof mailAttachment>;

/** The kept summary of a thread. */
export const threadDigest = written.extend({
  /** The id of the summary, which Summarize also shows. */
  id,
  createdAt: instant,
  points: z.array(z.string()),
  tasks: z.array(foundTask),
  /** The number of messages that it covers, and of those that came after it was written. */
  messages: z.number().int(),
  newer: z.number().int(),
});
export type ThreadDigest = z.output<typeof threadDigest>;

export const mailMessage = threadItem.omit({ marks: true }).extend({
  to: z.array(mailPerson),
  cc: z.array(mailPerson),
  bcc: z.array(mailPerson),
  replyTo: z.array(mailPerson),
  /** With angle brackets, as a reply needs it for In-Reply-To and References. */
  messageId: z.string().nullable(),
  references: z.array(z.string()),
  /** Sanitized, for a sandboxed frame; null if the mail has no HTML, or none that can be shown. */
  bodyHtml: z.string().nullable(),
  /** True if the mail has HTML that takes too long to show. `bodyText` has its words. */
  htmlOmitted: z.boolean(),
  bodyText: z.string(),
  /** The number of blocked remote pictures; 0 if they are allowed. */
  blockedImages: z.number().int(),
  /** Why remote pictures are shown: for this message, for all mail of its sender, or for all mail; null if they are blocked. */
  imagesAllowed: z.enum(["message", "sender", "always"]).nullable(),
  /** False if the reader chose that remote pictures are never shown. */
  mayShowImages: z.boolean(),
  attachments: z.array(mailAttachment),
  /** The attachment whose events are shown with the message, see `invitations.get`; null if it has none. */
  calendarPart: z.string().nullable(),
  /** The message exceeds the size limit; the raw source has the rest. */
  truncated: z.boolean(),
  /** Sent by a mailing list, a newsletter or a program, or from a no-reply address. */
  automatic: z.boolean(),
  /** How its mailing list can be left, and where: a host, an address, or for `link` the page. Null if it names no way. */
  unsubscribe: z.enum(unsubscribeMethods).nullable(),
  unsubscribeTo: z.string().nullable(),
  /** When the reader left the list. */
  unsubscribedAt: instant.nullable(),
  /** Text near the beginning that looks like instructions for the assistant, or is hidden from the reader. */
  warnings: z.array(warning),
  /** The other messages of the thread, oldest first. Those in trash, spam and drafts are apart. Of a long thread, the newest. */
  thread: z.array(threadItem.omit({ marks: true, threadSize: true, thread: true })),
  /** The summary of the thread, if the reader asked for one. */
  digest: threadDigest.nullable(),
  /** The reply that the assistant prepared, if the message still waits for an answer. */
  preparedDraft: preparedDraft.nullable(),
});
export type MailMessage = z.output<typeof mailMessage>;

export const threadQuery = z
  .strictObject({
    /** Words and operators, see `rules/search-query`. Any text is valid; one of over 1000 characters finds nothing. */
    q: z.string().default(""),
    mailbox: z
      .union([z.literal("").transform(() => undefined), z.literal("all").transform(() => undefined), id])
      .optional(),
    /** By default the inbox; a search covers all mail except spam, trash and drafts by default. */
    folder: z.enum(mailViews).optional(),
    /** One folder or label of one mailbox, instead of `folder`. Its mail is synced from the first time on. */
    folderId: id.optional(),
    /** One part of the inbox. Mail that was not judged yet is judged first, the newest 200 messages at once, of the newest 5,000 in all. */
    priority: z.enum(priorityParts).optional(),
    /** `nextCursor` of the previous page. */
    cursor: text(t("Cursor"), 4000).optional(),
    /** `thread` lists each thread once, by its newest message in the list. Drafts are always listed one by one. */
    group: z.enum(["thread", "message"]).default("message"),
    limit: wholeNumberText(t("Limit"), 1, 200).default(50),
    /** The reader's time zone (IANA name): the days of `after:` and `before:` begin in it. */
    timeZone: knownTimeZone.default("UTC"),
    /** `body` adds the body of each message and limits a page to 50 messages. */
    include: z.enum(["body"]).optional(),
  })
  .refine(({ folder, folderId }) => !(folder && folderId), {
    path: ["folderId"],
    error: t("Ask for a folder or for a folder id, not for both"),
  })
  .refine(
    ({ priority, q, folder = "inbox", folderId }) => !priority || (!q.trim() && folder === "inbox" && !folderId),
    {
      path: ["priority"],
      error: t("Important and Other are parts of the inbox, without a search"),
    },
  );

/** The largest page with `include=body`. */
export const maxListedBodies = 50;

export const bulkActions = ["read", "unread", "delete", "restore"] as const;

const writing = { ...personal, method: "POST", params: byId, streams: true, perMinute: 60 } as const;
const reading = z.strictObject({
  /** The message alone, or the whole thread up to it. */
  extent: z.enum(["message", "thread"]).default("message"),
  /** The reader's time zone (IANA name). */
  timeZone: timeZone.optional(),
});

export const inbox = {
  threads: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/threads",
    summary: "List messages or threads, newest first, in `snoozed` the next to come back first; with `q`, search them",
    query: threadQuery,
    response: z.object({
      items: z.array(
        threadItem.extend({
          /** With `include=body`, as in a single message but with remote pictures blocked. Bodies are left out after 8 MB in total. */
          bodyText: z.string().optional(),
          bodyHtml: z.string().nullable().optional(),
        }),
      ),
      /** Null on the last page. A page of a search may be short or empty and still not be the last. */
      nextCursor: z.string().nullable(),
      /** The number of rows in all pages, on the first page only. Absent if there are more than 1000 messages, or if a search has several pages. */
      total: z.number().int().optional(),
      /** True if the words were so common that only the newest mail was searched. */
      partial: z.boolean(),
      /** A sentence for the reader: why the query finds nothing, or which of its words were ignored. */
      notice: z.string().optional(),
    }),
  }),
  message: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/messages/{id}",
    summary: "Get a message with its body, attachments and thread",
    params: byId,
    response: mailMessage,
  }),
  markRead: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/messages/{id}/read",
    summary: "Mark a message as read or unread, also on the mailbox's server",
    params: byId,
    body: z.strictObject({ read: z.boolean().default(true) }),
    response: z.object({ id, unread: z.boolean() }),
  }),
  deleteMessage: endpoint({
    ...personal,
    method: "DELETE",
    path: "/mail/messages/{id}",
    summary:
      "Delete a message, also on the mailbox's server: into the trash, or from the trash permanently; can be undone for some seconds",
    params: byId,
    query: z.strictObject({
      undoSeconds: wholeNumberText(t("Undo time"), 0, maxUndoSeconds).default(deleteUndoSeconds),
    }),
    response: z.object({ id, undoUntil: instant }),
  }),
  restoreMessage: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/messages/{id}/restore",
    summary: "Undo a deletion; 404 if it is too late",
    params: byId,
    response: z.object({ id }),
  }),
  bulk: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/messages/bulk",
    summary: "Mark, delete or restore several messages",
    body: z.strictObject({
      ids: z.array(id).min(1, t("Choose at least one message")).max(maxBulkMessages, t("Too many messages at once")),
      action: z.enum(bulkActions),
    }),
    response: z.object({
      /** The messages that were changed; the others no longer exist. */
      ids: z.array(id),
      /** Set after a deletion. */
      undoUntil: instant.nullable(),
    }),
  }),
  allowImages: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/messages/{id}/images",
    summary: "Allow or block remote pictures of a message, or of everything from its sender",
    params: byId,
    body: z.strictObject({ for: z.enum(["message", "sender"]), allow: z.boolean().default(true) }),
    response: mailMessage,
  }),
  summarizeMessage: endpoint({
    ...writing,
    path: "/mail/messages/{id}/summarize",
    summary: "Summarize a message or its thread: key points and actions",
    body: reading,
    response: assistant.summarize.response,
  }),
  digest: endpoint({
    ...writing,
    path: "/mail/messages/{id}/digest",
    summary: "Summarize the whole thread of a message with its tasks, and keep the result with the thread",
    body: z.strictObject({ timeZone: timeZone.optional() }),
    response: threadDigest,
  }),
  draftReply: endpoint({
    ...writing,
    path: "/mail/messages/{id}/draft-reply",
    summary: "Draft a reply to a message",
    body: z.strictObject({
      tone: z.enum(tones).default("professional"),
      stance: text(t("Stance"), 2000).default(""),
      variant: wholeNumber(t("Variant"), 0, 1000).default(0),
      timeZone: writersZone,
      usesKnowledge,
    }),
    response: written.extend({ draft: z.string(), basis, inVoice, sources }),
  }),
  extractTasks: endpoint({
    ...writing,
    path: "/mail/messages/{id}/extract-tasks",
    summary: "List the tasks that a message asks for",
    body: reading,
    response: written.extend({ tasks: z.array(actionItem) }),
  }),
};
