import type { Tx } from "#db/fence.ts";
import { auditRecords } from "#db/tables/audit-records.ts";
import type { Person, Scope } from "#scope.ts";

type AuditEntry = {
  /** For example `user.updated`. */
  action: string;
  targetId?: string;
  targetName?: string;
  /** Field → `[before, after]`, or a note. Must not hold a secret. */
  changes?: Record<string, unknown>;
  /** The tenant that it concerns, if it is not the scope's. */
  tenantId?: string;
};

type AuditActor = Pick<Scope, "tenantId" | "address"> & {
  user: Pick<Person, "id" | "tenantId" | "name" | "email" | "role" | "key">;
};

/** Call it in the transaction of the action, so that none is committed without its record. */
export async function audit(tx: Tx, scope: AuditActor, entry: AuditEntry) {
  const { user } = scope;
  const tenantId = entry.tenantId ?? scope.tenantId;
  await tx.insert(auditRecords).values({
    tenantId,
    actorId: user.id,
    actorName: user.name,
    actorEmail: user.email,
    actorRole: user.role,
    acting: tenantId !== user.tenantId,
    action: entry.action,
    targetId: entry.targetId ?? "",
    targetName: entry.targetName ?? "",
    address: scope.address,
    changes: { ...entry.changes, ...(user.key && !user.key.isCompany && { apiKey: user.key.name }) },
  });
}

/** The fields that differ between two versions of a row, as `[before, after]`. */
export function changesBetween<T extends object>(before: T, after: Partial<T>): Record<string, unknown> {
  const pairs = Object.entries(after).map(([field, value]) => [field, [before[field as keyof T], value]] as const);
  return Object.fromEntries(
    pairs.filter(([, [was, is]]) => is !== undefined && JSON.stringify(was) !== JSON.stringify(is)),
  );
}
