import { existsSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// `isolate: false`: modules and the page are made once a worker instead of once a file, which takes a third of the time.
// Tests clean up after themselves anyway: state that outlives a test would be a fault of the product.
const ifPresent = (file: string) => (existsSync(new URL(file, import.meta.url)) ? [file] : []);

// Limits for what hangs, not for what is slow: a shared CI machine may be several times slower than a desk.
const patience = process.env.CI ? 4 : 1;

export default defineConfig({
  test: {
    // Server tests drive real databases and mail servers: more workers than this only makes them wait for each other.
    maxWorkers: 2,
    projects: [
      { test: { name: "contract", include: ["contract/src/**/*.test.ts"], testTimeout: 30_000 * patience } },
      {
        test: {
          name: "server",
          include: ["server/src/**/*.test.ts", "server/test/**/*.test.ts"],
          globalSetup: ifPresent("./server/test/global-setup.ts"),
          pool: "forks",
          isolate: false,
          testTimeout: 30_000 * patience,
          hookTimeout: 60_000 * patience,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          include: ["web/src/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          isolate: false,
          setupFiles: ifPresent("./web/test/setup.ts"),
          testTimeout: 30_000 * patience,
        },
      },
      { test: { name: "house", include: ["*.test.ts", "scripts/**/*.test.mjs"], testTimeout: 60_000 * patience } },
    ],
  },
});
