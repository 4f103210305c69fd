import type { PlatformDashboard } from "@intellibox/contract/endpoints/dashboards";
import type { Tx } from "#db/fence.ts";
import { eq } from "#db/orm.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import { type ActivityCount, countActivity, hasActivity, mailKinds, sumOf } from "./counts.ts";
import { measureUptime } from "./heartbeat.ts";
import { type Bucket, lastDays, mergeBuckets } from "./periods.ts";

const dayCount = 30;
const topCount = 5;
/** The chart has at most four lines: these companies, and the sum of all others. */
const seriesCount = 3;

export function platformDashboard(scope: Scope, timeZone: string): Promise<PlatformDashboard> {
  const now = scope.now();
  const days = lastDays(dayCount, { now, timeZone });
  const before = mergeBuckets("before", lastDays(dayCount, { now, timeZone, ago: dayCount }));
  return scope.tx(
    async (tx) => {
      const counts = await countActivity(tx, [...days, before], { by: "tenant" });
      const recent = counts.filter(({ bucket }) => bucket !== "before");
      const companies = await listCompanies(tx);
      const active = companies.filter(({ status }) => status === "Active");
      const top = topOf(companies, recent);
      return {
        hasActivity: await hasActivity(tx),
        activeTenants: active.length,
        allTenants: companies.length,
        emails: { value: sumOf(recent, mailKinds), before: sumOf(counts, mailKinds, { bucket: "before" }) },
        uptime: await measureUptime(tx, now),
        ...revenueOf(active, await listPlans(tx)),
        ...trendOf(days, recent, top),
        topTenants: top
          .slice(0, topCount)
          .map(({ id, name, usage, plan }) => ({ id, name, usage, plan: plan ?? "None" })),
      };
    },
    { mayLag: true },
  );
}

const listCompanies = (tx: Tx) =>
  tx
    .select({
      id: tenants.id,
      name: tenants.name,
      status: tenants.status,
      isOwner: tenants.isOwner,
      planId: tenants.planId,
      plan: plans.name,
    })
    .from(tenants)
    .leftJoin(plans, eq(plans.id, tenants.planId));

const listPlans = (tx: Tx) =>
  tx.select({ id: plans.id, name: plans.name, status: plans.status, price: plans.monthlyPriceINR }).from(plans);

type Plan = Awaited<ReturnType<typeof listPlans>>[number];
type Company = Awaited<ReturnType<typeof listCompanies>>[number];

const topOf = (companies: Company[], recent: ActivityCount[]) => {
  const usages = new Map<string, number>();
  for (const { owner, kind, amount } of recent)
    if (mailKinds.includes(kind)) usages.set(owner, (usages.get(owner) ?? 0) + amount);
  return companies
    .map((company) => ({ ...company, usage: usages.get(company.id) ?? 0 }))
    .filter(({ usage }) => usage > 0)
    .sort((a, b) => b.usage - a.usage || a.name.localeCompare(b.name));
};

/** Includes every active plan, and inactive ones that a company still has. The owner company is not billed. */
function revenueOf(active: Company[], allPlans: Plan[]) {
  const revenueByPlan = allPlans
    .map(({ id, name, status, price }) => {
      const subscribers = active.filter(({ planId }) => planId === id);
      const unbilled = subscribers.filter(({ isOwner }) => isOwner).length;
      const revenue = (subscribers.length - unbilled) * price;
      return { id, plan: name, tenants: subscribers.length, unbilled, revenue, isOffered: status === "Active" };
    })
    .filter(({ tenants: subscribers, isOffered }) => subscribers > 0 || isOffered)
    .sort((a, b) => b.revenue - a.revenue || b.tenants - a.tenants || a.plan.localeCompare(b.plan));
  return { revenue: revenueByPlan.reduce((sum, { revenue }) => sum + revenue, 0), revenueByPlan };
}

function trendOf(days: Bucket[], recent: ActivityCount[], top: { id: string; name: string }[]) {
  const mail = recent.filter(({ kind }) => mailKinds.includes(kind));
  const shown = top.slice(0, seriesCount);
  const isOther = ({ owner }: ActivityCount) => !shown.some(({ id }) => id === owner);
  const hasOthers = mail.some(isOther);
  return {
    series: [...shown.map(({ name }) => name), ...(hasOthers ? ["Others"] : [])],
    days: days.map(({ name: day }) => {
      const ofDay = mail.filter(({ bucket }) => bucket === day);
      const each = shown.map(({ id }) => sumOf(ofDay, mailKinds, { owner: id }));
      return { day, emails: hasOthers ? [...each, sumOf(ofDay.filter(isOther), mailKinds)] : each };
    }),
  };
}
