import { sql } from "#db/orm.ts";

/** Below this share of changed words, a mail has the assistant's words and not the user's. */
const leastChanged = 0.1;

/** For queries of `messages`: false for mail that the assistant wrote and that was sent as good as unchanged. */
export const hasOwnWords = sql`not exists (select from ai_feedback f
  where f.tenant_id = messages.tenant_id and f.user_id = messages.user_id and f.message_id = messages.message_id
    and f.changed < ${leastChanged}::real)`;
