import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { browserArgs, findJourneyBrowser } from "./browser.ts";
import { productUrl, workers } from "./workers.ts";

// Products start faster with compiled modules that are kept between starts, as `npm start` keeps them.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "..", "node_modules", ".cache", "compiled");

// The limits catch journeys that hang. A shared CI machine may be several times slower than a developer's, and `npm test`, which
// sets TEST_RESULTS, shares the cores between this run and the server's.
const patience = process.env.CI || process.env.TEST_RESULTS ? 4 : 1;

export default defineConfig({
  testDir: "journeys",
  testMatch: "**/*.spec.ts",
  outputDir: "../test-results/journeys",
  globalSetup: "./global-setup.ts",
  workers,
  // A shared CI machine may stall a journey. `npm test` names each one that passed only when it was repeated.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000 * patience,
  expect: { timeout: 15_000 * patience },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    baseURL: productUrl(),
    // Journeys change what the server answers. The one about the service worker allows it.
    serviceWorkers: "block",
    // Recording takes a quarter of a run's time. E2E_TRACE=1 asks for it.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    // Without animations there is nothing to wait for. A journey about an animation sets its own context.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: findJourneyBrowser(),
      args: browserArgs,
    },
  },
});
