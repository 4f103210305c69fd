import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { people as calls } from "@intellibox/contract/endpoints/people";
import { sql } from "#db/orm.ts";
import type { Scope } from "#scope.ts";
import { peopleKeptApart } from "./keep-apart.ts";
import { ownerOfPeople } from "./people-rows.ts";
import { foldedInSql } from "./person-words.ts";
import { listedPeople } from "./read-people.ts";

const maxGroups = 50;
const maxInGroup = 10;
/** Many companies have an address with one of these names, which says nothing about a person. */
const roles =
  "admin billing careers contact customer finance general hello help hiring info invoice invoices legal mail marketing news newsletter office orders payments press sales security service support team webmaster welcome";

/** The first person who may be another one of the group, and those that they may be. */
function possiblyOne(ids: string[], areApart: (one: string, other: string) => boolean): string[] {
  for (const id of ids) {
    const others = ids.filter((other) => other !== id && !areApart(id, other));
    if (others.length > 0) return [id, ...others];
  }
  return [];
}

/** People with one name, and people with one name before the @ of their addresses. */
export const findDoubles = (scope: Scope): Promise<ResponseOf<typeof calls.doubles>> =>
  scope.tx(async (tx) => {
    const { tenantId, user } = scope;
    // Of n people there are n (n - 1) / 2 pairs.
    const hasPossiblyOne = sql`(
      select count(*) from people_apart where tenant_id = ${tenantId} and user_id = ${user.id}
        and person_id = any (g.ids) and other_id = any (g.ids)
    ) < cardinality(g.ids) * (cardinality(g.ids) - 1) / 2`;
    const { rows } = await tx.execute<{ reason: "name" | "address"; ids: string[] }>(sql`
      with named as (
        select * from (
          select 'name' as reason, array_agg(id order by is_saved desc, id) as ids from people
          where tenant_id = ${tenantId} and user_id = ${user.id} and name like '%_ _%'
          group by ${foldedInSql("name")} having count(*) > 1
        ) g where ${hasPossiblyOne} limit ${maxGroups}
      ), addressed as (
        select * from (
          select 'address' as reason, array_agg(distinct person_id) as ids from person_addresses
          where tenant_id = ${tenantId} and user_id = ${user.id} and length(split_part(address, '@', 1)) > 4
            and split_part(address, '@', 1) <> all (string_to_array(${roles}, ' '))
          group by split_part(address, '@', 1) having count(distinct person_id) > 1
        ) g where ${hasPossiblyOne} limit ${maxGroups}
      )
      select reason, ids from named union all
      select reason, ids from addressed a where not exists (select from named n where n.ids @> a.ids)`);
    const areApart = await peopleKeptApart(tx, ownerOfPeople(scope));
    const groups = rows
      .map(({ reason, ids }) => ({ reason, ids: possiblyOne(ids, areApart).slice(0, maxInGroup) }))
      .slice(0, maxGroups);
    const found = await listedPeople(
      tx,
      scope,
      groups.flatMap(({ ids }) => ids),
    );
    return {
      items: groups.map(({ reason, ids }) => ({ reason, people: ids.flatMap((id) => found.get(id) ?? []) })),
    };
  });
