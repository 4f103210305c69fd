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
