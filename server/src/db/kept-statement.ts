// Statements that are written once and run often: the program keeps their text, and each connection their plan.
import { runNamedArrays, type Tx } from "./fence.ts";
import { is, PgDialect, Placeholder, QueryBuilder, type SQL, type SQLWrapper, sql } from "./orm.ts";

/** Writes selects that no transaction runs yet. */
export type Selecting = Pick<Tx, "select">;

export type KeptStatement<Row extends object> = {
  name: string;
  text: string;
  columns: readonly (keyof Row & string)[];
  /** The names of the values of $1, $2 and so on. */
  values: string[];
};

const casing = "snake_case";
const selecting = new QueryBuilder({ casing }) as unknown as Selecting;
const dialect = new PgDialect({ casing });

type Write = (select: Selecting, value: (name: string) => SQL) => SQLWrapper;

/**
 * `columns` names those of the statement, in their order. `value` stands for a value that `runKept` gets. All others are constants, so
 * that PostgreSQL plans for them: they must not come from a request.
 */
export function keepStatement<Row extends object>(
  name: string,
  columns: readonly (keyof Row & string)[],
  write: Write,
): KeptStatement<Row> {
  const written = write(selecting, (key) => sql`${sql.placeholder(key)}`).getSQL();
  const { sql: text, params } = dialect.sqlToQuery(written.inlineParams());
  const keys = params.map(nameOf);
  const values = [...new Set(keys)];
  // The same value has the same number everywhere, so that PostgreSQL knows which columns are equal.
  const numbered = text.replaceAll(/\$(\d+)/g, (_, at: string) => `$${values.indexOf(keys[Number(at) - 1] ?? "") + 1}`);
  return { name, text: numbered, columns, values };
}

function nameOf(param: unknown): string {
  if (is(param, Placeholder)) return param.name;
  throw new Error("A kept statement has constants and named values only");
}

/** Plans it once for each connection in a transaction with `keepsPlans`, otherwise each time. */
export async function runKept<Row extends object>(
  tx: Tx,
  { name, text, columns, values }: KeptStatement<Row>,
  given: Record<string, unknown>,
): Promise<Row[]> {
  const rows = await runNamedArrays(tx, { name, text, values: values.map((key) => given[key]) });
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])) as Row);
}
