import type { MyDashboard } from "@intellibox/contract/endpoints/dashboards";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, sql } from "#db/orm.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { summaries } from "#db/tables/summaries.ts";
import type { Scope } from "#scope.ts";
import { type ActivityKind, countActivity, hasActivity, mailKinds, sumOf } from "./counts.ts";
import { type Bucket, lastDays, mergeBuckets } from "./periods.ts";

const weekDays = 7;
const recentCount = 8;
/** Enough answers for an average. The search for the mail that each one answers is the slowest part of the dashboard. */
const maxAnswers = 200;

export function myDashboard(scope: Scope, timeZone: string): Promise<MyDashboard> {
  const { user } = scope;
  const now = scope.now();
  const days = lastDays(weekDays, { now, timeZone });
  const before = mergeBuckets("before", lastDays(weekDays, { now, timeZone, ago: weekDays }));
  return scope.tx(
    async (tx) => {
      const owned = { userId: user.id };
      const counts = await countActivity(tx, [...days, before], owned);
      const inWeek = counts.filter(({ bucket }) => bucket !== "before");
      const figure = (kinds: ActivityKind[]) => ({
        value: sumOf(inWeek, kinds),
        before: sumOf(counts, kinds, { bucket: "before" }),
      });
      return {
        hasActivity: await hasActivity(tx, owned),
        emails: figure(mailKinds),
        replies: figure(["reply"]),
        summaries: figure(["summarize"]),
        responseMinutes: {
          value: await responseMinutes(tx, user.id, mergeBuckets("week", days)),
          before: await responseMinutes(tx, user.id, before),
        },
        days: days.map(({ name }) => ({
          day: name,
          emails: sumOf(counts, mailKinds, { bucket: name }),
          replies: sumOf(counts, ["reply"], { bucket: name }),
        })),
        usage: {
          compose: sumOf(inWeek, ["compose", "subject", "rewrite"]),
          reply: sumOf(inWeek, ["reply"]),
          summarize: sumOf(inWeek, ["summarize", "tasks"]),
        },
        recent: await recentActivity(tx, scope),
      };
    },
    { mayLag: true },
  );
}

/** The average time from the newest received mail of a thread to the answer that follows it. */
async function responseMinutes(tx: Tx, userId: string, { starts, ends }: Bucket) {
  const { rows } = await tx.execute<{ minutes: number | null }>(sql`
    select avg(extract(epoch from answer.date - question.date) / 60)::float8 as minutes
    from (
      select thread_id, date from messages
      where user_id = ${userId} and folder = 'sent' and date >= ${starts} and date < ${ends}
      order by date desc limit ${maxAnswers}
    ) answer
    join lateral (
      select m.date, m.folder from messages m
      where m.user_id = ${userId} and m.thread_id = answer.thread_id and m.date < answer.date
      order by m.date desc limit 1
    ) question on question.folder <> 'sent'`);
  return rows[0]?.minutes ?? null;
}

async function recentActivity(tx: Tx, { user, tenantId }: Scope): Promise<MyDashboard["recent"]> {
  const mail = await tx
    .select({
      id: emailLogs.id,
      time: emailLogs.moment,
      subject: emailLogs.subject,
      kind: emailLogs.kind,
      status: emailLogs.status,
    })
    .from(emailLogs)
    .where(and(eq(emailLogs.tenantId, tenantId), eq(emailLogs.userId, user.id)))
    .orderBy(desc(emailLogs.createdAt))
    .limit(recentCount);
  const summarized = await tx
    .select({ id: summaries.id, time: summaries.createdAt, subject: summaries.title })
    .from(summaries)
    .where(eq(summaries.userId, user.id))
    .orderBy(desc(summaries.createdAt))
    .limit(recentCount);
  return [
    ...mail
      .filter(({ kind }) => kind !== "test")
      .map(({ kind, status, ...row }) => ({ ...row, action: actionOf(kind, status) })),
    ...summarized.map((row) => ({ ...row, action: "Summarized" as const })),
  ]
    .sort((a, b) => b.time.getTime() - a.time.getTime())
    .slice(0, recentCount);
}

type Log = typeof emailLogs.$inferSelect;

function actionOf(kind: Log["kind"], status: Log["status"]) {
  if (status === "queued") return "Waiting to be sent" as const;
  if (status === "failed") return "Not sent" as const;
  return kind === "reply" ? ("Replied" as const) : kind === "follow-up" ? ("Followed up" as const) : ("Sent" as const);
}
