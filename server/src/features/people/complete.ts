// Completes recipients: colleagues first, then people by use. Reads a bounded number of rows for every text.
import type { KnownPerson } from "@intellibox/contract/endpoints/known-people";
import { runNamed, type Tx } from "#db/fence.ts";
import type { Scope } from "#scope.ts";
import { foldedText, typedStarts, wordsOf } from "./person-words.ts";

const maxColleagues = 200;
/** Words of the index that are looked up. If more begin with the text, the best people are read in order instead. */
const maxWords = 400;
const maxInOrder = 4000;

type FoundRow = { name: string; address: string; person_id: string | null };

export const completePeople = (
  scope: Scope,
  { q, limit }: { q: string; limit: number },
): Promise<{ items: KnownPerson[] }> =>
  scope.tx(
    async (tx) => {
      const starts = typedStarts(q);
      if (q && starts.length === 0) return { items: [] };
      const [colleagues, known] = await Promise.all([
        findColleagues(tx, scope, starts),
        starts.length === 0 ? bestPeople(tx, scope, limit) : findPeople(tx, scope, starts, limit),
      ]);
      const isColleague = new Set(colleagues.map(({ address }) => address));
      const items = [...colleagues, ...known.filter(({ address }) => !isColleague.has(address))];
      return { items: items.slice(0, limit).map(({ person_id, ...row }) => ({ ...row, personId: person_id })) };
    },
    { keepsPlans: true },
  );

/** PostgreSQL finds a superset, which has the text anywhere. */
async function findColleagues(tx: Tx, { tenantId, user }: Scope, starts: string[]): Promise<FoundRow[]> {
  const rows = await runNamed<FoundRow>(tx, {
    name: "people_colleagues",
    text: `
      select u.name, lower(u.email) as address, a.person_id
      from users u left join person_addresses a on a.tenant_id = u.tenant_id and a.user_id = $2 and a.address = lower(u.email)
      where u.tenant_id = $1 and u.id <> $2 and u.status = 'Active' and not exists (
        select from unnest($3::text[]) as start (word) where position(start.word in
          ${foldedText("u.name")} || ' ' || lower(u.email)) = 0)
      order by u.name, u.email limit $4`,
    values: [tenantId, user.id, starts, maxColleagues],
  });
  return rows.filter(({ name, address }) => {
    const words = wordsOf(name, address);
    return starts.every((start) => words.some((word) => word.startsWith(start)));
  });
}

const bestPeople = (tx: Tx, { tenantId, user }: Scope, limit: number) =>
  runNamed<FoundRow>(tx, {
    name: "people_best",
    text: `
      select p.name, a.address, p.id as person_id
      from (select address, person_id, score from person_addresses where tenant_id = $1 and user_id = $2
        order by score desc, address limit $3) a
      join people p on p.tenant_id = $1 and p.id = a.person_id
      order by a.score desc, a.address`,
    values: [tenantId, user.id, limit],
  });

/**
 * Looks up the longest start in the index of words. If too many words begin with it, the people that are used most are read in
 * order until enough match, and the index serves only if those do not suffice.
 */
function findPeople(tx: Tx, { tenantId, user }: Scope, starts: string[], limit: number): Promise<FoundRow[]> {
  const [first = ""] = starts.toSorted((one, other) => other.length - one.length);
  return runNamed<FoundRow>(tx, {
    name: "people_found",
    text: `
      with hits as materialized (
        select address from person_words
        where tenant_id = $1 and user_id = $2 and word >= $3::text collate "C" and word < $4::text collate "C" limit ${maxWords + 1}
      ), ranked as materialized (
        select address, person_id, score from (
          select address, person_id, score, search from person_addresses
          where (select count(*) from hits) > ${maxWords} and tenant_id = $1 and user_id = $2
          order by score desc, address limit ${maxInOrder}
        ) a
        where not exists (select from unnest($5::text[]) as start (word) where position(' ' || start.word in a.search) = 0)
        limit $6
      ), indexed as materialized (
        select a.address, a.person_id, a.score
        from (select distinct address from hits where (select count(*) from ranked) < $6) h
        join person_addresses a on a.tenant_id = $1 and a.user_id = $2 and a.address = h.address
        where not exists (select from unnest($5::text[]) as start (word) where position(' ' || start.word in a.search) = 0)
        order by a.score desc, a.address limit $6
      ), found as (
        select * from ranked union select * from indexed order by score desc, address limit $6
      )
      select p.name, f.address, p.id as person_id from found f join people p on p.tenant_id = $1 and p.id = f.person_id
      order by f.score desc, f.address`,
    values: [tenantId, user.id, first, `${first}\u{10ffff}`, starts, limit],
  });
}
