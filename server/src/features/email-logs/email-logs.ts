import type { QueryOf } from "@intellibox/contract/endpoint";
import type { emailLogs as calls, EmailLogFilter } from "@intellibox/contract/endpoints/email-logs";
import { periodBounds } from "@intellibox/contract/rules/period";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, gte, lt, sql } from "#db/orm.ts";
import { matchesAny, orderBy, pageBounds } from "#db/paging.ts";
import { firstOr } from "#db/rows.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";

const defaultLimit = 20;

export async function listEmailLogs(
  tx: Tx,
  { page, limit = defaultLimit, sort = "-sentAt", ...filter }: QueryOf<typeof calls.list>,
) {
  const where = matchesFilter(filter);
  const bounds = pageBounds({ page, limit });
  const rows = await selectLogs(tx)
    .where(where)
    .orderBy(...orderBy(sort, sortable, emailLogs.id))
    .limit(bounds.limit)
    .offset(bounds.offset);
  return { items: rows.map(presentLog), total: await tx.$count(emailLogs, where) };
}

export async function getEmailLog(tx: Tx, id: string) {
  const row = firstOr(await selectLogs(tx).where(eq(emailLogs.id, id)), notFound(t("Email not found")));
  const { tenantId, userId } = row.log;
  const sentBy = userId
    ? await tx
        .select({ name: users.name, email: users.email })
        .from(users)
        .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
    : [];
  return { ...presentLog(row), sentBy: sentBy[0] ?? null };
}

export function matchesFilter({ q, provider, status, start, end }: EmailLogFilter) {
  const { from, before } = periodBounds({ start, end });
  const { sender, subject, messageId } = emailLogs;
  return and(
    q
      ? sql`(${matchesAny([sender, subject, messageId, sql`array_to_string(${emailLogs.recipients}, ' ')`], q)})`
      : undefined,
    provider && eq(emailLogs.provider, provider),
    status && eq(emailLogs.status, status),
    from && gte(emailLogs.moment, from),
    before && lt(emailLogs.moment, before),
  );
}

export const logColumns = { log: emailLogs, tenant: { code: tenants.code, name: tenants.name } };

const selectLogs = (tx: Tx) =>
  tx.select(logColumns).from(emailLogs).innerJoin(tenants, eq(tenants.id, emailLogs.tenantId));

const sortable = {
  sentAt: emailLogs.moment,
  tenant: tenants.name,
  from: emailLogs.sender,
  to: sql`${emailLogs.recipients}[1]`,
  subject: emailLogs.subject,
  provider: emailLogs.provider,
  status: emailLogs.status,
  opens: emailLogs.opens,
  clicks: emailLogs.clicks,
};

export type EmailLogRow = Awaited<ReturnType<typeof selectLogs>>[number];

const presentLog = ({ log: { sender, recipients, ...log }, tenant }: EmailLogRow) => ({
  ...log,
  tenant,
  from: sender,
  to: recipients,
});
