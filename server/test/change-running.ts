import pg from "pg";
import { startEmbedded } from "#db/embedded.ts";

/** Runs a statement in the embedded database of a running product, to simulate only that time has passed. */
async function changeRunning(dataDir: string, statement: string, values: unknown[]) {
  const embedded = await startEmbedded({ dataDir });
  const client = new pg.Client({ connectionString: embedded.url });
  try {
    await client.connect();
    await client.query(statement, values);
  } finally {
    await client.end();
    await embedded.stop();
  }
}

/** Makes all follow-ups of a user due. */
export const makeFollowUpsDue = (dataDir: string, userId: string, draft: string) =>
  changeRunning(
    dataDir,
    "update follow_ups set state = 'ready', due_at = now(), draft = $2 where user_id = $1 and state = 'waiting'",
    [userId, draft],
  );

/** Brings all snoozed messages of a mailbox back, as the job does within a minute of their time. */
export const makeSnoozesDue = (dataDir: string, mailboxId: string) =>
  changeRunning(
    dataDir,
    `update messages set folder = 'inbox', snoozed_until = null, woken_at = now(), unread = true, pending_unread = true
     where mailbox_id = $1 and folder = 'snoozed'`,
    [mailboxId],
  );
