// A command that migrates the database apart from a start, or says what that would do.
import { BadSettings } from "#lib/bad-settings.ts";
import { CannotStart } from "#lib/cannot-start.ts";
import { type Config, ownConfig } from "#lib/config.ts";
import { startEmbedded } from "#db/embedded.ts";
import { describePlan, planMigration } from "#db/migrate/plan.ts";
import { asOwner, contractDatabase, migrateDatabase } from "#db/migrate.ts";

const usage = `npm run migrate                  brings the database up to date; processes of the earlier version go on working
npm run migrate -- --plan        prints what would run, and changes nothing
npm run migrate -- --contract    also removes what only earlier versions use; stop their processes before`;

async function run(config: Config, option: string | undefined) {
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir });
  const url = config.databaseUrl ?? embedded?.url ?? "";
  try {
    if (option === "--plan") {
      for (const line of describePlan(await asOwner(url, planMigration))) print(line);
    } else if (option === "--contract") {
      await contractDatabase(url, print);
      print("The database is up to date, and holds only what this version uses.");
    } else {
      await migrateDatabase(url, print);
      print("The database is up to date.");
    }
  } finally {
    await embedded?.stop();
  }
}

const print = (text: string) => void process.stdout.write(`${text}\n`);

const [option, ...more] = process.argv.slice(2);
try {
  if (option === "--help") print(usage);
  else if (more.length > 0 || (option && !["--plan", "--contract"].includes(option)))
    throw new CannotStart(`${more[0] ?? option} is not understood.\n${usage}`);
  else await run(ownConfig(), option);
} catch (error) {
  const lines =
    error instanceof BadSettings
      ? error.problems.map((problem) => `Bad setting: ${problem}`)
      : [error instanceof CannotStart ? error.message : `The migration failed: ${(error as Error).message}`];
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}
