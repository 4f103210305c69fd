import type { PriorityPart } from "@intellibox/contract/rules/priorities";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { senderPriorities } from "#db/tables/priorities.ts";
import type { Scope } from "#scope.ts";
import type { StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";

/** Facts about earlier mail that decide the part of the inbox to which a new mail belongs. */
export type PriorityFacts = {
  /** The user's choices by sender, in lower case. */
  chosen: ReadonlyMap<string, PriorityPart>;
  /** The part of conversations that the user moved. */
  moved: ReadonlyMap<string, PriorityPart>;
  /** Conversations with a message that is important, or to which the user wrote. */
  important: ReadonlySet<string>;
  answered: ReadonlySet<string>;
  /** Received mail of the senders, in lower case. */
  history: ReadonlyMap<string, { messages: number; read: number }>;
  colleagues: ReadonlySet<string>;
};

const historyDays = 180;
const maxHistory = 20_000;

export async function factsOf(tx: Tx, scope: Scope, mails: StoredRuleMail[]): Promise<PriorityFacts> {
  const threads = sql`${sql.param([...new Set(mails.map(({ threadId }) => threadId))])}::uuid[]`;
  const senders = sql`${sql.param([...new Set(mails.map(({ from }) => from.address.toLowerCase()))])}::text[]`;
  const [chosen, conversations, history, colleagues] = await Promise.all([
    readChosen(tx, scope),
    readConversations(tx, scope, threads),
    readHistory(tx, scope, senders),
    readColleagues(tx, scope, senders),
  ]);
  const withMark = (mark: (row: Conversation) => boolean) =>
    new Set(conversations.flatMap((row) => (mark(row) ? row.id : [])));
  return {
    chosen,
    moved: new Map(conversations.flatMap(({ id, moved }) => (moved ? [[id, moved] as const] : []))),
    important: withMark(({ isImportant }) => isImportant),
    answered: withMark(({ isAnswered }) => isAnswered),
    history,
    colleagues,
  };
}

async function readChosen(tx: Tx, { tenantId, user }: Scope) {
  const rows = await tx
    .select({ address: senderPriorities.address, part: senderPriorities.part })
    .from(senderPriorities)
    .where(and(eq(senderPriorities.tenantId, tenantId), eq(senderPriorities.userId, user.id)));
  return new Map(rows.map(({ address, part }) => [address, part]));
}

type Conversation = { id: string; moved: PriorityPart | null; isImportant: boolean; isAnswered: boolean };

async function readConversations(tx: Tx, { tenantId, user }: Scope, threads: unknown): Promise<Conversation[]> {
  const { rows } = await tx.execute<Conversation>(sql`
    select m.thread_id as id, max(p.part) filter (where p.reason = 'moved') as moved,
      coalesce(bool_or(p.part = 'important'), false) as "isImportant", bool_or(m.folder = 'sent') as "isAnswered"
    from messages m left join message_priorities p on p.tenant_id = m.tenant_id and p.id = m.id
    where m.tenant_id = ${tenantId} and m.user_id = ${user.id} and m.thread_id = any (${threads}) and m.remove_at is null
    group by m.thread_id`);
  return rows;
}

/** By one look at the newest mail: under row-level security an index of lower(from_address) is not used. */
async function readHistory(tx: Tx, scope: Scope, senders: unknown) {
  const { tenantId, user } = scope;
  const since = new Date(scope.now().getTime() - historyDays * 86_400_000).toISOString();
  const { rows } = await tx.execute<{ address: string; messages: number; read: number }>(sql`
    select address, count(*)::int as messages, (count(*) filter (where not unread))::int as read
    from (
      select lower(from_address) as address, unread from messages
      where tenant_id = ${tenantId} and user_id = ${user.id} and folder in ('inbox', 'archive', 'other', 'snoozed', 'trash')
        and date >= ${since}::timestamptz
      order by date desc limit ${maxHistory}
    ) received
    where address = any (${senders}) group by address`);
  return new Map(rows.map(({ address, ...counts }) => [address, counts]));
}

async function readColleagues(tx: Tx, { tenantId }: Scope, senders: unknown) {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select lower(email) as email from users where tenant_id = ${tenantId} and lower(email) = any (${senders})`);
  return new Set(rows.map(({ email }) => email));
}
