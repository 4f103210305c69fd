import { expect, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { openAs, sessionOf } from "../people.ts";

test("the dashboard says what needs an answer, and each line opens its message [BRF-01] [BRF-04]", async ({ page }) => {
  await openAs(page, await sessionOf(page, "user"), "/dashboard");
  const today = page.getByRole("region", { name: "Today" });
  const toAnswer = today.getByRole("region", { name: "Needs an answer" });
  await expect(toAnswer.getByRole("listitem").first()).toContainText("“");
  await expect(today.getByRole("region", { name: "Due this week" })).toBeVisible();
  await expect(today.getByRole("region", { name: "Waiting for others" })).toBeVisible();
  await expect(today.getByRole("region", { name: "Other unread mail" })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await toAnswer.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/inbox\?message=/);
});

test("the briefing comes by mail at a chosen time, until it is switched off [BRF-05]", async ({ page }) => {
  await openAs(page, await sessionOf(page, "admin"), "/profile?tab=notifications");
  const part = page.getByRole("region", { name: "Briefing by mail" });
  const wanted = part.getByRole("switch");
  const saved = () => page.waitForResponse((answer) => answer.url().endsWith("/mail/briefing/mail") && answer.ok());
  await expect(wanted).not.toBeChecked();
  await Promise.all([saved(), wanted.click()]);
  await Promise.all([saved(), part.getByLabel("Time").fill("07:30")]);
  await Promise.all([saved(), part.getByRole("checkbox", { name: "Saturday" }).click()]);
  await expectAccessibleInAllLooks(page);
  await page.reload();
  await expect(part.getByLabel("Time")).toHaveValue("07:30");
  await expect(part.getByRole("checkbox", { name: "Saturday" })).toBeChecked();
  await Promise.all([saved(), wanted.click()]);
  await expect(part.getByLabel("Time")).toHaveCount(0);
});
