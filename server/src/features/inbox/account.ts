import type { Sealer } from "#lib/seal.ts";
import { placeOf, sealedColumns } from "#db/sealed-columns.ts";
import type { mailboxes } from "#db/tables/mailboxes.ts";
import type { MailboxLogin } from "#outside/outside.ts";
import type { World } from "#scope.ts";
import { localMailFolder } from "#features/local-mail/store.ts";

export type MailboxRow = typeof mailboxes.$inferSelect;
/** Which mailbox, and whose. */
export type MailboxKey = { tenantId: string; userId: string; id: string };

export const sealPassword = (sealer: Sealer, { tenantId, id }: Pick<MailboxKey, "tenantId" | "id">, password: string) =>
  sealer.seal(password, placeOf(sealedColumns.mailboxPassword, tenantId, id));

export const openPassword = (sealer: Sealer, { tenantId, id, passwordSealed }: MailboxRow) =>
  passwordSealed ? sealer.open(passwordSealed, placeOf(sealedColumns.mailboxPassword, tenantId, id)) : "";

/** What it takes to get in, password included: for the outside, never for an answer. */
export function loginOf({ sealer, config }: Pick<World, "sealer" | "config">, row: MailboxRow): MailboxLogin {
  const { host, port, secure, username } = row;
  switch (row.kind) {
    case "imap":
      return {
        kind: "imap",
        host,
        port,
        secure,
        username,
        password: openPassword(sealer, row),
        folder: row.folder,
      };
    case "pop3":
      return {
        kind: "pop3",
        host,
        port,
        secure,
        username,
        password: openPassword(sealer, row),
        leaveOnServer: row.leaveOnServer,
      };
    case "local":
      return { kind: "local", folder: localMailFolder(config.dataDir, row.userId) };
    default:
      throw new Error(`A ${row.kind} mailbox cannot be opened`);
  }
}
