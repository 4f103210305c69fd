import { t } from "@intellibox/contract/text/t";
// Lists every column that holds a sealed secret, for the rotation of the master key. A test compares it with the database.
import { AppError } from "#lib/errors.ts";
import type { Place, Sealer } from "#lib/seal.ts";

/** `row` is the column that identifies a row of a tenant; `field` is the name that the secret was sealed with. */
export type SealedColumn = {
  table: string;
  column: string;
  row: string;
  field: string;
  /** The secret belongs to the installation, not to a tenant. */
  isOfInstallation?: true;
  /** The message if it cannot be opened, because its master key is lost or the row comes from another installation. */
  lost: string;
};

export const sealedColumns = {
  mailServerPassword: {
    ...{ table: "mail_servers", column: "password_sealed", row: "protocol", field: "password" },
    lost: t(
      "The saved password of the mail server cannot be read. An admin has to enter it again in Mail Configuration.",
    ),
  },
  aiKey: {
    ...{ table: "ai_settings", column: "api_key_sealed", row: "tenant_id", field: "api_key" },
    lost: t("The saved AI key cannot be read. An admin has to enter it again in AI Configuration."),
  },
  companyAiKey: {
    ...{ table: "ai_choices", column: "api_key_sealed", row: "tenant_id", field: "api_key" },
    lost: t("The company's saved AI key cannot be read. An admin has to enter it again in Settings."),
  },
  oauthProof: {
    ...{ table: "oauth_attempts", column: "proof_sealed", row: "id", field: "proof" },
    lost: t("This sign-in cannot be finished. Start it again."),
  },
  ssoSecret: {
    ...{ table: "sso_connections", column: "client_secret_sealed", row: "tenant_id", field: "client_secret" },
    lost: t("The saved client secret of single sign-on cannot be read. An admin has to enter it again in Settings."),
  },
  mailboxPassword: {
    ...{ table: "mailboxes", column: "password_sealed", row: "id", field: "password" },
    lost: t("The saved password of this mailbox cannot be read. Connect the mailbox again with its password."),
  },
  webPushKey: {
    ...{ table: "web_push_keys", column: "private_key_sealed", row: "id", field: "private_key" },
    isOfInstallation: true,
    lost: t("The key for notifications cannot be read."),
  },
  totpSecret: {
    ...{ table: "totp_secrets", column: "secret_sealed", row: "id", field: "secret" },
    lost: t("The secret of your authenticator app cannot be read. Use a recovery code, and set the app up again."),
  },
  ruleSecret: {
    ...{ table: "mail_rule_secrets", column: "secret_sealed", row: "id", field: "secret" },
    lost: t("The secret of your webhooks cannot be read."),
  },
  webhookSecret: {
    ...{ table: "webhooks", column: "secret_sealed", row: "id", field: "secret" },
    lost: t("The secret of this webhook cannot be read. Replace it."),
  },
  earlierWebhookSecret: {
    ...{ table: "webhooks", column: "earlier_sealed", row: "id", field: "earlier_secret" },
    lost: t("The secret of this webhook cannot be read. Replace it."),
  },
} satisfies Record<string, SealedColumn>;

/** Use it for both sealing and opening: the two must be equal. */
export const placeOf = ({ table, field }: SealedColumn, tenantId: string, row: string): Place => ({
  tenantId,
  table,
  row,
  field,
});

/** Opens a secret, or throws an error that says what to do. */
export function openSecret(sealer: Sealer, column: SealedColumn, { tenantId, row, sealed }: SealedRow): string {
  try {
    return sealer.open(sealed, placeOf(column, tenantId, row));
  } catch (cause) {
    throw new AppError("conflict", column.lost, { cause });
  }
}

type SealedRow = { tenantId: string; row: string; sealed: string };
