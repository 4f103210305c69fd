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
        // Runs the tests that depend on the database again, on the system's PostgreSQL: another version with other collations.
        // A file is left out if other files run all of the product's statements that it runs (`pg_stat_statements` shows them).
        extends: true,
        test: {
          ...server,
          name: "postgres",
          include: ["server/src/scope.test.ts", "server/src/{commands,db,features}/**/*.test.ts"],
          exclude: [
            // These start commands as processes, which is the same on every database.
            "server/src/commands/{backup,doctor,rotate-key}.test.ts",
            // These start the embedded database themselves.
            "server/src/db/embedded.test.ts",
            "server/src/db/embedded/**",
            // These wait for locks and start processes, which is the same on every database.
            "server/src/db/migrate/{journal,under-load}.test.ts",
            "server/src/commands/migrate.test.ts",
            // These spend their time with Microsoft's API, mail servers and models, not with the database.
            "server/src/features/mailboxes/push/outlook-push.test.ts",
            "server/src/features/mailboxes/remove-mailbox.test.ts",
            "server/src/features/mail-servers/trust.test.ts",
            "server/src/features/sync/{cloud-sync,long-headers,outlook,slow-servers,watch}.test.ts",
            "server/src/features/outbox/{hash-request,send-mail}.test.ts",
            "server/src/features/assistant/run-model-task.test.ts",
            // These read files and pictures, hash passwords, and make demo mail.
            "server/src/features/inbox/{draw-attachment-page,image-proxy}.test.ts",
            "server/src/features/summaries/extract-text.test.ts",
            "server/src/features/auth/throttle.test.ts",
            "server/src/features/demo/mail/load-mail.test.ts",
            // These are about connections and traces, which are the same on every database.
            "server/src/db/database-away.test.ts",
            "server/src/features/system/traces.test.ts",
            // These use no database.
            "server/src/commands/model/**",
            "server/src/features/assistant/{mask-secrets,prompts,stream-points,suspect-sentences,untrusted,without-suspects}.test.ts",
            "server/src/features/assistant/{answers/answers,parts/parts}.test.ts",
            "server/src/features/outbox/{answers,outcome,redate,request,send-slots,sender,write-content}.test.ts",
            "server/src/features/{dashboards/periods,exports/mbox,sync/sync-slots,tracking/rewrite}.test.ts",
            // These kill processes and cut connections for minutes, which is the same on every database.
            "server/src/features/*/kill{,-processes}.test.ts",
            "server/src/commands/faults-restore.test.ts",
            "server/src/features/outbox/faults{,-stop}.test.ts",
            "server/src/db/faults-database.test.ts",
            "server/src/features/sync/faults{,-large,-pop3,-processes}.test.ts",
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
