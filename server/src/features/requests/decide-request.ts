import type { BodyOf } from "@intellibox/contract/endpoint";
import type { requests as calls } from "@intellibox/contract/endpoints/requests";
import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { lockTenantAccounts } from "#db/lock-tenant.ts";
import { eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { requests } from "#db/tables/requests.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { addUser, inviteNewcomer, type Newcomer, prepareUser } from "#features/users/create-user.ts";
import { findUser } from "#features/users/list-users.ts";
import { changeUser } from "#features/users/users.ts";
import { findRequest, isUnused, openStatuses } from "./requests.ts";

type Decision = BodyOf<typeof calls.decide>["decision"];
type Row = typeof requests.$inferSelect;

const statusOf = { review: "Review", approve: "Approved", decline: "Declined" } as const;

/**
 * Carries out an approved request under the rules for administrators, in the transaction that marks it. If that fails, the
 * request stays open. If two administrators approve it at once, the second gets a conflict.
 */
export async function decideRequest(scope: Scope, id: string, decision: Decision) {
  const newcomer = decision === "approve" ? await newcomerOf(scope, id) : undefined;
  const decided = await scope.tx(async (tx) => {
    // Locks the tenant first, as every change of its users does; otherwise two could deadlock.
    await lockTenantAccounts(tx, scope.tenantId);
    const row = await mark(tx, scope, { id, to: statusOf[decision] });
    const made = decision === "approve" ? await carryOut(tx, scope, { row, newcomer }) : {};
    return { request: await findRequest(tx, id), made };
  });
  const { request, made } = decided;
  const invitation = newcomer && made.added ? await inviteNewcomer(scope, newcomer, made.added) : {};
  return { ...request, ...(made.temporaryPassword && { temporaryPassword: made.temporaryPassword }), ...invitation };
}

/** The account to add if the request asks for a colleague. Hashes its password outside of the transaction. */
async function newcomerOf(scope: Scope, id: string) {
  const { colleague, tenantId } = await scope.tx(async (tx) => {
    const row = firstOr(await tx.select().from(requests).where(eq(requests.id, id)), notFound(t("Request not found")));
    refuseDecided(row, "Approved");
    return row;
  });
  if (!colleague) return undefined;
  const account = { password: undefined, roleCode: "NORMAL_USER", status: "Active" } as const;
  return prepareUser(scope, { ...account, ...colleague, tenantId });
}

const alreadyDecided = (status: Row["status"]) =>
  status === "Approved" ? t("This request is already approved") : t("This request is already declined");

function refuseDecided(row: Row, to: Row["status"]) {
  const isOpen = openStatuses.some((open) => open === row.status);
  const isTakenBack = to === "Declined" && isUnused(row);
  if (!isOpen && !isTakenBack) throw conflict(alreadyDecided(row.status));
}

async function mark(tx: Tx, scope: Scope, { id, to }: { id: string; to: Row["status"] }) {
  const row = firstOr(
    await tx.select().from(requests).where(eq(requests.id, id)).for("update"),
    notFound(t("Request not found")),
  );
  refuseDecided(row, to);
  if (row.status === to) return row;
  const decidedAt = to === "Review" ? null : scope.now();
  await tx.update(requests).set({ status: to, decidedAt }).where(eq(requests.id, id));
  const changes = { status: [row.status, to] };
  await audit(tx, scope, { action: "request.updated", targetId: id, targetName: row.type, changes });
  await scope.publish(tx, { tenantId: scope.tenantId }, { kind: "approvals", data: {} });
  return row;
}

/** Does what the request asks for. A mailbox request needs only its status: its user may now connect the mailbox. */
async function carryOut(
  tx: Tx,
  scope: Scope,
  { row, newcomer }: { row: Row; newcomer: Newcomer | undefined },
): Promise<{ temporaryPassword?: string; added?: Awaited<ReturnType<typeof addUser>> }> {
  if (newcomer) {
    const { temporaryPassword, ...added } = await addUser(tx, scope, newcomer);
    return { added, ...(temporaryPassword && { temporaryPassword }) };
  }
  if (row.type === "Role change") {
    const { user } = await findUser(tx, row.userId);
    if (user.roleCode !== "NORMAL_USER")
      throw conflict(t("{name} is an admin already", { name: user.name || user.email }));
    await changeUser(tx, scope, { id: row.userId, form: { roleCode: "ADMIN" } });
  }
  return {};
}
