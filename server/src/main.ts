// The process: settings → database → app → jobs → signals.
import { mkdir } from "node:fs/promises";
import { BadSettings } from "#lib/bad-settings.ts";
import { CannotStart } from "#lib/cannot-start.ts";
import { type Config, ownConfig } from "#lib/config.ts";
import { trustExtraCertificates } from "#lib/extra-certificates.ts";
import { type Log, openLog } from "#lib/log.ts";
import { openKeyring } from "#lib/master-keys.ts";
import { createSealer } from "#lib/seal.ts";
import { openDatabase } from "#db/client.ts";
import { startEmbedded } from "#db/embedded.ts";
import { openEventHub } from "#db/events.ts";
import { openLogin } from "#db/login.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { openQueue } from "#db/queue.ts";
import { openOutside } from "#outside/outside.ts";
import { openVisitor, openWorld } from "#scope.ts";
import { demoTenants } from "#features/demo/demo-people.ts";
import { prepareFirstStart } from "#features/demo/first-start.ts";
import { greeting } from "#features/demo/greeting.ts";
import { loadDemoMail } from "#features/demo/mail/load-mail.ts";
import { startLocalMailServer } from "#features/local-mail/server.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { recoverAtStart } from "#features/outbox/recovery.ts";
import { newSetupToken } from "#features/setup/setup-link.ts";
import { noteDelivery } from "#features/sync/local-delivery.ts";
import { pollDueMailboxes } from "#features/sync/poll-due-mailboxes.ts";
import { startWatchers } from "#features/sync/watch.ts";
import { buildApp } from "./app.ts";
import { startJobs } from "./jobs.ts";

/** Opens part after part; what was opened is closed in the opposite order, also where a later part fails. */
async function start(config: Config, opened: AsyncDisposableStack) {
  const log = openLog(config.logLevel);
  trustExtraCertificates(config.extraCertificates);
  await mkdir(config.dataDir, { recursive: true });
  const sealer = createSealer(openKeyring(config));
  const ownerUrl = config.databaseUrl ?? (await openEmbedded(config, opened, log));
  await migrateDatabase(ownerUrl);
  const url = await openLogin(ownerUrl, sealer);

  const db = openDatabase(url, log);
  opened.defer(() => db.close());
  const outside = openOutside(config);
  opened.defer(() => outside.close());
  const events = await openEventHub(url, log);
  opened.defer(() => events.close());
  const queue = await openQueue(url, log);
  opened.defer(() => queue.stop());
  const world = openWorld({ config, db, queue, events, outside, sealer, log });

  const { isEmpty } = await prepareFirstStart(openVisitor(world));
  if (config.demo) {
    const localMailServer = await startLocalMailServer(world, {
      companies: demoTenants.map(({ code }) => code),
      onDelivered: (recipient) => void noteDelivery(world, recipient),
    });
    opened.defer(() => localMailServer.stop());
  }
  opened.defer(() => outboundSenderOf(world).close());
  await startJobs(world);
  await recoverAtStart(world);
  await pollDueMailboxes(world);
  const watchers = startWatchers(world);
  opened.defer(() => watchers.close());
  if (config.demo) await openVisitor(world).platformTx((tx) => queue.enqueue(tx, loadDemoMail, {}));
  const app = await buildApp(world);
  opened.defer(() => app.close());
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as { port: number };
  say(greeting(config, { port, setupToken: isEmpty ? newSetupToken(sealer, outside.now()) : undefined }));
}

async function openEmbedded(config: Config, opened: AsyncDisposableStack, log: Log) {
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: (line) => log.info(line) });
  opened.defer(() => embedded.stop());
  if (embedded.note) say(embedded.note);
  return embedded.url;
}

const say = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string) => void process.stderr.write(`${text}\n`);

// A terminal that was closed must not keep us from closing the database.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const opened = new AsyncDisposableStack();
const started = (async () => start(ownConfig(), opened))();

let leavingSince: number | undefined;
async function leave(code: number) {
  if (leavingSince !== undefined) {
    // One Ctrl-C may arrive several times (terminal, npm, a watcher). Asked again later means at once: the database is safe either way.
    if (Date.now() - leavingSince > 1000) process.exit(1);
    return;
  }
  leavingSince = Date.now();
  // A start that is under way is awaited: half-opened parts could not be closed.
  await started.catch(() => undefined);
  try {
    await opened.disposeAsync();
  } catch (error) {
    complain(`Intellibox did not stop cleanly: ${(error as Error).stack}`);
    process.exit(1);
  }
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (leavingSince === undefined) say("\nStopping…");
    void leave(0);
  });
}

started.catch((error: Error & { code?: string; port?: number }) => {
  for (const line of problemsOf(error)) complain(line);
  void leave(1);
});

function problemsOf(error: Error & { code?: string; port?: number }) {
  if (error instanceof BadSettings) return error.problems.map((problem) => `Bad setting: ${problem}`);
  if (error.code === "EADDRINUSE") return [`Port ${error.port} is taken. Set PORT to another one.`];
  const words = error instanceof CannotStart ? error.message : (error.stack ?? error.message);
  return [`Intellibox could not start: ${words}`];
}
