import { existsSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";

/** The Chromium to use: the one in CHROMIUM_PATH, else Playwright's own if it is installed, else the system's. */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  const known = [
    chromium.executablePath(),
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ];
  return named || known.find((file) => existsSync(file));
}

/** Chromium without windows, as Debian packages it. It takes a quarter less CPU time, but has no back/forward cache. */
export function findHeadlessShell(): string | undefined {
  const known = "/usr/bin/chromium-headless-shell";
  return existsSync(known) ? known : undefined;
}

/** The browser for journeys. */
export const findJourneyBrowser = () => process.env.CHROMIUM_PATH || findHeadlessShell() || findBrowser();

// Parts of Chromium that no test needs: the address bar of every new window renders two web pages in a process of its own, and
// every page has a spare process. They took half of a run's time. The rest is Playwright's list, which this option replaces.
const featuresOff = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** Chromium's options for tests, without parts that only cost time. */
export const browserArgs = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${featuresOff.join(",")}`,
];

/** A browser for pictures and benches, which run outside Playwright's test runner. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox", ...browserArgs] });
}
