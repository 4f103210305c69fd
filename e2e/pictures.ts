// npm run pictures: takes the pictures of the README (docs/screens) and of the guide (docs/guide/pictures) from the demo. Names of
// pictures after the command limit it to these: npm run pictures -- search snooze
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { launchBrowser } from "./browser.ts";
import { row } from "./inbox-reader.ts";
import { openAs, type Person, sessionOf } from "./people.ts";
import { startProduct } from "./product.ts";
import { box, summarizeButton, tab } from "./summarizing.ts";

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

type Picture = { name: string; person?: Person; path: string; prepare?: (page: Page) => Promise<unknown>; in: Place[] };
type Place = "readme" | "guide";

async function openQuotation(page: Page) {
  await row(page, "Quotation for packaging").click();
  await page.getByText("One-click replies").waitFor();
}
async function openShelving(page: Page) {
  await row(page, "Shelving for four stores").click();
  await page.getByText("One-click replies").waitFor();
}
const compose = async (page: Page) => {
  await page.getByRole("button", { name: "Try an example" }).click();
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await page.getByText(/tokens · /).waitFor();
};
const summarize = async (page: Page) => {
  await box(page).fill(thread);
  await summarizeButton(page).click();
  await tab(page, /^Action Plan \([1-9]/).click();
};
const tableRow = (page: Page) => page.getByRole("table").getByRole("row").nth(2).waitFor();

const pictures: Picture[] = [
  { name: "login", in: ["readme"], path: "/login" },
  // Several mailboxes, drafts and scheduled mail are the admin's.
  { name: "inbox", in: ["readme"], person: "admin", path: "/inbox", prepare: openShelving },
  // Taken once for both, because the draft is kept for the user.
  { name: "compose", in: ["readme", "guide"], person: "user", path: "/compose", prepare: compose },
  { name: "summarize", in: ["readme", "guide"], person: "user", path: "/summarize", prepare: summarize },
  { name: "dashboard", in: ["readme"], person: "owner", path: "/sa", prepare: tableRow },
  {
    name: "reading",
    in: ["guide"],
    person: "user",
    path: "/inbox",
    prepare: async (page) => {
      await openQuotation(page);
      await page.keyboard.press("s");
      await page.getByRole("region", { name: "Summary" }).getByText("More", { exact: true }).waitFor();
    },
  },
  {
    name: "search",
    in: ["guide"],
    person: "user",
    path: "/inbox",
    prepare: async (page) => {
      await page.getByRole("combobox", { name: "Search mail" }).fill("invoice has:attachment");
      await page.keyboard.press("Enter");
      await page.locator("mark").first().waitFor();
    },
  },
  {
    name: "reply",
    in: ["guide"],
    person: "user",
    path: "/inbox",
    prepare: async (page) => {
      await openQuotation(page);
      await page.getByRole("region", { name: "One-click replies" }).getByRole("button").first().click();
      await page.getByText(/tokens · /).waitFor();
    },
  },
  {
    name: "snooze",
    in: ["guide"],
    person: "user",
    path: "/inbox",
    prepare: async (page) => {
      await openQuotation(page);
      await page.keyboard.press("h");
      await page.getByRole("dialog").getByText("Next week").waitFor();
    },
  },
  {
    name: "senders",
    in: ["guide"],
    person: "user",
    path: "/inbox",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Senders" }).click();
      await page
        .getByText(/messages?, .*read/)
        .first()
        .waitFor();
    },
  },
  {
    name: "priorities",
    in: ["guide"],
    person: "admin",
    path: "/inbox",
    prepare: async (page) => {
      await page.getByRole("tab", { name: "Important" }).click();
      await row(page, "pilot in the south").click();
      await page.getByText("One-click replies").waitFor();
    },
  },
  {
    name: "rules",
    in: ["guide"],
    person: "admin",
    path: "/inbox?tab=rules",
    prepare: (page) => page.getByText("Archive newsletters", { exact: true }).waitFor(),
  },
  {
    name: "sync-settings",
    in: ["guide"],
    person: "admin",
    path: "/inbox?tab=settings",
    prepare: (page) => page.getByRole("textbox", { name: "Name" }).first().waitFor(),
  },
  {
    name: "questions",
    in: ["guide"],
    person: "admin",
    path: "/inbox",
    prepare: async (page) => {
      const panel = page.getByRole("complementary", { name: "Ask your mail" });
      await row(page, "Shelving for four stores").waitFor();
      await page.waitForTimeout(3000);
      await page.keyboard.press("ControlOrMeta+j");
      await panel.getByRole("textbox", { name: "Your question" }).fill("What rate does Meera offer for the boxes?");
      await page.keyboard.press("Enter");
      await panel
        .getByText(/INR 41/)
        .first()
        .waitFor();
    },
  },
  {
    name: "knowledge",
    in: ["guide"],
    person: "admin",
    path: "/settings?tab=knowledge",
    prepare: (page) => page.getByText("Terms of delivery").waitFor(),
  },
  { name: "users", in: ["guide"], person: "admin", path: "/settings", prepare: tableRow },
  {
    name: "mail-server",
    in: ["guide"],
    person: "admin",
    path: "/smtp",
    prepare: (page) => page.getByRole("button", { name: "Save Settings" }).first().waitFor(),
  },
  { name: "email-logs", in: ["guide"], person: "admin", path: "/email-logs", prepare: tableRow },
];

const fileOf = (path: string) => fileURLToPath(new URL(`../docs/${path}`, import.meta.url));
const named = process.argv.slice(2);
const isWanted = ({ name }: Picture) => named.length === 0 || named.includes(name);

mkdirSync(fileOf("guide/pictures/"), { recursive: true });
const product = await startProduct();
const browser = await launchBrowser();
try {
  for (const picture of pictures.filter(isWanted)) {
    const png = await take(picture);
    // The README's are PNG, which every reader of a README shows; the guide's are part of the built web app.
    if (picture.in.includes("readme")) writeFileSync(fileOf(`screens/${picture.name}.png`), png);
    if (picture.in.includes("guide")) writeFileSync(fileOf(`guide/pictures/${picture.name}.webp`), await webpOf(png));
  }
} finally {
  await browser.close();
  await product.remove();
}

async function take({ person, path, prepare }: Picture) {
  const size = { viewport: { width: 1440, height: 900 }, colorScheme: "light", baseURL: product.url } as const;
  const context = await browser.newContext({ ...size, timezoneId: "Asia/Kolkata", reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    if (person) await openAs(page, await sessionOf(page, person), path);
    else await page.goto(path);
    await prepare?.(page);
    // Charts are drawn after their figures have arrived.
    await page.waitForTimeout(1500);
    return await page.screenshot();
  } finally {
    await context.close();
  }
}

/** The browser converts the picture, because it can write WebP and the project needs no library for it. */
async function webpOf(png: Buffer) {
  const page = await browser.newPage();
  const base64 = await page.evaluate(async (source) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }, png.toString("base64"));
  await page.close();
  return Buffer.from(base64, "base64");
}
