import type { QueryOf } from "@intellibox/contract/endpoint";
import type { people as calls, ListedPerson, PeopleFilter, Person } from "@intellibox/contract/endpoints/people";
import { splitName } from "@intellibox/contract/rules/split-name";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { type SQL, sql } from "#db/orm.ts";
import { pageBounds } from "#db/paging.ts";
import { firstOr } from "#db/rows.ts";
import type { Scope } from "#scope.ts";
import { foldedInSql, typedStarts } from "./person-words.ts";

type ListedRow = {
  id: string;
  name: string;
  company: string;
  job_title: string;
  addresses: string[];
  is_saved: boolean;
  is_colleague: boolean;
  is_stored: boolean;
  last_at: string | null;
};

type PersonRow = ListedRow & {
  first_name: string;
  last_name: string;
  phone: string;
  notes: string;
  sent: number;
  received: number;
};

export const noPerson = () => notFound(t("This person does not exist"));

const orders: Record<string, SQL> = {
  name: sql`lower(coalesce(nullif(name, ''), first_address))`,
  company: sql`nullif(lower(company), '')`,
  lastAt: sql`last_at`,
};

/** Stored people, and colleagues of whom nothing is stored. */
export function listPeople(scope: Scope, query: QueryOf<typeof calls.list>) {
  const { sort = "name", q = "", filter } = query;
  const { limit, offset } = pageBounds(query);
  const field = sort.replace("-", "");
  const direction = sort.startsWith("-") ? sql`desc nulls last` : sql`asc nulls last`;
  return scope.tx(async (tx) => {
    const { rows } = await tx.execute<ListedRow & { total: number }>(sql`
      with listed as materialized (${everyone(scope, filter, q)})
      select *, (select count(*)::int from listed) as total from listed
      order by ${orders[field] ?? orders.name} ${direction}, id limit ${limit} offset ${offset}`);
    const total = rows[0]?.total ?? (offset === 0 ? 0 : await countListed(tx, scope, filter, q));
    return { items: rows.map(presentListed), total };
  });
}

const countListed = async (tx: Tx, scope: Scope, filter: PeopleFilter, q: string) =>
  (await tx.execute<{ total: number }>(sql`select count(*)::int as total from (${everyone(scope, filter, q)}) listed`))
    .rows[0]?.total ?? 0;

/** Each person with the addresses in their order. */
function everyone({ tenantId, user }: Scope, filter: PeopleFilter, q: string): SQL {
  const starts = typedStarts(q);
  const isFound =
    starts.length === 0 && !q
      ? sql`true`
      : sql`not exists (
    select from unnest(${sql.param(starts)}::text[]) as start (word) where position(' ' || start.word in found.search) = 0)
    and ${starts.length > 0}`;
  const kind = { all: sql`true`, saved: sql`found.is_saved`, colleagues: sql`found.is_colleague` }[filter];
  return sql`
    select * from (
      select p.id, p.name, p.company, p.job_title, a.addresses, a.addresses[1] as first_address, p.is_saved, a.is_colleague,
        true as is_stored, a.last_at, a.search || ' ' || lower(p.company) as search
      from people p join (
        select o.person_id, array_agg(o.address order by o.position, o.score desc, o.address) as addresses,
          max(greatest(o.last_sent_at, o.last_received_at)) as last_at, string_agg(o.search, '') as search,
          bool_or(u.id is not null) as is_colleague
        from person_addresses o left join users u on u.tenant_id = o.tenant_id and u.email = o.address and u.id <> ${user.id}
        where o.tenant_id = ${tenantId} and o.user_id = ${user.id} group by o.person_id
      ) a on a.person_id = p.id
      where p.tenant_id = ${tenantId} and p.user_id = ${user.id}
      union all
      select u.id, u.name, '', '', array[u.email], u.email, false, true, false, null,
        ' ' || ${foldedInSql("u.name")} || ' ' || lower(u.email) || ' ' || split_part(lower(u.email), '@', 2)
      from users u
      where u.tenant_id = ${tenantId} and u.id <> ${user.id} and u.status = 'Active' and not exists (
        select from person_addresses o where o.tenant_id = ${tenantId} and o.user_id = ${user.id} and o.address = u.email)
    ) found where ${kind} and ${isFound}`;
}

/** Stored people by their ids. */
export async function listedPeople(tx: Tx, scope: Scope, ids: string[]): Promise<Map<string, ListedPerson>> {
  const { rows } = await tx.execute<ListedRow>(
    sql`select * from (${everyone(scope, "all", "")}) listed where id = any (${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, presentListed(row)]));
}

export const getPerson = (scope: Scope, id: string): Promise<Person> => scope.tx((tx) => readPerson(tx, scope, id));

/** A stored person, or a colleague by the id of the user. */
export async function readPerson(tx: Tx, { tenantId, user }: Scope, id: string): Promise<Person> {
  const { rows } = await tx.execute<PersonRow>(sql`
    select p.id, p.name, p.first_name, p.last_name, p.company, p.job_title, p.phone, p.notes, p.is_saved, true as is_stored,
      coalesce(a.addresses, '{}') as addresses, a.last_at, coalesce(a.sent, 0) as sent, coalesce(a.received, 0) as received,
      coalesce(a.is_colleague, false) as is_colleague
    from people p cross join lateral (
      select array_agg(o.address order by o.position, o.score desc, o.address) as addresses,
        max(greatest(o.last_sent_at, o.last_received_at)) as last_at, sum(o.sent_count)::int as sent,
        sum(o.received_count)::int as received, bool_or(u.id is not null) as is_colleague
      from person_addresses o left join users u on u.tenant_id = o.tenant_id and u.email = o.address and u.id <> ${user.id}
      where o.tenant_id = ${tenantId} and o.user_id = ${user.id} and o.person_id = p.id
    ) a
    where p.tenant_id = ${tenantId} and p.user_id = ${user.id} and p.id = ${id}
    union all
    select u.id, u.name, '', '', t.name, '', '', '', false, false, array[u.email], null, 0, 0, true
    from users u join tenants t on t.id = u.tenant_id
    where u.tenant_id = ${tenantId} and u.id = ${id} and u.id <> ${user.id}`);
  return presentPerson(firstOr(rows, noPerson()));
}

function presentListed({ job_title, is_saved, is_colleague, is_stored, last_at, ...row }: ListedRow): ListedPerson {
  return {
    ...{ id: row.id, name: row.name, company: row.company, addresses: row.addresses ?? [], jobTitle: job_title },
    ...{ isSaved: is_saved, isColleague: is_colleague, isStored: is_stored },
    lastAt: last_at === null ? null : new Date(last_at),
  };
}

function presentPerson({ first_name, last_name, phone, notes, sent, received, ...row }: PersonRow): Person {
  const split = first_name || last_name ? { firstName: first_name, lastName: last_name } : splitName(row.name);
  return { ...presentListed(row), ...split, phone, notes, sent, received };
}
