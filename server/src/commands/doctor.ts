// A command that checks an installation and says what to do. It changes nothing, besides one object that it writes and deletes.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BadSettings } from "#lib/bad-settings.ts";
import { type Config, ownConfig } from "#lib/config.ts";
import { keyIdOf } from "#lib/seal.ts";
import { tableExists } from "#db/migrate/apply-migrations.ts";
import { openObjectStore } from "#outside/objects/open.ts";
import { checkAudit } from "./doctor/check-audit.ts";
import { checkDatabase } from "./doctor/check-database.ts";
import { checkDomain } from "./doctor/check-dns.ts";
import { checkDisk, checkObjects } from "./doctor/check-machine.ts";
import {
  checkDatabaseClock,
  checkPublicClock,
  checkServers,
  configuredServers,
  isOnline,
  sendingDomains,
} from "./doctor/check-network.ts";
import { checkRecord } from "./doctor/check-record.ts";
import { checkSecrets } from "./doctor/check-secrets.ts";
import { checkSettings } from "./doctor/check-settings.ts";
import { checkTls } from "./doctor/check-tls.ts";
import { type Finding, fault, lineOf, messageOf, unknown } from "./doctor/finding.ts";
import { withInstallationParts, withOwner } from "./installation-parts.ts";
import { print, runCommand } from "./run-command.ts";

await runCommand({
  usage: `npm run doctor            checks settings, database, key, object store, mail servers, clock, disk, TLS and DNS
npm run doctor -- --json  prints the findings as JSON
Exit code 1 if something has to be done.`,
  options: { json: { type: "boolean" } },
  places: 0,
  async run({ values }) {
    const findings = await examine();
    print(values.json ? JSON.stringify(findings, null, 2) : findings.map(lineOf).join("\n"));
    if (findings.some(({ state }) => state === "fault")) process.exitCode = 1;
  },
});

async function examine(): Promise<Finding[]> {
  let config: Config;
  try {
    config = ownConfig();
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error;
    return error.problems.map((problem) => fault("Settings", problem, "Correct it in the environment or in .env."));
  }
  if (!config.databaseUrl && !existsSync(config.dataDir))
    return [
      ...checkSettings(config),
      unknown("Installation", `${config.dataDir} does not exist yet: start Intellibox once`),
    ];
  const [database, ...others] = await Promise.all([
    examineDatabase(config),
    checkObjects(openObjectStore(config)),
    checkDisk(config.dataDir),
    checkPublicClock(config.google.issuer),
    checkTls(config, new Date()),
  ]);
  return [...checkSettings(config), ...database, ...others.flat()];
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  try {
    return await withInstallationParts(config, ({ ownerUrl, objects, masterKeys }) =>
      withOwner(ownerUrl, async (client) => {
        const findings = [...(await checkDatabase(client)), await checkDatabaseClock(client)];
        if (!(await tableExists(client, "public.mailboxes"))) return findings;
        findings.push(...(await checkRecord(client, { keyIds: masterKeys.map(keyIdOf), objects })));
        findings.push(...(await checkSecrets(client, masterKeys)));
        if (await tableExists(client, "public.audit_chains")) findings.push(...(await checkAudit(client)));
        const network = {
          allowPrivate: config.allowPrivateHosts,
          isOnline: await isOnline(new URL(config.google.issuer).hostname),
        };
        findings.push(...(await checkServers(await configuredServers(client), network)));
        const domains = await Promise.all(
          (await sendingDomains(client)).map((domain) =>
            network.isOnline ? checkDomain(domain) : [unknown(`DNS of ${domain}`, "there is no network")],
          ),
        );
        return [...findings, ...domains.flat()];
      }),
    );
  } catch (error) {
    const place = config.databaseUrl
      ? "Check DATABASE_URL and that the server runs."
      : `See ${join(config.dataDir, "postgres")}.`;
    return [fault("Database", messageOf(error), place)];
  }
}
