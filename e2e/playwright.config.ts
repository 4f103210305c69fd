import { defineConfig } from "@playwright/test";
import { browserArgs, findBrowser } from "./browser.ts";
import { productUrl, workers } from "./workers.ts";

export default defineConfig({
  testDir: "journeys",
  testMatch: "**/*.spec.ts",
  outputDir: "../test-results/journeys",
  globalSetup: "./global-setup.ts",
  workers,
  // A journey that only passes the second time has found something; in CI it is repeated once, and named at the end.
  retries: 0,
  // Limits for what hangs, not for what is slow: a shared CI machine may be several times slower than a desk.
  timeout: process.env.CI ? 240_000 : 60_000,
  expect: { timeout: process.env.CI ? 60_000 : 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    baseURL: productUrl(),
    // Recording takes a quarter of the time of a run: ask for it with E2E_TRACE=1 where a failure is not plain.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    // Nothing has to be waited for while it moves; where a journey is about what moves, it says so.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: findBrowser(),
      args: browserArgs,
    },
  },
});
