// Indexes mail again that was indexed by an earlier version of the tokenizer or of the reader.

import { z } from "zod";
import { threaded } from "#lib/threads.ts";
import { tagOf } from "#lib/tokenize.ts";
import { fencedTransaction } from "#db/fence.ts";
import { and, asc, eq, gt, lt, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { mailboxes, wordsVersion } from "#db/tables/mailboxes.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import { maxBody } from "#outside/mime/mail-words.ts";
import type { World } from "#scope.ts";
import { isMailbox, type MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { isContentOf, searchedColumns } from "./searched-mail.ts";

export const reindexSearchJob = job("mailbox.words", z.object({}), { retryLimit: 0, expireInSeconds: 6 * 3600 });

const inThread = threaded<typeof import("./reread-mails.ts")>(new URL("./reread-mails.ts", import.meta.url));

const batchSize = 50;
/** The HTML of a longer mail is read up to here. */
const maxHtml = 1_000_000;

export async function reindexSearch(world: World): Promise<void> {
  // As platform: mailboxes of all tenants.
  const outdated = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({ tenantId: mailboxes.tenantId, userId: mailboxes.userId, id: mailboxes.id })
      .from(mailboxes)
      .where(lt(mailboxes.wordsVersion, wordsVersion)),
  );
  for (const key of outdated) {
    for (let last: string | undefined = ""; last !== undefined; ) last = await reindexBatch(world, key, last);
    await fencedTransaction(world.db, key, (tx) => tx.update(mailboxes).set({ wordsVersion }).where(isMailbox(key)));
  }
}

/** Indexes the next batch after this id. Returns the last id, or undefined if there was no more mail. */
async function reindexBatch(world: World, key: MailboxKey, after: string): Promise<string | undefined> {
  const { mails, dates } = await readBatch(world, key, after);
  if (mails.length === 0) return undefined;
  const read = await inThread("rereadMails", [mails, tagOf(key.userId)]);
  // Mail that was deleted meanwhile is not there to be updated.
  const rows = JSON.stringify(read.map((one) => ({ ...one, date: dates.get(one.id) })));
  await fencedTransaction(world.db, key, (tx) =>
    tx.execute(sql`
      with read as materialized (
        select * from json_to_recordset(${rows}::json) as r (id uuid, date timestamptz, "htmlText" text, words tsvector, text text, snippet text)
      ), said as (
        update message_contents c set html_text = read."htmlText", text = coalesce(read.text, c.text)
        from read where c.tenant_id = ${key.tenantId} and c.id = read.id and (read.text is not null or c.html_text <> read."htmlText")
      ), listed as (
        update messages m set snippet = read.snippet
        from read where m.tenant_id = ${key.tenantId} and m.id = read.id and read.snippet is not null
      )
      update message_search s set words = read.words || array_to_tsvector(search_eras(${key.userId}, read.date))
      from read where s.tenant_id = ${key.tenantId} and s.id = read.id`),
  );
  return mails.at(-1)?.id;
}

const readBatch = (world: World, key: MailboxKey, after: string) =>
  fencedTransaction(world.db, key, async (tx) => {
    const { htmlText: _, ...columns } = searchedColumns;
    const rows = await tx
      .select({
        ...columns,
        text: sql<string>`left(${messageContents.text}, ${maxBody}::int)`,
        html: sql<string | null>`left(${messageContents.html}, ${maxHtml}::int)`,
        date: sql<string>`${messages.date}::text`,
      })
      .from(messages)
      .innerJoin(messageContents, isContentOf)
      .where(
        and(
          eq(messages.tenantId, key.tenantId),
          eq(messages.mailboxId, key.id),
          after ? gt(messages.id, after) : undefined,
        ),
      )
      .orderBy(asc(messages.id))
      .limit(batchSize);
    return {
      mails: rows.map(({ recipients, date: _date, ...mail }) => ({ ...mail, ...recipients })),
      dates: new Map(rows.map(({ id, date }) => [id, date])),
    };
  });
