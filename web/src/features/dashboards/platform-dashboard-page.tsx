import type { PlatformDashboard } from "@intellibox/contract/endpoints/dashboards";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { dayMonthYear, grouped, rupees } from "#lib/format.ts";
import { Link } from "#lib/router/link.tsx";
import { platformDashboardQuery } from "#api/dashboards.ts";
import { Bars } from "#components/chart/bars.tsx";
import { Chart } from "#components/chart/chart.tsx";
import { StatCard, StatRow } from "#components/chart/stat-card.tsx";
import { ExportCsv, type PlainColumn, PlainTable } from "#components/table/plain-table.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { SectionPanel } from "#components/ui/section-panel.tsx";
import { Dashboard, ForRole, NoActivity } from "./dashboard.tsx";
import { changeText, dayLabel, dayOf, uptimeText } from "./dashboard-text.ts";
import { samplePlatformDashboard } from "./demo-data.ts";

export function PlatformDashboardPage() {
  return (
    <ForRole access="super-admin">
      <Platform />
    </ForRole>
  );
}

function Platform() {
  const live = useQuery(platformDashboardQuery);
  return (
    <Dashboard heading={() => t("All companies, last 30 days")} live={live} sample={samplePlatformDashboard}>
      {(data) => (
        <>
          <Figures data={data} />
          {data.hasActivity ? (
            <Chart
              caption={t("Usage by company, last 30 days")}
              axis={t("Day")}
              height={340}
              series={data.series.map((name) => ({ name }))}
              points={data.days.map(({ day, emails }, at) => ({
                label: dayLabel(data.days.length - at, dayOf(day)),
                values: emails,
                isPartial: at === data.days.length - 1,
              }))}
            />
          ) : (
            <NoActivity
              action={
                <Link to="/tenants" className={buttonClass({ variant: "primary" })}>
                  {t("Add a company")}
                </Link>
              }
            >
              {t("No email yet. The trend appears here as soon as a company receives or sends email.")}
            </NoActivity>
          )}
          <div className="grid gap-5 lg:grid-cols-[2fr_3fr]">
            <Revenue rows={data.revenueByPlan} />
            <TopTenants rows={data.topTenants} />
          </div>
        </>
      )}
    </Dashboard>
  );
}

function Figures({ data }: { data: PlatformDashboard }) {
  const { activeTenants, allTenants, emails, uptime, revenue } = data;
  return (
    <StatRow>
      <StatCard
        label={t("Active companies")}
        value={grouped(activeTenants)}
        hint={t("of {allTenants} companies", { allTenants: grouped(allTenants) })}
      />
      <StatCard
        label={t("Emails processed, 30 days")}
        value={grouped(emails.value)}
        hint={changeText(emails, "month")}
      />
      <StatCard
        label={t("Uptime")}
        value={uptime ? uptimeText(uptime.percent) : "–"}
        hint={uptime ? t("since {since}", { since: dayMonthYear(uptime.since) }) : t("Measured since the first start")}
      />
      <StatCard
        label={t("Projected monthly revenue")}
        value={rupees(revenue)}
        hint={t("from active companies' plans")}
      />
    </StatRow>
  );
}

type PlanRevenue = PlatformDashboard["revenueByPlan"][number];

const revenueColumns: PlainColumn<PlanRevenue>[] = [
  { label: t("Plan"), text: ({ plan }) => plan },
  { label: t("Companies"), text: ({ tenants }) => tenants },
  { label: t("Revenue per month (₹)"), text: ({ revenue }) => revenue },
];

function Revenue({ rows }: { rows: PlanRevenue[] }) {
  const bars = rows.map(({ id, plan, tenants, unbilled, revenue }) => ({
    id,
    name: plan,
    value: revenue,
    shown: rupees(revenue),
    hint:
      unbilled > 0
        ? t("{tenants, plural, one {# company} other {# companies}}, {unbilled} not billed", { tenants, unbilled })
        : t("{tenants, plural, one {# company} other {# companies}}", { tenants }),
  }));
  return (
    <SectionPanel
      title={t("Revenue by plan")}
      actions={<ExportCsv name={t("Revenue by plan")} columns={revenueColumns} rows={rows} />}
    >
      {bars.length > 0 ? <Bars bars={bars} /> : <p className="px-4 pb-5 text-sm text-text-2">{t("No plans yet.")}</p>}
    </SectionPanel>
  );
}

type TopTenant = PlatformDashboard["topTenants"][number];

const topColumns: PlainColumn<TopTenant>[] = [
  { label: t("Company"), text: ({ name }) => name },
  {
    label: t("Usage"),
    align: "end",
    text: ({ usage }) => usage,
    cell: ({ usage }) => t("{usage} emails", { usage: grouped(usage) }),
  },
  { label: t("Plan"), text: ({ plan }) => plan },
];

function TopTenants({ rows }: { rows: TopTenant[] }) {
  return (
    <SectionPanel
      title={t("Top companies by usage")}
      actions={<ExportCsv name={t("Top companies by usage")} columns={topColumns} rows={rows} />}
    >
      {rows.length > 0 ? (
        <PlainTable label={t("Top companies by usage")} columns={topColumns} rows={rows} rowKey={({ id }) => id} />
      ) : (
        <p className="px-4 pb-5 text-sm text-text-2">
          {t("No company has sent or received mail in the last 30 days.")}
        </p>
      )}
    </SectionPanel>
  );
}
