import type pg from "pg";
import { findUnfinishedCopy } from "#db/copy/unfinished-copy.ts";
import { findDifference } from "#db/migrate/definitions.ts";
import { readState } from "#db/migrate/state.ts";
import { type Finding, fault, ok, warning } from "./finding.ts";

const migrate = "Run `npm run migrate`, or start Intellibox.";

/** Version, encoding, migrations and rights. `client` is the owner. */
export async function checkDatabase(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding`,
  );
  const { number = 0, version = "", encoding = "" } = rows[0] ?? {};
  if (number < 150_000)
    return [fault("Database", `PostgreSQL ${version} is too old`, "Upgrade the server to PostgreSQL 15 or newer.")];
  const findings = [ok("Database", `PostgreSQL ${version} answers`)];
  if (encoding !== "UTF8")
    findings.push(fault("Database", `its encoding is ${encoding}`, "Create the database with the encoding UTF8."));
  return [...findings, ...(await checkMigrations(client))];
}

async function checkMigrations(client: pg.Client): Promise<Finding[]> {
  const unfinished = await findUnfinishedCopy(client);
  if (unfinished) {
    const advice = `Run \`npm run ${unfinished.kind}\` again.`;
    return [fault("Migrations", `an \`npm run ${unfinished.kind}\` into this database did not finish`, advice)];
  }
  const state = await readState(client);
  if (state.isTooNew)
    return [
      fault("Migrations", "a newer version removed what this version uses", "Start that version or a later one."),
    ];
  if (state.applied.whole.size === 0) return [warning("Migrations", "the database is empty", "Start Intellibox once.")];
  if (state.pending.length > 0)
    return [fault("Migrations", `${state.pending.length} of ${state.migrations.length} are missing`, migrate)];
  const applied = ok("Migrations", `all ${state.migrations.length - state.contracts.length} are applied`);
  if (state.isNewer) return [applied, warning("Rights", "a newer version manages them", "Upgrade this program soon.")];
  return [applied, ...(await checkRights(client))];
}

async function checkRights(client: pg.Client): Promise<Finding[]> {
  const { missing, surplus } = await findDifference(client);
  const names = (changes: { object: string }[]) => {
    const all = [...new Set(changes.map(({ object }) => object))];
    return `${all.slice(0, 5).join(", ")}${all.length > 5 ? ` and ${all.length - 5} more` : ""}`;
  };
  if (missing.length > 0) return [fault("Rights", `not as this version needs them: ${names(missing)}`, migrate)];
  if (surplus.length > 0) {
    const advice = "If no earlier version runs any more: `npm run migrate -- --contract`.";
    return [warning("Rights", `more than this version needs: ${names(surplus)}`, advice)];
  }
  return [ok("Rights", "grants, policies and functions are as this version needs them")];
}
