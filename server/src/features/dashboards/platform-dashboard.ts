import type { PlatformDashboard } from "@intellibox/contract/endpoints/dashboards";
import { eq } from "drizzle-orm";
import type { Tx } from "#db/fence.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import { type Count, countActivity, hasActivity, mailKinds, sumOf } from "./counts.ts";
import { measureUptime } from "./heartbeat.ts";
import { type Bucket, lastDays, together } from "./periods.ts";

const dayCount = 30;
const topCount = 5;
/** A chart has at most four lines: these, and all others together. */
const seriesCount = 3;

export function platformDashboard(scope: Scope, timeZone: string): Promise<PlatformDashboard> {
  const now = scope.now();
  const days = lastDays(dayCount, { now, timeZone });
  const before = together("before", lastDays(dayCount, { now, timeZone, ago: dayCount }));
  return scope.tx(async (tx) => {
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
  });
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

const topOf = (companies: Company[], recent: Count[]) => {
  const usages = new Map<string, number>();
  for (const { owner, kind, amount } of recent)
    if (mailKinds.includes(kind)) usages.set(owner, (usages.get(owner) ?? 0) + amount);
  return companies
    .map((company) => ({ ...company, usage: usages.get(company.id) ?? 0 }))
    .filter(({ usage }) => usage > 0)
    .sort((a, b) => b.usage - a.usage || a.name.localeCompare(b.name));
};

/** Every plan on offer, and those no longer offered that somebody still pays for. The owner's company pays nobody. */
function revenueOf(active: Company[], allPlans: Plan[]) {
  const revenueByPlan = allPlans
    .map(({ id, name, status, price }) => {
      const takers = active.filter(({ planId }) => planId === id);
      const unbilled = takers.filter(({ isOwner }) => isOwner).length;
      const revenue = (takers.length - unbilled) * price;
      return { id, plan: name, tenants: takers.length, unbilled, revenue, isOffered: status === "Active" };
    })
    .filter(({ tenants: takers, isOffered }) => takers > 0 || isOffered)
    .sort((a, b) => b.revenue - a.revenue || b.tenants - a.tenants || a.plan.localeCompare(b.plan));
  return { revenue: revenueByPlan.reduce((sum, { revenue }) => sum + revenue, 0), revenueByPlan };
}

function trendOf(days: Bucket[], recent: Count[], top: { id: string; name: string }[]) {
  const mail = recent.filter(({ kind }) => mailKinds.includes(kind));
  const shown = top.slice(0, seriesCount);
  const isOther = ({ owner }: Count) => !shown.some(({ id }) => id === owner);
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
