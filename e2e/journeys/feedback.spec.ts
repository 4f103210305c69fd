import { expect, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { openAs, people, sessionOf } from "../people.ts";
import { editorOf, openCompose, press, sendButton, subject, to } from "../writing.ts";

test("a draft is rated and sent, and the admin sees figures [FBK-01] [FBK-02] [FBK-03]", async ({ page, browser }) => {
  await openCompose(page);
  await press(page, "Generate");
  await expect(page.getByText(/tokens · /)).toBeVisible();
  const rated = page.waitForRequest((request) => request.url().includes("/api/ai/feedback/"));
  await page.getByRole("button", { name: "Good answer", exact: true }).click();
  expect((await rated).postDataJSON()).toEqual({ rating: "up" });
  await expect(page.getByRole("button", { name: "Good answer", exact: true })).toHaveAttribute("aria-pressed", "true");

  await to(page).fill(people.stranger);
  await subject(page).fill(`Rated ${crypto.randomUUID()}`);
  await editorOf(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" Thanks!");
  const reported = page.waitForRequest((request) => request.url().includes("/api/ai/feedback/"));
  await sendButton(page).click();
  const { changed } = (await reported).postDataJSON();
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThan(0.5);

  const admin = await browser.newPage();
  await openAs(admin, await sessionOf(admin, "admin"), "/settings?tab=ai");
  const figures = admin.getByRole("region", { name: "What people think of it" });
  await expect(figures.getByRole("row", { name: /Drafts.*Built-in engine/ })).toBeVisible();
  await expectAccessibleInAllLooks(admin);
  await admin.close();
});
