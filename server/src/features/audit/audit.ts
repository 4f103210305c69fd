import type { Tx } from "#db/fence.ts";
import { auditRecords } from "#db/tables/audit-records.ts";
import type { Scope } from "#scope.ts";

export type Deed = {
  /** Such as `user.updated`. */
  action: string;
  targetId?: string;
  targetName?: string;
  /** Field → `[before, after]`, or a note; never a secret. */
  changes?: Record<string, unknown>;
  /** The tenant it concerns, where that is not the scope's. */
  tenantId?: string;
};

/** Writes who did what, in the transaction that does it: there is no deed without its record. */
export async function audit(tx: Tx, scope: Pick<Scope, "user" | "tenantId" | "address">, deed: Deed) {
  const { user } = scope;
  const tenantId = deed.tenantId ?? scope.tenantId;
  await tx.insert(auditRecords).values({
    tenantId,
    actorId: user.id,
    actorName: user.name,
    actorEmail: user.email,
    actorRole: user.role,
    acting: tenantId !== user.tenantId,
    action: deed.action,
    targetId: deed.targetId ?? "",
    targetName: deed.targetName ?? "",
    address: scope.address,
    changes: deed.changes ?? {},
  });
}

/** What differs between two versions of a row, as `[before, after]`. */
export function changesBetween<T extends object>(before: T, after: Partial<T>): Record<string, unknown> {
  const pairs = Object.entries(after).map(([field, value]) => [field, [before[field as keyof T], value]] as const);
  return Object.fromEntries(
    pairs.filter(([, [was, is]]) => is !== undefined && JSON.stringify(was) !== JSON.stringify(is)),
  );
}
