// Records the statements that the product sends in a test run, so that db/statements.test.ts can prepare them on another PostgreSQL.
import { appendFileSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

const folder = fileURLToPath(new URL("../../test-results/statements", import.meta.url));
/** By kind. Lists of parameters have any length, and one of each kind is enough. */
const recorded = new Set<string>();
let unwritten: string[] = [];

const kindOf = (text: string) =>
  text.replaceAll(/\$\d+(?:::\w+)?(?:, ?\$\d+(?:::\w+)?)+/g, "$n").replaceAll(/\(\$n\)(?:, ?\(\$n\))+/g, "($n)");

/** One statement that PostgreSQL can prepare. */
const isPreparable = (text: string) =>
  /^\s*(select|insert|update|delete|with|merge)\b/i.test(text) && !/;\s*\S/.test(text);

/** Migrations have steps for older schemas. */
const isProduct = (name = "") => name.startsWith("intellibox") && name !== "intellibox migrations";

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => unknown;

/** Records each statement of this process that succeeds on a connection of the product. Called once. */
export function recordStatements() {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function recordingQuery(...args) {
    const [statement] = args as [string | { text?: unknown } | undefined];
    const text = typeof statement === "string" ? statement : statement?.text;
    const { application_name: name } = (this as unknown as { connectionParameters: { application_name?: string } })
      .connectionParameters;
    if (!isProduct(name) || typeof text !== "string" || !isPreparable(text)) return query.apply(this, args);
    const note = () => add(text);
    const noting = args.map((arg) => (typeof arg === "function" ? noticing(arg as Callback, note) : arg));
    const result = query.apply(this, noting);
    if (result instanceof Promise) result.then(note, () => undefined);
    return result;
  };
}

const noticing =
  (callback: Callback, note: () => void): Callback =>
  (error, ...rest) => {
    if (!error) note();
    return callback(error, ...rest);
  };

function add(text: string) {
  const kind = kindOf(text);
  if (recorded.has(kind)) return;
  recorded.add(kind);
  unwritten.push(text);
}

export function writeStatements() {
  if (unwritten.length === 0) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.jsonl`), unwritten.map((text) => `${JSON.stringify(text)}\n`).join(""));
  unwritten = [];
}

/** The statements of all processes of the last run. */
export function readStatements(): string[] {
  const files = globSync("*.jsonl", { cwd: folder }).map((file) => readFileSync(join(folder, file), "utf8"));
  const texts = files.flatMap((lines) => lines.split("\n").filter(Boolean)).map((line) => JSON.parse(line) as string);
  return [...new Map(texts.map((text) => [kindOf(text), text])).values()];
}
