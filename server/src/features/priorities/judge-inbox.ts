// Decides for new mail of the inbox whether it is important. It happens when somebody asks for a part of the inbox: the messages
// that have no part yet are judged first, the newest before the others.
import { threaded } from "#lib/threads.ts";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { ownAddresses } from "#db/own-addresses.ts";
import { messagePriorities } from "#db/tables/priorities.ts";
import type { MailNote } from "#engine/briefing/brief-mails.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { loadMails } from "#features/assistant/load-mails.ts";
import { readRuleMails, type StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";
import { type Judgement, judgeByFacts, judgeByText } from "./judge-mail.ts";
import { factsOf } from "./sender-facts.ts";

const engine = threaded<typeof import("#engine/briefing/brief-mails.ts")>(
  new URL("../../engine/briefing/brief-mails.ts", import.meta.url),
);
const timeoutMs = 10_000;
const dayMs = 86_400_000;
/** How many messages one call judges. */
export const maxJudged = 200;
/** Older mail of a large inbox is never judged and counts as Other: looking for it would take longer than the list. */
const maxLookedAt = 5_000;
const deadlineDays = 7;

/** Judges the newest messages of the inbox that have no part yet. */
export async function judgeInbox(scope: Scope): Promise<void> {
  const unjudged = await scope.tx((tx) => readUnjudged(tx, scope));
  await judgeMails(scope, unjudged);
}

/** Messages that another call judged meanwhile keep its part. */
export async function judgeMails(scope: Scope, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { tenantId, user } = scope;
  const { mails, facts, own } = await scope.tx(async (tx) => {
    const found = await readRuleMails(tx, scope, ids);
    return {
      mails: found,
      facts: await factsOf(tx, scope, found),
      own: await ownAddresses(tx, { tenantId, userId: user.id }),
    };
  });
  const byFacts = mails.map((mail) => ({ mail, judgement: judgeByFacts(mail, facts, own) }));
  const open = byFacts.flatMap(({ mail, judgement }) => (judgement ? [] : [mail]));
  const notes = await readTexts(scope, open, [...own]);
  const rows = byFacts.map(({ mail, judgement }) => ({
    ...{ tenantId, userId: user.id, id: mail.id },
    ...(judgement ?? judgeByText(notes.get(mail.id))),
  }));
  if (rows.length > 0) await scope.tx((tx) => store(tx, rows));
}

type Row = Judgement & { tenantId: string; userId: string; id: string };

/** A message that was deleted meanwhile has no row to refer to. */
async function store(tx: Tx, rows: Row[]): Promise<void> {
  const { rows: left } = await tx.execute<{ id: string }>(sql`
    select id from messages where tenant_id = ${rows[0]?.tenantId} and id = any (${sql.param(rows.map(({ id }) => id))}::uuid[])
    for key share`);
  const kept = new Set(left.map(({ id }) => id));
  const stored = rows.filter(({ id }) => kept.has(id));
  if (stored.length > 0) await tx.insert(messagePriorities).values(stored).onConflictDoNothing();
}

async function readUnjudged(tx: Tx, { tenantId, user }: Scope): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select m.id from (
      select tenant_id, id, date from messages
      where tenant_id = ${tenantId} and user_id = ${user.id} and folder = 'inbox' and remove_at is null
      order by date desc, id desc limit ${maxLookedAt}
    ) m
    where not exists (select from message_priorities p where p.tenant_id = m.tenant_id and p.id = m.id)
    order by m.date desc, m.id desc limit ${maxJudged}`);
  return rows.map(({ id }) => id);
}

/** The requests of the texts to their reader, and the tasks that are due soon. */
async function readTexts(scope: Scope, mails: StoredRuleMail[], own: string[]): Promise<Map<string, MailNote>> {
  if (mails.length === 0) return new Map();
  const headers = new Map(mails.map(({ id, headers: found }) => [id, found]));
  const loaded = await loadMails(
    scope,
    mails.map(({ id }) => id),
    own,
  );
  const now = scope.now();
  const notes = await engine(
    "briefMails",
    [
      loaded.map(({ found, mail }) => ({
        ...{ from: mail.from, to: mail.to, at: mail.at ?? found.date, body: mail.body },
        header: { ...headers.get(found.messageId), from: mail.from },
        isToReader: true,
      })),
      { now, until: new Date(now.getTime() + deadlineDays * dayMs), readers: [scope.user.name, ...own] },
    ],
    { owner: ownerOf(scope), timeoutMs },
  );
  return new Map(loaded.map(({ found }, at) => [found.messageId, notes[at] ?? { deadlines: [] }]));
}
