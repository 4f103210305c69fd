import { bigint, boolean, foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { platformOnly } from "./policies.ts";
import { users } from "./users.ts";

/** The authenticator app of a user (RFC 6238). */
export const totpSecrets = pgTable(
  "totp_secrets",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    secretSealed: text().notNull(),
    /** The time step of the last code that was used, so that no code works twice. */
    lastStep: integer().notNull(),
    lastUsedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    unique("totp_secrets_one_each").on(table.tenantId, table.userId),
    ...platformOnly(),
  ],
);

/** The public keys of WebAuthn credentials. */
export const passkeys = pgTable(
  "passkeys",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    /** The id that the authenticator gave it, as base64url. */
    credentialId: text().notNull(),
    publicKey: text().notNull(),
    /** Goes up with each use, if the authenticator counts; one that goes back is a copy. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    isSynced: boolean().notNull(),
    lastUsedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index().on(table.tenantId, table.userId),
    // For a sign-in without a password, which does not know the company yet.
    unique("passkeys_credential").on(table.credentialId),
    ...platformOnly(),
  ],
);

/** Ten codes of 80 random bits, for the time when every other factor is lost. Stored as hashes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    hash: text().notNull(),
    usedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index().on(table.tenantId, table.userId),
    ...platformOnly(),
  ],
);

/** A challenge that a sign-in or a passkey answers once, within minutes. Has no tenant: a passkey names its user only in the answer. */
export const signInChallenges = pgTable(
  "sign_in_challenges",
  {
    hash: text().primaryKey(),
    /** `second-step`: the token between the password and the second factor. The others are challenges of WebAuthn. */
    kind: text({ enum: ["second-step", "second-step-passkey", "passkey-sign-in", "new-passkey", "step-up"] }).notNull(),
    userId: uuid(),
    /** The session, or the hash of the second step, that the answer must come from. */
    boundTo: text().notNull().default(""),
    via: text({ enum: ["password", "link", "google", "microsoft"] })
      .notNull()
      .default("password"),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.expiresAt), index().on(table.boundTo), ...platformOnly()],
);
