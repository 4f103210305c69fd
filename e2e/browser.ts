import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** The Chromium to drive: the one named, else Playwright's own if it was fetched, else the system's. */
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
