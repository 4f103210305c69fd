import type { Sealer } from "#lib/seal.ts";
import { fencedTransaction } from "#db/fence.ts";
import { openSecret, placeOf, sealedColumns } from "#db/sealed-columns.ts";
import type { CloudLogin } from "#outside/mailboxes/cloud-account.ts";
import type { MailboxLogin } from "#outside/outside.ts";
import type { Scope, World } from "#scope.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import type { MailboxKey, MailboxRow } from "./mailbox-key.ts";
import { type TokenContext, tokenSource } from "./oauth/tokens.ts";

export const sealPassword = (sealer: Sealer, { tenantId, id }: Pick<MailboxKey, "tenantId" | "id">, password: string) =>
  sealer.seal(password, placeOf(sealedColumns.mailboxPassword, tenantId, id));

export const openPassword = (sealer: Sealer, { tenantId, id, passwordSealed }: MailboxRow) =>
  passwordSealed
    ? openSecret(sealer, sealedColumns.mailboxPassword, { tenantId, row: id, sealed: passwordSealed })
    : "";

/** The settings to sign in with, including the password: never part of an API answer. */
export function loginOf(context: LoginContext, row: MailboxRow): MailboxLogin {
  const { sealer, config } = context;
  const { host, port, secure, username, allowPlain, trustedCertificate } = row;
  const server = { host, port, secure, username, allowPlain, trustedCertificate };
  switch (row.kind) {
    case "gmail":
    case "outlook":
      return cloudLoginOf(context, row);
    case "imap":
      return {
        kind: "imap",
        ...server,
        password: openPassword(sealer, row),
        folder: row.folder,
      };
    case "pop3":
      return {
        kind: "pop3",
        ...server,
        password: openPassword(sealer, row),
        leaveOnServer: row.leaveOnServer,
      };
    case "local":
      return { kind: "local", folder: localMailFolder(config.dataDir, row.userId, row.folder) };
  }
}

/** A request opens mailboxes of its user. A job opens any, in the fence of their owner. */
type LoginContext = World | Scope;

export function cloudLoginOf(context: LoginContext, row: MailboxRow): CloudLogin {
  const { tenantId, userId, id, kind, email } = row;
  if (kind !== "gmail" && kind !== "outlook") throw new Error(`A ${kind} mailbox has no provider to call`);
  const tokens: TokenContext = {
    sealer: context.sealer,
    get outside() {
      return context.outside;
    },
    tx: "tx" in context ? context.tx : (work) => fencedTransaction(context.db, { tenantId, userId }, work),
  };
  return { kind, id, email, token: tokenSource(tokens, { tenantId, userId, id, provider: kind, email }) };
}
