// Every column that holds a sealed secret. Changing the master key goes through this list; a test holds it against the catalogue.
import type { Place } from "#lib/seal.ts";

/** `row` is the column that tells the rows of a tenant apart; `field` is what the secret is called in its place. */
export type SealedColumn = { table: string; column: string; row: string; field: string };

export const sealedColumns = {
  mailServerPassword: { table: "mail_servers", column: "password_sealed", row: "protocol", field: "password" },
  aiKey: { table: "ai_settings", column: "api_key_sealed", row: "tenant_id", field: "api_key" },
  oauthProof: { table: "oauth_attempts", column: "proof_sealed", row: "id", field: "proof" },
  mailboxPassword: { table: "mailboxes", column: "password_sealed", row: "id", field: "password" },
} satisfies Record<string, SealedColumn>;

/** Where a secret lives: what seals it and what opens it must say the same. */
export const placeOf = ({ table, field }: SealedColumn, tenantId: string, row: string): Place => ({
  tenantId,
  table,
  row,
  field,
});
