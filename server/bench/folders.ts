/**
 * Measures a page of a folder, of a label and of the lists over all mailboxes against a page of the inbox, and searches with `in:`
 * against those without, on 100,000 messages of one user. The goals are 1.5 times the inbox, and no slower than without `in:`. They
 * are compared by the processor time of the program and the database, which other load on the machine changes little, if it is known.
 */
import { threadQuery } from "@intellibox/contract/endpoints/inbox";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { listFolders } from "#features/folders/folders.ts";
import { listThreads } from "#features/inbox/threads.ts";
import { type BenchRow, goalOf } from "./bench-row.ts";
import { type BenchWorld, openBenchWorld } from "./mail-bench.ts";
import { asDatabaseOwner, at, cpuOf, fill, msOf, scopeOf } from "./search.ts";

const repeats = 40;
/** Of a page, in times of the page of messages of the inbox. */
export const mostOfPage = 1.5;
/** No slower: two runs of the same search differ by as much. */
const mostOfSearch = 1.05;

export async function run(messages = Number(process.env.BENCH_MESSAGES ?? 100_000)): Promise<BenchRow[]> {
  const bench = await openBenchWorld();
  try {
    await fill(bench, messages, undefined);
    const folderId = await fileMail(bench);
    const scope = scopeOf(bench);
    const page = (query: object) => () => listThreads(scope, threadQuery.parse(query));
    const cursor = (await page({})()).nextCursor ?? undefined;
    const inFolder = (await page({ folderId })()).nextCursor ?? undefined;
    return [
      ...(await compare(bench, mostOfPage, "folders.the inbox", page({}), [
        ["a folder", page({ folderId })],
        ["the second page of a folder", page({ folderId, cursor: inFolder })],
        ["the second page of the inbox", page({ cursor })],
        ["Archive", page({ folder: "archive" })],
        ["Starred", page({ folder: "starred" })],
        ["All mail", page({ folder: "all" })],
        ["the folders with their counts", () => listFolders(scope)],
      ])),
      ...(await searches(bench)),
    ];
  } finally {
    await bench.close();
  }
}

async function searches(bench: BenchWorld): Promise<BenchRow[]> {
  const scope = scopeOf(bench);
  const search = (q: string) => () => listThreads(scope, threadQuery.parse({ q }));
  const rows: BenchRow[] = [];
  for (const word of ["everywhere", "quarterly", "hundredth", "needle"])
    rows.push(
      ...(await compare(bench, mostOfSearch, `folders.${word}`, search(word), [
        ["the same again", search(word)],
        ...["in:inbox", "in:archive", "label:projects", "is:starred"].map(
          (where): NamedWork => [`${word} ${where}`, search(`${word} ${where}`)],
        ),
      ])),
    );
  return rows;
}

type Work = () => Promise<unknown>;
type NamedWork = [name: string, work: Work];

/** Each in times of `base`, of which `most` is the goal. They take turns, so that a busy machine slows all of them. */
export async function compare(
  bench: BenchWorld,
  most: number,
  name: string,
  base: Work,
  others: NamedWork[],
): Promise<BenchRow[]> {
  const cpu = cpuOf(bench);
  const times = [base, ...others.map(([, work]) => work)].map((work) => ({
    work,
    ms: [] as number[],
    cpuMs: [] as number[],
  }));
  for (let round = -2; round < repeats; round++)
    for (const one of times) {
      const before = cpu();
      const taken = await msOf(one.work);
      if (round < 0) continue;
      one.ms.push(taken);
      one.cpuMs.push(cpu() - before);
    }
  const [first, ...rest] = times.map(({ ms, cpuMs }) => ({ ms: at(ms, 0.5), cpuMs: at(cpuMs, 0.5) }));
  if (!first) return [];
  const isKnown = bench.databaseCpuMs() !== undefined;
  return [
    { name, value: first.ms, unit: "ms", note: `what the next ones are compared with; ${cpuNote(first.cpuMs)}` },
    ...rest.map(({ ms, cpuMs }, index) => {
      const value = isKnown ? cpuMs / first.cpuMs : ms / first.ms;
      const note = `${ms.toFixed(1)} ms, ${(ms / first.ms).toFixed(2)} times; ${cpuNote(cpuMs)}`;
      return { name: `  ${others[index]?.[0]}`, value, unit: "times", ...goalOf(value, most), note };
    }),
  ];
}

const cpuNote = (cpuMs: number) => `${cpuMs.toFixed(1)} ms of processor`;

/** A fifth of the mail is archived, a fifth is in a folder of its owner, which is also a label on as much of the inbox; some is starred. */
export async function fileMail({ world, owner }: BenchWorld): Promise<string> {
  const { tenantId, userId } = owner;
  const [inbox, archive, projects] = [newId(), newId(), newId()];
  await fencedTransaction(
    world.db,
    owner,
    async (tx) => {
      for (const [id, role, name] of [
        [inbox, "inbox", "Inbox"],
        [archive, "archive", "Archive"],
        [projects, null, "Projects"],
      ])
        await tx.execute(sql`
          insert into folders (tenant_id, id, user_id, mailbox_id, key, kind, role, name, is_followed)
          select ${tenantId}, ${id}::uuid, ${userId}, id, ${name}::text, 'label', ${role}::text, ${name}::text, true
          from mailboxes where tenant_id = ${tenantId} and user_id = ${userId}`);
      await tx.execute(sql`create temporary table numbered on commit drop as
        select id, row_number() over (order by date) as number from messages where tenant_id = ${tenantId} and user_id = ${userId}`);
      await tx.execute(sql`
        update messages m set folder = case n.number % 5 when 0 then 'archive' when 1 then 'other' else 'inbox' end, starred = n.number % 100 = 0
        from numbered n where m.tenant_id = ${tenantId} and m.id = n.id`);
      await tx.execute(sql`
        update message_search s set folder = m.folder from messages m
        where s.tenant_id = ${tenantId} and m.tenant_id = ${tenantId} and m.id = s.id`);
      await tx.execute(sql`
        insert into message_folders (tenant_id, user_id, mailbox_id, folder_id, message_id, remote_id, date, unread)
        select ${tenantId}, ${userId}, m.mailbox_id, f.id, m.id, m.remote_id, m.date, m.unread
        from messages m join numbered n on n.id = m.id
        join (values (${inbox}::uuid, '{2,3,4}'::bigint[]), (${archive}::uuid, '{0}'), (${projects}::uuid, '{1,2}')) f (id, numbers)
          on n.number % 5 = any (f.numbers)
        where m.tenant_id = ${tenantId}`);
    },
    { statementSeconds: 600 },
  );
  await asDatabaseOwner(world, "vacuum analyze messages, message_search, message_folders, folders");
  return projects;
}
