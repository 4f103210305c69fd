import { existsSync } from "node:fs";

const known = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"];

/** The installed PgBouncer. Looked for at each call, because `npm test` installs it. */
export const findPgBouncer = () => known.find((file) => existsSync(file));
