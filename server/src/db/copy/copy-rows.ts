// Reads and writes rows in COPY's text format, which is the same in all versions of PostgreSQL.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import copyStreams from "pg-copy-streams";
import { type CopiedTable, quotedColumns, quotedName } from "./copied-tables.ts";
import { type RowSum, RowSummer } from "./row-sum.ts";

type Columns = Pick<CopiedTable, "schema" | "name" | "columns">;

/** Settings on which the text of a value depends, and no limits of time. Statements for a new connection. */
export const copySettings = [
  "set datestyle to 'ISO, YMD'",
  "set intervalstyle to 'postgres'",
  "set timezone to 'UTC'",
  "set extra_float_digits to 1",
  "set bytea_output to 'hex'",
  "set client_encoding to 'UTF8'",
  "set statement_timeout to 0",
  "set idle_in_transaction_session_timeout to 0",
].join("; ");

/** `where` is SQL of ours. */
export function readRows(client: pg.ClientBase, table: Columns, where = "true"): Readable {
  const query = `select ${quotedColumns(table.columns)} from ${quotedName(table)} where ${where}`;
  return client.query(copyStreams.to(`copy (${query}) to stdout`));
}

/** Cuts a stream of rows into chunks of whole rows. A chunk is larger than `size` by at most a row. */
export async function* wholeRows(rows: Readable, size: number): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of rows as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    const end = length < size ? -1 : piece.lastIndexOf(10);
    if (end < 0) continue;
    const rest = Buffer.from(piece.subarray(end + 1));
    pieces[pieces.length - 1] = piece.subarray(0, end + 1);
    yield Buffer.concat(pieces);
    pieces = [rest];
    length = rest.length;
  }
  if (length > 0) yield Buffer.concat(pieces);
}

export async function writeRows(client: pg.ClientBase, table: Columns, rows: Readable | Buffer[]) {
  const into = client.query(copyStreams.from(`copy ${quotedName(table)} (${quotedColumns(table.columns)}) from stdin`));
  await pipeline(rows, into);
}

/** Copies rows from one database to another, and sums them up on the way. */
export async function transferRows(
  from: pg.ClientBase,
  to: pg.ClientBase,
  table: Columns,
  where?: string,
): Promise<RowSum> {
  const summer = new RowSummer();
  await writeRows(to, table, Readable.from(summed(readRows(from, table, where), summer), { objectMode: false }));
  return summer.result();
}

async function* summed(rows: Readable, summer: RowSummer) {
  for await (const piece of rows as AsyncIterable<Buffer>) {
    summer.add(piece);
    yield piece;
  }
}

export async function sumRows(client: pg.ClientBase, table: Columns, where?: string): Promise<RowSum> {
  const summer = new RowSummer();
  for await (const piece of readRows(client, table, where) as AsyncIterable<Buffer>) summer.add(piece);
  return summer.result();
}
