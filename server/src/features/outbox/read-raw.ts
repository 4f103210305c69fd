import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { outboxContents } from "#db/tables/outbox.ts";

/** pg decodes each value on the main thread. In one piece, a large mail would block all other requests meanwhile. */
const pieceBytes = 4 << 20;

/** The content of a mail in the outbox; undefined if it was deleted after sending. */
export async function readRaw(tx: Tx, { tenantId, id }: { tenantId: string; id: string }): Promise<Buffer | undefined> {
  const { raw } = outboxContents;
  const pieces: Buffer[] = [];
  for (let starts = 0, size = 1; starts < size; starts += pieceBytes) {
    const [row] = await tx
      .select({
        size: sql<number>`octet_length(${raw})`,
        // Shorter than bytea's hex output, and decoded faster.
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
