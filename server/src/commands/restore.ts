// A command that restores a backup into an empty installation: the one of the settings.
import { type Config, ownConfig } from "#lib/config.ts";
import { keyIdOf } from "#lib/seal.ts";
import { askPassphrase } from "./archive/passphrase.ts";
import { openArchive } from "./archive/places.ts";
import { requiredKeyOf, restoreBackup } from "./archive/restore-backup.ts";
import { openKeys } from "./archive/sealed-key.ts";
import { putKeyBack, unreadableSecrets } from "./archive/unreadable-secrets.ts";
import { withInstallationParts } from "./installation-parts.ts";
import { print, runCommand } from "./run-command.ts";

await runCommand({
  usage: `npm run restore -- <file>                      restores a backup into the empty database and data folder of the settings
npm run restore -- s3://bucket/prefix/<name>   from a bucket
The passphrase of a master key in the backup is asked for, or comes from INTELLIBOX_BACKUP_PASSPHRASE.`,
  options: {},
  places: 1,
  async run({ positionals: [place = ""] }) {
    const config = ownConfig();
    const read = await openArchive(place, config.backup);
    await withInstallationParts(config, async (installation) => {
      const { masterKeys } = installation;
      const { manifest, keys, jobsLeftOut } = await restoreBackup({ read, name: place }, installation, {
        say: print,
        openKeys: async (sealed) => (masterKeys.length > 0 ? undefined : openWithPassphrase(sealed, config)),
      });
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      print(
        `The backup of ${manifest.createdAt} is restored: ${rows} rows, ${manifest.objects.count} objects of raw mail, ${manifest.files.count} files of local mail. All were compared with the archive.`,
      );
      if (manifest.objectsMissing > 0)
        print(
          `${manifest.objectsMissing} objects of raw mail were missing when the backup was made: the source and attachments of their mails cannot be shown.`,
        );
      if (jobsLeftOut > 0)
        print(`${jobsLeftOut} waiting jobs were left out, because the job queue has another version now.`);
      const known = (keys ?? masterKeys).map(keyIdOf);
      for (const line of unreadableSecrets(manifest.secrets, known)) print(`${line} ${putKeyBack}`);
      const required = requiredKeyOf(manifest);
      if (required && !known.includes(required))
        print(
          `Intellibox starts only with the master key ${required}. If it is lost for good, run: npm run forget -- --key`,
        );
    });
  },
});

/** Without a passphrase everything else is restored. A wrong one is refused, because a restore cannot be repeated to add the key. */
async function openWithPassphrase(sealed: Buffer, { backup }: Config): Promise<Buffer[] | undefined> {
  const passphrase = backup.passphrase ?? (await askPassphrase("Passphrase of the master key in the backup"));
  if (!passphrase) {
    print("Without the passphrase the master key is not restored.");
    return undefined;
  }
  const keys = await openKeys(sealed, passphrase);
  if (keys) return keys;
  throw new Error("The passphrase of the master key is wrong. Nothing was restored: run the command again.");
}
