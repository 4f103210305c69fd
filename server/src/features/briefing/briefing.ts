import type { Briefing } from "@intellibox/contract/endpoints/briefing";
import { momentOf, wallText } from "@intellibox/contract/rules/wall-time";
import { t } from "@intellibox/contract/text/t";
import { threaded } from "#lib/threads.ts";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { MailNote } from "#engine/briefing/brief-mails.ts";
import { isAutomatic } from "#outside/mime/automatic.ts";
import type { MailHeaders } from "#outside/mime/parsed-mail.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { type LoadedMail, loadMails, ownAddresses } from "#features/assistant/load-mails.ts";
import { listFollowUps } from "#features/follow-ups/follow-ups.ts";
import { doubtfulAmong } from "#features/mail-dangers/doubtful-among.ts";

const engine = threaded<typeof import("#engine/briefing/brief-mails.ts")>(
  new URL("../../engine/briefing/brief-mails.ts", import.meta.url),
);
const timeoutMs = 10_000;
const dayMs = 86_400_000;
/** Mail that waits longer is no news of a morning. */
const readDays = 14;
const maxRead = 40;
/** Newsletters and notices ask nobody for an answer. Many of them must not hide the mail of people. */
const maxLookedAt = 400;
const shown = 6;
/** How many deadlines are checked for dangers. */
const mostChecked = 2 * shown;
const deadlineDays = 7;

/** Reads the newest mail of the user. Nothing is stored, so that a briefing is never older than the mail. */
export async function readBriefing(scope: Scope, { timeZone }: { timeZone: string }): Promise<Briefing> {
  const now = scope.now();
  const own = await ownAddresses(scope);
  const { open, rest, waiting } = await scope.tx(async (tx) => ({
    open: (await openThreads(tx, scope, new Date(now.getTime() - readDays * dayMs)))
      .filter(({ headers, from }) => !isAutomatic(headers, from))
      .slice(0, maxRead),
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
  const asking = noted.flatMap(({ found, note }) => (note.ask ? [{ ...found, ask: note.ask }] : []));
  const due = deadlinesOf(noted);
  const toAnswer = asking.slice(0, shown);
  const doubtful = await doubtfulAmong(scope, [...toAnswer, ...due.slice(0, mostChecked)]);
  const deadlines = due
    .slice(0, mostChecked)
    .filter(({ messageId }) => !doubtful.has(messageId))
    .slice(0, shown);
  const named = new Set([...toAnswer, ...deadlines].map(({ messageId }) => messageId));
  return {
    // The request of a mail that may be forged is not repeated in the briefing.
    toAnswer: toAnswer.map((one) =>
      doubtful.has(one.messageId) ? { ...one, ask: t("This mail looks doubtful. Read its warning first.") } : one,
    ),
    deadlines,
    waiting: waiting.slice(0, shown).map(({ id, to, subject, dueAt }) => ({ id, to, subject, dueAt })),
    rest: bySender(rest.filter(({ id, from }) => !named.has(id) && !own.includes(from.toLowerCase()))),
  };
}

type NoteOptions = { headersOf: ReadonlyMap<string, MailHeaders>; own: string[]; until: Date };

/** The request of each mail to its reader, and its tasks that are due before `until`. */
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
    .sort((a, b) => a.due.getTime() - b.due.getTime());

type OpenRow = { id: string; from: string; headers: MailHeaders };

/** The newest messages of the inbox that end their thread and were not answered. */
async function openThreads(tx: Tx, { tenantId, user }: Scope, since: Date): Promise<OpenRow[]> {
  const { rows } = await tx.execute<OpenRow>(sql`
    select last.id, last.from_address as "from", c.headers from (
      select distinct on (thread_id) id, folder, answered, date, from_address from messages
      where tenant_id = ${tenantId} and user_id = ${user.id} and folder in ('inbox', 'sent', 'archive', 'other')
        and date >= ${since.toISOString()}::timestamptz and remove_at is null
      order by thread_id, date desc, id desc
    ) last join message_contents c on c.tenant_id = ${tenantId} and c.id = last.id
    where last.folder = 'inbox' and not last.answered
    order by last.date desc limit ${maxLookedAt}`);
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
