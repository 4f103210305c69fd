// Remembers which people are not the same, as the user said.
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { Scope } from "#scope.ts";
import { lockPeople, ownerOfPeople, type PeopleOwner, readPeople } from "./people-rows.ts";
import { noPerson } from "./read-people.ts";

/** Each of them with each other one. */
export const keepApart = (scope: Scope, ids: string[]) =>
  scope.tx(async (tx) => {
    const owner = ownerOfPeople(scope);
    await lockPeople(tx, owner);
    const chosen = [...new Set(ids)];
    if ((await readPeople(tx, owner, chosen)).length < chosen.length) throw noPerson();
    await tx.execute(sql`
      insert into people_apart (tenant_id, user_id, person_id, other_id)
      select ${owner.tenantId}, ${owner.userId}, one.id, other.id
      from unnest(${sql.param(chosen)}::uuid[]) as one (id) join unnest(${sql.param(chosen)}::uuid[]) as other (id) on one.id < other.id
      on conflict do nothing`);
    return { ok: true as const };
  });

/** A function that says whether two people are not the same. */
export async function peopleKeptApart(tx: Tx, { tenantId, userId }: PeopleOwner) {
  const { rows } = await tx.execute<{ person_id: string; other_id: string }>(sql`
    select person_id, other_id from people_apart where tenant_id = ${tenantId} and user_id = ${userId}`);
  const pairs = new Set(rows.map((row) => `${row.person_id} ${row.other_id}`));
  return (one: string, other: string) => pairs.has(`${one} ${other}`) || pairs.has(`${other} ${one}`);
}
