// Functions, triggers, policies and rights are declared in sql/*.sql and applied by difference: PostgreSQL reads the files into a schema
// that is rolled back, and only what differs between its catalogue and the one of `public` is changed.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { chooseRoles, type GroupRoles, nameRoles, readRoles, recordRoles, requireRoles } from "../group-roles.ts";
import { type Catalogue, type Right, readCatalogue } from "./catalogue.ts";
import { inShortTransaction, type Note } from "./retry-locks.ts";

/** Statements that belong together, because the object must never be seen between them. */
export type Change = { object: string; statements: string[] };
export type Difference = {
  missing: Change[];
  /** Rights that the files do not declare. Processes of an earlier version may need them. */
  surplus: Change[];
};

const declaredFiles = ["fence.sql", "mail.sql", "activity.sql"];
const preparedFiles = ["roles.sql", "records.sql", "queue.sql"];
const textOf = (name: string) => readFile(new URL(`../sql/${name}`, import.meta.url), "utf8");

/** Changes when one of the files does. */
export async function fingerprintOfFiles(): Promise<string> {
  const hash = createHash("sha256");
  for (const name of [...preparedFiles, ...declaredFiles]) hash.update(await textOf(name));
  return hash.digest("hex");
}

/** Creates roles, records and the queue's schema, as far as they are missing. */
export async function prepareDatabase(client: pg.Client, note: Note): Promise<GroupRoles> {
  const { roles, statements } = await preparation(client);
  for (const group of statements) await inShortTransaction(client, note, group);
  return roles;
}

/** Each group of statements is a transaction. */
async function preparation(client: pg.Client): Promise<{ roles: GroupRoles; statements: string[][] }> {
  const roles = (await readRoles(client)) ?? chooseRoles();
  const [first = "", ...others] = await Promise.all(
    preparedFiles.map(async (name) => nameRoles(await textOf(name), roles)),
  );
  return { roles, statements: [[recordRoles(roles), first], ...others.map((text) => [text])] };
}

const scratch = "intellibox_declared";

/**
 * Compares the files with the database, in a transaction that is rolled back. For a plan, `pending` are the statements of migrations
 * that are not applied yet: those that add tables and columns are applied to the copies.
 */
export async function findDifference(client: pg.Client, pending?: string[]): Promise<Difference> {
  try {
    await client.query("begin; set local statement_timeout = 0");
    const prepared = pending && (await preparation(client));
    for (const statement of prepared?.statements.flat() ?? []) await client.query(statement);
    const roles = prepared?.roles ?? (await requireRoles(client));
    const actual = await readCatalogue(client, "public", roles);
    const owner = (await client.query<{ owner: string }>("select quote_ident(current_user) as owner")).rows[0]?.owner;
    // Bodies are checked when they are created in `public`, where they find what they call.
    await client.query(`create schema ${scratch}; grant create, usage on schema ${scratch} to ${roles.definer};
      set local search_path = ${scratch}, public; set local check_function_bodies = off`);
    const copies = actual.tables.map(({ name }) => {
      const table = pg.escapeIdentifier(name);
      return `create table ${scratch}.${table} (like public.${table})`;
    });
    await client.query(copies.join("; "));
    for (const statement of (pending ?? []).filter(addsColumns)) await client.query(nameRoles(statement, roles));
    for (const name of declaredFiles) await client.query(nameRoles(await textOf(name), roles));
    const declared = await readCatalogue(client, scratch, roles);
    return compare(declared, actual, owner ?? "");
  } finally {
    await client.query("rollback");
  }
}

const addsColumns = (statement: string) => /^(create\s+table|alter\s+table\s+"\w+"\s+add\s+column)\b/i.test(statement);

export async function applyChanges(client: pg.Client, note: Note, changes: Change[]) {
  for (const { statements } of changes) await inShortTransaction(client, note, statements);
}

