// Erases a user or a company in the background. The last transaction deletes the account or the company itself, and records it.
import { z } from "zod";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, asc, eq, or, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { dataTasks } from "#db/tables/data-tasks.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { outbox } from "#db/tables/outbox.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Person, World } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { type RunningTask, runDataTasks } from "#features/data-tasks/run-data-tasks.ts";
import { removeExports } from "#features/exports/remove-exports.ts";
import { eraseFromAudit, eraseMentions } from "./erase-mentions.ts";
import { deleteAs, erasePerson, inBatches, removeSources } from "./erase-person.ts";

/** Waiting erasures are found by this job. Also those of a process that died. */
export const erasuresJob = job("data.erasure", z.object({}), {
  retryLimit: 0,
  policy: "short",
  expireInSeconds: 12 * 3600,
});

export const runErasures = (world: World, _data: object, _platform: unknown, signal: AbortSignal) =>
  runDataTasks(
    world,
    "erasure",
    (task) => (task.row.subjectKind === "user" ? eraseUser(world, task) : eraseTenant(world, task)),
    signal,
  );

async function eraseUser(world: World, task: RunningTask) {
  const { subjectId: id, subjectTenantId: tenantId } = task.row;
  const asPlatform = <T>(work: (tx: Tx) => Promise<T>) =>
    fencedTransaction(world.db, "platform", work, { keepsCounts: true, statementSeconds: 60 });
  const isUser = and(eq(users.tenantId, tenantId), eq(users.id, id));
  const [user] = await asPlatform((tx) => tx.select().from(users).where(isUser));
  // An export of the company holds the person's data too.
  const isAboutThem = and(eq(dataTasks.subjectTenantId, tenantId), or(isSubject(id), isSubject(tenantId)));
  const isTheirs = or(isAboutThem, isStarter(tenantId, id));
  await removeExports(world, isTheirs);
  if (user) {
    await erasePerson(world, task, user);
    await eraseMentions(world, task, user);
  }
  // One that was started meanwhile.
  await removeExports(world, isTheirs);
  const actor = await actorOf(world, task);
  await asPlatform(async (tx) => {
    // Rows that a call under way added meanwhile.
    await tx.delete(outbox).where(and(eq(outbox.tenantId, tenantId), eq(outbox.userId, id)));
    await tx.delete(emailLogs).where(and(eq(emailLogs.tenantId, tenantId), eq(emailLogs.userId, id)));
    await tx.delete(users).where(isUser);
    await audit(tx, actor, { action: "user.erased", tenantId, targetId: id });
    await task.finish(tx, {});
  });
  await removeSources(world, task);
}

const isSubject = (id: string) => eq(dataTasks.subjectId, id);
const isStarter = (tenantId: string, userId: string) =>
  and(eq(dataTasks.tenantId, tenantId), eq(dataTasks.userId, userId));

async function eraseTenant(world: World, task: RunningTask) {
  const { subjectId: tenantId } = task.row;
  await removeExports(world, or(eq(dataTasks.subjectTenantId, tenantId), eq(dataTasks.tenantId, tenantId)));
  const people = await fencedTransaction(world.db, "platform", (tx) =>
    tx.select().from(users).where(eq(users.tenantId, tenantId)).orderBy(asc(users.id)),
  );
  for (const user of people) {
    await erasePerson(world, task, user);
    if (user.roleCode === "SUPER_ADMIN") await eraseMentions(world, task, user);
  }
  for (const statement of companyRows(tenantId)) await inBatches(task, () => deleteAs(world, "platform", statement));
  await inBatches(task, () => deleteAudit(world, tenantId));

  const actor = await actorOf(world, task);
  await eraseFromAudit(world, task, { tenantId: actor.tenantId, subjectId: tenantId, name: "" });
  await fencedTransaction(
    world.db,
    "platform",
    async (tx) => {
      await tx.delete(tenants).where(eq(tenants.id, tenantId));
      await tx.delete(dataTasks).where(eq(dataTasks.tenantId, tenantId));
      await audit(tx, actor, { action: "tenant.erased", targetId: tenantId });
      await task.finish(tx, {});
    },
    { statementSeconds: 300 },
  );
  await removeSources(world, task);
}

const batchSize = 500;

const companyRows = (tenantId: string) =>
  ["outbox", "email_logs", "ai_usage", "activity", "activity_counts"].map((table) => {
    const name = sql.identifier(table);
    return sql`delete from ${name} where tenant_id = ${tenantId} and ctid = any (array(
      select ctid from ${name} where tenant_id = ${tenantId} limit ${batchSize}))`;
  });

const deleteAudit = async (world: World, tenantId: string) => {
  const { rows } = await fencedTransaction(world.db, "platform", (tx) =>
    tx.execute<{ deleted: number }>(sql`select delete_audit(${tenantId}, 'infinity', ${batchSize}) as deleted`),
  );
  return rows[0]?.deleted ?? 0;
};

type Actor = Parameters<typeof audit>[1];

/** The person who started it, who may be gone by now. */
async function actorOf(world: World, { row }: RunningTask): Promise<Actor> {
  const { tenantId, userId } = row;
  const [found] = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select()
      .from(users)
      .where(and(eq(users.tenantId, tenantId), eq(users.id, userId))),
  );
  const user: Person = {
    ...{ id: userId, tenantId, name: found?.name ?? "", email: found?.email ?? "" },
    ...{ role: found?.roleCode ?? "ADMIN", mustChangePassword: false, tenantName: "", tenantIsOwner: false },
  };
  return { user, tenantId, address: "" };
}
