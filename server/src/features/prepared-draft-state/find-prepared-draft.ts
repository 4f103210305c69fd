import type { PreparedDraft } from "@intellibox/contract/endpoints/prepared-drafts";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { Scope } from "#scope.ts";
import { waitsForAnswer } from "./waits-for-answer.ts";

type Row = { written: Omit<PreparedDraft, "writtenAt">; written_at: string };

/** The prepared draft of a message; null if there is none, or if the message waits for no answer any more. */
export async function findPreparedDraft(
  tx: Tx,
  { tenantId, user }: Pick<Scope, "tenantId" | "user">,
  id: string,
): Promise<PreparedDraft | null> {
  const { rows } = await tx.execute<Row>(sql`
    select p.written, p.written_at from prepared_drafts p
    join messages m on m.tenant_id = p.tenant_id and m.id = p.id
    where p.tenant_id = ${tenantId} and p.user_id = ${user.id} and p.id = ${id} and p.written_at is not null and ${waitsForAnswer}`);
  const [row] = rows;
  return row ? { ...row.written, writtenAt: new Date(row.written_at) } : null;
}
