import { expect, test } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { attach, brief, bytesFile, editorOf, extra, intent, openCompose, press, write } from "../writing.ts";

test("everything specified is there, with its defaults [CMP-01] [CMP-02] [CMP-03] [CMP-15] [CMP-16] [CMP-18] [CMP-20] [CMP-21] [LIM-04] [LIM-05] [SND-17]", async ({
  page,
}) => {
  await openCompose(page);
  await expect(intent(page)).toHaveValue("Follow up on our proposal");
  await expect(page.getByRole("button", { name: "Dictate Intent" })).toBeVisible();
  await expect(brief(page).getByRole("radio")).toHaveCount(5);
  for (const tone of ["Professional", "Friendly", "Concise", "Enthusiastic", "Empathetic"])
    await expect(brief(page).getByRole("radio", { name: tone })).toBeAttached();
  expect(await extra(page).evaluate((box) => box.tagName)).toBe("TEXTAREA");
  await expect(page.getByRole("button", { name: "Dictate Extra Context" })).toBeVisible();
  await expect(brief(page).getByRole("checkbox", { name: /Track opens & clicks/ })).toBeChecked();
  await expect(brief(page).getByText(/invisible image and rewrites links/)).toBeVisible();
  const followUp = brief(page).getByRole("combobox", { name: "Follow-up" });
  await expect(followUp).toHaveText("After 3 days");
  await followUp.click();
  await expect(page.getByRole("option")).toHaveText(["Off", "After 1 day", "After 3 days", "After 1 week"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Suggest Subject" })).toBeVisible();
  await expect(editorOf(page).locator("[data-placeholder]")).toHaveAttribute(
    "data-placeholder",
    "Write your email here…",
  );
  await expect(page.getByText("0 words", { exact: true })).toBeVisible();
  await write(page, "Dear Priya, thank you");
  await expect(page.getByText("4 words", { exact: true })).toBeVisible();
});

test("a placeholder goes into the extra context where the cursor stands [CMP-04]", async ({ page }) => {
  await openCompose(page);
  await extra(page).fill("Dear , hello");
  await extra(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(5, 5));
  await press(page, "{FirstName}");
  await expect(extra(page)).toHaveValue("Dear {FirstName}, hello");
  for (const token of ["{Company}", "{LastPurchase}", "{DueAmount}", "{City}", "{Phone}"]) await press(page, token);
  await expect(extra(page)).toHaveValue("Dear {FirstName}{Company}{LastPurchase}{DueAmount}{City}{Phone}, hello");
});

test("a link is asked for by its address, opens elsewhere without a word, and only where links may lead [CMP-19] [RTX-01] [RTX-05]", async ({
  page,
  context,
}) => {
  await openCompose(page);
  await page.evaluate(() =>
    localStorage.setItem(
      "intellibox.compose.draft",
      JSON.stringify({ bodyHtml: [1, 2, 3, 4, 5, 6].map((n) => `<h${n}>Title ${n}</h${n}>`).join("") }),
    ),
  );
  await page.reload();
  for (const level of [1, 2, 3, 4, 5, 6])
    await expect(editorOf(page).getByRole("heading", { level, name: `Title ${level}` })).toBeVisible();
  await editorOf(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("our offer");
  await press(page, "Clear formatting");
  await page.keyboard.press("ControlOrMeta+a");
  await press(page, "Bold");
  await expect(editorOf(page).locator("strong")).toHaveText("our offer");
  await press(page, "Link");
  const dialog = page.getByRole("dialog", { name: "Add link" });
  await dialog.getByLabel("URL").fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Enter a web or email address");
  await dialog.getByLabel("URL").fill(new URL("/icon.svg", page.url()).href);
  await dialog.getByRole("button", { name: "Apply" }).click();
  const link = editorOf(page).getByRole("link", { name: "our offer" });
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  await expect(link).toHaveAttribute("target", "_blank");
  await page.keyboard.press("End");
  const opened = context.waitForEvent("page");
  await link.click();
  expect(await (await opened).evaluate(() => window.opener)).toBeNull();
});

test("Ctrl-Enter generates from the brief and sends from the message; the list of keys says so", async ({ page }) => {
  await openCompose(page);
  await intent(page).focus();
  const asked = page.waitForRequest("**/api/compose/generate");
  await page.keyboard.press("ControlOrMeta+Enter");
  await asked;
  await expect(editorOf(page)).not.toHaveText("");
  await page.route("**/api/compose/send", (route) =>
    route.fulfill({ json: { messageId: "<2@acme.test>", status: "sent" } }),
  );
  const text = await editorOf(page).innerText();
  await editorOf(page).click();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Message id <2@acme.test>")).toBeVisible();
  expect(await editorOf(page).innerText()).toBe(text);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog").getByText("Send, or generate from within the brief")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test(`nothing stands in anyone's way at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await openCompose(page);
      await expectAccessible(page);
      await press(page, "Multi Tone");
      await expect(page.getByRole("tab", { name: /Concise .*tokens/ })).toBeVisible();
      await attach(page, [bytesFile("terms.pdf", 2000)]);
      await expect(editorOf(page)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await press(page, "Link");
      await expect(page.getByRole("dialog", { name: "Add link" })).toBeVisible();
      await expectAccessible(page);
    });
  }
}
