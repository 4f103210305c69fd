// The migrations of this program: drizzle-kit's files, and how their statements are run.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export const migrationsFolder = fileURLToPath(new URL("../../../migrations", import.meta.url));

export type Migration = {
  name: string;
  /** drizzle-kit's time of creation, by which `drizzle.__drizzle_migrations` names it. */
  createdAt: number;
  hash: string;
  /** Removes what earlier versions use, so it waits for `npm run migrate -- --contract`. Its first line is `-- contract`. */
  isContract: boolean;
  statements: string[];
};

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const journal = JSON.parse(await readFile(`${folder}/meta/_journal.json`, "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  return Promise.all(
    journal.entries.map(async ({ tag, when }) => {
      const text = await readFile(`${folder}/${tag}.sql`, "utf8");
      return {
        name: tag,
        createdAt: when,
        hash: createHash("sha256").update(text).digest("hex"),
        isContract: /^-- contract\b/.test(text),
        statements: text.split("--> statement-breakpoint").map((statement) => statement.trim()),
      };
    }),
  );
}

export type Parts = {
  /** Run in one transaction. */
  together: string[];
  /** Run one by one after it, because they take long on a large table and need no lock that stops anybody. */
  afterwards: string[];
};

const identifier = `(?:"?public"?\\.)?"?(\\w+)"?`;
const createsTable = new RegExp(`^create\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?${identifier}`, "i");
const createsIndex = new RegExp(
  `^create\\s+(unique\\s+)?index\\s+(?:concurrently\\s+)?(?:if\\s+not\\s+exists\\s+)?${identifier}\\s+on\\s+(?:only\\s+)?${identifier}`,
  "i",
);

const withoutComments = (statement: string) => statement.replace(/^(?:\s*--[^\n]*\n)+/, "").trim();

/** Indexes on tables that this migration creates are built at once; others concurrently, unless the database has no rows yet. */
export function partsOf(statements: string[], { isNewDatabase }: { isNewDatabase: boolean }): Parts {
  const bare = statements.map(withoutComments);
  const created = new Set(bare.map((statement) => createsTable.exec(statement)?.[1]));
  const parts: Parts = { together: [], afterwards: [] };
  for (const statement of bare) {
    const index = indexOf(statement);
    const isSlow = index ? !created.has(index.table) : /\bvalidate\s+constraint\b/i.test(statement);
    if (isNewDatabase || !isSlow)
      parts.together.push(statement.replace(/^(create\s+(?:unique\s+)?index)\s+concurrently/i, "$1"));
    else parts.afterwards.push(index ? concurrently(statement) : statement);
  }
  return parts;
}

/** The index that a statement creates. */
export function indexOf(statement: string): { name: string; table: string } | undefined {
  const [, , name, table] = createsIndex.exec(statement) ?? [];
  return name && table ? { name, table } : undefined;
}

const concurrently = (statement: string) =>
  statement.replace(
    /^create\s+(unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?/i,
    (_, unique: string | undefined) => `CREATE ${unique ? "UNIQUE " : ""}INDEX CONCURRENTLY `,
  );

/** The lock that a statement takes on a table, in words for an operator. */
export function lockOf(statement: string): string {
  const text = withoutComments(statement);
  const found = locks.find(([pattern]) => pattern.test(text));
  return found?.[1] ?? "";
}

const [reads, writes] = ["stops reads and writes for a moment", "stops writes for a moment"];
const locks: [RegExp, string][] = [
  [/^create\s+(unique\s+)?index\s+concurrently/i, "SHARE UPDATE EXCLUSIVE: stops nobody"],
  [/^create\s+(unique\s+)?index/i, "SHARE: stops writes while it is built"],
  [/\bvalidate\s+constraint\b/i, "SHARE UPDATE EXCLUSIVE: stops nobody"],
  [/\badd\s+constraint\b[^;]*\bforeign\s+key\b/i, `SHARE ROW EXCLUSIVE: ${writes}`],
  [/^create\s+(or\s+replace\s+)?trigger/i, `SHARE ROW EXCLUSIVE: ${writes}`],
  [/^(create|alter|drop)\s+policy/i, `ACCESS EXCLUSIVE: ${reads}`],
  [/^(alter\s+table|drop\s+(table|index|trigger))/i, `ACCESS EXCLUSIVE: ${reads}`],
  [/^(insert|update|delete)\b/i, "ROW EXCLUSIVE: stops only writers of the same rows"],
  [/^do\b/i, "depends on what is missing"],
];
