// Which lists a user has left.
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { unsubscriptions } from "#db/tables/unsubscriptions.ts";
import type { Scope } from "#scope.ts";
import { listOf, unsubscribeWay } from "./list-unsubscribe.ts";

export async function findLeft(tx: Tx, { tenantId, user }: Scope, list: string) {
  const [row] = await tx
    .select()
    .from(unsubscriptions)
    .where(
      and(eq(unsubscriptions.tenantId, tenantId), eq(unsubscriptions.userId, user.id), eq(unsubscriptions.list, list)),
    );
  return row;
}

/** A list may write once more while it works on the request. If it goes on, it can be left again. */
const graceMs = 3 * 24 * 3600 * 1000;
export const isAfter = (leftAt: Date, mailAt: Date) => mailAt.getTime() <= leftAt.getTime() + graceMs;

/** The fields of a message about its list. */
export async function listFields(
  scope: Scope,
  { headers, from, date }: { headers: Record<string, string>; from: string; date: Date },
) {
  const way = unsubscribeWay(headers, { allowPrivate: scope.config.allowPrivateLinks });
  const left = way && (await scope.tx((tx) => findLeft(tx, scope, listOf(headers, from))));
  return {
    unsubscribe: way?.method ?? null,
    unsubscribeTo: way?.to ?? null,
    unsubscribedAt: left && isAfter(left.createdAt, date) ? left.createdAt : null,
  };
}
