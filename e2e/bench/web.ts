/**
 * Measures the screens in a real browser, on the real product with 100,000 messages of one user. Each figure is a share of its
 * limit, so below 1 is good. Work is CPU time of the page's main thread, so that a busy machine does not count.
 * `BENCH_MESSAGES` and `BENCH_OPENED` make it shorter.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import type { BenchRow } from "../../server/bench/bench-row.ts";
import { startEmbedded } from "../../server/src/db/embedded.ts";
import { findBrowser } from "../browser.ts";
import { people } from "../people.ts";
import { startProduct } from "../product.ts";
import { measureCompose } from "./compose.ts";
import { fillInbox } from "./fill-inbox.ts";
import { measureInbox } from "./inbox.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export async function run(): Promise<BenchRow[]> {
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
    const place = { browser, url: product.url };
    return [
      ...(await measureCompose(place)),
      ...(await measureInbox(place, { mailbox, messages, opened: Number(process.env.BENCH_OPENED ?? 1000) })),
    ];
  } finally {
    await browser.close();
    await product.remove();
    await database.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
