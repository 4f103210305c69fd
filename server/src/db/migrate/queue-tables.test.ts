import pg from "pg";
import { getRollbackPlans } from "pg-boss";
import { expect, test } from "vitest";
import { testWorld } from "#test/test-world.ts";
import { migrateDatabase, requireMigrated } from "../migrate.ts";
import { describePlan, planMigration } from "./plan.ts";
import { queueVersion } from "./queue-tables.ts";

const { url, peek } = await testWorld();

test("tables of an earlier job queue are a part of the plan and of the migration, and a start refuses them", async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const version = (await queueVersion(client)) ?? 0;
    await peek(getRollbackPlans("pgboss", version));
    expect(await queueVersion(client)).toBe(version - 1);
    await expect(requireMigrated(url)).rejects.toThrow("tables of the job queue are missing. Run `npm run migrate`");
    const plan = describePlan(await planMigration(client)).join("\n");
    expect(plan).toContain(`pg-boss changes its tables from version ${version - 1} to ${version}`);
    expect(plan).toContain("Nothing was changed.");
    expect(await queueVersion(client)).toBe(version - 1);
    await migrateDatabase(url);
    expect(await queueVersion(client)).toBe(version);
    await requireMigrated(url);
  } finally {
    await client.end();
  }
});
