import {
  boolean,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  uuid,
} from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** Compared byte by byte in every database, so that the words that begin with a text are one range of the index. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

const ofUser = () => ({ tenantId: tenantOwned().tenantId, userId: uuid().notNull() });

/** The people that a user knows: saved by the user, or learned from mail. */
export const people = pgTable(
  "people",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    /** As it is shown. */
    name: text().notNull().default(""),
    firstName: text().notNull().default(""),
    lastName: text().notNull().default(""),
    company: text().notNull().default(""),
    jobTitle: text().notNull().default(""),
    phone: text().notNull().default(""),
    notes: text().notNull().default(""),
    /** Added, edited or imported by the user. Mail changes the name of other people only. */
    isSaved: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index("people_of_user").on(table.tenantId, table.userId, table.id),
    ...personalFence(),
  ],
);

/** Each address of a user belongs to one person. */
export const personAddresses = pgTable(
  "person_addresses",
  {
    ...ofUser(),
    /** In lower case. */
    address: text().notNull(),
    personId: uuid().notNull(),
    /** The order in which the user entered the addresses of a person. */
    position: integer().notNull().default(0),
    sentCount: integer().notNull().default(0),
    receivedCount: integer().notNull().default(0),
    lastSentAt: moment(),
    lastReceivedAt: moment(),
    /** Use, with less weight for older mail. It never has to be computed again; see `features/people/score.ts`. */
    score: doublePrecision().notNull(),
    /** The words of `person_words`, each after a space: a filter for a scan in the order of the score. */
    search: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.address] }),
    foreignKey({ columns: [table.tenantId, table.personId], foreignColumns: [people.tenantId, people.id] }).onDelete(
      "cascade",
    ),
    index("person_addresses_of_person").on(table.tenantId, table.personId),
    index("person_addresses_by_score").on(table.tenantId, table.userId, sql`${table.score} desc`, table.address),
    ...personalFence(),
  ],
);

/** The words by which an address is completed: the words of the name, the address, and its domain, without accents. */
export const personWords = pgTable(
  "person_words",
  { ...ofUser(), address: text().notNull(), word: bytewise().notNull() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.address, table.word] }),
    foreignKey({
      name: "person_words_of_address",
      columns: [table.tenantId, table.userId, table.address],
      foreignColumns: [personAddresses.tenantId, personAddresses.userId, personAddresses.address],
    }).onDelete("cascade"),
    index("person_words_by_word").on(table.tenantId, table.userId, table.word, table.address),
    ...personalFence(),
  ],
);

/** Two people who are not the same, as the user said. They are not proposed for a merge again. `personId` is the smaller id. */
export const peopleApart = pgTable(
  "people_apart",
  { ...ofUser(), personId: uuid().notNull(), otherId: uuid().notNull() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.personId, table.otherId] }),
    foreignKey({
      name: "people_apart_person",
      columns: [table.tenantId, table.personId],
      foreignColumns: [people.tenantId, people.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "people_apart_other",
      columns: [table.tenantId, table.otherId],
      foreignColumns: [people.tenantId, people.id],
    }).onDelete("cascade"),
    // For the deletion of a person, which has to find both kinds of rows.
    index("people_apart_by_person").on(table.tenantId, table.personId),
    index("people_apart_by_other").on(table.tenantId, table.otherId),
    ...personalFence(),
  ],
);

/** Addresses of deleted people. Mail of before is not learned again. */
export const forgottenAddresses = pgTable(
  "forgotten_addresses",
  { ...ofUser(), address: text().notNull(), forgottenAt: moment().notNull() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.address] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);

/** Mail that has been counted, so that each mail counts once: also in two mailboxes, and if a mailbox is connected again. */
export const learnedMails = pgTable(
  "learned_mails",
  {
    ...ofUser(),
    /** From a hash of the Message-ID and the direction. */
    mail: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.mail] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);

/** How far the mail of a source has been learned. */
export const peopleProgress = pgTable(
  "people_progress",
  {
    ...ofUser(),
    /** A mailbox, or the user for mail that was sent from here. Not a foreign key, because it is one of two tables. */
    source: uuid().notNull(),
    /** The last message of the mailbox. Messages of some minutes before are read again. */
    afterId: uuid(),
    /** The time of the last sent mail. */
    afterAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.source] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);

type PersonRow = typeof people.$inferSelect;
type AddressRow = typeof personAddresses.$inferSelect;
/** As JSON, with dates as text. */
export type PeopleBefore = { people: PersonRow[]; addresses: AddressRow[] };

/** The people as they were before a deletion or a merge, for its undo. */
export const peopleUndos = pgTable(
  "people_undos",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    before: jsonb().$type<PeopleBefore>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index("people_undos_by_age").on(table.createdAt),
    ...personalFence(),
  ],
);
