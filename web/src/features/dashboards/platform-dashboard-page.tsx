import type { PlatformDashboard } from "@intellibox/contract/endpoints/dashboards";
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
    <Dashboard heading={() => "All companies, last 30 days"} live={live} sample={samplePlatformDashboard}>
      {(data) => (
        <>
          <Figures data={data} />
          {data.hasActivity ? (
            <Chart
              caption="Usage by company, last 30 days"
              axis="Day"
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
                  Add a company
                </Link>
              }
            >
              No email yet. The trend appears here as soon as a company receives or sends email.
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
      <StatCard label="Active companies" value={grouped(activeTenants)} hint={`of ${grouped(allTenants)} companies`} />
      <StatCard label="Emails processed, 30 days" value={grouped(emails.value)} hint={changeText(emails, "month")} />
      <StatCard
        label="Uptime"
        value={uptime ? uptimeText(uptime.percent) : "–"}
        hint={uptime ? `since ${dayMonthYear(uptime.since)}` : "Measured since the first start"}
      />
      <StatCard label="Projected monthly revenue" value={rupees(revenue)} hint="from active companies' plans" />
    </StatRow>
  );
}

type PlanRevenue = PlatformDashboard["revenueByPlan"][number];

const revenueColumns: PlainColumn<PlanRevenue>[] = [
  { label: "Plan", text: ({ plan }) => plan },
  { label: "Companies", text: ({ tenants }) => tenants },
  { label: "Revenue per month (₹)", text: ({ revenue }) => revenue },
];

function Revenue({ rows }: { rows: PlanRevenue[] }) {
  const bars = rows.map(({ id, plan, tenants, unbilled, revenue }) => ({
    id,
    name: plan,
    value: revenue,
    shown: rupees(revenue),
    hint: `${tenants === 1 ? "1 company" : `${grouped(tenants)} companies`}${unbilled > 0 ? `, ${grouped(unbilled)} not billed` : ""}`,
  }));
  return (
    <SectionPanel
      title="Revenue by plan"
      actions={<ExportCsv name="Revenue by plan" columns={revenueColumns} rows={rows} />}
    >
      {bars.length > 0 ? <Bars bars={bars} /> : <p className="px-4 pb-5 text-sm text-text-2">No plans yet.</p>}
    </SectionPanel>
  );
}

type TopTenant = PlatformDashboard["topTenants"][number];

const topColumns: PlainColumn<TopTenant>[] = [
  { label: "Company", text: ({ name }) => name },
  { label: "Usage", align: "end", text: ({ usage }) => usage, cell: ({ usage }) => `${grouped(usage)} emails` },
  { label: "Plan", text: ({ plan }) => plan },
];

function TopTenants({ rows }: { rows: TopTenant[] }) {
  return (
    <SectionPanel
      title="Top companies by usage"
      actions={<ExportCsv name="Top companies by usage" columns={topColumns} rows={rows} />}
    >
      {rows.length > 0 ? (
        <PlainTable label="Top companies by usage" columns={topColumns} rows={rows} rowKey={({ id }) => id} />
      ) : (
        <p className="px-4 pb-5 text-sm text-text-2">No company has sent or received mail in the last 30 days.</p>
      )}
    </SectionPanel>
  );
}
