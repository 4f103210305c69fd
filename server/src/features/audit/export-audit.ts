// The audit log as a file: CSV for spreadsheets, or JSON. In batches, so that neither memory nor a transaction grows with its length.
import type { AuditExport } from "@intellibox/contract/endpoints/audit";
import { csvLine, csvStart } from "@intellibox/contract/rules/csv";
import { and, desc, eq, sql } from "#db/orm.ts";
import { auditRecords } from "#db/tables/audit-records.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import { audit } from "./audit.ts";
import { matchesAudit } from "./list-audit.ts";

const batchSize = 500;

export async function* exportAudit(scope: Scope, { format, ...filter }: AuditExport): AsyncGenerator<string> {
  const isCsv = format === "csv";
  yield isCsv ? csvStart + csvLine(columns.map(([title]) => title)) : "[";
  let last: Cursor | undefined;
  let isFirst = true;
  do {
    const rows = await readBatch(scope, filter, last);
    const lines = rows.map((row) =>
      isCsv ? csvLine(columns.map(([, cell]) => cell(row))) : JSON.stringify(asJson(row)),
    );
    if (lines.length > 0) yield isCsv ? lines.join("") : `${isFirst ? "" : ","}\n${lines.join(",\n")}`;
    isFirst &&= lines.length === 0;
    last = rows.length === batchSize ? rows.at(-1)?.cursor : undefined;
  } while (last && !scope.signal.aborted);
  if (!isCsv) yield "\n]\n";
}

/** Before the first line is sent: whoever takes the log away leaves a record, also if the download breaks off. */
export const recordExport = (scope: Scope, filter: AuditExport) =>
  scope.tx((tx) => audit(tx, scope, { action: "audit.exported", changes: { ...filter } }));

/** The moment is PostgreSQL's text, which has microseconds; a `Date` has milliseconds. */
type Cursor = { at: string; id: string };
type Row = Awaited<ReturnType<typeof readBatch>>[number];

const readBatch = (scope: Scope, filter: Omit<AuditExport, "format">, last: Cursor | undefined) =>
  scope.tx((tx) => {
    const isAfter = last && sql`(${auditRecords.at}, ${auditRecords.id}) < (${last.at}::timestamptz, ${last.id}::uuid)`;
    return tx
      .select({
        record: auditRecords,
        company: tenants.code,
        cursor: { at: sql<string>`${auditRecords.at}::text`, id: auditRecords.id },
      })
      .from(auditRecords)
      .innerJoin(tenants, eq(tenants.id, auditRecords.tenantId))
      .where(and(matchesAudit(filter), isAfter))
      .orderBy(desc(auditRecords.at), desc(auditRecords.id))
      .limit(batchSize);
  });

const asJson = ({ record, company }: Row) => ({
  ...{ id: record.id, at: record.at.toISOString(), company, action: record.action },
  actor: { id: record.actorId, name: record.actorName, email: record.actorEmail, role: record.actorRole },
  ...{ acting: record.acting, targetId: record.targetId, target: record.targetName, address: record.address },
  ...{ changes: record.changes, sequence: record.chainSeq, hash: record.chainHash },
});

type Column = [title: string, cell: (row: Row) => string | number | null];

const columns: Column[] = [
  ["Date", ({ record }) => record.at.toISOString()],
  ["Company", ({ company }) => company],
  ["User", ({ record }) => record.actorName],
  ["Email", ({ record }) => record.actorEmail],
  ["Role", ({ record }) => record.actorRole],
  ["Acting", ({ record }) => (record.acting ? "yes" : "no")],
  ["Action", ({ record }) => record.action],
  ["Target", ({ record }) => record.targetName],
  ["Target id", ({ record }) => record.targetId],
  ["Address", ({ record }) => record.address],
  ["Changes", ({ record }) => JSON.stringify(record.changes)],
  ["Sequence", ({ record }) => record.chainSeq],
  ["Hash", ({ record }) => record.chainHash],
];
