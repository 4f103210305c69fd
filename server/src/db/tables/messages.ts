import { messageFolders } from "@intellibox/contract/rules/folders";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  uniqueIndex,
  uuid,
} from "../orm.ts";
import { moment, tenantOwned } from "./columns.ts";
import { mailboxes } from "./mailboxes.ts";
import { personalFence } from "./policies.ts";

/** `gone`: in no folder any more. It is kept for a while, because a message that another program moves leaves one folder first. */
export const storedFolders = [...messageFolders, "gone"] as const;

export type StoredAddress = { name: string; address: string };
export type StoredAttachment = {
  part: string;
  fileName: string;
  mimeType: string;
  size: number;
  contentId: string | null;
  inline: boolean;
  /** Its bytes are still on the mailbox's server; see `leftBytes`. */
  isLeft?: true;
  /** Its `part` before its bytes were fetched, which pages may still know. */
  earlierPart?: string;
};

/** The columns of a message that lists show. Only its owner can read it. */
export const messages = pgTable(
  "messages",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    mailboxId: uuid().notNull(),
    /** The provider's id. */
    remoteId: text().notNull(),
    /** By its folders; see `placeOrder`. */
    folder: text({ enum: storedFolders }).notNull(),
    threadId: uuid().notNull(),
    /** The Message-ID header; null if the mail has none. */
    messageId: text(),
    subject: text().notNull(),
    /** Without "Re:" and similar prefixes, to find the thread of a reply without references. */
    baseSubject: text().notNull(),
    fromName: text().notNull(),
    fromAddress: text().notNull(),
    participants: text().array().notNull(),
    date: moment().notNull(),
    /** When its server received it, or when it was stored here if the server does not say. Null in rows of earlier versions. */
    receivedAt: moment(),
    snippet: text().notNull(),
    unread: boolean().notNull(),
    starred: boolean().notNull().default(false),
    /** Its owner answered or forwarded it, here or with another program, as far as its server tells. */
    answered: boolean().notNull().default(false),
    forwarded: boolean().notNull().default(false),
    /** A rule marked it as important. */
    important: boolean().notNull().default(false),
    hasAttachment: boolean().notNull(),
    /** On its server. */
    size: bigint({ mode: "number" }).notNull(),
    /** How much of it is not stored here, because attachments are fetched when they are opened; 0 if it is stored whole. */
    leftBytes: bigint({ mode: "number" }).notNull().default(0),
    /** Whether its remote pictures are shown. */
    imagesAllowed: boolean().notNull().default(false),
    /** A local read or unread change that is not uploaded yet. */
    pendingUnread: boolean(),
    /** A local star, or its removal, that is not uploaded yet. */
    pendingStarred: boolean(),
    /** It was answered or forwarded here, and that is not uploaded yet. */
    pendingAnswered: boolean().notNull().default(false),
    pendingForwarded: boolean().notNull().default(false),
    /** Deleted by its owner: hidden from all lists, and removed from the server at this time. */
    removeAt: moment(),
    /** When it left its last folder. */
    goneAt: moment(),
    /** Hidden from the inbox until then. Its folder is `snoozed` meanwhile, and on its server it stays in the inbox. */
    snoozedUntil: moment(),
    /** When it came back from a snooze. In the inbox it stands at this time instead of its date. */
    wokenAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.mailboxId],
      foreignColumns: [mailboxes.tenantId, mailboxes.id],
    }).onDelete("cascade"),
    uniqueIndex("messages_remote").on(table.tenantId, table.mailboxId, table.remoteId),
    index("messages_listed").on(table.tenantId, table.userId, table.folder, table.date, table.id),
    index("messages_of_mailbox").on(table.tenantId, table.mailboxId, table.folder, table.date, table.id),
    index("messages_unread").on(table.tenantId, table.userId, table.date, table.id).where(sql`${table.unread}`),
    index("messages_with_files")
      .on(table.tenantId, table.userId, table.date, table.id)
      .where(sql`${table.hasAttachment}`),
    index("messages_of_thread").on(table.tenantId, table.userId, table.threadId, table.date),
    index("messages_by_subject").on(table.tenantId, table.userId, table.baseSubject, table.date),
    index("messages_starred").on(table.tenantId, table.userId, table.date, table.id).where(sql`${table.starred}`),
    // To recognize a message that comes again in another folder.
    index("messages_by_message_id").on(table.tenantId, table.mailboxId, table.messageId),
    index("messages_gone").on(table.tenantId, table.mailboxId, table.goneAt).where(sql`${table.goneAt} is not null`),
    index("messages_left").on(table.tenantId, table.mailboxId, table.date).where(sql`${table.leftBytes} > 0`),
    index("messages_snoozed").on(table.snoozedUntil).where(sql`${table.snoozedUntil} is not null`),
    index("messages_woken")
      .on(table.tenantId, table.userId, table.wokenAt, table.id)
      .where(sql`${table.wokenAt} is not null`),
    index("messages_pending")
      .on(table.tenantId, table.mailboxId)
      .where(sql`${table.pendingUnread} is not null or ${table.removeAt} is not null`),
    index("messages_pending_answer")
      .on(table.tenantId, table.mailboxId)
      .where(sql`${table.pendingAnswered} or ${table.pendingForwarded}`),
    index("messages_pending_star").on(table.tenantId, table.mailboxId).where(sql`${table.pendingStarred} is not null`),
    ...personalFence(),
  ],
);

/** The content of a message, in its own table so that lists need not read it. The raw source is in the object store. */
export const messageContents = pgTable(
  "message_contents",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    recipients: jsonb().$type<Record<"to" | "cc" | "bcc" | "replyTo", StoredAddress[]>>().notNull(),
    references: text().array().notNull(),
    text: text().notNull(),
    /** Not sanitized. */
    html: text(),
    /** For the search: the lines of the HTML that have words which `text` has not. */
    htmlText: text().notNull().default(""),
    attachments: jsonb().$type<StoredAttachment[]>().notNull(),
    calendar: text(),
    /** The beginning of the first UID in `calendar`, to find mails about one event; null in rows of earlier versions. */
    calendarUid: text(),
    headers: jsonb().$type<Record<string, string>>().notNull(),
    truncated: boolean().notNull(),
    /** The key of the raw source in the object store. */
    sourceKey: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.id], foreignColumns: [messages.tenantId, messages.id] }).onDelete(
      "cascade",
    ),
    index("message_contents_calendar_uid")
      .on(table.tenantId, table.userId, table.calendarUid)
      .where(sql`${table.calendarUid} is not null`),
    ...personalFence(),
  ],
);
