import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { guidePages } from "./web/guide-pages.ts";

// Tests start many Node processes. Compiled modules that are kept between them halve the CPU time of a start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules", ".cache", "compiled");

// The limits catch tests that hang. A shared CI machine may be several times slower than a developer's, and `npm test`, which
// sets TEST_RESULTS, shares the cores between this run and the browser's.
const patience = process.env.CI || process.env.TEST_RESULTS ? 4 : 1;

const server = {
  globalSetup: "./server/test/global-setup.ts",
  pool: "forks" as const,
  isolate: false,
  testTimeout: 30_000 * patience,
  hookTimeout: 60_000 * patience,
};

export default defineConfig({
  test: {
    // Server tests wait for databases, mail servers and processes half of the time, so two cores can serve four workers.
    maxWorkers: 4,
    // A shared CI machine may stall a test. `npm test` names each test that passed only when it was repeated.
    retry: process.env.CI ? 1 : 0,
    // Transformed modules are kept in node_modules/.vitest-cache: the second database run and later runs take them from there.
    fsModuleCache: true,
    // `isolate: false` loads modules and the page once for each worker instead of once for each file, which takes a third of
    // the time. State that outlives a test would be a fault of the product.
    projects: [
      {
        extends: true,
        test: {
          name: "contract",
          include: ["contract/src/**/*.test.ts"],
          isolate: false,
          testTimeout: 30_000 * patience,
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: "server",
          // The client and the command line are tested against the real server.
          include: ["server/{src,test,eval}/**/*.test.ts", "{client,cli}/test/**/*.test.ts"],
          provide: { database: "embedded" },
        },
      },
      {
        // Runs again, on the system's PostgreSQL, the tests whose outcome depends on it. It is an older version (15 or later) with
        // other collations, and a person other than we may have set it up. That features send no statement that an older version
        // does not know is proved for all of them at once: `db/statements.test.ts` prepares what they sent on the embedded one.
        extends: true,
        test: {
          ...server,
          name: "postgres",
          include: [
            // Roles, fences, sign-ins, migrations, pools, replicas, leases, plans, and the statements of all features.
            "server/src/db/**/*.test.ts",
            // Archives and moves, also to and from the embedded database.
            "server/src/commands/{archive/backup,move-database}.test.ts",
            // Words, languages and vectors.
            "server/src/features/{search,knowledge}/**/*.test.ts",
            // Lists in the order of names.
            "server/src/features/{plans,senders,templates,tenants}/*.test.ts",
            "server/src/features/{folders/folders,people/people,users/list-users}.test.ts",
            // Pages by time, with cursors.
            "server/src/features/email-logs/*.test.ts",
            "server/src/features/inbox/{conversations,count-listed,digest,kept-threads,list-state,long-threads,searched-folders}.test.ts",
            // Time zones, triggers that count, chains of records, and deletions through many tables.
            "server/src/features/{audit,dashboards,erasures,exports,follow-ups,retention}/*.test.ts",
            // Locks, notifications between connections, and jobs.
            "server/src/features/auth/{auth,bounds,sign-in-turns}.test.ts",
            "server/src/features/live/*.test.ts",
            "server/src/features/outbox/{accept,idempotency,outbound-sender,recovery,roles}.test.ts",
            "server/src/features/sync/{busy-database,raw-sources,store-batch,stored-mail}.test.ts",
            // The first start: set-up and the demo's rows.
            "server/src/features/{demo/first-start,setup/set-up}.test.ts",
            "server/src/features/system/{log-content,metrics,system}.test.ts",
          ],
          exclude: [
            // These start the embedded database themselves.
            "server/src/db/embedded.test.ts",
            "server/src/db/embedded/**",
            // These wait for locks, cut connections and kill processes, which is the same on every database.
            "server/src/db/migrate/{faults-roll-out,journal,under-load}.test.ts",
            "server/src/db/{database-away,faults-database}.test.ts",
            "server/src/features/{dashboards,knowledge}/kill.test.ts",
            // These use no database, or spend their time with files.
            "server/src/features/{dashboards/periods,exports/mbox,knowledge/read-files}.test.ts",
          ],
          provide: { database: "system" },
        },
      },
      {
        extends: true,
        plugins: [react(), guidePages()],
        test: {
          name: "web",
          include: ["web/{src,test}/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          isolate: false,
          setupFiles: "./web/test/setup.ts",
          testTimeout: 30_000 * patience,
        },
      },
      {
        extends: true,
        test: {
          name: "house",
          include: ["*.test.ts", "scripts/**/*.test.mjs", "web/translate/*.test.ts"],
          testTimeout: 60_000 * patience,
        },
      },
    ],
  },
});
