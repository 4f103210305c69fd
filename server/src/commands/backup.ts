// A command that writes a backup of the whole installation into a folder or a bucket, while the product runs.
import { readFile } from "node:fs/promises";
import { ownConfig } from "#lib/config.ts";
import { writeArchive } from "./archive/archive-writer.ts";
import type { Manifest } from "./archive/manifest.ts";
import { newPassphrase } from "./archive/passphrase.ts";
import { createArchive } from "./archive/places.ts";
import { writeBackup } from "./archive/write-backup.ts";
import { refuseMissingEmbedded, withInstallationParts } from "./installation-parts.ts";
import { print, runCommand } from "./run-command.ts";

await runCommand({
  usage: `npm run backup -- <folder>               writes a backup into the folder, while Intellibox runs
npm run backup -- s3://bucket/prefix     writes it into a bucket
  --with-key   also the master key, encrypted with a passphrase (asked for, or INTELLIBOX_BACKUP_PASSPHRASE)`,
  options: { "with-key": { type: "boolean" } },
  places: 1,
  async run({ values, positionals: [place = ""] }) {
    const config = ownConfig();
    refuseMissingEmbedded(config);
    const passphrase = values["with-key"] ? (config.backup.passphrase ?? (await newPassphrase())) : undefined;
    const now = new Date();
    const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")) as {
      version: string;
    };
    await withInstallationParts(config, async (installation) => {
      if (passphrase && installation.masterKeys.length === 0) throw new Error("There is no master key to back up.");
      const name = `intellibox-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z.tar.gz`;
      const archive = await createArchive(place, name, config.backup);
      let manifest: Manifest | undefined;
      try {
        await writeArchive(archive.sink, async (writer) => {
          manifest = await writeBackup(installation, writer, { appVersion: version, now, passphrase });
        });
        await archive.complete();
      } catch (error) {
        await archive.discard().catch(() => undefined);
        throw error;
      }
      if (manifest) report(archive.name, manifest);
    });
  },
});

function report(name: string, manifest: Manifest) {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { objects, files, objectsDeletedMeanwhile, objectsMissing } = manifest;
  print(`${name} is complete: ${rows} rows, ${objects.count} objects of raw mail, ${files.count} files of local mail.`);
  if (objectsDeletedMeanwhile > 0)
    print(`${objectsDeletedMeanwhile} objects were deleted with their mail while the backup ran, and are not in it.`);
  print(
    manifest.hasKey
      ? "The master key is in it, encrypted with the passphrase. Keep the passphrase elsewhere."
      : `The master key is not in it. Keep it elsewhere: without it the stored passwords cannot be read.`,
  );
  if (objectsMissing > 0) {
    throw new Error(
      `${objectsMissing} objects of raw mail are missing in the object store, and so in the backup: the source and attachments of their mails cannot be shown.`,
    );
  }
}
