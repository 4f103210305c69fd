import { expect, test } from "vitest";
import { indexOf, lockOf, partsOf, readMigrations } from "./journal.ts";

const existing = { isNewDatabase: false };

test("an index on a table that exists is built concurrently after the transaction, one on a new table within it", () => {
  const parts = partsOf(
    [
      '-- Notes.\nCREATE TABLE "notes" ("id" uuid);',
      'CREATE INDEX "notes_id" ON "notes" USING btree ("id");',
      'CREATE UNIQUE INDEX IF NOT EXISTS "users_name" ON "users" USING btree ("name");',
      "CREATE INDEX CONCURRENTLY users_role ON public.users (role_code) WHERE status = $$a$$;",
      'ALTER TABLE "users" ADD CONSTRAINT "named" CHECK (name <> \'\') NOT VALID;',
      'ALTER TABLE "users" VALIDATE CONSTRAINT "named";',
    ],
    existing,
  );
  expect(parts.together).toEqual([
    'CREATE TABLE "notes" ("id" uuid);',
    'CREATE INDEX "notes_id" ON "notes" USING btree ("id");',
    'ALTER TABLE "users" ADD CONSTRAINT "named" CHECK (name <> \'\') NOT VALID;',
  ]);
  expect(parts.afterwards).toEqual([
    'CREATE UNIQUE INDEX CONCURRENTLY "users_name" ON "users" USING btree ("name");',
    "CREATE INDEX CONCURRENTLY users_role ON public.users (role_code) WHERE status = $$a$$;",
    'ALTER TABLE "users" VALIDATE CONSTRAINT "named";',
  ]);
  expect(parts.afterwards.map(indexOf)).toEqual([
    { name: "users_name", table: "users" },
    { name: "users_role", table: "users" },
    undefined,
  ]);
});

test("a new database builds everything in the transaction", () => {
  const statements = ['CREATE INDEX CONCURRENTLY "users_name" ON "users" ("name");'];
  expect(partsOf(statements, { isNewDatabase: true })).toEqual({
    together: ['CREATE INDEX "users_name" ON "users" ("name");'],
    afterwards: [],
  });
});

test("a plan names the lock of each statement", () => {
  expect(lockOf('ALTER TABLE "users" ADD COLUMN "x" text;')).toMatch(/^ACCESS EXCLUSIVE/);
  expect(lockOf('-- Why.\nCREATE POLICY "p" ON "users" USING (true);')).toMatch(/^ACCESS EXCLUSIVE/);
  expect(lockOf('ALTER TABLE "a" ADD CONSTRAINT "k" FOREIGN KEY ("b") REFERENCES "c"("d");')).toMatch(/^SHARE ROW/);
  expect(lockOf('CREATE INDEX CONCURRENTLY "i" ON "users" ("x");')).toMatch(/^SHARE UPDATE EXCLUSIVE/);
  expect(lockOf('CREATE TABLE "t" ("id" uuid);')).toBe("");
  expect(lockOf("grant select on table public.users to intellibox_tenant")).toBe("");
});

/** Statements that break or stop a process of the earlier version, with the remedy. Tables that the migration creates are exempt. */
const rules: [RegExp, string][] = [
  [
    /^drop\b|\bdrop\s+(column|constraint)\b/i,
    "put it into a migration of its own that begins with the line -- contract",
  ],
  [/\brename\b/i, "add the new name, and remove the old one in a migration that begins with -- contract"],
  [
    /\bset\s+not\s+null\b/i,
    "the earlier version may insert null: put it into a migration that begins with -- contract",
  ],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, "add another column, and fill it in batches by a job"],
  [
    /\badd\s+column\b(?!.*\bdefault\b).*\bnot\s+null\b/i,
    "give it a default: the earlier version inserts rows without it",
  ],
  [/\badd\s+constraint\s+\S+\s+(unique|primary)\b/i, "use a uniqueIndex, which is built concurrently"],
  [
    /\badd\s+constraint\b(?!.*\bnot\s+valid\b).*\b(foreign|check)\b/i,
    "add it NOT VALID, and VALIDATE it in a second statement",
  ],
  [/^(update|delete)\b/i, "rewrite rows in batches by a job, like features/search/reindex-search.ts"],
];

test("migrations after 0.1.0 only add, so that processes of the earlier version go on working", async () => {
  const later = (await readMigrations()).filter(({ name, isContract }) => name > "0011" && !isContract);
  const broken = later.flatMap(({ name, statements }) => {
    const created = statements.flatMap((statement) => /^create\s+table\s+"(\w+)"/i.exec(statement)?.[1] ?? []);
    const isFree = (text: string) => created.includes(/^alter\s+table\s+"(\w+)"/i.exec(text)?.[1] ?? "");
    return statements
      .map((statement) => statement.replaceAll(/^--.*\n/gm, "").replaceAll(/\s+/g, " "))
      .filter((statement) => !isFree(statement))
      .flatMap((statement) =>
        rules.filter(([rule]) => rule.test(statement)).map(([, cure]) => `${name}: ${statement}\n  → ${cure}`),
      );
  });
  expect(broken).toEqual([]);
});
