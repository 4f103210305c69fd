// Marks a database that a restore or a move is filling. The mark is removed when everything is there, so that a half-filled
// database is recognised after a kill.
import type pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";
import { dropRoles, readRoles } from "../group-roles.ts";

export type CopyKind = "restore" | "migrate-to";

/** `source` names what is copied: the archive or the database. */
export type UnfinishedCopy = { kind: CopyKind; source: string };

/** A schema of its own, which is dropped at the end with everything in it. */
export const copySchema = "intellibox_copy";

export async function findUnfinishedCopy(client: pg.ClientBase): Promise<UnfinishedCopy | undefined> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('${copySchema}.state') is not null as there`,
  );
  if (!found[0]?.there) return undefined;
  const { rows } = await client.query<UnfinishedCopy>(`select kind, source from ${copySchema}.state`);
  return rows[0];
}

export async function markUnfinished(client: pg.ClientBase, { kind, source }: UnfinishedCopy) {
  await client.query(`begin; create schema ${copySchema}; create table ${copySchema}.state (kind text, source text)`);
  await client.query(`insert into ${copySchema}.state values ($1, $2)`, [kind, source]);
  await client.query("commit");
}

export async function markFinished(client: pg.ClientBase) {
  await client.query(`drop schema ${copySchema} cascade`);
}

/** For a start of the product. */
export async function refuseUnfinishedCopy(client: pg.ClientBase) {
  const unfinished = await findUnfinishedCopy(client);
  if (unfinished) {
    throw new CannotStart(
      `This database is not complete: an \`npm run ${unfinished.kind}\` into it did not finish. Run that command again.`,
    );
  }
}

/** Whether the database holds nothing of ours and nobody else's tables. */
export async function isEmptyDatabase(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`
    select not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'drizzle', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    ) as empty`);
  return rows[0]?.empty ?? false;
}

/** Removes everything that a copy has made in a database that was empty before. Extensions stay. */
export async function emptyDatabase(client: pg.ClientBase) {
  const roles = await readRoles(client);
  await client.query("drop schema if exists pgboss cascade; drop schema if exists drizzle cascade");
  const { rows } = await client.query<{ statement: string }>(`
    select statement from (
      select 1 as step, format('drop table if exists public.%I cascade', relname) as statement from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      union all
      select 2, format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
        where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    ) as made order by step`);
  for (const { statement } of rows) await client.query(statement);
  await client.query(`drop schema if exists ${copySchema} cascade`);
  if (roles) await dropRoles(client, roles);
}
