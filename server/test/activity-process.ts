// A user's activity as a process that a test can kill at any moment: mail is sent, undone and fails, is received, moved and
// deleted, the AI answers, and the activity is folded into the counts at the same time.

import { newId } from "#lib/ids.ts";
import { openLog } from "#lib/log.ts";
import { createSealer } from "#lib/seal.ts";
import { openDatabase } from "#db/client.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { openLogin } from "#db/login.ts";
import { sql } from "#db/orm.ts";
import { openVisitor, type World } from "#scope.ts";
import { fold } from "#features/dashboards/fold-activity.ts";
import { testMasterKey } from "./app-process.ts";

const [url = "", tenantId = "", userId = "", mailbox = ""] = process.argv.slice(2);
const owner = { tenantId, userId };
const log = openLog("silent");
const login = await openLogin(
  url,
  createSealer(() => [testMasterKey]),
);
const db = openDatabase(login, log, { connections: 5 });
// Folding needs only these. The rest of the world would take longer to load than the process lives.
const visitor = openVisitor({ db, log, outside: { now: () => new Date() } } as World);

const random = (below: number) => Math.floor(Math.random() * below);
/** A time within the last ten days, so that many quarter-hour buckets are used. */
const someTime = () => new Date(Date.now() - random(10 * 24 * 60) * 60_000);
const asOwner = (work: (tx: Tx) => Promise<unknown>) => fencedTransaction(db, owner, work);

const actions = [
  /** A mail is accepted, and sent. */
  () =>
    asOwner(async (tx) => {
      const id = newId();
      await tx.execute(sql`
        insert into email_logs (tenant_id, id, user_id, sender, recipients, subject, provider, message_id)
        values (${tenantId}, ${id}::uuid, ${userId}, 'a@example.test', '{b@example.test}', 'S', 'smtp', ${id}::uuid::text)`);
      await tx.execute(sql`update email_logs set status = 'sent', sent_at = ${someTime()} where id = ${id}`);
    }),
  /** One mail is undone, one fails, one is opened. */
  () =>
    asOwner(async (tx) => {
      await tx.execute(sql`delete from email_logs where id in (select id from email_logs order by random() limit 1)`);
      await tx.execute(sql`update email_logs set status = 'failed', sent_at = null
        where id in (select id from email_logs where status = 'sent' order by random() limit 1)`);
      await tx.execute(sql`update email_logs set opens = opens + 1 where id in (select id from email_logs limit 3)`);
    }),
  /** A sync brings mail. */
  () =>
    asOwner((tx) =>
      tx.execute(sql`
        insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, subject, base_subject, from_name,
          from_address, participants, date, snippet, unread, has_attachment, size)
        select ${tenantId}, i, ${userId}, ${mailbox}, i::text, case n % 5 when 0 then 'sent' else 'inbox' end, i, 'S', 'S', '',
          'a@b.c', '{}', now() - n * interval '37 minutes', '', true, false, 1
        from (select gen_random_uuid() as i, n from generate_series(1, ${1 + random(200)}) n) made`),
    ),
  /** Mail is moved and deleted. */
  () =>
    asOwner(async (tx) => {
      await tx.execute(sql`update messages set folder = (array['inbox', 'sent', 'trash'])[1 + floor(random() * 3)], unread = false
        where id in (select id from messages order by random() limit 20)`);
      await tx.execute(sql`delete from messages where id in (select id from messages order by random() limit 15)`);
    }),
  /** The AI answers. */
  () =>
    asOwner((tx) =>
      tx.execute(sql`
        insert into ai_usage (tenant_id, id, user_id, kind, provider, model, tokens_in, tokens_out, duration_ms, succeeded, at)
        values (${tenantId}, ${newId()}, ${userId}, ${["compose", "reply", "summarize", "test"][random(4)]}, 'builtin', 'm', 1, 1, 1,
          ${random(5) > 0}, ${someTime()})`),
    ),
  () => fold({} as World, {}, visitor, new AbortController().signal),
];

/** PostgreSQL aborts one of two transactions in a deadlock. The aborted one has no effect. */
const isDeadlock = (error: { code?: string; cause?: { code?: string } }) =>
  [error.code, error.cause?.code].includes("40P01");

async function lane() {
  for (;;)
    await actions[random(actions.length)]?.().catch((error) => {
      if (!isDeadlock(error)) throw error;
    });
}
process.stdout.write("busy\n");
await Promise.all([lane(), lane(), lane()]);
