// A command that restores a backup into an empty installation: the one of the settings.
import { ownConfig } from "#lib/config.ts";
import { writeMasterKeys } from "#lib/master-keys.ts";
import { keyIdOf } from "#lib/seal.ts";
import { askPassphrase } from "./archive/passphrase.ts";
import { openArchive } from "./archive/places.ts";
import { requiredKeyOf, restoreBackup } from "./archive/restore-backup.ts";
import { openKeys } from "./archive/sealed-key.ts";
import { unreadableSecrets } from "./archive/unreadable-secrets.ts";
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
      const { manifest, sealedKeys, jobsLeftOut } = await restoreBackup({ read, name: place }, installation, print);
      let keys = installation.masterKeys;
      if (keys.length === 0 && sealedKeys) {
        const passphrase =
          config.backup.passphrase ?? (await askPassphrase("Passphrase of the master key in the backup"));
        const opened = passphrase ? await openKeys(sealedKeys, passphrase) : undefined;
        if (opened) writeMasterKeys(config.dataDir, opened);
        else
          print(
            passphrase
              ? "The passphrase is wrong: the master key was not restored."
              : "Without the passphrase the master key was not restored.",
          );
        keys = opened ?? [];
      }
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
      const known = keys.map(keyIdOf);
      for (const line of unreadableSecrets(manifest.secrets, known)) print(line);
      const required = requiredKeyOf(manifest);
      if (required && !known.includes(required))
        print(
          `Intellibox starts only with the master key ${required}. If it is lost for good, run: npm run forget -- --key`,
        );
    });
  },
});
