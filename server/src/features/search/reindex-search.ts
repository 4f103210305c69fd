// Indexes mail again that was indexed by an earlier version of the tokenizer.

import { z } from "zod";
import { tagOf } from "#lib/tokenize.ts";
import { fencedTransaction } from "#db/fence.ts";
import { and, asc, eq, gt, lt, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { mailboxes, wordsVersion } from "#db/tables/mailboxes.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import { mailWords } from "#outside/mime/mail-words.ts";
import type { World } from "#scope.ts";
import { isMailbox, type MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { isContentOf, searchedColumns } from "./searched-mail.ts";

export const reindexSearchJob = job("mailbox.words", z.object({}), { retryLimit: 0, expireInSeconds: 6 * 3600 });

const batchSize = 100;

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
const reindexBatch = (world: World, key: MailboxKey, after: string): Promise<string | undefined> =>
  fencedTransaction(world.db, key, async (tx) => {
    const mails = await tx
      .select({
        ...searchedColumns,
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
    if (mails.length === 0) return undefined;
    const ids = mails.map(({ id }) => id);
    const dates = mails.map(({ date }) => date);
    const words = mails.map(({ recipients, ...mail }) => mailWords({ ...mail, ...recipients }, tagOf(key.userId)));
    await tx.execute(sql`
      update message_search s set words = read.words::tsvector || array_to_tsvector(search_eras(${key.userId}, read.date))
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(dates)}::timestamptz[], ${sql.param(words)}::text[]) as read (id, date, words)
      where s.tenant_id = ${key.tenantId} and s.id = read.id`);
    return ids.at(-1);
  });
