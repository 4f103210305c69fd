// The names of the roles that hold rights. Roles belong to the whole server, so each installation has its own: two installations then
// need nothing from each other, and neither can read the other's tables.
import { randomBytes } from "node:crypto";
import type pg from "pg";

const kinds = ["app", "tenant", "platform", "definer", "queue"] as const;
type Kind = (typeof kinds)[number];

/** `app` is the role of a connection outside of a fence, `definer` owns functions that see more than their callers. */
export type GroupRoles = Record<Kind, string> & { prefix: string };

/** In the SQL files and migrations, and in installations of version 0.1.0. */
const plainPrefix = "intellibox_";
const prefixPattern = /^(intellibox_(?:[0-9a-f]{8}_)?)login_/;

export function rolesWith(prefix: string): GroupRoles {
  const names = Object.fromEntries(kinds.map((kind) => [kind, `${prefix}${kind}`]));
  return { ...(names as Record<Kind, string>), prefix };
}

export const hasPlainNames = ({ prefix }: GroupRoles) => prefix === plainPrefix;

export const rolesOf = ({ prefix }: GroupRoles): string[] => kinds.map((kind) => `${prefix}${kind}`);

/** The name of a role that can sign in. Its beginning says which group roles it can become. */
export const newLoginRole = ({ prefix }: GroupRoles) => `${prefix}login_${randomBytes(6).toString("hex")}`;

/** The roles of the installation to which the user of this URL belongs. */
export function rolesOfLogin(loginUrl: string): GroupRoles {
  const user = decodeURIComponent(new URL(loginUrl).username);
  return rolesWith(prefixPattern.exec(user)?.[1] ?? plainPrefix);
}

const plainNames = new RegExp(`\\b${plainPrefix}(${kinds.join("|")})\\b`, "g");

/** SQL of our files, with the names of this installation's roles. */
export const nameRoles = (text: string, { prefix }: GroupRoles) => text.replaceAll(plainNames, `${prefix}$1`);

/** The roles of a database, read as its owner; undefined if none are chosen yet. */
export async function readRoles(client: pg.ClientBase): Promise<GroupRoles | undefined> {
  const there = async (table: string) =>
    (await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [table])).rows[0]?.there;
  if (await there("drizzle.group_roles")) {
    const { rows } = await client.query<{ prefix: string }>("select prefix from drizzle.group_roles");
    if (rows[0]) return rolesWith(rows[0].prefix);
  }
  // A database of version 0.1.0 has no record.
  if (!(await there("drizzle.__drizzle_migrations"))) return undefined;
  const { rows } = await client.query("select from drizzle.__drizzle_migrations limit 1");
  return rows.length > 0 ? rolesWith(plainPrefix) : undefined;
}

/** The roles of a database that is prepared. */
export async function requireRoles(client: pg.ClientBase): Promise<GroupRoles> {
  return (await readRoles(client)) ?? rolesWith(plainPrefix);
}

/** Random, because another installation may have left roles behind that this one may not use. */
export const chooseRoles = () => rolesWith(`${plainPrefix}${randomBytes(4).toString("hex")}_`);

/** Records the choice. In the transaction that creates the roles, so that an interrupted start leaves none behind. */
export const recordRoles = ({ prefix }: GroupRoles) =>
  `create schema if not exists drizzle;
   create table if not exists drizzle.group_roles (id boolean primary key default true check (id), prefix text not null);
   insert into drizzle.group_roles (prefix) values ('${prefix}') on conflict do nothing`;

/** Drops the roles of a database that was emptied. Roles that another database uses too stay: a copy of the database, or 0.1.0. */
export async function dropRoles(client: pg.ClientBase, roles: GroupRoles) {
  for (const role of rolesOf(roles)) {
    // 2BP01: other objects depend on it. 42704: it is not there.
    await client.query(`drop owned by ${role}; drop role ${role}`).catch((error: { code?: string }) => {
      if (!["2BP01", "42704", "42501"].includes(error.code ?? "")) throw error;
    });
  }
}
