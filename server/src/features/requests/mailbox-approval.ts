// The approval of mailbox connections, for companies that require it.
import { type ConnectedKind, connectedKindNames } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, isNull, sql } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { requests } from "#db/tables/requests.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";

/** An account to connect. The address of a Gmail or Outlook account is known only after the sign-in at the provider. */
export type Account = { kind: ConnectedKind; email?: string };

export async function requestPolicy(tx: Tx, tenantId: string) {
  const { mailboxApproval } = tenants;
  return only(await tx.select({ mailboxApproval }).from(tenants).where(eq(tenants.id, tenantId)));
}

export function setRequestPolicy(scope: Scope, policy: { mailboxApproval: boolean }) {
  const { tenantId } = scope;
  return scope.tx(async (tx) => {
    const before = only(await tx.select().from(tenants).where(eq(tenants.id, tenantId)).for("no key update"));
    const changes = changesBetween(before, policy);
    if (Object.keys(changes).length > 0) {
      await tx.update(tenants).set(policy).where(eq(tenants.id, tenantId));
      await audit(tx, scope, { action: "tenant.updated", targetId: tenantId, targetName: before.name, changes });
      await scope.publish(tx, { tenantId }, { kind: "approvals", data: {} });
    }
    return policy;
  });
}

/** Administrators need no approval. */
export const needsApproval = async (tx: Tx, { user, tenantId }: Scope) =>
  user.role === "NORMAL_USER" && (await requestPolicy(tx, tenantId)).mailboxApproval;

/**
 * Throws if the connection needs an approval and there is none. Called before any sign-in. A connected mailbox that gets a new
 * password needs no new approval.
 */
export async function assertMayConnect(tx: Tx, scope: Scope, account: Account) {
  if (!(await needsApproval(tx, scope))) return;
  if (!(await findApproval(tx, scope, account))) throw await refusal(tx, scope, account);
}

/** Uses up the approval, in the transaction that stores the new mailbox. False if none was needed. */
export async function takeApproval(tx: Tx, scope: Scope, account: Required<Account>): Promise<boolean> {
  if (!(await needsApproval(tx, scope))) return false;
  // Locks the user before the request, as the deletion of an account does; otherwise the two deadlock.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, scope.user.id)).for("key share");
  const approval = await findApproval(tx, scope, account);
  if (!approval) throw await refusal(tx, scope, account);
  await tx.update(requests).set({ usedAt: scope.now() }).where(eq(requests.id, approval.id));
  return true;
}

async function findApproval(tx: Tx, scope: Scope, account: Account) {
  const unused = and(ofAccount(scope, account), eq(requests.status, "Approved"), isNull(requests.usedAt));
  const [found] = await tx.select().from(requests).where(unused).orderBy(requests.createdAt).limit(1).for("update");
  return found;
}

/** The caller's requests for this account. */
export const ofAccount = ({ user }: Scope, { kind, email }: Account) =>
  and(
    eq(requests.userId, user.id),
    sql`${requests.mailbox} ->> 'kind' = ${kind}`,
    email === undefined ? undefined : sql`${requests.mailbox} ->> 'email' = ${email.toLowerCase()}`,
  );

async function refusal(tx: Tx, scope: Scope, account: Account) {
  const name = account.email ?? connectedKindNames[account.kind];
  const [last] = await tx
    .select({ status: requests.status })
    .from(requests)
    .where(ofAccount(scope, account))
    .orderBy(desc(requests.createdAt))
    .limit(1);
  const isOpen = last?.status === "Pending" || last?.status === "Review";
  return new AppError(
    "approval_required",
    isOpen
      ? t("Your request to connect {account} is waiting for an admin.", { account: name })
      : t("Your company approves mailboxes before they are connected. Ask an admin to approve {account}.", {
          account: name,
        }),
  );
}
