// Every column that holds a sealed secret. Changing the master key goes through this list; a test holds it against the catalogue.
import { AppError } from "#lib/errors.ts";
import type { Place, Sealer } from "#lib/seal.ts";

/** `row` is the column that tells the rows of a tenant apart; `field` is what the secret is called in its place. */
export type SealedColumn = {
  table: string;
  column: string;
  row: string;
  field: string;
  /** What to tell people where it cannot be opened: its master key is lost, or the row came from another installation. */
  lost: string;
};

export const sealedColumns = {
  mailServerPassword: {
    ...{ table: "mail_servers", column: "password_sealed", row: "protocol", field: "password" },
    lost: "The saved password of the mail server cannot be read. An administrator has to enter it again in Mail Configuration.",
  },
  aiKey: {
    ...{ table: "ai_settings", column: "api_key_sealed", row: "tenant_id", field: "api_key" },
    lost: "The saved AI key cannot be read. An administrator has to enter it again in AI Configuration.",
  },
  oauthProof: {
    ...{ table: "oauth_attempts", column: "proof_sealed", row: "id", field: "proof" },
    lost: "This sign-in cannot be finished. Start it again.",
  },
  mailboxPassword: {
    ...{ table: "mailboxes", column: "password_sealed", row: "id", field: "password" },
    lost: "The saved password of this mailbox cannot be read. Connect the mailbox again with its password.",
  },
} satisfies Record<string, SealedColumn>;

/** Where a secret lives: what seals it and what opens it must say the same. */
export const placeOf = ({ table, field }: SealedColumn, tenantId: string, row: string): Place => ({
  tenantId,
  table,
  row,
  field,
});

/** The secret, or a refusal that says what to do where it cannot be opened. */
export function openSecret(sealer: Sealer, column: SealedColumn, { tenantId, row, sealed }: SealedRow): string {
  try {
    return sealer.open(sealed, placeOf(column, tenantId, row));
  } catch (cause) {
    throw new AppError("conflict", column.lost, { cause });
  }
}

type SealedRow = { tenantId: string; row: string; sealed: string };
