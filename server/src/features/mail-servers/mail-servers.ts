// A tenant's mail servers. Passwords are stored sealed and never returned to a client; only `openLogin` opens one.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { mailServers as calls } from "@intellibox/contract/endpoints/mail-servers";
import type { MailProtocol } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { AppError, conflict, invalid } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { openSecret, placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { fingerprintOf } from "#outside/certificate.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { askForPasswordAgain, trustedCertificateOf } from "./trust.ts";

type Row = typeof mailServers.$inferSelect;
type Form = BodyOf<typeof calls.createImap> & { fromName?: string };

export const getMailServer = (scope: Scope, protocol: MailProtocol) =>
  scope.tx(async (tx) => presentServer(await readServer(tx, scope.tenantId, protocol)));

export async function createMailServer(scope: Scope, protocol: MailProtocol, form: Form) {
  await refuseForbiddenHost(scope, form.host);
  const trustedCertificate = await trustedCertificateOf(scope, protocol, form);
  return scope.tx(async (tx) => {
    const row = { ...rowOf(scope, protocol, form), trustedCertificate, tenantId: scope.tenantId, protocol };
    const [saved] = await tx.insert(mailServers).values(row).onConflictDoNothing().returning();
    if (!saved)
      throw conflict(
        t("{protocol} settings are saved already. Reload to change them.", { protocol: protocol.toUpperCase() }),
      );
    const { passwordSealed: _, updatedAt: __, tenantId: ___, ...plain } = row;
    const changes = { ...auditedFields(plain), ...secretNote(form) };
    await recordChange(tx, scope, { action: "created", protocol, changes });
    return presentServer(saved);
  });
}

export async function updateMailServer(scope: Scope, protocol: MailProtocol, form: Form) {
  await refuseForbiddenHost(scope, form.host);
  // Before the transaction that saves, because the certificate may have to be read from the server.
  const known = await scope.tx((tx) => readServer(tx, scope.tenantId, protocol));
  const trustedCertificate = await trustedCertificateOf(scope, protocol, form, known);
  return scope.tx(async (tx) => {
    const before = await readServer(tx, scope.tenantId, protocol, { lock: true });
    refuseToReusePassword(before, form);
    const row = { ...rowOf(scope, protocol, form), trustedCertificate };
    const { passwordSealed: _, updatedAt: __, ...plain } = row;
    const changes = { ...changesBetween(auditedFields(before), auditedFields(plain)), ...secretNote(form) };
    const saved = only(await tx.update(mailServers).set(row).where(oneServer(scope.tenantId, protocol)).returning());
    if (Object.keys(changes).length > 0) await recordChange(tx, scope, { action: "updated", protocol, changes });
    return presentServer(saved);
  });
}

/** The saved login, including the password, which must not be returned to a client. Undefined if nothing is configured. */
export async function mailServerLogin(tx: Tx, scope: Pick<Scope, "tenantId" | "sealer">, protocol: MailProtocol) {
  const [row] = await tx.select().from(mailServers).where(oneServer(scope.tenantId, protocol));
  return row && openLogin(scope.sealer, row);
}

export function openLogin(sealer: Scope["sealer"], row: Omit<Row, "updatedAt">) {
  const { host, port, secure, username, fromName, allowPlain, trustedCertificate } = row;
  const { tenantId, protocol, passwordSealed: sealed } = row;
  const password = sealed
    ? openSecret(sealer, sealedColumns.mailServerPassword, { tenantId, row: protocol, sealed })
    : "";
  return { host, port, secure, username, fromName, allowPlain, trustedCertificate, password };
}

/** The login of a form that may not be saved yet. The saved password is used only for its own host and user name. */
export async function loginOfForm(scope: Scope, protocol: MailProtocol, form: Form) {
  await refuseForbiddenHost(scope, form.host);
  const saved = await scope.tx(
    async (tx) => (await tx.select().from(mailServers).where(oneServer(scope.tenantId, protocol)))[0],
  );
  if (saved) {
    refuseToReusePassword(saved, form);
    const isOtherUser = saved.passwordSealed && !form.password && saved.username !== form.username;
    if (isOtherUser) throw askForPasswordAgain(t("The username changed. Enter the password again."));
  }
  const { fromName = "", trustedFingerprint: _, ...server } = form;
  const trustedCertificate = await trustedCertificateOf(scope, protocol, form, saved);
  const password = form.password || (saved ? openLogin(scope.sealer, saved).password : "");
  return { ...server, fromName, trustedCertificate, password };
}

export const notConfigured = (protocol: MailProtocol) =>
  new AppError(
    "not_found",
    t("{protocol} is not configured yet. Save its settings first.", { protocol: protocol.toUpperCase() }),
  );

async function readServer(tx: Tx, tenantId: string, protocol: MailProtocol, { lock = false } = {}): Promise<Row> {
  const found = tx.select().from(mailServers).where(oneServer(tenantId, protocol));
  return firstOr(await (lock ? found.for("update") : found), notConfigured(protocol));
}

const oneServer = (tenantId: string, protocol: MailProtocol) =>
  and(eq(mailServers.tenantId, tenantId), eq(mailServers.protocol, protocol));

const placeOfPassword = ({ tenantId, protocol }: Pick<Row, "tenantId" | "protocol">) =>
  placeOf(sealedColumns.mailServerPassword, tenantId, protocol);

/** A blank password is left out, so that the stored one stays. */
function rowOf(
  { tenantId, sealer, now }: Scope,
  protocol: MailProtocol,
  { password, trustedFingerprint: _, ...form }: Form,
) {
  const passwordSealed = password ? sealer.seal(password, placeOfPassword({ tenantId, protocol })) : undefined;
  return { ...form, updatedAt: now(), ...(passwordSealed && { passwordSealed }) };
}

async function refuseForbiddenHost(scope: Scope, host: string) {
  await scope.outside.checkHost(host).catch((cause: Error) => {
    throw Object.assign(invalid(cause.message, { host: cause.message }), { cause });
  });
}

/**
 * Requires the password again when the host or the security of the connection changes. Otherwise a person who may change the
 * settings could have the stored password sent to their own host, or unencrypted, without knowing it.
 */
function refuseToReusePassword({ host, secure, allowPlain, trustedCertificate, passwordSealed }: Row, form: Form) {
  if (!passwordSealed || form.password) return;
  if (host.toLowerCase() !== form.host.toLowerCase())
    throw askForPasswordAgain(t("The host changed. Enter the password again."));
  if (secure && !form.secure) throw askForPasswordAgain(t("TLS is now off. Enter the password again."));
  if (!allowPlain && form.allowPlain)
    throw askForPasswordAgain(t("A connection without TLS is now allowed. Enter the password again."));
  const isTrustNew = form.trustedFingerprint !== "" && form.trustedFingerprint !== fingerprintOf(trustedCertificate);
  if (isTrustNew) throw askForPasswordAgain(t("The trusted certificate changed. Enter the password again."));
}

/** For the audit log, which has the certificate's fingerprint instead of the certificate. */
const auditedFields = <Settings extends { trustedCertificate: string | null }>({
  trustedCertificate,
  ...rest
}: Settings) => ({
  ...rest,
  trustedFingerprint: fingerprintOf(trustedCertificate),
});

const secretNote = ({ password }: Form) => (password ? { password: "changed" } : {});

type ServerChange = { action: "created" | "updated"; protocol: MailProtocol; changes: Record<string, unknown> };

async function recordChange(tx: Tx, scope: Scope, { action, protocol, changes }: ServerChange) {
  await audit(tx, scope, {
    action: `mail-server.${action}`,
    targetId: protocol,
    targetName: protocol.toUpperCase(),
    changes,
  });
  await scope.publish(tx, { tenantId: scope.tenantId }, { kind: "settings", data: { protocol } });
}

const presentServer = (row: Row) => {
  const { host, port, secure, username, fromName, allowPlain } = row;
  return {
    ...{ host, port, secure, username, fromName, allowPlain },
    trustedFingerprint: fingerprintOf(row.trustedCertificate),
    hasPassword: row.passwordSealed !== null,
  };
};
