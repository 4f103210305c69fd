// Exports and erasures, as the person who started them sees them.
import type { DataTask } from "@intellibox/contract/endpoints/data-tasks";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, inArray } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { dataTasks } from "#db/tables/data-tasks.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";

export type DataTaskRow = typeof dataTasks.$inferSelect;
export type NewDataTask = Pick<
  typeof dataTasks.$inferInsert,
  "kind" | "subjectKind" | "subjectId" | "subjectTenantId" | "withMail" | "total"
>;

const mostListed = 50;

export const isOpenTask = inArray(dataTasks.state, ["waiting", "running"]);

/** As platform, because the subject may be in another company than the person who started the task. */
export const listDataTasks = (scope: Scope) =>
  scope.platformTx(async (tx) => {
    const rows = await selectTasks(tx).where(isOwnTask(scope)).orderBy(desc(dataTasks.createdAt)).limit(mostListed);
    return { items: rows.map((row) => presentTask(row, scope)) };
  });

/** Call it in the transaction that decides that the caller may, as platform: the task is in the caller's own company. */
export async function addDataTask(tx: Tx, { user, now }: Scope, task: NewDataTask): Promise<DataTaskRow> {
  const row = { ...task, tenantId: user.tenantId, userId: user.id, createdAt: now() };
  return only(await tx.insert(dataTasks).values(row).returning());
}

export async function findOwnTask(tx: Tx, scope: Scope, id: string): Promise<DataTaskRow> {
  const found = await tx
    .select()
    .from(dataTasks)
    .where(and(isOwnTask(scope), eq(dataTasks.id, id)));
  return firstOr(found, notFound(t("Export not found")));
}

export const presentTaskOf = async (tx: Tx, scope: Scope, { id }: { id: string }) =>
  presentTask(only(await selectTasks(tx).where(and(isOwnTask(scope), eq(dataTasks.id, id)))), scope);

const isOwnTask = ({ user }: Scope) => and(eq(dataTasks.tenantId, user.tenantId), eq(dataTasks.userId, user.id));

export const isTask = ({ tenantId, id }: { tenantId: string; id: string }) =>
  and(eq(dataTasks.tenantId, tenantId), eq(dataTasks.id, id));

const selectTasks = (tx: Tx) =>
  tx
    .select({ task: dataTasks, userName: users.name, userEmail: users.email, companyName: tenants.name })
    .from(dataTasks)
    .leftJoin(users, and(eq(users.tenantId, dataTasks.subjectTenantId), eq(users.id, dataTasks.subjectId)))
    .leftJoin(tenants, eq(tenants.id, dataTasks.subjectId));

type FoundTask = Awaited<ReturnType<typeof selectTasks>>[number];

function presentTask({ task, userName, userEmail, companyName }: FoundTask, { user }: Scope): DataTask {
  const { id, kind, subjectKind, subjectId, withMail, state, bytes, error, createdAt, finishedAt, expiresAt } = task;
  return {
    ...{ id, kind, withMail, state, bytes, error, createdAt, finishedAt, expiresAt },
    subject: {
      kind: subjectKind,
      id: subjectId,
      name: subjectKind === "user" ? userName : companyName,
      email: userEmail,
      isOwn: subjectId === user.id,
    },
    progress: { done: Math.min(task.done, task.total), total: task.total },
  };
}
