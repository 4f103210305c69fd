// How much of a mailbox is stored here, and how much of its attachments is on its server only.
import type { Tx } from "#db/fence.ts";
import { and, eq, isNull, sql } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope, World } from "#scope.ts";
import type { MailboxRow } from "./mailbox-key.ts";

type Storage = { storageBytes: number; leftBytes: number };
type StorageSum = Storage & { messageCount: number; until: number };
const openStorageSums = () => new Map<string, StorageSum>();
const maxSums = 1_000;
const keptMs = 60_000;

/** Adding up 100,000 sizes takes about 60 ms, and the page asks after every change: a sum is kept for a minute or until mail comes. */
export async function storageOf(tx: Tx, scope: Scope, { tenantId, id, messageCount }: MailboxRow): Promise<Storage> {
  const sums = scope.once(openStorageSums);
  const now = scope.now().getTime();
  const known = sums.get(id);
  if (known && known.messageCount === messageCount && known.until > now)
    return { storageBytes: known.storageBytes, leftBytes: known.leftBytes };
  // A message that its server has no more is hidden, and its attachments cannot be fetched.
  const isOfMailbox = and(eq(messages.tenantId, tenantId), eq(messages.mailboxId, id), isNull(messages.goneAt));
  const size = sql<string>`coalesce(sum(${messages.size}), 0)`;
  const left = sql<string>`coalesce(sum(${messages.leftBytes}), 0)`;
  const [sum] = await tx.select({ size, left }).from(messages).where(isOfMailbox);
  const leftBytes = Number(sum?.left ?? 0);
  const storage = { storageBytes: Number(sum?.size ?? 0) - leftBytes, leftBytes };
  if (sums.size >= maxSums) sums.clear();
  sums.set(id, { ...storage, messageCount, until: now + keptMs });
  return storage;
}

/** Attachments were fetched, so that the mailbox's sum is another. */
export const forgetStorage = ({ once }: Pick<World, "once">, mailboxId: string) =>
  void once(openStorageSums).delete(mailboxId);
