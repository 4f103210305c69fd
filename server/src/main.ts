// Starts the process: settings → database → jobs → app → signals.
import { mkdir } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { BadSettings } from "#lib/bad-settings.ts";
import { CannotStart } from "#lib/cannot-start.ts";
import { type Config, ownConfig } from "#lib/config.ts";
import { trustExtraCertificates } from "#lib/extra-certificates.ts";
import { type Log, openLog } from "#lib/log.ts";
import { findKeys, openKeyring } from "#lib/master-keys.ts";
import { createSealer } from "#lib/seal.ts";
import { openTracing } from "#lib/trace.ts";
import { openDatabase } from "#db/client.ts";
import { startEmbedded } from "#db/embedded.ts";
import { openEventHub } from "#db/events.ts";
import { checkMasterKey, checkObjectStore, withInstallation } from "#db/installation.ts";
import { asLogin, openLogin } from "#db/login.ts";
import { migrateAtStart } from "#db/migrate.ts";
import { openPooler } from "#db/pooler.ts";
import { openPresence } from "#db/presence.ts";
import { openQueue } from "#db/queue.ts";
import { waitForDatabase } from "#db/wait-for-database.ts";
import { placeOfObjects } from "#outside/objects/open.ts";
import { openOutside } from "#outside/outside.ts";
import { openVisitor, openWorld, type World } from "#scope.ts";
import { demoMailboxes, demoTenants } from "#features/demo/demo-people.ts";
import { prepareFirstStart } from "#features/demo/first-start.ts";
import { greeting } from "#features/demo/greeting.ts";
import { loadDemoMail } from "#features/demo/mail/load-mail.ts";
import { startLocalMailServer } from "#features/local-mail/server.ts";
import { outboundSenderOf, sendForOthers } from "#features/outbox/outbound-sender.ts";
import { recover } from "#features/outbox/recovery.ts";
import { newSetupToken } from "#features/setup/setup-link.ts";
import { noteDelivery } from "#features/sync/local-delivery.ts";
import { pollDueMailboxes } from "#features/sync/poll-due-mailboxes.ts";
import { finishSyncs } from "#features/sync/sync-slots.ts";
import { startWatchers } from "#features/sync/watch.ts";
import { buildApp } from "./app.ts";
import { declareJobs, startJobs } from "./jobs.ts";
import { startTakeover } from "./takeover.ts";

/** Adds each part to `opened`, which closes them in reverse order, also if a later part fails to start. */
async function start(config: Config, opened: AsyncDisposableStack) {
  const log = openLog(config.logLevel);
  trustExtraCertificates(config.extraCertificates);
  opened.defer(await openTracing(config));
  await mkdir(config.dataDir, { recursive: true });
  if (config.databaseUrl) await waitForDatabase(config.databaseUrl, { onWait: print });
  const ownerUrl = config.databaseUrl ?? (await openEmbedded(config, opened, log));
  await migrateAtStart(config.migrate, ownerUrl, (line, kind) => log[kind === "waiting" ? "warn" : "info"](line));
  const sealer = await openOwnSealer(config, ownerUrl);
  const url = await openLogin(ownerUrl, sealer);

  const db = openDatabase(url, log, {
    poolerUrl: config.poolerUrl && (await openPooler(ownerUrl, url, config.poolerUrl)),
    replicaUrl: config.replicaUrl && asLogin(config.replicaUrl, url),
  });
  opened.defer(() => db.close());
  const presence = await openPresence(url, log);
  opened.defer(() => presence.close());
  const outside = openOutside(config);
  opened.defer(() => outside.close());
  await withInstallation(ownerUrl, (installation) =>
    checkObjectStore(installation, outside.objects, placeOfObjects(config)),
  );
  const events = await openEventHub(url, log, db);
  opened.defer(() => events.close());
  const works = config.role !== "web";
  const queue = await openQueue(url, log, { works });
  opened.defer(() => queue.stop());
  const world = openWorld({ config, db, queue, events, presence, outside, sealer, log });
  opened.defer(() => finishSyncs(world));

  const { isEmpty } = await prepareFirstStart(openVisitor(world));
  if (config.demo) {
    const localMailServer = await startLocalMailServer(world, {
      companies: demoTenants.map(({ code }) => code),
      further: demoMailboxes,
      onDelivered: (recipient) => void noteDelivery(world, recipient),
    });
    opened.defer(() => localMailServer.stop());
  }
  opened.defer(() => outboundSenderOf(world).close());
  if (works) await startWork(world, opened);
  else await declareJobs(world);
  if (config.demo) await openVisitor(world).platformTx((tx) => queue.enqueue(tx, loadDemoMail, {}));
  const app = await buildApp(world);
  opened.defer(() => app.close());
  await app.listen({ port: config.port, host: config.host });
  opened.defer(async () => {
    world.beginStop();
    await sleep(config.drainSeconds * 1000);
  });
  const { port } = app.server.address() as { port: number };
  print(greeting(config, { port, setupToken: isEmpty ? newSetupToken(sealer, outside.now()) : undefined }));
  // Node would keep compiled modules only when the process exits, not if it is killed.
  flushCompileCache();
}

/** The work of a process that syncs, sends and runs jobs. */
async function startWork(world: World, opened: AsyncDisposableStack) {
  await startJobs(world);
  sendForOthers(world);
  await recover(world);
  await pollDueMailboxes(world);
  const takeover = startTakeover(world);
  opened.defer(() => takeover.close());
  const watchers = startWatchers(world);
  opened.defer(() => watchers.close());
}

/** Refuses the key of another installation, and creates a key for a new one only. */
const openOwnSealer = (config: Config, ownerUrl: string) =>
  withInstallation(ownerUrl, async (installation) => {
    await checkMasterKey(installation, findKeys(config));
    const sealer = createSealer(openKeyring(config));
    // Again, because the key of a new installation exists only now.
    await checkMasterKey(installation, findKeys(config));
    return sealer;
  });

async function openEmbedded(config: Config, opened: AsyncDisposableStack, log: Log) {
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: (line) => log.info(line) });
  opened.defer(() => embedded.stop());
  if (embedded.note) print(embedded.note);
  return embedded.url;
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
const printError = (text: string) => void process.stderr.write(`${text}\n`);

// Without a listener, a closed terminal would end the process before the database is closed.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const opened = new AsyncDisposableStack();
const started = (async () => start(ownConfig(), opened))();

let stoppingSince: number | undefined;
async function stop(code: number) {
  if (stoppingSince !== undefined) {
    // One Ctrl-C may arrive several times (terminal, npm, a watcher). A later one ends the process at once; the database survives it.
    if (Date.now() - stoppingSince > 1000) process.exit(1);
    return;
  }
  stoppingSince = Date.now();
  // Waits for a start in progress: parts that are half opened could not be closed.
  await started.catch(() => undefined);
  try {
    await opened.disposeAsync();
  } catch (error) {
    printError(`Intellibox did not stop cleanly: ${(error as Error).stack}`);
    process.exit(1);
  }
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (stoppingSince === undefined) print("\nStopping…");
    void stop(0);
  });
}

started.catch((error: Error & { code?: string; port?: number }) => {
  for (const line of problemsOf(error)) printError(line);
  void stop(1);
});

function problemsOf(error: Error & { code?: string; port?: number }) {
  if (error instanceof BadSettings) return error.problems.map((problem) => `Bad setting: ${problem}`);
  if (error.code === "EADDRINUSE") return [`Port ${error.port} is taken. Set PORT to another one.`];
  const reason = error instanceof CannotStart ? error.message : (error.stack ?? error.message);
  return [`Intellibox could not start: ${reason}`];
}
