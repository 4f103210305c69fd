import { expect, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";

test("Forgot password? offers a link by mail, and says the same for every address [LGN-04]", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill("nobody@nowhere.test");
  await expectAccessibleInAllLooks(page);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status")).toContainText("If nobody@nowhere.test has an account");
  await page.getByRole("link", { name: "Go to sign in" }).click();
  await expect(page).toHaveURL(/\/login$/);
});
