import { t } from "@intellibox/contract/text/t";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { MergeRow } from "./merges.ts";

/** So many mails in a row that the server did not take pause the run. */
export const refusalsToPause = 10;

/** Why the run has to pause: the last mails were all refused or put off. Undefined if the server takes mail. */
export async function refusalOfServer(tx: Tx, { tenantId, id, watchedFrom }: MergeRow): Promise<string | undefined> {
  const { rows } = await tx.execute<{ error: string | null }>(sql`
    select o.error from mail_merge_recipients r
    join outbox o on o.tenant_id = r.tenant_id and o.id = r.log_id
    where r.tenant_id = ${tenantId} and r.merge_id = ${id} and r.position >= ${watchedFrom} and r.state = 'accepted'
      and (o.phase in ('sent', 'failed') or o.error is not null)
    order by r.position desc limit ${refusalsToPause}`);
  if (rows.length < refusalsToPause || rows.some(({ error }) => !error)) return undefined;
  return t("The mail server did not take the last {count} mails. It said: {error}", {
    count: String(refusalsToPause),
    error: rows[0]?.error ?? "",
  });
}
