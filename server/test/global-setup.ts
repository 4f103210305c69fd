// Once a run: a database server, and in it one migrated database that every test file copies.
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
  server = await startTestDatabaseServer((process.env.TEST_DATABASE ?? "embedded") as DatabaseKind);
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  await admin.end();

  const url = databaseUrl(server.adminUrl, templateName);
  await migrateDatabase(url);
  // The queue's own tables take a while to make: they belong into the template too.
  // So does the role that the program signs in as: the copies share it.
  const login = await openLogin(
    url,
    createSealer(() => [testMasterKey]),
  );
  const queue = await openQueue(login, openLog("silent"));
  await queue.stop();
  project.provide("adminUrl", server.adminUrl);
}

export const teardown = () => server?.stop();
