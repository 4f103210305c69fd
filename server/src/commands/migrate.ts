// A command that migrates the database apart from a start, or says what that would do.
import { ownConfig } from "#lib/config.ts";
import { startEmbedded } from "#db/embedded.ts";
import { describePlan, planMigration } from "#db/migrate/plan.ts";
import { asOwner, contractDatabase, migrateDatabase } from "#db/migrate.ts";
import { print, runCommand } from "./run-command.ts";

const usage = `npm run migrate                  brings the database up to date; processes of the earlier version go on working
npm run migrate -- --plan        prints what would run, and changes nothing
npm run migrate -- --contract    also removes what only earlier versions use; stop their processes before`;

await runCommand({
  usage,
  options: { plan: { type: "boolean" }, contract: { type: "boolean" } },
  places: 0,
  async run({ values: { plan, contract } }) {
    if (plan && contract) throw new Error(`--plan shows what --contract would remove too.\n${usage}`);
    const config = ownConfig();
    const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir });
    const url = config.databaseUrl ?? embedded?.url ?? "";
    try {
      if (plan) return describePlan(await asOwner(url, planMigration)).forEach(print);
      await (contract ? contractDatabase(url, print) : migrateDatabase(url, print));
      print(`The database is up to date${contract ? ", and holds only what this version uses" : ""}.`);
    } finally {
      await embedded?.stop();
    }
  },
});
