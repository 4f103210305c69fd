import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#db/fence.ts";
import { outboxContents } from "#db/tables/outbox.ts";

/** The driver makes text of every value before it is bytes again: in one piece a large mail would hold everybody up meanwhile. */
const pieceBytes = 4 << 20;

/** A mail in the outbox as it travels; undefined where it is not kept any more. */
export async function readRaw(tx: Tx, { tenantId, id }: { tenantId: string; id: string }): Promise<Buffer | undefined> {
  const { raw } = outboxContents;
  const pieces: Buffer[] = [];
  for (let starts = 0, size = 1; starts < size; starts += pieceBytes) {
    const [row] = await tx
      .select({
        size: sql<number>`octet_length(${raw})`,
        // Less text than PostgreSQL's own way to write bytes, and sooner read.
        piece: sql<string>`encode(substring(${raw} from ${starts + 1}::int for ${pieceBytes}::int), 'base64')`,
      })
      .from(outboxContents)
      .where(and(eq(outboxContents.tenantId, tenantId), eq(outboxContents.id, id)));
    if (!row) return undefined;
    pieces.push(Buffer.from(row.piece, "base64"));
    size = row.size;
  }
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
}
