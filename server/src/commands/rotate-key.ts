// A command that moves stored secrets to a new master key while the program runs, and removes the old keys on request. Never prints a key.
import { BadSettings } from "#lib/bad-settings.ts";
import { type Config, ownConfig } from "#lib/config.ts";
import { openLog } from "#lib/log.ts";
import { addMasterKey, dropOldMasterKeys, findKeys, openKeyring } from "#lib/master-keys.ts";
import { createSealer } from "#lib/seal.ts";
import { openDatabase } from "#db/client.ts";
import { startEmbedded } from "#db/embedded.ts";
import { checkMasterKey, withInstallation } from "#db/installation.ts";
import { openLogin } from "#db/login.ts";
import { type Resealed, resealAll } from "#db/reseal.ts";

const usage = `npm run rotate-key                 creates a master key and moves every secret to it
npm run rotate-key -- --drop-old   removes the old keys, if no secret needs them any more`;

async function rotate(config: Config, { dropOld }: { dropOld: boolean }) {
  if (config.secret && !config.previousSecret && !dropOld) {
    throw new Error(
      "Set INTELLIBOX_SECRET to the new key and INTELLIBOX_SECRET_PREVIOUS to the old one, then run this again.",
    );
  }
  const keysAreInFile = !config.secret;
  const { moved, stuck } = await reseal(config, { addKey: keysAreInFile && !dropOld });
  print(`${moved === 1 ? "1 secret" : `${moved} secrets`} moved to the newest master key.`);
  if (stuck.length > 0) {
    throw new Error(
      `These could not be opened and stay as they are. Enter them again in the app:\n  ${stuck.join("\n  ")}`,
    );
  }
  if (!dropOld)
    return print(
      `The old key still opens what was signed with it. Next: ${keysAreInFile ? "npm run rotate-key -- --drop-old" : "restart without INTELLIBOX_SECRET_PREVIOUS"}`,
    );
  if (!keysAreInFile) return print("Nothing is under another key: INTELLIBOX_SECRET_PREVIOUS may go.");
  dropOldMasterKeys(config.dataDir);
  return print("The old master keys are gone.");
}

async function reseal(config: Config, { addKey }: { addKey: boolean }): Promise<Resealed> {
  const log = openLog("silent");
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir });
  try {
    const ownerUrl = config.databaseUrl ?? embedded?.url ?? "";
    await withInstallation(ownerUrl, async (installation) => {
      await checkMasterKey(installation, findKeys(config));
      if (addKey) addMasterKey(config.dataDir);
      // Records the new key: from now on a process needs it to start.
      await checkMasterKey(installation, findKeys(config));
    });
    const sealer = createSealer(openKeyring(config));
    // `openLogin` itself moves the password of the database login.
    const url = await openLogin(ownerUrl, sealer);
    const db = openDatabase(url, log, { connections: 2 });
    return await resealAll(db, sealer).finally(() => db.close());
  } finally {
    await embedded?.stop();
  }
}

const print = (text: string) => void process.stdout.write(`${text}\n`);

const args = process.argv.slice(2);
const unknown = args.filter((arg) => arg !== "--drop-old");
try {
  if (unknown.length > 0) throw new Error(`${unknown[0]} is not understood.\n${usage}`);
  await rotate(ownConfig(), { dropOld: args.includes("--drop-old") });
} catch (error) {
  const lines =
    error instanceof BadSettings
      ? error.problems.map((problem) => `Bad setting: ${problem}`)
      : [(error as Error).message];
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}
