import { folderRoles } from "@intellibox/contract/rules/folders";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from "../orm.ts";
import { moment, tenantOwned } from "./columns.ts";
import { mailboxes } from "./mailboxes.ts";
import { messages } from "./messages.ts";
import { personalFence } from "./policies.ts";

export const folderKinds = ["folder", "label"] as const;

export const pendingPlaces = ["add", "remove"] as const;
/** Begins the remote id of a message in a folder that its server has not told us, or has not got yet. */
export const localPrefix = "local:";
/** The remote id of a sent mail whose copy in Sent has not been found there yet. */
export const unfiledIdOf = (messageId: string) => `${localPrefix}sent/${messageId}`;
/** The remote id of a place that a resync from scratch has not found again yet. */
export const resyncIdOf = (remoteId: string) => `${localPrefix}resync/${remoteId}`;
/** The remote id of a sent mail that its server takes no copy of. */
export const keptIdOf = (messageId: string) => `sent/${messageId}`;

/** A folder or label of a mailbox, as its server has it. */
export const folders = pgTable(
  "folders",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    mailboxId: uuid().notNull(),
    /** The provider's name for it, which survives a rename. Only the mailbox interprets it. */
    key: text().notNull(),
    kind: text({ enum: folderKinds }).notNull().default("folder"),
    /** Null for a folder that its owner made. */
    role: text({ enum: folderRoles }),
    /** The last part of its path, as it is shown. */
    name: text().notNull(),
    /** The names of the folders above it, outermost first. */
    above: text().array().notNull().default([]),
    /** False for a name that only holds other folders. */
    isSelectable: boolean().notNull().default(true),
    /** Whether its mail is synced. */
    isFollowed: boolean().notNull().default(false),
    /** Maintained by a trigger. */
    messageCount: integer().notNull().default(0),
    unreadCount: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.mailboxId],
      foreignColumns: [mailboxes.tenantId, mailboxes.id],
    }).onDelete("cascade"),
    uniqueIndex("folders_once").on(table.tenantId, table.mailboxId, table.key),
    index("folders_of_user").on(table.tenantId, table.userId, table.mailboxId),
    ...personalFence(),
  ],
);

/** One row for each folder that a message is in. The flags repeat those of the message, for lists and counts. */
export const messageFolderPlaces = pgTable(
  "message_folders",
  {
    tenantId: tenantOwned().tenantId,
    userId: uuid().notNull(),
    mailboxId: uuid().notNull(),
    folderId: uuid().notNull(),
    messageId: uuid().notNull(),
    /** The provider's id of the message in this folder. */
    remoteId: text().notNull(),
    date: moment().notNull(),
    unread: boolean().notNull(),
    isHidden: boolean().notNull().default(false),
    /** A local change that is not uploaded yet. A place with `remove` is neither listed nor counted. */
    pending: text({ enum: pendingPlaces }),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.folderId, table.messageId] }),
    foreignKey({ columns: [table.tenantId, table.folderId], foreignColumns: [folders.tenantId, folders.id] }).onDelete(
      "cascade",
    ),
    foreignKey({
      columns: [table.tenantId, table.messageId],
      foreignColumns: [messages.tenantId, messages.id],
    }).onDelete("cascade"),
    index("message_folders_listed").on(table.tenantId, table.folderId, table.date, table.messageId),
    index("message_folders_remote").on(table.tenantId, table.mailboxId, table.remoteId),
    index("message_folders_of_message").on(table.tenantId, table.messageId),
    index("message_folders_pending")
      .on(table.tenantId, table.mailboxId)
      .where(sql`${table.pending} is not null or starts_with(${table.remoteId}, 'local:')`),
    ...personalFence(),
  ],
);
