import { existsSync } from "node:fs";

/** The installed PgBouncer. */
export const pgBouncer = [
  "/usr/sbin/pgbouncer",
  "/usr/bin/pgbouncer",
  "/usr/local/bin/pgbouncer",
  "/opt/homebrew/bin/pgbouncer",
].find((file) => existsSync(file));

/** Suites that need PgBouncer are skipped if it is not installed. */
export const hasPgBouncer = pgBouncer !== undefined;
