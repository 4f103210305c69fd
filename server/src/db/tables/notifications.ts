import type { QuietHours } from "@intellibox/contract/rules/notifications";
import { languageCodes } from "@intellibox/contract/text/language";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  uniqueIndex,
  uuid,
} from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalFence, platformOnly } from "./policies.ts";
import { sessions } from "./sessions.ts";
import { users } from "./users.ts";

const ofUser = () => ({ tenantId: tenantOwned().tenantId, userId: uuid().notNull() });

/** The key pair by which push services recognize the installation (RFC 8292). It has one row. */
export const webPushKeys = pgTable(
  "web_push_keys",
  {
    id: text().primaryKey(),
    publicKey: text().notNull(),
    privateKeySealed: text().notNull(),
    createdAt: createdAt(),
  },
  () => platformOnly(),
);

/** A browser that gets notifications. It ends with its session: nobody reads mail on a device that has signed out. */
export const notificationDevices = pgTable(
  "notification_devices",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    sessionId: uuid().notNull(),
    /** The browser's own push service. Whoever knows it can take the device over, so it is never shown. */
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    name: text().notNull(),
    language: text({ enum: languageCodes }).notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment(),
    /** Failed notifications in a row. */
    failures: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    foreignKey({
      name: "notification_devices_session",
      columns: [table.tenantId, table.sessionId],
      foreignColumns: [sessions.tenantId, sessions.id],
    }).onDelete("cascade"),
    index("notification_devices_of_session").on(table.tenantId, table.sessionId),
    uniqueIndex("notification_devices_of_user").on(table.tenantId, table.userId, table.endpoint),
    // To find the user who had the browser before, of any company.
    index("notification_devices_endpoint").on(table.endpoint),
    ...personalFence(),
  ],
);

/** Without a row the defaults apply. */
export const notificationSettings = pgTable(
  "notification_settings",
  {
    ...ofUser(),
    isOn: boolean().notNull().default(true),
    hidesContent: boolean().notNull().default(false),
    onlyPeople: boolean().notNull().default(false),
    onlyImportant: boolean().notNull().default(false),
    quietHours: jsonb().$type<QuietHours>(),
    timeZone: text().notNull().default("UTC"),
    silentMailboxes: uuid().array().notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);

export const notificationKinds = ["new", "woken", "rule"] as const;

/** A message that its owner is to be notified of. Kept for some days, so that the same mail does not notify again. */
export const notifications = pgTable(
  "notifications",
  {
    ...ofUser(),
    /** From a hash of the Message-ID: a mail that comes to two mailboxes, or once more, notifies once. */
    mail: uuid().notNull(),
    /** Not a foreign key: a message that is loaded again has another id. */
    messageId: uuid().notNull(),
    /** `left`: a worker took it, and the settings of its owner left it out. */
    kind: text({ enum: [...notificationKinds, "left"] }).notNull(),
    createdAt: createdAt(),
    /** When a worker took it. */
    claimedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.mail] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index("notifications_waiting").on(table.tenantId, table.userId).where(sql`${table.claimedAt} is null`),
    index("notifications_by_age").on(table.createdAt),
    ...personalFence(),
  ],
);

/** A notification for one device, until the push service has it. */
export const notificationDeliveries = pgTable(
  "notification_deliveries",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    deviceId: uuid().notNull(),
    kind: text({ enum: [...notificationKinds, "test"] }).notNull(),
    /** Several are shown as one notification with their number. */
    messageIds: uuid().array().notNull(),
    createdAt: createdAt(),
    attempts: integer().notNull().default(0),
    nextAt: moment().notNull().defaultNow(),
    /** Set before it is handed over, and cleared only if the push service said that it did not take it. */
    claimedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      name: "notification_deliveries_device",
      columns: [table.tenantId, table.deviceId],
      foreignColumns: [notificationDevices.tenantId, notificationDevices.id],
    }).onDelete("cascade"),
    index("notification_deliveries_of_user").on(table.tenantId, table.userId),
    index("notification_deliveries_of_device").on(table.tenantId, table.deviceId),
    index("notification_deliveries_by_age").on(table.createdAt),
    ...personalFence(),
  ],
);
