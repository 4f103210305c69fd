// Reads and writes the rows of people. Every writer holds the lock of the user's people.
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, sql } from "#db/orm.ts";
import { people, personAddresses } from "#db/tables/people.ts";
import { searchTextOf, wordsOf } from "./person-words.ts";

export type PeopleOwner = { tenantId: string; userId: string };

export const ownerOfPeople = ({ tenantId, user }: { tenantId: string; user: { id: string } }): PeopleOwner => ({
  tenantId,
  userId: user.id,
});

/** Mail of two mailboxes may be learned at once, while the user edits people. */
export const lockPeople = (tx: Tx, { userId }: PeopleOwner) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 727004))`);

export type StoredPerson = typeof people.$inferSelect;
export type StoredAddressOf = typeof personAddresses.$inferSelect;

export const arePeople = ({ tenantId, userId }: PeopleOwner, ids: string[]) =>
  and(eq(people.tenantId, tenantId), eq(people.userId, userId), inArray(people.id, ids));

export const readPeople = (tx: Tx, owner: PeopleOwner, ids: string[]): Promise<StoredPerson[]> =>
  tx.select().from(people).where(arePeople(owner, ids)).for("update");

/** In the order in which the user entered them, then the one that is used most first. */
export const addressesOf = (
  tx: Tx,
  { tenantId, userId }: PeopleOwner,
  personIds: string[],
): Promise<StoredAddressOf[]> =>
  tx
    .select()
    .from(personAddresses)
    .where(
      and(
        eq(personAddresses.tenantId, tenantId),
        eq(personAddresses.userId, userId),
        inArray(personAddresses.personId, personIds),
      ),
    )
    .orderBy(personAddresses.position, sql`${personAddresses.score} desc`, personAddresses.address);

export async function ownersOfAddresses(tx: Tx, { tenantId, userId }: PeopleOwner, addresses: string[]) {
  return tx
    .select()
    .from(personAddresses)
    .where(
      and(
        eq(personAddresses.tenantId, tenantId),
        eq(personAddresses.userId, userId),
        sql`${personAddresses.address} = any (${sql.param(addresses)}::text[])`,
      ),
    );
}

export const countPeople = (tx: Tx, { tenantId, userId }: PeopleOwner): Promise<number> =>
  tx.$count(people, and(eq(people.tenantId, tenantId), eq(people.userId, userId)));

type NewPerson = Pick<StoredPerson, "id" | "name" | "isSaved"> & Partial<Omit<StoredPerson, "tenantId" | "userId">>;

/** Thousands with one statement: parameters of their own would cost more than the rows. */
export async function insertPeople(tx: Tx, { tenantId, userId }: PeopleOwner, rows: NewPerson[]): Promise<void> {
  for (const some of chunksOf(rows)) {
    const given = JSON.stringify(
      some.map(({ firstName = "", lastName = "", company = "", jobTitle = "", phone = "", notes = "", ...row }) => ({
        ...{ id: row.id, name: row.name, is_saved: row.isSaved, created_at: row.createdAt ?? new Date() },
        ...{ first_name: firstName, last_name: lastName, company, job_title: jobTitle, phone, notes },
      })),
    );
    await tx.execute(sql`
      insert into people (tenant_id, user_id, id, name, first_name, last_name, company, job_title, phone, notes, is_saved, created_at)
      select ${tenantId}, ${userId}, id, name, first_name, last_name, company, job_title, phone, notes, is_saved, created_at
      from json_to_recordset(${given}::json) as p (id uuid, name text, first_name text, last_name text, company text,
        job_title text, phone text, notes text, is_saved boolean, created_at timestamptz)
      on conflict (tenant_id, id) do update set name = excluded.name, first_name = excluded.first_name,
        last_name = excluded.last_name, company = excluded.company, job_title = excluded.job_title, phone = excluded.phone,
        notes = excluded.notes, is_saved = excluded.is_saved`);
  }
}

export type NewAddress = Pick<StoredAddressOf, "address" | "personId" | "score"> &
  Partial<Omit<StoredAddressOf, "tenantId" | "userId" | "search">> & {
    /** Of the person, for the words. */
    name: string;
  };

/** Addresses that are there get the person and the position that are given, and keep their counts. */
export async function putAddresses(tx: Tx, { tenantId, userId }: PeopleOwner, rows: NewAddress[]): Promise<void> {
  for (const some of chunksOf(rows)) {
    const given = JSON.stringify(
      some.map(({ name, address, personId, score, position = 0, sentCount = 0, receivedCount = 0, ...dates }) => ({
        ...{ address, person_id: personId, score, position, sent_count: sentCount, received_count: receivedCount },
        ...{ last_sent_at: dates.lastSentAt ?? null, last_received_at: dates.lastReceivedAt ?? null },
        search: searchTextOf(wordsOf(name, address)),
      })),
    );
    await tx.execute(sql`
      insert into person_addresses (tenant_id, user_id, address, person_id, position, sent_count, received_count,
        last_sent_at, last_received_at, score, search)
      select ${tenantId}, ${userId}, address, person_id, position, sent_count, received_count, last_sent_at, last_received_at, score, search
      from json_to_recordset(${given}::json) as a (address text, person_id uuid, position int, sent_count int, received_count int,
        last_sent_at timestamptz, last_received_at timestamptz, score float8, search text)
      on conflict (tenant_id, user_id, address) do update
        set person_id = excluded.person_id, position = excluded.position, search = excluded.search`);
    await putWords(tx, { tenantId, userId }, some);
  }
}

/** The words of addresses after they are new, or the name of their person has changed. */
async function putWords(tx: Tx, { tenantId, userId }: PeopleOwner, rows: { address: string; name: string }[]) {
  const addresses = rows.map(({ address }) => address);
  const words = JSON.stringify(
    rows.flatMap(({ address, name }) => wordsOf(name, address).map((word) => ({ address, word }))),
  );
  await tx.execute(sql`
    delete from person_words where tenant_id = ${tenantId} and user_id = ${userId}
      and address = any (${sql.param(addresses)}::text[])`);
  // In the order of the key, which fills the index from one side. The words of an address differ, so nothing can conflict.
  await tx.execute(sql`
    insert into person_words (tenant_id, user_id, address, word)
    select ${tenantId}, ${userId}, address, word from json_to_recordset(${words}::json) as w (address text, word text)
    order by address, word`);
}

/** After the names of people have changed. */
export async function renewWords(tx: Tx, owner: PeopleOwner, named: { id: string; name: string }[]): Promise<void> {
  const nameOf = new Map(named.map(({ id, name }) => [id, name]));
  const rows = await addressesOf(tx, owner, [...nameOf.keys()]);
  if (rows.length === 0) return;
  await putAddresses(
    tx,
    owner,
    rows.map((row) => ({ ...row, name: nameOf.get(row.personId) ?? "" })),
  );
}

function chunksOf<One>(rows: One[], size = 1000): One[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));
}
