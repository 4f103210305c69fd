// Reads functions, triggers, policies and rights of one schema from PostgreSQL's catalogue, in PostgreSQL's own words.
import type pg from "pg";
import { type GroupRoles, rolesOf } from "../group-roles.ts";

export type Defined = { name: string; table: string; definition: string };
export type DefinedFunction = { name: string; definition: string; result: string; owner: string; oid: number };
export type Right = {
  kind: "table" | "function";
  object: string;
  column: string | null;
  privilege: string;
  grantee: string;
};
export type Table = { name: string; isFenced: boolean };

export type Catalogue = {
  tables: Table[];
  functions: DefinedFunction[];
  triggers: Defined[];
  policies: Defined[];
  rights: Right[];
};

/**
 * Reads a schema. Its name is replaced by `public` in definitions, so that two schemas can be compared. `roles` are those whose rights
 * the program decides: rights that an administrator gave to others are left alone.
 */
export async function readCatalogue(client: pg.Client, schema: string, roles: GroupRoles): Promise<Catalogue> {
  // With this path PostgreSQL writes the schema before every name.
  await client.query("set local search_path = pg_catalog");
  const read = async <Row extends object>(text: string, values: unknown[] = [schema]) =>
    (await client.query<Row & pg.QueryResultRow>(text, values)).rows;
  const inPublic = <Row extends { definition: string }>(rows: Row[]) =>
    rows.map((row) => ({ ...row, definition: row.definition.replaceAll(`${schema}.`, "public.") }));
  return {
    tables: await read<Table>(
      `select relname as name, relrowsecurity and relforcerowsecurity as "isFenced"
      from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p') order by relname`,
    ),
    functions: inPublic(
      await read<DefinedFunction>(
        `select format('%I(%s)', proname, oidvectortypes(proargtypes)) as name, pg_get_functiondef(oid) as definition,
          pg_get_function_result(oid) as result, proowner::regrole::text as owner, oid::bigint::float8 as oid
        from pg_proc f where pronamespace = $1::regnamespace and prokind = 'f'
          and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e')
        order by f.oid`,
      ),
    ),
    triggers: inPublic(
      await read<Defined>(
        `select t.tgname as name, c.relname as "table", pg_get_triggerdef(t.oid) as definition
        from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = $1::regnamespace and not t.tgisinternal`,
      ),
    ),
    policies: inPublic(
      await read<Defined>(
        `select p.polname as name, c.relname as "table", format('create policy %I on public.%I as %s for %s to %s%s%s', p.polname, c.relname,
          case when p.polpermissive then 'permissive' else 'restrictive' end,
          case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
          (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ' order by role::regrole::text) from unnest(p.polroles) role),
          ' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') as definition
        from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = $1::regnamespace`,
      ),
    ),
    rights: await read<Right>(
      `select granted.kind, granted.object, granted.column, granted.privilege_type as privilege, coalesce(r.rolname, 'public') as grantee
      from (
        select 'table' as kind, c.relname::text as object, null as column, a.* from pg_class c,
          aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
          where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and a.grantee <> c.relowner
        union all
        select 'table', c.relname, t.attname, a.* from pg_class c join pg_attribute t on t.attrelid = c.oid and not t.attisdropped, aclexplode(t.attacl) a
          where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and a.grantee <> c.relowner
        union all
        select 'function', format('%I(%s)', p.proname, oidvectortypes(p.proargtypes)), null, a.* from pg_proc p,
          aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
          where p.pronamespace = $1::regnamespace and p.prokind = 'f' and a.grantee <> p.proowner
            and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      ) granted
      left join pg_roles r on r.oid = granted.grantee
      where r.rolname = any ($2) or granted.grantee = 0`,
      [schema, rolesOf(roles)],
    ),
  };
}
