import type { EmailLogFilter } from "@intellibox/contract/endpoints/email-logs";
import { csvLine, csvStart } from "@intellibox/contract/rules/csv";
import { and, desc, eq, sql } from "drizzle-orm";
import { emailLogs } from "#db/tables/email-logs.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import { type FoundLog, logColumns, matching } from "./email-logs.ts";

const batch = 500;

/** The whole log as CSV, newest first, a batch at a time: neither memory nor a transaction grows with it. */
export async function* exportEmailLogs(scope: Scope, filter: EmailLogFilter): AsyncGenerator<string> {
  const withTenant = scope.user.role === "SUPER_ADMIN";
  yield csvStart + csvLine(columns(withTenant).map(([title]) => title));

  let last: Mark | undefined;
  do {
    const rows = await readBatch(scope, filter, last);
    if (rows.length > 0) yield rows.map((row) => csvLine(columns(withTenant).map(([, cell]) => cell(row)))).join("");
    last = rows.length === batch ? rows.at(-1)?.mark : undefined;
  } while (last && !scope.signal.aborted);
}

/** Where a batch ended. The moment as the database writes it: a `Date` has milliseconds, the database microseconds. */
type Mark = { moment: string; id: string };

/** Continues where the last batch ended, so that mail sent meanwhile neither doubles a line nor hides one. */
const readBatch = (scope: Scope, filter: EmailLogFilter, last: Mark | undefined) =>
  scope.tx((tx) => {
    const further =
      last && sql`(${emailLogs.moment}, ${emailLogs.id}) < (${last.moment}::timestamptz, ${last.id}::uuid)`;
    return tx
      .select({ ...logColumns, mark: { moment: sql<string>`${emailLogs.moment}::text`, id: emailLogs.id } })
      .from(emailLogs)
      .innerJoin(tenants, eq(tenants.id, emailLogs.tenantId))
      .where(and(matching(filter), further))
      .orderBy(desc(emailLogs.moment), desc(emailLogs.id))
      .limit(batch);
  });

type Column = [title: string, cell: (row: FoundLog) => string | number | null];

const columns = (withTenant: boolean): Column[] => [
  ["Date", ({ log }) => log.moment.toISOString()],
  ...(withTenant ? [["Company", ({ tenant }) => tenant.name] satisfies Column] : []),
  ["From", ({ log }) => log.sender],
  ["To", ({ log }) => log.recipients.join(", ")],
  ["Subject", ({ log }) => log.subject],
  ["Provider", ({ log }) => log.provider],
  ["Status", ({ log }) => log.status],
  ["Opens", ({ log }) => log.opens],
  ["Clicks", ({ log }) => log.clicks],
  ["Error", ({ log }) => log.error],
  ["Note", ({ log }) => log.note],
];
