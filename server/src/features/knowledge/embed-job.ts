import { z } from "zod";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import type { Scope } from "#scope.ts";

/** Makes vectors for one company after a change, and every minute for all. */
export const embedPiecesJob = job("knowledge.embed", z.object({ tenantId: z.uuid() }).partial(), {
  // At most one job waits for a company. The rows say what is due.
  ...{ policy: "short", retryLimit: 0, expireInSeconds: 3600 },
});

/** Enqueues the job if the company has an embedding model. */
export async function wakeEmbedding(tx: Tx, tenantId: string, enqueue: Scope["enqueue"]) {
  const { rows } = await tx.execute(sql`
    select from ai_settings where tenant_id = ${tenantId} and embedding_model <> ''
    union all select from ai_choices where tenant_id = ${tenantId} and embedding_model <> ''`);
  if (rows.length > 0) await enqueue(tx, embedPiecesJob, { tenantId }, { singletonKey: tenantId });
}
