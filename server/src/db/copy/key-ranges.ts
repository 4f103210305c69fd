// Reads a table in ranges of its primary key, each small enough for one transaction.
import pg from "pg";
import { type CopiedTable, quotedName } from "./copied-tables.ts";

/** Rows after `after` up to and including `upTo`, by the primary key's columns as text. Null: from the first or up to the last row. */
export type KeyRange = { after: string[] | null; upTo: string[] | null };

/** Text is compared by its bytes, because two databases may have different collations. */
const keyText = (table: CopiedTable) =>
  table.key.map(({ name, isText }) => `${pg.escapeIdentifier(name)}${isText ? ' collate "C"' : ""}`).join(", ");

function bound(table: CopiedTable, operator: ">" | "<=", values: string[]): string {
  const literals = table.key.map(({ type }, at) => `${pg.escapeLiteral(values[at] ?? "")}::${type}`);
  return `(${keyText(table)}) ${operator} (${literals.join(", ")})`;
}

/** As SQL for `readRows`. */
export function whereIn(table: CopiedTable, { after, upTo }: KeyRange): string {
  const bounds = [after && bound(table, ">", after), upTo && bound(table, "<=", upTo)].filter((text) => text !== null);
  return bounds.length > 0 ? bounds.join(" and ") : "true";
}

/** The range of the next `size` rows. The last range has no upper bound. A table without a primary key is one range. */
export async function nextRange(client: pg.ClientBase, table: CopiedTable, after: string[] | null, size: number) {
  if (table.key.length === 0) return { after: null, upTo: null };
  const columns = table.key.map(({ name }) => `${pg.escapeIdentifier(name)}::text`).join(", ");
  const { rows } = await client.query<string[]>({
    text: `select ${columns} from ${quotedName(table)} where ${whereIn(table, { after, upTo: null })} order by ${keyText(table)} offset ${size - 1} limit 1`,
    rowMode: "array",
  } as unknown as string);
  return { after, upTo: (rows[0] as string[] | undefined) ?? null };
}
