// npm run pictures: takes the README's pictures of the demo, in docs/screens.
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { launchBrowser } from "./browser.ts";
import { row } from "./inbox-reader.ts";
import { openAs, type Person, sessionOf } from "./people.ts";
import { startProduct } from "./product.ts";
import { box, summarizeButton, tab } from "./summarizing.ts";

const folder = fileURLToPath(new URL("../docs/screens/", import.meta.url));
const thread = `From: Priya Nair <priya@example.com>
To: Rohan Desai <user@acme.test>
Date: Fri, 13 Nov 2026 10:15 +0530
Subject: Q4 supply contract

Hi Rohan,

Please review clause 7.2 and send me your comments by Wednesday. The unit price drops to Rs 412 above 5,000 pieces. Our director signs on Friday at 6 pm, so I need the signed copy back before that.

Regards,
Priya

On Thu, 12 Nov 2026 at 18:02, Rohan Desai <user@acme.test> wrote:
> I will share the freight estimate tomorrow. Could you confirm who pays for the transit insurance?
> Rohan
`;

const product = await startProduct();
const browser = await launchBrowser();
try {
  await login();
  await take("inbox", "user", "/inbox", async (page) => {
    await row(page, "Quotation for packaging").click();
    await page.getByText("One-click replies").waitFor();
  });
  await take("compose", "user", "/compose", async (page) => {
    await page.getByRole("button", { name: "Try an example" }).click();
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    await page.getByText(/tokens · /).waitFor();
  });
  await take("summarize", "user", "/summarize", async (page) => {
    await box(page).fill(thread);
    await summarizeButton(page).click();
    await tab(page, /^Action Plan \([1-9]/).click();
  });
  await take("dashboard", "owner", "/sa", async (page) => {
    await page.getByRole("table").getByRole("row").nth(3).waitFor();
  });
} finally {
  await browser.close();
  await product.remove();
}

async function newPage() {
  const size = { viewport: { width: 1440, height: 900 }, colorScheme: "light", baseURL: product.url } as const;
  const context = await browser.newContext({ ...size, timezoneId: "Asia/Kolkata", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  return page;
}

async function login() {
  const page = await newPage();
  await page.goto("/login");
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${folder}login.png` });
  await page.context().close();
}

async function take(name: string, person: Person, path: string, prepare: (page: Page) => Promise<void>) {
  const page = await newPage();
  await openAs(page, await sessionOf(page, person), path);
  await prepare(page);
  // Charts are drawn after their figures have arrived.
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${folder}${name}.png` });
  await page.context().close();
}
