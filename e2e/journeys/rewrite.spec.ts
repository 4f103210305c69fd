import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllLooks } from "../accessible.ts";
import { preview, row } from "../inbox-reader.ts";
import { openAs, people, sessionOf } from "../people.ts";
import { editorOf, openCompose, press, write } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });

const wordy = "I just wanted to let you know that invoice 4411 is due on Friday.";
const short = "Invoice 4411 is due on Friday.";
const acceptButton = (page: Page) => page.getByRole("button", { name: "Accept" });

/** Opens the menu by its key, and chooses the first entry by keyboard. */
async function makeShorter(page: Page) {
  await page.keyboard.press("ControlOrMeta+j");
  const first = page.getByRole("menuitem", { name: "Shorter" });
  await expect(first).toBeVisible({ timeout: 30_000 });
  await expect(async () => {
    await page.keyboard.press("Home");
    await expect(first).toBeFocused({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}

async function seeDiff(page: Page, editor: Locator) {
  await page.keyboard.press("Enter");
  await expect(acceptButton(page)).toBeFocused({ timeout: 30_000 });
  await expect(editor.locator("del").first()).toContainText("I just wanted");
  await expect(editor.locator("ins").first()).toBeVisible();
}

test("text is made shorter in Compose: seen as a diff, discarded, accepted and undone [RWR-01] [RWR-02] [RWR-03]", async ({
  page,
}) => {
  await openCompose(page);
  await write(page, wordy);
  const editor = editorOf(page);
  await makeShorter(page);
  await expectAccessible(page);
  await seeDiff(page, editor);
  await expectAccessibleInAllLooks(page);
  const kept = await page.evaluate(() => localStorage.getItem("intellibox.compose.draft") ?? "");
  expect(kept).toContain("I just wanted");
  await page.keyboard.press("Escape");
  await expect(editor).toHaveText(wordy);
  await expect(editor.locator("del")).toHaveCount(0);
  await makeShorter(page);
  await seeDiff(page, editor);
  await page.keyboard.press("Enter");
  await expect(editor).toHaveText(short);
  await expect(editor).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editor).toHaveText(wordy);
  // Longer needs a model, and the strip says so.
  await press(page, "Rewrite");
  await page.getByRole("menuitem", { name: "Longer" }).click();
  await expect(page.getByText("This needs an AI model")).toBeVisible({ timeout: 30_000 });
  await press(page, "Close");
  await expect(editor).toHaveText(wordy);
});

test("a selected sentence of a reply under its message is made shorter and undone, and a message can be translated", async ({
  page,
}) => {
  const about = `Rechnung ${crypto.randomUUID()}`;
  const writer = await sessionOf(page, "user");
  const sent = await page.request.post("/api/compose/send", {
    headers: { authorization: `Bearer ${writer.token}` },
    data: { to: [people.stranger], subject: about, body: "Die Rechnung ist fällig." },
  });
  expect(sent.ok()).toBe(true);
  await openAs(page, await sessionOf(page, "stranger"), "/inbox");
  await row(page, about).click({ timeout: 30_000 });
  await expect(preview(page).getByRole("heading", { name: about })).toBeVisible();
  await preview(page).getByRole("button", { name: "Translate" }).click();
  await expect(preview(page).getByText("This needs an AI model")).toBeVisible({ timeout: 30_000 });
  await expect(preview(page).frameLocator("iframe").getByText("Die Rechnung ist fällig.")).toBeVisible();

  await page.keyboard.press("r");
  const reply = editorOf(page, "Your reply");
  await expect(reply).toBeFocused();
  await page.keyboard.type("I hope you are doing well.");
  await page.keyboard.press("Enter");
  await page.keyboard.type(wordy);
  await page.keyboard.press("Shift+Home");
  await makeShorter(page);
  await seeDiff(page, reply);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(reply).toContainText(`I hope you are doing well.${short}`);
  await expect(reply).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(reply).toContainText(wordy);
});
