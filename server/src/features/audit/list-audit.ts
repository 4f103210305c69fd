import type { QueryOf } from "@intellibox/contract/endpoint";
import type { AuditFilter, audit as calls } from "@intellibox/contract/endpoints/audit";
import { roles } from "@intellibox/contract/rules/access";
import { periodBounds } from "@intellibox/contract/rules/period";
import type { Tx } from "#db/fence.ts";
import { and, eq, gte, like, lt, or, sql } from "#db/orm.ts";
import { containing, matchesAny, orderBy, pageBounds } from "#db/paging.ts";
import { auditRecords } from "#db/tables/audit-records.ts";
import { tenants } from "#db/tables/tenants.ts";

const defaultLimit = 20;

export async function listAudit(tx: Tx, query: QueryOf<typeof calls.list>) {
  const { page, limit = defaultLimit, sort = "-at", ...filter } = query;
  const where = matchesAudit(filter);
  const bounds = pageBounds({ page, limit });
  const rows = await tx
    .select({ record: auditRecords, tenant: { code: tenants.code, name: tenants.name } })
    .from(auditRecords)
    .innerJoin(tenants, eq(tenants.id, auditRecords.tenantId))
    .where(where)
    .orderBy(...orderBy(sort, sortable, auditRecords.id))
    .limit(bounds.limit)
    .offset(bounds.offset);
  return { items: rows.map(presentRecord), total: await tx.$count(auditRecords, where) };
}

export function matchesAudit({ q, action, who, target, start, end }: AuditFilter) {
  const { from, before } = periodBounds({ start, end });
  const { actorName, actorEmail, targetName, targetId } = auditRecords;
  return and(
    q ? sql`(${matchesAny([actorName, actorEmail, targetName, auditRecords.action], q)})` : undefined,
    who ? sql`(${matchesAny([actorName, actorEmail], who)})` : undefined,
    target ? sql`(${matchesAny([targetName, targetId], target)})` : undefined,
    action ? ofKind(action) : undefined,
    from && gte(auditRecords.at, from),
    before && lt(auditRecords.at, before),
  );
}

/** `user.updated` matches itself; `user` matches every `user.…`. */
const ofKind = (action: string) =>
  or(eq(auditRecords.action, action), like(auditRecords.action, containing(`${action}.`).slice(1)));

const sortable = {
  at: auditRecords.at,
  tenant: tenants.name,
  actor: auditRecords.actorName,
  action: auditRecords.action,
  target: auditRecords.targetName,
};

type AuditRow = { record: typeof auditRecords.$inferSelect; tenant: { code: string; name: string } };

function presentRecord({ record, tenant }: AuditRow) {
  const { actorId, actorName, actorEmail, actorRole, ...others } = record;
  const { id, at, acting, action, targetId, targetName, address, changes } = others;
  const rest = { id, at, acting, action, targetId, targetName, address, changes };
  const roleCode = roles.find((role) => role === actorRole) ?? "NORMAL_USER";
  return { ...rest, tenant, actor: { id: actorId, name: actorName, email: actorEmail, roleCode } };
}
