import pg from "pg";
import { createSealer, keyIdOf } from "#lib/seal.ts";
import { countSecrets } from "#db/count-secrets.ts";
import { recordedKeyId } from "#db/recorded-key.ts";
import { placeOf, type SealedColumn, sealedColumns } from "#db/sealed-columns.ts";
import { putKeyBack, unreadableSecrets } from "../archive/unreadable-secrets.ts";
import { type Finding, fault, ok, warning } from "./finding.ts";

/** Enough to find a key that does not fit, without opening a million secrets. */
const sample = 200;

/** Whether the master keys open what is sealed in the database. */
export async function checkSecrets(client: pg.Client, keys: Buffer[]): Promise<Finding[]> {
  const check = "Master key";
  const counts = await countSecrets(client);
  const keyIds = keys.map(keyIdOf);
  const lost = unreadableSecrets(counts, keyIds);
  const advice = (await isRecorded(client, keyIds)) ? enterAgain : putKeyBack;
  if (lost.length > 0) return lost.map((line) => fault(check, line, advice));
  if (keys.length === 0)
    return [warning(check, "there is none yet", "The first start creates it in secret.key. Keep a copy.")];
  let opened = 0;
  const broken: string[] = [];
  for (const column of Object.values(sealedColumns)) {
    for (const { row, isOpen } of await openSample(client, keys, column)) {
      if (isOpen) opened++;
      else broken.push(`${column.table} ${row}`);
    }
  }
  if (broken.length > 0) {
    const said = `${broken.length} stored secrets do not open: ${broken.slice(0, 3).join(", ")}`;
    return [fault(check, said, "Enter them again in the app: they were changed, or come from another row.")];
  }
  const total = Object.values(counts).reduce(
    (sum, tables) => sum + Object.values(tables).reduce((a, b) => a + b, 0),
    0,
  );
  return [ok(check, `opens what is sealed (${opened} of ${total} secrets tried)`)];
}

/** The key of the secrets was given up, or removed too early in a rotation. In place of this one it would stop the next start. */
const enterAgain =
  "Enter them again in the app. If you find that key again, run `npm run rotate-key` with this one in INTELLIBOX_SECRET and that one in INTELLIBOX_SECRET_PREVIOUS.";

async function isRecorded(client: pg.Client, keyIds: string[]): Promise<boolean> {
  const recorded = await recordedKeyId(client);
  return recorded !== null && keyIds.includes(recorded);
}

async function openSample(client: pg.Client, keys: Buffer[], column: SealedColumn) {
  const sealer = createSealer(() => keys);
  const [name, row] = [pg.escapeIdentifier(column.column), pg.escapeIdentifier(column.row)];
  const { rows } = await client.query<{ tenant_id: string; row: string; sealed: string }>(
    `select ${column.isOfInstallation ? "''" : "tenant_id"} as tenant_id, ${row}::text as row, ${name} as sealed from public.${pg.escapeIdentifier(column.table)} where ${name} is not null limit ${sample}`,
  );
  return rows.map(({ tenant_id, row: id, sealed }) => {
    try {
      sealer.open(sealed, placeOf(column, tenant_id, id));
      return { row: id, isOpen: true };
    } catch {
      return { row: id, isOpen: false };
    }
  });
}
