import type { TenantDashboard } from "@intellibox/contract/endpoints/dashboards";
import type { Tx } from "#db/fence.ts";
import { and, eq, gte, inArray, sql } from "#db/orm.ts";
import { ownPlanId } from "#db/plan-of.ts";
import { only } from "#db/rows.ts";
import { plans } from "#db/tables/plans.ts";
import { sendCounts } from "#db/tables/send-counts.ts";
import { sessions } from "#db/tables/sessions.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { monthOf, unlimited } from "#features/plans/quota.ts";
import { listRequests } from "#features/requests/requests.ts";
import {
  type ActivityCount,
  type ActivityKind,
  aiKinds,
  countActivity,
  hasActivity,
  mailKinds,
  sumOf,
} from "./counts.ts";
import { dayMs, lastDays, lastMonths, mergeBuckets } from "./periods.ts";

const days = 30;
const monthCount = 6;
const topCount = 5;

export function tenantDashboard(scope: Scope, timeZone: string): Promise<TenantDashboard> {
  const { tenantId } = scope;
  const now = scope.now();
  const recent = mergeBuckets("recent", lastDays(days, { now, timeZone }));
  const before = mergeBuckets("before", lastDays(days, { now, timeZone, ago: days }));
  const months = lastMonths(monthCount, { now, timeZone });
  return scope.tx(
    async (tx) => {
      const counts = await countActivity(tx, [recent, before], { by: "user" });
      const trend = await countActivity(tx, months);
      const people = await tx
        .select({ id: users.id, status: users.status })
        .from(users)
        .where(eq(users.tenantId, tenantId));
      const active = await findActiveUsers(tx, tenantId, {
        people,
        counts,
        since: new Date(now.getTime() - days * dayMs),
      });
      return {
        hasActivity: await hasActivity(tx),
        emails: {
          value: sumOf(counts, mailKinds, { bucket: "recent" }),
          before: sumOf(counts, mailKinds, { bucket: "before" }),
        },
        activeUsers: active.length,
        allUsers: people.length,
        aiUsers: active.filter(({ id }) => sumOf(counts, aiKinds, { bucket: "recent", owner: id }) > 0).length,
        ...(await quotaOf(tx, tenantId, now)),
        topUsers: await topUsers(tx, counts),
        months: months.map(({ name }) => ({
          month: name,
          emails: sumOf(trend, mailKinds, { bucket: name }),
          ai: sumOf(trend, aiKinds, { bucket: name }),
        })),
        requests: await listRequests(tx),
      };
    },
    { mayLag: true },
  );
}

type Person = { id: string; status: string };
const ownActions: ActivityKind[] = ["sent", ...aiKinds];

/** The active accounts that signed in, sent mail or used AI since then. */
async function findActiveUsers(
  tx: Tx,
  tenantId: string,
  { people, counts, since }: { people: Person[]; counts: ActivityCount[]; since: Date },
) {
  const signedIn = await tx
    .selectDistinct({ id: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.tenantId, tenantId), gte(sessions.createdAt, since)));
  const seen = new Set(signedIn.map(({ id }) => id));
  return people.filter(
    ({ id, status }) =>
      status === "Active" && (seen.has(id) || sumOf(counts, ownActions, { bucket: "recent", owner: id }) > 0),
  );
}

async function quotaOf(tx: Tx, tenantId: string, now: Date) {
  const { company, limit } = only(
    await tx
      .select({ company: tenants.name, limit: plans.emailQuota })
      .from(tenants)
      .leftJoin(plans, eq(plans.id, ownPlanId))
      .where(eq(tenants.id, tenantId)),
  );
  const { used } = only(
    await tx
      .select({ used: sql<number>`coalesce(sum(${sendCounts.accepted}), 0)::int` })
      .from(sendCounts)
      .where(and(eq(sendCounts.tenantId, tenantId), eq(sendCounts.month, monthOf(now)))),
  );
  return { company, quota: { limit: limit ?? unlimited, used } };
}

/** The users with the most mail. A removed user is still counted, without a name. */
async function topUsers(tx: Tx, counts: ActivityCount[]) {
  const recent = counts.filter(({ bucket }) => bucket === "recent");
  const top = [...new Set(recent.map(({ owner }) => owner))]
    .map((id) => ({ id, emails: sumOf(recent, mailKinds, { owner: id }), ai: sumOf(recent, aiKinds, { owner: id }) }))
    .filter(({ emails, ai }) => emails + ai > 0)
    .sort((a, b) => b.emails - a.emails || b.ai - a.ai || a.id.localeCompare(b.id))
    .slice(0, topCount);
  const names = await tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(
      inArray(
        users.id,
        top.map(({ id }) => id),
      ),
    );
  const nameOf = (id: string) => names.find((row) => row.id === id);
  return top.map((row) => ({ ...row, name: nameOf(row.id)?.name || nameOf(row.id)?.email || "Former user" }));
}
