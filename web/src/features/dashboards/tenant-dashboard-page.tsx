import type { TenantDashboard } from "@intellibox/contract/endpoints/dashboards";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { grouped } from "#lib/format.ts";
import { Link } from "#lib/router/link.tsx";
import { tenantDashboardQuery } from "#api/dashboards.ts";
import { Chart } from "#components/chart/chart.tsx";
import { StatCard, StatRow } from "#components/chart/stat-card.tsx";
import { ExportCsv, type PlainColumn, PlainTable } from "#components/table/plain-table.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { SectionPanel } from "#components/ui/section-panel.tsx";
import { Dashboard, ForRole, NoActivity } from "./dashboard.tsx";
import { changeText, leftText, monthLabel, monthOf, shareText } from "./dashboard-text.ts";
import { sampleTenantDashboard } from "./demo-data.ts";
import { Requests } from "./requests.tsx";

export function TenantDashboardPage() {
  return (
    <ForRole access="admin">
      <Company />
    </ForRole>
  );
}

function Company() {
  const live = useQuery(tenantDashboardQuery);
  return (
    <Dashboard
      heading={(data) => (data ? t("{company}, last 30 days", { company: data.company }) : t("Last 30 days"))}
      live={live}
      sample={sampleTenantDashboard}
    >
      {(data, isSample) => (
        <>
          <Figures data={data} />
          {data.hasActivity ? (
            <Chart
              caption={t("Usage, last 6 months")}
              axis={t("Month")}
              height={320}
              series={[{ name: t("Emails") }, { name: t("AI requests") }]}
              points={data.months.map(({ month, emails, ai }, at) => ({
                label: monthLabel(data.months.length - at, monthOf(month)),
                values: [emails, ai],
                isPartial: at === data.months.length - 1,
              }))}
            />
          ) : (
            <NoActivity
              action={
                <Link to="/settings" className={buttonClass({ variant: "primary" })}>
                  {t("Invite people")}
                </Link>
              }
            >
              {t("No email yet. The trend appears here as soon as someone in the company receives or sends email.")}
            </NoActivity>
          )}
          <div className="grid items-start gap-5 lg:grid-cols-[2fr_3fr]">
            <TopUsers rows={data.topUsers} />
            <Requests rows={data.requests} isSample={isSample} />
          </div>
        </>
      )}
    </Dashboard>
  );
}

function Figures({ data }: { data: TenantDashboard }) {
  const { emails, activeUsers, allUsers, aiUsers, quota } = data;
  const isLimited = quota.limit >= 0;
  const left = Math.max(0, quota.limit - quota.used);
  return (
    <StatRow>
      <StatCard label={t("Total emails")} value={grouped(emails.value)} hint={changeText(emails, "month")} />
      <StatCard
        label={t("Active users")}
        value={grouped(activeUsers)}
        hint={t("of {allUsers} accounts", { allUsers: grouped(allUsers) })}
      />
      <StatCard
        label={t("AI usage")}
        value={shareText(aiUsers, activeUsers)}
        hint={t("{aiUsers} of {activeUsers} people used AI", {
          aiUsers: grouped(aiUsers),
          activeUsers: grouped(activeUsers),
        })}
      />
      <StatCard
        label={t("Quota remaining")}
        value={isLimited ? leftText(left, quota.limit) : t("Unlimited")}
        hint={
          isLimited
            ? t("{left} of {limit} emails this month", { left: grouped(left), limit: grouped(quota.limit) })
            : t("{used} emails this month", { used: grouped(quota.used) })
        }
      />
    </StatRow>
  );
}

type TopUser = TenantDashboard["topUsers"][number];

const topColumns: PlainColumn<TopUser>[] = [
  { label: t("User"), text: ({ name }) => name },
  { label: t("Emails"), align: "end", text: ({ emails }) => emails, cell: ({ emails }) => grouped(emails) },
  { label: t("AI requests"), align: "end", text: ({ ai }) => ai, cell: ({ ai }) => grouped(ai) },
];

function TopUsers({ rows }: { rows: TopUser[] }) {
  return (
    <SectionPanel title={t("Top users")} actions={<ExportCsv name={t("Top users")} columns={topColumns} rows={rows} />}>
      {rows.length > 0 ? (
        <PlainTable label={t("Top users")} columns={topColumns} rows={rows} rowKey={({ id }) => id} />
      ) : (
        <p className="px-4 pb-5 text-sm text-text-2">{t("Nobody has sent or received mail in the last 30 days.")}</p>
      )}
    </SectionPanel>
  );
}
