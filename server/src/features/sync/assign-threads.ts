import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, gte, inArray, lte, sql } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import { mutedThreads } from "#db/tables/muted-threads.ts";
import { threadLinks } from "#db/tables/thread-links.ts";
import type { ParsedMail } from "#outside/mime/parsed-mail.ts";
import {
  baseSubject,
  continuesBySubject,
  isReplySubject,
  peopleOf,
  planThread,
  relatedIds,
} from "#outside/mime/threading.ts";

type Owner = { tenantId: string; userId: string };
type Dated = { mail: ParsedMail; date: Date };

/** The thread of each mail, in their order. Merges threads that these mails connect. */
export async function assignThreads(tx: Tx, owner: Owner, mails: Dated[]): Promise<string[]> {
  const known = await knownThreads(tx, owner, mails);
  const links = new Map<string, string>();
  const merged = new Map<string, string>();
  const chosen = new Map<Dated, string>();
  // Oldest first, so that a thread gets the id of its first mail.
  for (const dated of mails.toSorted((a, b) => a.date.getTime() - b.date.getTime())) {
    const { thread, absorbed } = planThread(dated.mail, known);
    const target = thread ?? (await threadBySubject(tx, owner, dated, chosen)) ?? newId();
    for (const other of absorbed) merged.set(other, target);
    if (absorbed.length > 0) for (const [id, at] of known) if (absorbed.includes(at)) known.set(id, target);
    for (const id of relatedIds(dated.mail)) {
      known.set(id, target);
      links.set(id, target);
    }
    chosen.set(dated, target);
  }
  const final = (thread: string): string => {
    for (let at = thread; ; ) {
      const next = merged.get(at);
      if (next === undefined) return at;
      at = next;
    }
  };
  await moveThreads(tx, owner, new Map([...merged.keys()].map((from) => [from, final(from)])));
  await saveLinks(tx, owner, new Map([...links].map(([id, thread]) => [id, final(thread)])));
  return mails.map((dated) => final(chosen.get(dated) ?? newId()));
}

async function knownThreads(tx: Tx, { tenantId, userId }: Owner, mails: Dated[]): Promise<Map<string, string>> {
  const ids = [...new Set(mails.flatMap(({ mail }) => relatedIds(mail)))];
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ messageId: threadLinks.messageId, threadId: threadLinks.threadId })
    .from(threadLinks)
    .where(
      and(
        eq(threadLinks.tenantId, tenantId),
        eq(threadLinks.userId, userId),
        sql`${threadLinks.messageId} = any (${sql.param(ids)}::text[])`,
      ),
    );
  return new Map(rows.map(({ messageId, threadId }) => [messageId, threadId]));
}

const monthMs = 30 * 24 * 3600 * 1000;

/** For replies without In-Reply-To and References. */
async function threadBySubject(tx: Tx, { tenantId, userId }: Owner, { mail, date }: Dated, chosen: Map<Dated, string>) {
  if (mail.inReplyTo || mail.references.length > 0 || !isReplySubject(mail.subject)) return undefined;
  const reply = { subject: mail.subject, date, people: peopleOf(mail) };
  for (const [other, thread] of chosen) {
    const earlier = { subject: other.mail.subject, date: other.date, people: peopleOf(other.mail) };
    if (continuesBySubject(reply, earlier)) return thread;
  }
  const stored = await tx
    .select({
      subject: messages.subject,
      date: messages.date,
      people: messages.participants,
      threadId: messages.threadId,
    })
    .from(messages)
    .where(
      and(
        eq(messages.tenantId, tenantId),
        eq(messages.userId, userId),
        eq(messages.baseSubject, baseSubject(mail.subject)),
        gte(messages.date, new Date(date.getTime() - monthMs)),
        lte(messages.date, new Date(date.getTime() + monthMs)),
      ),
    )
    .limit(50);
  return stored.find((earlier) => continuesBySubject(reply, earlier))?.threadId;
}

async function moveThreads(tx: Tx, { tenantId, userId }: Owner, moves: Map<string, string>) {
  const isOf = (table: typeof messages | typeof threadLinks | typeof mutedThreads, threads: string[]) =>
    and(eq(table.tenantId, tenantId), eq(table.userId, userId), inArray(table.threadId, threads));
  for (const to of new Set(moves.values())) {
    const from = [...moves].filter(([, target]) => target === to).map(([source]) => source);
    // A thread that absorbs a muted one is muted.
    await tx.execute(sql`
      insert into muted_threads (tenant_id, user_id, thread_id, created_at)
      select tenant_id, user_id, ${to}, min(created_at) from muted_threads
      where tenant_id = ${tenantId} and user_id = ${userId} and thread_id = any (${sql.param(from)}::uuid[])
      group by 1, 2 on conflict do nothing`);
    await tx.delete(mutedThreads).where(isOf(mutedThreads, from));
    for (const table of [messages, threadLinks]) await tx.update(table).set({ threadId: to }).where(isOf(table, from));
  }
}

async function saveLinks(tx: Tx, { tenantId, userId }: Owner, links: Map<string, string>) {
  if (links.size === 0) return;
  const [ids, threads] = [[...links.keys()], [...links.values()]];
  await tx.execute(sql`
    insert into thread_links (tenant_id, user_id, message_id, thread_id)
    select ${tenantId}, ${userId}, * from unnest(${sql.param(ids)}::text[], ${sql.param(threads)}::uuid[])
    on conflict (tenant_id, user_id, message_id) do update set thread_id = excluded.thread_id
    where thread_links.thread_id <> excluded.thread_id`);
}
