import { t } from "@intellibox/contract/text/t";
// Who may erase whom. From the start of an erasure the account or the company is closed, and its sessions have ended.
import { conflict, forbidden, invalid } from "#lib/errors.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { lockTenantRow } from "#db/lock-tenant.ts";
import { and, eq, sql } from "#db/orm.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope, World } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { endSessionsOf, endSessionsOfTenant } from "#features/auth/sessions.ts";
import { addDataTask, presentTaskOf } from "#features/data-tasks/data-tasks.ts";
import { findUser } from "#features/users/list-users.ts";
import { lockUser, refuseAboveRank, refuseForeignCompany, refuseLastAdmin } from "#features/users/user-rules.ts";
import { erasuresJob } from "./run-erasures.ts";

export async function userErasure(scope: Scope, id: string) {
  const { user } = await scope.tx((tx) => erasableUser(tx, scope, id));
  return countContents(scope, { confirm: user.email, tenantId: user.tenantId, userIds: [id], isCompany: false });
}

export async function tenantErasure(scope: Scope, id: string) {
  const { code } = await scope.tx((tx) => erasableTenant(tx, scope, id));
  const people = await scope.platformTx((tx) => tx.select({ id: users.id }).from(users).where(eq(users.tenantId, id)));
  const userIds = people.map((person) => person.id);
  return countContents(scope, { confirm: code, tenantId: id, userIds, isCompany: true });
}

export async function eraseUser(scope: Scope, id: string, { confirm }: { confirm: string }) {
  // Whether the caller may reach the user at all.
  await scope.tx((tx) => findUser(tx, id));
  // As platform: the task is in the caller's own company, the user may be in another.
  return scope.platformTx(async (tx) => {
    const { user } = await erasableUser(tx, scope, id);
    refuseUnconfirmed(confirm, user.email);
    const { tenantId } = user;
    await tx
      .update(users)
      .set({ status: "Inactive" })
      .where(and(eq(users.tenantId, tenantId), eq(users.id, id)));
    await endSessionsOf(tx, user);
    const subject = { subjectKind: "user", subjectId: id, subjectTenantId: tenantId } as const;
    const task = await addDataTask(tx, scope, { kind: "erasure", ...subject });
    // Ids only: a name here would have to be erased again.
    await audit(tx, scope, { action: "user.erasure-started", tenantId, targetId: id });
    await scope.enqueue(tx, erasuresJob, {});
    return presentTaskOf(tx, scope, task);
  });
}

export async function eraseTenant(scope: Scope, id: string, { confirm }: { confirm: string }) {
  return scope.platformTx(async (tx) => {
    const { code } = await erasableTenant(tx, scope, id);
    refuseUnconfirmed(confirm, code);
    await tx.update(tenants).set({ status: "Suspended" }).where(eq(tenants.id, id));
    await endSessionsOfTenant(tx, id);
    const subject = { subjectKind: "company", subjectId: id, subjectTenantId: id } as const;
    const task = await addDataTask(tx, scope, { kind: "erasure", ...subject });
    await audit(tx, scope, { action: "tenant.erasure-started", tenantId: scope.user.tenantId, targetId: id });
    await scope.enqueue(tx, erasuresJob, {});
    return presentTaskOf(tx, scope, task);
  });
}

async function erasableUser(tx: Tx, scope: Scope, id: string) {
  const found = await lockUser(tx, scope, id);
  if (id === scope.user.id) throw conflict(t("You cannot erase your own account. Ask another admin to do it."));
  refuseForeignCompany(scope, found.user.tenantId);
  refuseAboveRank(scope, { roleCode: found.user.roleCode, tenantIsOwner: found.isOwner });
  await refuseLastAdmin(tx, scope, found.user);
  return found;
}

async function erasableTenant(tx: Tx, { user }: Scope, id: string) {
  if (!user.tenantIsOwner) throw forbidden(t("Only a super admin of the owner company may erase a company"));
  const tenant = await lockTenantRow(tx, id);
  if (tenant.isOwner) throw conflict(t("The owner company cannot be erased"));
  return tenant;
}

function refuseUnconfirmed(given: string, expected: string) {
  if (given.toLowerCase() === expected.toLowerCase()) return;
  const sentence = t("Type {expected} to confirm", { expected });
  throw invalid(sentence, { confirm: sentence });
}

type Counted = { confirm: string; tenantId: string; userIds: string[]; isCompany: boolean };

async function countContents(scope: Scope, { confirm, tenantId, userIds, isCompany }: Counted) {
  const personal = { mailboxes: 0, messages: 0, drafts: 0, summaries: 0, followUps: 0 };
  const countOf = scope.once(personalCounter);
  for (const userId of userIds) {
    const counted = await countOf({ tenantId, userId });
    for (const key of Object.keys(personal) as (keyof typeof personal)[]) personal[key] += counted[key];
  }
  const ids = sql.param(userIds);
  const ofPeople = isCompany ? sql`true` : sql`user_id = any (${ids}::uuid[])`;
  const named = isCompany ? sql`true` : sql`(actor_id = any (${ids}::uuid[]) or target_id = any (${ids}::text[]))`;
  const ofSubject = isCompany ? sql`true` : sql`(subject_id = any (${ids}::uuid[]) or subject_kind = 'company')`;
  // As platform: counts of a company that the caller may erase.
  const { rows } = await scope.platformTx((tx) =>
    tx.execute<{ unsentMails: number; emailLogs: number; auditRecords: number; exports: number }>(sql`select
      (select count(*)::int from outbox where tenant_id = ${tenantId} and is_open and ${ofPeople}) as "unsentMails",
      (select count(*)::int from email_logs where tenant_id = ${tenantId} and ${ofPeople}) as "emailLogs",
      (select count(*)::int from audit_records where tenant_id = ${tenantId} and ${named}) as "auditRecords",
      (select count(*)::int from data_tasks where subject_tenant_id = ${tenantId} and kind = 'export' and ${ofSubject}) as exports`),
  );
  const shared = rows[0] ?? { unsentMails: 0, emailLogs: 0, auditRecords: 0, exports: 0 };
  return { confirm, users: userIds.length, ...personal, ...shared };
}

/** Counts what only its owner's transaction can see. */
const personalCounter = (world: World) => async (owner: { tenantId: string; userId: string }) => {
  const count = (table: string) =>
    sql`(select count(*)::int from ${sql.identifier(table)} where tenant_id = ${owner.tenantId} and user_id = ${owner.userId})`;
  const { rows } = await fencedTransaction(world.db, owner, (tx) =>
    tx.execute<{ mailboxes: number; messages: number; drafts: number; summaries: number; followUps: number }>(
      sql`select ${count("mailboxes")} as mailboxes, ${count("messages")} as messages, ${count("drafts")} as drafts,
        ${count("summaries")} as summaries, ${count("follow_ups")} as "followUps"`,
    ),
  );
  return rows[0] ?? { mailboxes: 0, messages: 0, drafts: 0, summaries: 0, followUps: 0 };
};
