import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";

export type MailboxRow = typeof mailboxes.$inferSelect;
/** Which mailbox, and whose. */
export type MailboxKey = { tenantId: string; userId: string; id: string };

export const isMailbox = ({ tenantId, userId, id }: MailboxKey) =>
  and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, userId), eq(mailboxes.id, id));

/** Undefined if it was disconnected. With `lock`, its row is locked until the transaction ends. */
export async function findMailbox(tx: Tx, key: MailboxKey, { lock = false } = {}): Promise<MailboxRow | undefined> {
  const rows = tx.select().from(mailboxes).where(isMailbox(key));
  const [row] = await (lock ? rows.for("update") : rows);
  return row;
}
