// Removes a person's name and addresses from records of others that stay: the audit log, notices, invitations, requests
// and keys of the company.
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { World } from "#scope.ts";
import type { RunningTask } from "#features/data-tasks/run-data-tasks.ts";
import type { ErasedUser } from "./erase-person.ts";

const pageSize = 2000;
const erasedName = "Erased user";

export async function eraseMentions(world: World, task: RunningTask, user: ErasedUser) {
  // A super admin acts for other companies, whose records name them too.
  const companies = user.roleCode === "SUPER_ADMIN" ? await allTenants(world) : [user.tenantId];
  for (const tenantId of companies) {
    await eraseFromAudit(world, task, { tenantId, subjectId: user.id, name: user.email });
    await fencedTransaction(world.db, "platform", (tx) => eraseFromNotices(tx, tenantId, user));
  }
  await fencedTransaction(world.db, { tenantId: user.tenantId, userId: user.id }, async (tx) => {
    await tx.execute(sql`
      update requests set colleague = null, note = ''
      where tenant_id = ${user.tenantId} and colleague is not null and lower(colleague ->> 'email') = ${user.email}`);
  });
}

const allTenants = async (world: World) =>
  (await fencedTransaction(world.db, "platform", (tx) => tx.select({ id: tenants.id }).from(tenants))).map(
    ({ id }) => id,
  );

type AuditSubject = { tenantId: string; subjectId: string; name: string };

/** Page by page: no role may change audit records but by this function, which only removes. */
export async function eraseFromAudit(
  world: World,
  { signal }: RunningTask,
  { tenantId, subjectId, name }: AuditSubject,
) {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await fencedTransaction(world.db, "platform", (tx) =>
      tx.execute<{ last: string | null; seen: number }>(
        sql`select last, seen from erase_from_audit(${tenantId}, ${subjectId}, ${name}, ${after}, ${pageSize})`,
      ),
    );
    const [page] = rows;
    if (!page?.last || page.seen < pageSize) return;
    after = page.last;
  }
}

async function eraseFromNotices(tx: Tx, tenantId: string, { name, email }: ErasedUser) {
  await tx.execute(sql`
    update account_notices set by_name = ${erasedName}, by_email = '', address = ''
    where tenant_id = ${tenantId} and by_email = ${email}`);
  await tx.execute(
    sql`update password_links set by_name = ${erasedName} where tenant_id = ${tenantId} and by_name = ${name}`,
  );
  await tx.execute(sql`
    update api_keys set created_by = ${erasedName}
    where tenant_id = ${tenantId} and user_id is null and created_by = ${name}`);
}
