import type { EmailLogFilter } from "@intellibox/contract/endpoints/email-logs";
import { csvLine, csvStart } from "@intellibox/contract/rules/csv";
import { and, desc, eq, sql } from "#db/orm.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import { type EmailLogRow, logColumns, matchesFilter } from "./email-logs.ts";

const batchSize = 500;

/** Streams the log as CSV, newest first, in batches, so that neither memory nor a transaction grows with its length. */
export async function* exportEmailLogs(scope: Scope, filter: EmailLogFilter): AsyncGenerator<string> {
  const withTenant = scope.user.role === "SUPER_ADMIN";
  yield csvStart + csvLine(columns(withTenant).map(([title]) => title));

  let last: Cursor | undefined;
  do {
    const rows = await readBatch(scope, filter, last);
    if (rows.length > 0) yield rows.map((row) => csvLine(columns(withTenant).map(([, cell]) => cell(row)))).join("");
    last = rows.length === batchSize ? rows.at(-1)?.cursor : undefined;
  } while (last && !scope.signal.aborted);
}

/** The last row of a batch. The moment is PostgreSQL's text, which has microseconds; a `Date` has milliseconds. */
type Cursor = { moment: string; id: string };

/** Continues after the cursor, so that mail sent meanwhile neither repeats nor hides a line. */
const readBatch = (scope: Scope, filter: EmailLogFilter, last: Cursor | undefined) =>
  scope.tx((tx) => {
    const isAfterCursor =
      last && sql`(${emailLogs.moment}, ${emailLogs.id}) < (${last.moment}::timestamptz, ${last.id}::uuid)`;
    return tx
      .select({ ...logColumns, cursor: { moment: sql<string>`${emailLogs.moment}::text`, id: emailLogs.id } })
      .from(emailLogs)
      .innerJoin(tenants, eq(tenants.id, emailLogs.tenantId))
      .where(and(matchesFilter(filter), isAfterCursor))
      .orderBy(desc(emailLogs.moment), desc(emailLogs.id))
      .limit(batchSize);
  });

type Column = [title: string, cell: (row: EmailLogRow) => string | number | null];

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
