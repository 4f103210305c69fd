/**
 * Prepares on the system's PostgreSQL every statement that the product sent in the tests on the embedded one, which is newer. A
 * statement that uses what the older version does not have fails here, although its own tests run on the embedded one only.
 */
import pg from "pg";
import { expect, inject, test } from "vitest";
import { readStatements } from "#test/record-statements.ts";
import { testWorld } from "#test/test-world.ts";

const { url } = await testWorld();
const statements = inject("database") === "system" ? readStatements() : [];

test.skipIf(statements.length === 0)(
  "the system's PostgreSQL understands every statement of the other tests",
  async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const refused: string[] = [];
    for (const text of statements)
      await client.query(`prepare recorded as ${text}`).then(
        () => client.query("deallocate recorded"),
        (error: Error & { code?: string }) => {
          // 42P01: the table was a test's own.
          if (error.code !== "42P01") refused.push(`${error.message}: ${text}`);
        },
      );
    await client.end();
    expect(refused).toEqual([]);
  },
);
