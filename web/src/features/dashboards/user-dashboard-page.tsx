import type { MyDashboard } from "@intellibox/contract/endpoints/dashboards";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { dateTime, grouped, shortMoment } from "#lib/format.ts";
import { Link } from "#lib/router/link.tsx";
import { myDashboardQuery } from "#api/dashboards.ts";
import { Bars } from "#components/chart/bars.tsx";
import { Chart } from "#components/chart/chart.tsx";
import { StatCard, StatRow } from "#components/chart/stat-card.tsx";
import { ExportCsv, type PlainColumn, PlainTable } from "#components/table/plain-table.tsx";
import { Skeleton } from "#components/ui/async-states.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { SectionPanel } from "#components/ui/section-panel.tsx";
import { Dashboard, NoActivity } from "./dashboard.tsx";
import { changeText, dayLabel, durationText, fasterText, linkTo, weekdayOf } from "./dashboard-text.ts";
import { sampleMyDashboard } from "./demo-data.ts";
import { FollowUps } from "./follow-ups.tsx";
import { MyRequests } from "./my-requests.tsx";

/** Loaded after the figures, which are there first. */
const Briefing = loadedLater(
  () => import("./briefing.tsx").then((m) => m.Briefing),
  <Skeleton className="appear-late h-96 rounded-panel" />,
);

export function UserDashboardPage() {
  const live = useQuery(myDashboardQuery);
  return (
    <Dashboard heading={() => t("This week")} live={live} sample={sampleMyDashboard}>
      {(data, isSample) => (
        <>
          {data.hasActivity ? <Week data={data} isSample={isSample} /> : <NothingYet />}
          {!isSample && <MyRequests />}
        </>
      )}
    </Dashboard>
  );
}

function Week({ data, isSample }: { data: MyDashboard; isSample: boolean }) {
  return (
    <>
      {!isSample && <Briefing />}
      <Figures data={data} />
      {!isSample && <FollowUps />}
      <Chart
        caption={t("Activity, last 7 days")}
        axis={t("Day")}
        height={300}
        series={[{ name: t("Emails") }, { name: t("AI replies") }]}
        points={data.days.map(({ day, emails, replies }, at) => ({
          label: dayLabel(data.days.length - at, weekdayOf(day)),
          values: [emails, replies],
          isPartial: at === data.days.length - 1,
        }))}
      />
      <div className="grid gap-5 lg:grid-cols-[1fr_2fr]">
        <SectionPanel title={t("AI usage")}>
          <Bars bars={usageBars(data)} />
        </SectionPanel>
        <RecentActivity rows={data.recent} isSample={isSample} />
      </div>
    </>
  );
}

function NothingYet() {
  return (
    <NoActivity
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link to="/inbox?tab=connections" className={buttonClass({ variant: "primary" })}>
            {t("Connect a mailbox")}
          </Link>
          <Link to="/compose" className={buttonClass({})}>
            {t("Write an email")}
          </Link>
        </div>
      }
    >
      {t("No activity yet. Your numbers appear here as soon as you receive or send email, or use AI.")}
    </NoActivity>
  );
}

function Figures({ data }: { data: MyDashboard }) {
  const { emails, replies, summaries, responseMinutes } = data;
  return (
    <StatRow>
      <StatCard label={t("Emails processed")} value={grouped(emails.value)} hint={changeText(emails, "week")} />
      <StatCard label={t("AI replies generated")} value={grouped(replies.value)} hint={changeText(replies, "week")} />
      <StatCard label={t("Summaries created")} value={grouped(summaries.value)} hint={changeText(summaries, "week")} />
      <StatCard
        label={t("Average response time")}
        value={responseMinutes.value === null ? "–" : durationText(responseMinutes.value)}
        hint={fasterText(responseMinutes)}
      />
    </StatRow>
  );
}

const usageBars = ({ usage }: MyDashboard) => [
  { name: t("Compose"), value: usage.compose, shown: grouped(usage.compose) },
  { name: t("Reply"), value: usage.reply, shown: grouped(usage.reply) },
  { name: t("Summarize"), value: usage.summarize, shown: grouped(usage.summarize) },
];

type Recent = MyDashboard["recent"][number];

const recentColumns = (isSample: boolean): PlainColumn<Recent>[] => [
  {
    label: t("Time"),
    text: ({ time }) => dateTime(time),
    cell: ({ time }) => (
      <time dateTime={time.toISOString()} title={dateTime(time)} className="whitespace-nowrap text-text-2">
        {shortMoment(time)}
      </time>
    ),
  },
  { label: t("Subject"), text: subjectOf, ...(!isSample && { cell: (row: Recent) => <ToRecent {...row} /> }) },
  { label: t("Action"), text: ({ action }) => actionNames[action] },
];

const actionNames: Record<Recent["action"], string> = {
  "Followed up": t("Followed up"),
  "Not sent": t("Not sent"),
  Replied: t("Replied"),
  Sent: t("Sent"),
  Summarized: t("Summarized"),
  "Waiting to be sent": t("Waiting to be sent"),
};

const subjectOf = ({ subject }: Recent) => subject || t("(no subject)");

const ToRecent = (row: Recent) => (
  <Link to={linkTo(row)} className="rounded-item text-accent-text hover:underline">
    {subjectOf(row)}
  </Link>
);

function RecentActivity({ rows, isSample }: { rows: Recent[]; isSample: boolean }) {
  const columns = recentColumns(isSample);
  return (
    <SectionPanel
      title={t("Recent activity")}
      actions={<ExportCsv name={t("Recent activity")} columns={columns} rows={rows} />}
    >
      {rows.length > 0 ? (
        <PlainTable label={t("Recent activity")} columns={columns} rows={rows} rowKey={({ id }) => id} />
      ) : (
        <p className="px-4 pb-5 text-sm text-text-2">{t("Mail you send and threads you summarize are listed here.")}</p>
      )}
    </SectionPanel>
  );
}
