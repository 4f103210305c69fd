// Fetches the attachments that were left on a mailbox's server, once its owner wants them with the mail.
import { isStorageFull } from "#lib/faults.ts";
import { publish } from "#db/events.ts";
import { fencedTransaction } from "#db/fence.ts";
import { and, desc, eq, gt, isNull, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import { type Mailbox, MailboxError } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import { fetchLeftJob, onePer } from "#features/mailboxes/fetch-left-job.ts";
import { findMailbox, isMailbox, type MailboxKey, type MailboxRow } from "#features/mailboxes/mailbox-key.ts";
import { withMailbox } from "#features/mailboxes/open-mailboxes.ts";
import { keepWhole, leftMail } from "./whole-mail.ts";

/** A run gives way to other mailboxes after this time. The next one goes on with what is left. */
const turnMs = 60_000;

/** Newest first. Each message is committed alone, so that a process that dies loses one fetch at most. */
export async function fetchLeft(world: World, key: MailboxKey): Promise<void> {
  const row = await fencedTransaction(world.db, key, (tx) => findMailbox(tx, key));
  if (!row || row.leavesFiles || row.isPaused || !(await nextOf(world, key))) return;
  try {
    const isDone = await withMailbox(world, row, (mailbox) => fetchAll(world, key, mailbox));
    await noteOutcome(world, key, null);
    if (!isDone)
      await fencedTransaction(world.db, key, (tx) => world.queue.enqueue(tx, fetchLeftJob, key, onePer(key.id)));
  } catch (error) {
    const isFull = isStorageFull(error);
    if (!isFull && !(error instanceof MailboxError)) throw error;
    // The next sync enqueues this job again. It meets a fault of the mailbox's server, too, and shows it, but not always a full disk.
    if (isFull) await noteOutcome(world, key, "full");
    const fault = error instanceof MailboxError ? error.fault : "full";
    world.log.info({ mailbox: key.id, fault }, "attachments could not be fetched");
  }
}

/** Stores why a run ended early, and has the owner's pages read the new sizes. */
const noteOutcome = (world: World, key: MailboxKey, leftFault: MailboxRow["leftFault"]) =>
  fencedTransaction(world.db, key, async (tx) => {
    await tx.update(mailboxes).set({ leftFault }).where(isMailbox(key));
    await publish(tx, key, { kind: "mailboxes", data: { mailbox: key.id } });
  });

/** Whether everything that can be fetched is here. */
async function fetchAll(world: World, key: MailboxKey, mailbox: Mailbox): Promise<boolean> {
  const ends = performance.now() + turnMs;
  let missing: string | undefined;
  for (;;) {
    const mail = await nextOf(world, key, missing);
    if (!mail) return true;
    try {
      await keepWhole(world, key, mailbox, mail);
    } catch (error) {
      // One that the server has no more, or not under this id, does not stop the others.
      if (!(error instanceof MailboxError) || !["gone", "stale", "too_large"].includes(error.fault)) throw error;
      missing = mail.id;
    }
    if (world.stopping.aborted || performance.now() > ends) return false;
  }
}

/** The newest, or the next older than `missing`. */
async function nextOf(world: World, key: MailboxKey, missing?: string) {
  const { tenantId, id } = key;
  return fencedTransaction(world.db, key, async (tx) => {
    // The owner may have changed the setting back, or paused the mailbox.
    const row = await findMailbox(tx, key);
    if (!row || row.leavesFiles || row.isPaused) return undefined;
    const [mail] = await leftMail(tx)
      .where(
        and(
          eq(messages.tenantId, tenantId),
          eq(messages.mailboxId, id),
          gt(messages.leftBytes, 0),
          isNull(messages.goneAt),
          isNull(messages.removeAt),
          missing === undefined ? undefined : isOlderThan(tenantId, missing),
        ),
      )
      .orderBy(desc(messages.date), desc(messages.id))
      .limit(1);
    return mail;
  });
}

const isOlderThan = (tenantId: string, id: string) =>
  sql`(${messages.date}, ${messages.id}) < (select m.date, m.id from messages m where m.tenant_id = ${tenantId} and m.id = ${id})`;
