// Fetches the attachments that were left on a mailbox's server, once its owner wants them with the mail.
import { fencedTransaction } from "#db/fence.ts";
import { and, desc, eq, gt, isNull, sql } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import { type Mailbox, MailboxError } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import { fetchLeftJob, onePer } from "#features/mailboxes/fetch-left-job.ts";
import { findMailbox, type MailboxKey } from "#features/mailboxes/mailbox-key.ts";
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
    if (!isDone)
      await fencedTransaction(world.db, key, (tx) => world.queue.enqueue(tx, fetchLeftJob, key, onePer(key.id)));
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    // The mailbox's sync meets the same fault, shows it, and enqueues this job when the server is back.
    world.log.info({ mailbox: key.id, fault: error.fault }, "attachments could not be fetched");
  }
}

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
