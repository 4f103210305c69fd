import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { startEmbedded } from "../../server/src/db/embedded.ts";
import { findBrowser } from "../browser.ts";
import { people } from "../people.ts";
import { startProduct } from "../product.ts";
import { fillInbox } from "./fill-inbox.ts";
import type { Place } from "./visit.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

type FilledPlace = Place & { mailbox: string; messages: number };

/** Builds the web app, starts the product with many messages of one user (`BENCH_MESSAGES`), and measures in a real browser. */
export async function measureInProduct<Result>(measure: (place: FilledPlace) => Promise<Result>): Promise<Result> {
  execFileSync(process.execPath, ["scripts/build-web.mjs"], { cwd: root, stdio: "inherit" });
  const data = mkdtempSync(join(tmpdir(), "intellibox-bench-web-"));
  chmodSync(data, 0o755);
  const database = await startEmbedded({ dataDir: data });
  const product = await startProduct({ DATABASE_URL: database.url, INTELLIBOX_DEMO: "1" });
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const messages = Number(process.env.BENCH_MESSAGES ?? 100_000);
    const mailbox = await fillInbox(database.url, people.user, messages);
    return await measure({ browser, url: product.url, mailbox, messages });
  } finally {
    await browser.close();
    await product.remove();
    await database.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
