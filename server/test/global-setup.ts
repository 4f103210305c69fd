// Starts one database server for each run, with one migrated database that every test file copies.
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openLog } from "#lib/log.ts";
import { createSealer } from "#lib/seal.ts";
import { openLogin } from "#db/login.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { openQueue } from "#db/queue.ts";
import { testMasterKey } from "./app-process.ts";
import { type DatabaseKind, startTestDatabaseServer, type TestDatabaseServer } from "./database-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The database server to start. The project's configuration gives it. */
    database: DatabaseKind;
    adminUrl: string;
  }
}

export const templateName = "intellibox_template";

export const databaseUrl = (adminUrl: string, name: string) => {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
};

let server: TestDatabaseServer | undefined;

export async function setup(project: TestProject) {
  server = await startTestDatabaseServer(project.config.provide.database ?? "embedded");
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  await admin.end();

  const url = databaseUrl(server.adminUrl, templateName);
  await migrateDatabase(url);
  // The template also has the queue's tables, which are slow to create, and the role that the program signs in as.
  const login = await openLogin(
    url,
    createSealer(() => [testMasterKey]),
  );
  const queue = await openQueue(login, openLog("silent"));
  await queue.stop();
  project.provide("adminUrl", server.adminUrl);
}

export const teardown = () => server?.stop();
