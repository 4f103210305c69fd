import type { api } from "@intellibox/contract/api";
import type { BodyOf } from "@intellibox/contract/endpoint";
import { syncLimit } from "@intellibox/contract/rules/limits";
import { mailboxAddress } from "@intellibox/contract/rules/mailbox-address";
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import type { Queue } from "#db/queue.ts";
import { only } from "#db/rows.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { Scope } from "#scope.ts";
import { trustedCertificateOf } from "#features/mail-servers/trust.ts";
import { assertMayConnect, takeApproval } from "#features/requests/mailbox-approval.ts";
import { openPassword, sealPassword } from "./mailbox-login.ts";
import { mailboxOwner, ownMailbox, presentMailbox, tryLogin } from "./mailboxes.ts";
import { requestSync } from "./request-sync.ts";
import { findSimilar, isExact, proveSame, sameFolder, sameHost } from "./same-account.ts";

type ImapForm = BodyOf<typeof api.mailboxes.connectImap>;
type Pop3Form = BodyOf<typeof api.mailboxes.connectPop3>;

export const connectImap = (scope: Scope, form: ImapForm) => connect(scope, { kind: "imap", ...form });
export const connectPop3 = (scope: Scope, form: Pop3Form) => connect(scope, { kind: "pop3", ...form });

/** Either form. A field that the other protocol lacks keeps the default of its column. */
type Form = Omit<ImapForm, "folder"> & {
  kind: "imap" | "pop3";
  folder?: string;
  leaveOnServer?: boolean;
};

/** Signs in first, and stores nothing if that fails. Connecting an account again updates its mailbox. */
async function connect(scope: Scope, { password, trustedFingerprint, ...given }: Form) {
  const form = { ...given, host: sameHost(given.host), ...(given.folder && { folder: sameFolder(given.folder) }) };
  await scope.outside.checkHost(form.host).catch((cause: Error) => {
    throw Object.assign(invalid(cause.message, { host: cause.message }), { cause });
  });
  const account = { kind: form.kind, email: mailboxAddress(form) };
  const similar = await scope.tx(async (tx) => {
    const found = await findSimilar(tx, scope, { folder: "INBOX", ...form });
    // Otherwise it is asked for below, if the account turns out to be another one.
    if (found.length === 0) await assertMayConnect(tx, scope, account);
    return found;
  });
  const exact = similar.find((row) => isExact(row, { folder: "INBOX", ...form }));
  const secret = password || (exact ? openPassword(scope.sealer, exact) : "");
  if (!secret) throw invalid(t("Password is required"), { password: t("Password is required") });
  const trustedCertificate = await trustedCertificateOf(scope, form.kind, { ...form, trustedFingerprint }, exact);
  const login = { leaveOnServer: true, ...form, trustedCertificate, password: secret };
  await tryLogin(scope, login);
  const known = exact ?? (similar.length > 0 ? await proveSame(scope, login, similar) : undefined);
  if (!known && similar.length > 0) await scope.tx((tx) => assertMayConnect(tx, scope, account));

  const id = known?.id ?? newId();
  const passwordSealed = sealPassword(scope.sealer, { tenantId: scope.tenantId, id }, secret);
  const owner = mailboxOwner(scope);
  return scope.tx(async (tx) => {
    // The approval of an account includes sending from its address.
    const isApproved = !known && (await takeApproval(tx, scope, account));
    const healthy = { status: "connected" as const, failures: 0, lastError: null };
    const secrets = { trustedCertificate, passwordSealed };
    const values = { ...owner, id, ...form, ...account, ...secrets, ...healthy, ...(isApproved && approved) };
    // The address of a known mailbox stays, because its proof is about that address.
    const { tenantId: _, userId: __, id: ___, email: ____, ...changes } = values;
    await tx
      .insert(mailboxes)
      .values(values)
      .onConflictDoUpdate({ target: [mailboxes.tenantId, mailboxes.id], set: changes });
    await requestSync(scope, tx, owner, [id], known ? undefined : syncLimit);
    await scope.publish(tx, owner, { kind: "mailboxes", data: { mailbox: id } });
    return presentMailbox(await ownMailbox(tx, scope, id), scope);
  });
}

const approved = { addressProof: "admin" as const };

type Owner = { tenantId: string; userId: string };

/** The mailbox that the built-in mail server delivers to. Created with the first delivery. */
export async function ensureLocalMailbox(
  queue: Pick<Queue, "enqueue">,
  tx: Tx,
  owner: Owner,
  email: string,
): Promise<string> {
  await tx
    .insert(mailboxes)
    .values({ ...owner, kind: "local", email, username: email })
    .onConflictDoNothing();
  const id = only(await localMailboxIds(tx, owner));
  await requestSync(queue, tx, owner, [id]);
  return id;
}

/** The local mailbox of a user with this value of `mailboxes.folder`: their own, unless another is named. */
export async function localMailboxIds(tx: Tx, { tenantId, userId }: Owner, folder = "INBOX"): Promise<string[]> {
  const isOfUser = and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, userId));
  const isLocal = and(eq(mailboxes.kind, "local"), eq(mailboxes.folder, folder));
  const rows = await tx.select({ id: mailboxes.id }).from(mailboxes).where(and(isOfUser, isLocal));
  return rows.map(({ id }) => id);
}
