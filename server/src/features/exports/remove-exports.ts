import { t } from "@intellibox/contract/text/t";
import { conflict } from "#lib/errors.ts";
import { fencedTransaction } from "#db/fence.ts";
import { and, eq, inArray, lt, ne, or, type SQL, sql } from "#db/orm.ts";
import { dataTasks } from "#db/tables/data-tasks.ts";
import type { Scope, Visitor, World } from "#scope.ts";
import { findOwnTask, isTask } from "#features/data-tasks/data-tasks.ts";
import { exportFolder, taskOfFolder } from "./export-files.ts";

/** Stops an export or deletes its file. Its process notices that the row is gone. A finished erasure only leaves the list. */
export async function removeDataTask(scope: Scope, id: string) {
  // As platform: the list, too, is independent of the company that the caller acts for.
  const task = await scope.platformTx(async (tx) => {
    const found = await findOwnTask(tx, scope, id);
    if (found.kind === "erasure" && (found.state === "waiting" || found.state === "running"))
      throw conflict(t("An erasure cannot be stopped"));
    await tx.delete(dataTasks).where(isTask(found));
    const { tenantId, userId } = found;
    await scope.publish(tx, { tenantId, userId }, { kind: "data-tasks", data: { task: id } });
    return found;
  });
  if (task.kind === "export") await scope.outside.objects.removeFolder(exportFolder(id));
  return { ok: true as const };
}

/** Deletes the exports that match, with their files. Files first: a row that is left leads to them again. */
export async function removeExports(world: World, where: SQL | undefined) {
  const isExport = and(eq(dataTasks.kind, "export"), where);
  const found = await fencedTransaction(world.db, "platform", (tx) =>
    tx.select({ id: dataTasks.id }).from(dataTasks).where(isExport),
  );
  for (const { id } of found) await world.outside.objects.removeFolder(exportFolder(id));
  const ids = found.map(({ id }) => id);
  if (ids.length > 0)
    await fencedTransaction(world.db, "platform", (tx) =>
      tx.delete(dataTasks).where(and(eq(dataTasks.kind, "export"), inArray(dataTasks.id, ids))),
    );
}

const listedDays = 90;

/** Removes the files of expired exports and of people who are gone, files without a row, and old entries of the list. */
export async function purgeExports(world: World, platform: Visitor) {
  const { objects } = world.outside;
  const now = platform.now();
  const expired = await platform.platformTx((tx) =>
    tx
      .update(dataTasks)
      .set({ state: "expired" })
      .where(and(eq(dataTasks.kind, "export"), eq(dataTasks.state, "done"), lt(dataTasks.expiresAt, now)))
      .returning({ id: dataTasks.id }),
  );
  for (const { id } of expired) await objects.removeFolder(exportFolder(id));
  await removeExports(world, isAbandoned);
  const old = new Date(now.getTime() - listedDays * 24 * 3600 * 1000);
  await platform.platformTx((tx) =>
    tx.delete(dataTasks).where(and(lt(dataTasks.finishedAt, old), ne(dataTasks.state, "running"))),
  );
  await removeOrphans(world);
}

/** The user who started the export was deleted, and no other user can download it. */
const isAbandoned = sql`not exists (select from users u where u.tenant_id = ${dataTasks.tenantId} and u.id = ${dataTasks.userId})`;

async function removeOrphans(world: World) {
  for (const folder of await world.outside.objects.folders()) {
    const id = taskOfFolder(folder);
    if (!id) continue;
    const isLive = or(eq(dataTasks.state, "running"), eq(dataTasks.state, "done"));
    const rows = await fencedTransaction(world.db, "platform", (tx) =>
      tx
        .select({ id: dataTasks.id })
        .from(dataTasks)
        .where(and(eq(dataTasks.id, id), isLive)),
    );
    if (rows.length === 0) await world.outside.objects.removeFolder(folder);
  }
}
