// A command that moves the embedded database to a PostgreSQL server. The embedded one is left as it is.
import { ownConfig } from "#lib/config.ts";
import { countUsers } from "#db/embedded/client-lock.ts";
import { startEmbedded } from "#db/embedded.ts";
import { refuseMissingEmbedded } from "./installation-parts.ts";
import { moveDatabase } from "./move-database.ts";
import { print, runCommand } from "./run-command.ts";

await runCommand({
  usage: `npm run migrate-to -- postgres://user:password@host:5432/database   moves the embedded database there
The target is an empty database. Stop Intellibox first. If the move is interrupted, run it again: it goes on.`,
  options: {},
  places: 1,
  async run({ positionals: [to = ""] }) {
    if (!/^postgres(ql)?:\/\//.test(to) || !URL.canParse(to))
      throw new Error("The target must be a postgres:// address.");
    const config = ownConfig();
    if (config.databaseUrl)
      throw new Error(
        "DATABASE_URL is set, so the embedded database is not in use. Unset it to move the embedded one.",
      );
    refuseMissingEmbedded(config);
    const embedded = await startEmbedded({ dataDir: config.dataDir });
    try {
      if ((await countUsers(embedded.url)) > 1)
        throw new Error("Intellibox is running on this database. Stop it, then run this again.");
      const { rows, ranges, resumed } = await moveDatabase({ from: embedded.url, to, say: print });
      print(
        `${resumed ? "The move was resumed and is complete" : "The move is complete"}: ${rows} rows in ${ranges} ranges were copied and compared.`,
      );
      const shown = new URL(to);
      if (shown.password) shown.password = "***";
      print(`Now set DATABASE_URL=${shown.href} and start Intellibox.`);
      print(`Keep ${config.dataDir}: it still holds the master key${config.objectStore ? "" : " and the raw mail"}.`);
      print("The embedded database is as it was. Delete its folder `postgres` when you no longer need it.");
    } finally {
      await embedded.stop();
    }
  },
});
