// A command for an installation whose master key or object store is lost for good: it says what is lost, asks, and lets the program
// start again with a new one.
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { type Config, ownConfig } from "#lib/config.ts";
import { findKeys } from "#lib/master-keys.ts";
import { refuseHiddenRows } from "#db/copy/visible-rows.ts";
import { countSecrets } from "#db/count-secrets.ts";
import { type Installation, type InstallationPart, storeIdKey, withInstallation } from "#db/installation.ts";
import { type SealedColumn, sealedColumns } from "#db/sealed-columns.ts";
import type { ObjectStore } from "#outside/objects/object-store.ts";
import { placeOfObjects } from "#outside/objects/open.ts";
import { withInstallationParts, withOwner } from "./installation-parts.ts";
import { print, runCommand } from "./run-command.ts";

const usage = `npm run forget -- --key       goes on without the master key that is lost
npm run forget -- --objects   goes on without the object store that is lost
  --yes                       does not ask`;

type Asked = { part: InstallationPart; isSure: boolean };

const forget = (config: Config, { part, isSure }: Asked) =>
  withInstallationParts(config, async ({ ownerUrl, objects }) => {
    await withInstallation(ownerUrl, async (installation) => {
      const loss =
        part === "master_key"
          ? await lossOfKey(config, ownerUrl, installation)
          : await lossOfObjects(config, objects, installation);
      for (const line of loss) print(line);
      if (!isSure && !(await confirms())) throw new Error("Nothing was changed.");
      await installation.forget(part);
    });
    print("Done. The next start begins anew with what it finds or makes. Restart every process.");
  });

async function lossOfKey(config: Config, ownerUrl: string, installation: Installation) {
  const recorded = await installation.find("master_key");
  const expected = recorded ? [recorded.id] : await installation.keysOfLogins();
  const { ids, place } = findKeys(config);
  if (expected.length === 0) throw new Error("This database has no master key yet: nothing can be lost.");
  if (expected.some((id) => ids.includes(id)))
    throw new Error(`The master key ${expected.join(" or ")} is not lost: ${place} holds it. Nothing was changed.`);
  const counts = await withOwner(ownerUrl, async (client) => {
    await refuseHiddenRows(client);
    return countSecrets(client);
  });
  const lost = ({ table }: SealedColumn) =>
    Object.values(counts).reduce((sum, tables) => sum + (tables[table] ?? 0), 0);
  return [
    `The master key ${expected.join(" or ")}${recorded ? ` (${recorded.place} on ${recorded.host})` : ""} will be forgotten.`,
    "What it sealed can never be read again, and has to be entered again:",
    `  ${lost(sealedColumns.mailServerPassword)} passwords of companies' mail servers (Mail Configuration)`,
    `  ${lost(sealedColumns.mailboxPassword)} passwords and tokens of mailboxes (connect the mailbox again)`,
    `  ${lost(sealedColumns.aiKey) + lost(sealedColumns.companyAiKey)} AI keys (AI Configuration, or Settings of a company)`,
    "The key for notifications is made again: people turn them on again on their devices.",
    "Links in mails that were sent before (password, tracking) stop working. Mail and accounts stay.",
  ];
}

async function lossOfObjects(config: Config, objects: ObjectStore, installation: Installation) {
  const recorded = await installation.find("object_store");
  if (!recorded) throw new Error("This database has no object store yet: nothing can be lost.");
  const own = await objects.get(storeIdKey);
  if (own && Buffer.from(own).toString() === recorded.id)
    throw new Error(`The object store is not lost: it is ${placeOfObjects(config)}. Nothing was changed.`);
  return [
    `The object store (${recorded.place} on ${recorded.host}) will be forgotten.`,
    "The attachments, pictures and raw sources of stored messages can never be opened again. Their text and the search stay.",
    "Messages that are still on the mail server come back whole if their mailbox is disconnected and connected again.",
  ];
}

/** An input that ends, as of a command without a terminal, is no confirmation: `question` alone would never end. */
async function confirms() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const ended = once(terminal, "close").then(() => "");
    return (await Promise.race([terminal.question('Type "forget" to go on: '), ended])).trim() === "forget";
  } finally {
    terminal.close();
  }
}

await runCommand({
  usage,
  options: { key: { type: "boolean" }, objects: { type: "boolean" }, yes: { type: "boolean" } },
  places: 0,
  run: async ({ values: { key, objects, yes } }) => {
    if (!!key === !!objects) throw new Error(usage);
    await forget(ownConfig(), { part: key ? "master_key" : "object_store", isSure: !!yes });
  },
});
