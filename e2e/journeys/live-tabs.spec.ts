import { type Browser, type BrowserContext, chromium, expect, type Page, test } from "@playwright/test";
import { browserArgs, findBrowser } from "../browser.ts";
import { type Person, sessionOf } from "../people.ts";
import { productUrl } from "../workers.ts";

test.describe.configure({ timeout: 300_000 });

// A whole browser with a back/forward cache, which the browser of the other journeys does not have.
let browser: Browser;
test.beforeAll(async () => {
  const executablePath = findBrowser();
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: browserArgs,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
});
test.afterAll(() => browser.close());

/** Tabs that share a session, and the tab of each live stream in the order of opening. */
async function openBrowserOf(person: Person) {
  const context = await browser.newContext({ baseURL: productUrl() ?? "", reducedMotion: "reduce" });
  const session = await sessionOf({ request: context.request } as Page, person);
  const start = await context.newPage();
  await start.goto("/robots.txt");
  await start.evaluate((kept) => {
    localStorage.setItem("intellibox.session", JSON.stringify(kept));
    localStorage.setItem("token", kept.token);
  }, session);
  const streams: Page[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/events") streams.push(request.frame().page());
  });
  return { context, start, token: session.token as string, streams };
}

/** Requests a new colleague, and returns the name. */
async function askForColleague(context: BrowserContext, token: string) {
  const mark = crypto.randomUUID().slice(0, 8);
  const [name, email] = [`Colleague ${mark}`, `colleague.${mark}@globex.test`];
  const answer = await context.request.post("/api/requests", {
    headers: { authorization: `Bearer ${token}` },
    data: { type: "New user request", name, email },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return name;
}

const asked = (page: Page, name: string) => page.getByRole("region", { name: "My requests" }).getByText(name).first();

test("many pages can be loaded in one tab, and a page restored from the back/forward cache gets live events", async () => {
  const { context, start: page, token } = await openBrowserOf("stranger");
  await page.addInitScript(() => {
    addEventListener("pageshow", ({ persisted }) => Object.assign(window, { cameBack: persisted }));
  });
  for (const path of ["/dashboard", "/inbox", "/compose", "/reply", "/summarize", "/profile", "/dashboard", "/inbox"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // One connection is free, besides those of the pages that were left.
    const health = page.evaluate(() =>
      fetch("/api/health", { signal: AbortSignal.timeout(20_000) }).then(({ ok }) => ok),
    );
    await expect(health).resolves.toBe(true);
  }
  await page.goBack({ waitUntil: "commit" });
  await expect.poll(() => page.evaluate(() => (window as { cameBack?: boolean }).cameBack)).toBe(true);
  await expect(page.getByRole("region", { name: "My requests" })).toBeVisible();
  await expect(asked(page, await askForColleague(context, token))).toBeVisible();
  await context.close();
});

test("ten tabs share one live stream, and another tab takes it over when its owner closes", async () => {
  const { context, start, token, streams } = await openBrowserOf("stranger");
  await start.close();
  const tabs: Page[] = [];
  for (let count = 0; count < 10; count++) {
    const tab = await context.newPage();
    await tab.goto("/dashboard");
    await expect(tab.getByRole("region", { name: "My requests" })).toBeVisible();
    tabs.push(tab);
  }
  expect(streams).toEqual([tabs[0]]);
  const toAll = await askForColleague(context, token);
  for (const tab of tabs) await expect(asked(tab, toAll)).toBeVisible();

  await tabs[0]?.close();
  await expect.poll(() => streams.length).toBe(2);
  const others = tabs.slice(1);
  expect(others).toContain(streams[1]);
  const toOthers = await askForColleague(context, token);
  for (const tab of others) await expect(asked(tab, toOthers)).toBeVisible();
  await context.close();
});
