import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { people as calls } from "@intellibox/contract/endpoints/people";
import { sql } from "#db/orm.ts";
import type { Scope } from "#scope.ts";
import { foldedInSql } from "./person-words.ts";
import { listedPeople } from "./read-people.ts";

const maxGroups = 50;
const maxInGroup = 10;
/** Many companies have an address with one of these names, which says nothing about a person. */
const roles =
  "admin billing careers contact customer finance general hello help hiring info invoice invoices legal mail marketing news newsletter office orders payments press sales security service support team webmaster welcome";

/** People with one name, and people with one name before the @ of their addresses. */
export const findDoubles = (scope: Scope): Promise<ResponseOf<typeof calls.doubles>> =>
  scope.tx(async (tx) => {
    const { tenantId, user } = scope;
    const { rows } = await tx.execute<{ reason: "name" | "address"; ids: string[] }>(sql`
      with named as (
        select 'name' as reason, array_agg(id order by is_saved desc, id) as ids from people
        where tenant_id = ${tenantId} and user_id = ${user.id} and name like '%_ _%'
        group by ${foldedInSql("name")} having count(*) > 1 limit ${maxGroups}
      ), addressed as (
        select 'address' as reason, array_agg(distinct person_id) as ids from person_addresses
        where tenant_id = ${tenantId} and user_id = ${user.id} and length(split_part(address, '@', 1)) > 4
          and split_part(address, '@', 1) <> all (string_to_array(${roles}, ' '))
        group by split_part(address, '@', 1) having count(distinct person_id) > 1 limit ${maxGroups}
      )
      select reason, ids from named union all
      select reason, ids from addressed a where not exists (select from named n where n.ids @> a.ids)`);
    const groups = rows.slice(0, maxGroups).map(({ reason, ids }) => ({ reason, ids: ids.slice(0, maxInGroup) }));
    const found = await listedPeople(
      tx,
      scope,
      groups.flatMap(({ ids }) => ids),
    );
    return {
      items: groups.map(({ reason, ids }) => ({ reason, people: ids.flatMap((id) => found.get(id) ?? []) })),
    };
  });
