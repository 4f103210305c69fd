import pg from "pg";
import { startEmbedded } from "#db/embedded.ts";

/** Makes all follow-ups of a user due, in the database of a running product. */
export async function makeFollowUpsDue(dataDir: string, userId: string, draft: string) {
  const embedded = await startEmbedded({ dataDir });
  const client = new pg.Client({ connectionString: embedded.url });
  try {
    await client.connect();
    await client.query(
      "update follow_ups set state = 'ready', due_at = now(), draft = $2 where user_id = $1 and state = 'waiting'",
      [userId, draft],
    );
  } finally {
    await client.end();
    await embedded.stop();
  }
}