function compare(declared: Catalogue, actual: Catalogue, owner: string): Difference {
  const missing: Change[] = [];
  const rights = missingRights(declared.rights, actual.rights);
  for (const wanted of declared.functions) {
    const there = actual.functions.find(({ name }) => name === wanted.name);
    if (there && there.result !== wanted.result) {
      throw new Error(
        `The function ${wanted.name} returns ${wanted.result} now. Give it another name: processes of the earlier version call it as it was.`,
      );
    }
    const statements = there?.definition === wanted.definition ? [] : [wanted.definition];
    if (!there) statements.push(`revoke all on function public.${wanted.name} from public`);
    // Functions that the files give to nobody belong to the owner of the tables.
    if (wanted.owner !== owner && there?.owner !== wanted.owner) statements.push(...changeOwner(wanted));
    statements.push(...grants(rights, "function", wanted.name));
    if (statements.length > 0) missing.push({ object: `function ${wanted.name}`, statements });
  }
  for (const { name } of declared.tables) {
    const there = actual.tables.find((table) => table.name === name);
    // Before its rights: nobody can read a table that has no fence.
    const statements = there?.isFenced ? [] : fence(name);
    const differs = (kind: "triggers" | "policies") =>
      declared[kind]
        .filter(({ table }) => table === name)
        .map((wanted) => ({
          ...wanted,
          there: actual[kind].find((item) => item.table === name && item.name === wanted.name)?.definition,
        }))
        .filter(({ definition, there: old }) => definition !== old);
    for (const { name: policy, definition, there: old } of differs("policies")) {
      if (old) statements.push(`drop policy ${pg.escapeIdentifier(policy)} on public.${pg.escapeIdentifier(name)}`);
      statements.push(definition);
    }
    for (const { definition } of differs("triggers"))
      statements.push(definition.replace(/^CREATE TRIGGER/, "CREATE OR REPLACE TRIGGER"));
    statements.push(...grants(rights, "table", name));
    if (statements.length > 0) missing.push({ object: `table ${name}`, statements });
  }
  // Functions of an administrator may be open to everybody.
  const isOurs = ({ kind, object, grantee }: Right) =>
    grantee !== "public" || kind === "table" || declared.functions.some(({ name }) => name === object);
  return { missing, surplus: revocations(missingRights(actual.rights, declared.rights).filter(isOurs)) };
}

const fence = (table: string) =>
  ["enable", "force"].map((what) => `alter table public.${pg.escapeIdentifier(table)} ${what} row level security`);

/** The new owner needs the right to create in the schema for this moment. */
const changeOwner = ({ name, owner }: { name: string; owner: string }) => [
  `grant create on schema public to ${owner}`,
  `alter function public.${name} owner to ${owner}`,
  `revoke create on schema public from ${owner}`,
];

const keyOf = (right: Right) =>
  JSON.stringify([right.kind, right.object, right.column, right.privilege, right.grantee]);

/** The rights that are in the first list only. */
function missingRights(wanted: Right[], there: Right[]): Right[] {
  const known = new Set(there.map(keyOf));
  return wanted.filter((right) => !known.has(keyOf(right)));
}

const grants = (rights: Right[], kind: Right["kind"], object: string) =>
  phrases(rights.filter((right) => right.kind === kind && right.object === object)).map(
    ({ list, place, grantee }) => `grant ${list} on ${place} to ${grantee}`,
  );

const revocations = (rights: Right[]): Change[] =>
  phrases(rights).map(({ list, place, grantee }) => ({
    object: place.replace("public.", ""),
    statements: [`revoke ${list} on ${place} from ${grantee}`],
  }));

/** One phrase for each object and role, such as `select, update ("name")`. */
function phrases(rights: Right[]): { list: string; place: string; grantee: string }[] {
  const found = Map.groupBy(rights, ({ kind, object, grantee }) => JSON.stringify([kind, object, grantee]));
  return [...found.values()].map((group) => {
    const [{ kind, object, grantee } = rights[0] as Right] = group;
    const list = [...Map.groupBy(group, ({ privilege }) => privilege)].flatMap(([privilege, same]) => {
      const columns = same.flatMap(({ column }) => (column === null ? [] : [pg.escapeIdentifier(column)]));
      const whole = columns.length < same.length ? [privilege.toLowerCase()] : [];
      return columns.length > 0 ? [...whole, `${privilege.toLowerCase()} (${columns.join(", ")})`] : whole;
    });
    const place = kind === "table" ? `table public.${pg.escapeIdentifier(object)}` : `function public.${object}`;
    return { list: list.join(", "), place, grantee };
  });
}
