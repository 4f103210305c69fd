// Records the database of a release as a fixture: `node server/test/record-database.ts 0.1.0 postgres://…`. db/migrate/upgrade.test.ts
// upgrades every fixture to the schema of today. Run it on a database with the demo, made by the release itself.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";

const folder = fileURLToPath(new URL("fixtures/databases", import.meta.url));
const fileOf = (version: string) => `${folder}/${version}.sql.gz`;

export async function recordDatabase(version: string, url: string) {
  const options = [
    // Statements that any client can run, on servers with and without lz4.
    "--inserts",
    "--rows-per-insert=50",
    "--no-toast-compression",
    // The sealed passwords of database roles, which are not recorded.
    "--exclude-table-data=drizzle.logins",
    // The queue's own library creates and upgrades its tables.
    "--exclude-schema=pgboss",
  ];
  const { stdout } = await promisify(execFile)("pg_dump", [...options, url], { maxBuffer: 2 ** 30 });
  const owner = /^-- Name: tenants; Type: TABLE; Schema: public; Owner: (\S+)$/m.exec(stdout)?.[1];
  if (!owner) throw new Error("The database has no table tenants.");
  const text = stdout
    // Commands of psql, and roles that are other ones elsewhere.
    .replaceAll(/^\\.*\n/gm, "")
    .replaceAll(`OWNER TO ${owner};`, "OWNER TO CURRENT_USER;")
    .replaceAll(/^(?:GRANT|REVOKE) .* (?:TO|FROM) (?!intellibox_|PUBLIC)\S+;\n/gm, "");
  await writeFile(fileOf(version), gzipSync(text, { level: 9 }));
}

/** Fills an empty database with the fixture. Creates the roles that have rights in it. */
export async function restoreDatabase(client: pg.Client, version: string) {
  const text = gunzipSync(await readFile(fileOf(version))).toString();
  for (const role of new Set(text.match(/\bintellibox_(?:[0-9a-f]{8}_)?(?:app|tenant|platform|definer|queue)\b/g))) {
    const { rows } = await client.query("select from pg_roles where rolname = $1", [role]);
    if (rows.length === 0) await client.query(`create role ${role} nologin noinherit`);
  }
  await client.query(text);
  // The dump empties the search path of the connection.
  await client.query("reset all");
}

if (import.meta.main) await recordDatabase(process.argv[2] ?? "", process.argv[3] ?? "");
