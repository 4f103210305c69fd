// The process: settings → database → app → jobs → signals.
import { mkdir } from "node:fs/promises";
import { BadSettings, type Config, loadConfig } from "#lib/config.ts";
import { openLog } from "#lib/log.ts";
import { openKeyring } from "#lib/master-keys.ts";
import { createSealer } from "#lib/seal.ts";
import { openDatabase } from "#db/client.ts";
import { startEmbedded } from "#db/embedded.ts";
import { openEventHub } from "#db/events.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { openQueue } from "#db/queue.ts";
import { openOutside } from "#outside/outside.ts";
import { openVisitor } from "#scope.ts";
import { demoTenants } from "#features/demo/demo-people.ts";
import { prepareFirstStart } from "#features/demo/first-start.ts";
import { greeting } from "#features/demo/greeting.ts";
import { startLocalPost } from "#features/local-mail/server.ts";
import { postOfficeOf } from "#features/outbox/post-office.ts";
import { recoverAtStart } from "#features/outbox/recovery.ts";
import { buildApp } from "./app.ts";
import { startJobs } from "./jobs.ts";

async function start(config: Config) {
  const log = openLog(config.logLevel);
  await mkdir(config.dataDir, { recursive: true });
  const sealer = createSealer(openKeyring(config));
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log: (line) => log.info(line) });
  if (embedded?.note) say(embedded.note);
  const url = config.databaseUrl ?? embedded?.url ?? "";
  await migrateDatabase(url);

  const db = openDatabase(url, log);
  const queue = await openQueue(url, log);
  const events = await openEventHub(url, log);
  const outside = openOutside(config);
  const world = { config, db, queue, events, outside, sealer, log };
  await prepareFirstStart(openVisitor(world));
  const localPost = config.demo
    ? await startLocalPost(world, { companies: demoTenants.map(({ code }) => code) })
    : undefined;
  await startJobs(world);
  await recoverAtStart(world);
  const app = await buildApp(world);
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as { port: number };
  say(greeting(config, port));

  return async function stop() {
    await app.close();
    await postOfficeOf(world).close();
    await queue.stop();
    await events.close();
    await outside.close();
    await localPost?.stop();
    await db.close();
    await embedded?.stop();
  };
}

const say = (text: string) => void process.stdout.write(`${text}\n`);

try {
  const stop = await start(loadConfig());
  let stopping = false;
  const leave = (signal: string) => {
    // Asked twice means at once; the database is safe either way.
    if (stopping) process.exit(1);
    stopping = true;
    say(`\n${signal === "SIGINT" ? "Stopping" : `Stopping (${signal})`}…`);
    stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${(error as Error).stack}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => leave(signal));
} catch (error) {
  const lines =
    error instanceof BadSettings
      ? error.problems.map((problem) => `Bad setting: ${problem}`)
      : [startFailure(error as Error)];
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exit(1);
}

function startFailure(error: Error & { code?: string; port?: number }) {
  if (error.code === "EADDRINUSE") return `Port ${error.port} is taken. Set PORT to another one.`;
  return `Intellibox could not start: ${error.stack ?? error.message}`;
}
