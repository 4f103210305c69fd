// npm run shots: takes a picture of every screen of the demo, wide and narrow, light and dark, in test-results/shots.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { startStandInOllama, takeBuiltin, takeWithModel } from "./ai-shots.ts";
import { launchBrowser } from "./browser.ts";
import { demoPassword, people } from "./people.ts";
import { startProduct } from "./product.ts";

const folder = fileURLToPath(new URL("../test-results/shots/", import.meta.url));
const screens = {
  owner: ["/sa", "/tenants", "/plans", "/settings", "/openai", "/smtp", "/email-logs"],
  admin: [
    "/admin",
    "/inbox",
    "/inbox?tab=rules",
    "/inbox?tab=settings",
    "/settings?tab=knowledge",
    "/settings?tab=security",
  ],
  user: [
    ...([
      "/dashboard",
      "/compose",
      "/reply",
      "/summarize",
      "/inbox",
      "/inbox?tab=connections",
      "/outbox",
      "/sent",
    ] as const),
    ...(["/people", "/templates", "/mail-merge", "/profile", "/help"] as const),
  ],
} as const;
const looks = [
  { width: 1440, colorScheme: "light" },
  { width: 1440, colorScheme: "dark" },
  { width: 390, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const;

mkdirSync(folder, { recursive: true });
const ollama = await startStandInOllama();
const product = await startProduct({ INTELLIBOX_LOCAL_MODELS: ollama.host });
const browser = await launchBrowser();
try {
  for (const look of looks) await takeAll(browser, look);
  for (const look of looks) await takeBuiltin(browser, sizeOf(look), takerOf(look));
  for (const look of looks) await takeWithModel(browser, sizeOf(look), takerOf(look));
} finally {
  await browser.close();
  await product.remove();
  await ollama.close();
}
process.stdout.write(`Screenshots are in ${folder}\n`);

type Look = (typeof looks)[number];
function sizeOf({ width, colorScheme }: Look) {
  return { viewport: { width, height: 900 }, colorScheme, baseURL: product.url };
}
function takerOf({ width, colorScheme }: Look) {
  return async (page: Page, name: string) => {
    await page.screenshot({ path: `${folder}${name}-${width}-${colorScheme}.png` });
  };
}

async function takeAll(open: Browser, look: Look) {
  const size = sizeOf(look);
  const suffix = `${look.width}-${look.colorScheme}.png`;
  for (const [person, paths] of Object.entries(screens) as [keyof typeof screens, readonly string[]][]) {
    const context = await open.newContext(size);
    const page = await context.newPage();
    await page.goto("/login");
    if (person === "owner") await page.screenshot({ path: `${folder}login-${suffix}` });
    await page.getByLabel("Email").fill(people[person]);
    await page.getByLabel("Password", { exact: true }).fill(demoPassword);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL((url) => url.pathname !== "/login");
    for (const path of paths) {
      await page.goto(path);
      // Charts and lists appear after the page. The network is never idle, because of the live connection.
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${folder}${path.slice(1).replaceAll(/[^a-z-]/g, "-")}-${person}-${suffix}` });
    }
    await context.close();
  }
}
