import type { Briefing } from "@intellibox/contract/endpoints/briefing";
import { momentOf, wallText } from "@intellibox/contract/rules/wall-time";
import { threaded } from "#lib/threads.ts";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { MailNote } from "#engine/briefing/brief-mails.ts";
import type { MailHeaders } from "#outside/mime/parsed-mail.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { listFollowUps } from "#features/follow-ups/follow-ups.ts";
import { type LoadedMail, loadMails, ownAddresses } from "#features/questions/load-mails.ts";

const engine = threaded<typeof import("#engine/briefing/brief-mails.ts")>(
  new URL("../../engine/briefing/brief-mails.ts", import.meta.url),
);
const timeoutMs = 10_000;
const dayMs = 86_400_000;
/** Mail that waits longer is no news of a morning. */
const readDays = 14;
const maxRead = 40;
const shown = 6;
const deadlineDays = 7;

/** Reads the newest mail of the user. Nothing is stored, so that a briefing is never older than the mail. */
export async function readBriefing(scope: Scope, { timeZone }: { timeZone: string }): Promise<Briefing> {
  const now = scope.now();
  const own = await ownAddresses(scope);
  const { open, rest, waiting } = await scope.tx(async (tx) => ({
    open: await openThreads(tx, scope, new Date(now.getTime() - readDays * dayMs)),
    rest: await unreadMail(tx, scope, startOfDay(new Date(now.getTime() - dayMs), timeZone)),
    waiting: (await listFollowUps(tx, scope, { status: "waiting" })).items,
  }));
  const headersOf = new Map(open.map(({ id, headers }) => [id, headers]));
  const mails = (
    await loadMails(
      scope,
      open.map(({ id }) => id),
      own,
    )
  ).filter(({ mail }) => !mail.isOwn);
  const until = new Date(startOfDay(now, timeZone).getTime() + (deadlineDays + 1) * dayMs);
  const notes = await noteMails(scope, mails, { headersOf, own, until });
  const noted = mails.map((mail, at) => ({ ...mail, note: notes[at] ?? { deadlines: [] } }));
  const toAnswer = noted.flatMap(({ found, note }) => (note.ask ? [{ ...found, ask: note.ask }] : [])).slice(0, shown);
  const deadlines = deadlinesOf(noted);
  const named = new Set([...toAnswer, ...deadlines].map(({ messageId }) => messageId));
  return {
    toAnswer,
    deadlines,
    waiting: waiting.slice(0, shown).map(({ id, to, subject, dueAt }) => ({ id, to, subject, dueAt })),
    rest: bySender(rest.filter(({ id, from }) => !named.has(id) && !own.includes(from.toLowerCase()))),
  };
}

type NoteOptions = { headersOf: ReadonlyMap<string, MailHeaders>; own: string[]; until: Date };

/** What each mail asks its reader, and what is due until a day. */
export const noteMails = (
  scope: Scope,
  mails: LoadedMail[],
  { headersOf, own, until }: NoteOptions,
): Promise<MailNote[]> =>
  engine(
    "briefMails",
    [
      mails.map(({ found, mail }) => ({
        ...{ from: mail.from, to: mail.to, at: mail.at ?? found.date, body: mail.body },
        header: { ...headersOf.get(found.messageId), from: mail.from },
        isToReader: own.some((address) => mail.to.toLowerCase().includes(address)),
      })),
      { now: scope.now(), until, readers: [scope.user.name, ...own] },
    ],
    { owner: ownerOf(scope), timeoutMs },
  );

const startOfDay = (moment: Date, timeZone: string) =>
  momentOf(wallText(moment, timeZone).slice(0, 10), timeZone) ?? moment;

const deadlinesOf = (mails: (LoadedMail & { note: MailNote })[]) =>
  mails
    .flatMap(({ found, note }) => note.deadlines.map((deadline) => ({ ...found, ...deadline })))
    .sort((a, b) => a.due.getTime() - b.due.getTime())
    .slice(0, shown);

type OpenRow = { id: string; headers: MailHeaders };

/** The newest messages of the inbox that end their thread and were not answered. */
async function openThreads(tx: Tx, { tenantId, user }: Scope, since: Date): Promise<OpenRow[]> {
  const { rows } = await tx.execute<OpenRow>(sql`
    select last.id, c.headers from (
      select distinct on (thread_id) id, folder, answered, date from messages
      where tenant_id = ${tenantId} and user_id = ${user.id} and folder in ('inbox', 'sent', 'archive', 'other')
        and date >= ${since.toISOString()}::timestamptz and remove_at is null
      order by thread_id, date desc, id desc
    ) last join message_contents c on c.tenant_id = ${tenantId} and c.id = last.id
    where last.folder = 'inbox' and not last.answered
    order by last.date desc limit ${maxRead}`);
  return rows;
}

type UnreadRow = { id: string; from: string; name: string; subject: string };
const maxUnread = 500;

async function unreadMail(tx: Tx, { tenantId, user }: Scope, since: Date): Promise<UnreadRow[]> {
  const { rows } = await tx.execute<UnreadRow>(sql`
    select id, from_address as "from", from_name as name, subject from messages
    where tenant_id = ${tenantId} and user_id = ${user.id} and unread and folder = 'inbox' and remove_at is null
      and date >= ${since.toISOString()}::timestamptz
    order by date desc, id desc limit ${maxUnread}`);
  return rows;
}

function bySender(mails: UnreadRow[]): Briefing["rest"] {
  const senders = new Map<string, Briefing["rest"][number]>();
  for (const { id, from, name, subject } of mails) {
    const key = from.toLowerCase();
    const known = senders.get(key);
    if (known) known.count += 1;
    else senders.set(key, { from, fromName: name, count: 1, subject, messageId: id });
  }
  return [...senders.values()].sort((a, b) => b.count - a.count).slice(0, shown);
}
