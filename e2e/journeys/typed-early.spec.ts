import { expect, type Page, test } from "@playwright/test";
import { button, preview, row } from "../inbox-reader.ts";
import { openAs, people, sessionOf } from "../people.ts";
import { menu } from "../shell.ts";
import { editorOf } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });

/** Keeps a script back until the returned function is called. */
async function keepBack(page: Page, code: RegExp) {
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>();
  await page.route(code, async (route) => {
    await mayLoad;
    await route.continue();
  });
  return load;
}

/** Opens a new mail whose composer has not loaded. */
async function openMail(page: Page) {
  const about = `Crates ${crypto.randomUUID()}`;
  const writer = await sessionOf(page, "user");
  const sent = await page.request.post("/api/compose/send", {
    headers: { authorization: `Bearer ${writer.token}` },
    data: { to: [people.stranger], subject: about, body: "How many crates do you need?" },
  });
  expect(sent.ok()).toBe(true);
  const load = await keepBack(page, /\/assets\/load-composer[^/]*\.js$/);
  await openAs(page, await sessionOf(page, "stranger"), "/inbox");
  await row(page, about).click({ timeout: 60_000 });
  await expect(preview(page).getByRole("heading", { name: about })).toBeVisible();
  return { about, load };
}

// The words hold letters that archive, snooze, star, delete, move and mute a mail, and that go to another page.
const words = "Eight, please, the small size: thanks! gi";

test("what is typed right after r is the reply, and files nothing [BYD-11]", async ({ page }) => {
  const { about, load } = await openMail(page);
  await page.keyboard.press("r");
  await page.keyboard.type(words);
  load();
  const own = editorOf(page, "Your reply").locator("p").first();
  await expect(own).toHaveText(words);
  await expect(editorOf(page, "Your reply")).toBeFocused();
  await page.keyboard.type(" And a lid.");
  await expect(own).toHaveText(`${words} And a lid.`);
  await expect(row(page, about)).toBeVisible();
  await button(page, "Discard draft").click();
});

test("what is typed right after f is a recipient, and files nothing [BYD-11]", async ({ page }) => {
  const { about, load } = await openMail(page);
  await page.keyboard.press("f");
  await page.keyboard.type("meera@");
  load();
  const composer = page.getByRole("region", { name: "Forward" });
  await expect(composer.getByRole("textbox", { name: "To", exact: true })).toHaveValue("meera@");
  await expect(row(page, about)).toBeVisible();
  await button(page, "Discard draft").click();
});

test("what is typed right after c is the intent, and goes to no other page [BYD-11]", async ({ page }) => {
  const load = await keepBack(page, /\/assets\/compose-page[^/]*\.js$/);
  await openAs(page, await sessionOf(page, "stranger"), "/people");
  // The keys of pages come with the menu.
  await expect(menu(page).getByRole("link", { name: "Compose Email" })).toBeVisible();
  await page.keyboard.press("c");
  await page.keyboard.type("gi Ask for the price list?");
  load();
  await expect(page.getByRole("textbox", { name: "Intent" })).toHaveValue("gi Ask for the price list?");
  await button(page, "Reset").click();
});
