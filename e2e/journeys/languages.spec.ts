import { expect, test } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { signInAs } from "../people.ts";

test.describe("a browser that asks for Hindi", () => {
  test.use({ locale: "hi-IN" });

  test("shows the login page in Hindi [LNG-01] [LNG-02]", async ({ page }) => {
    await page.goto("/login");
    await expect(page.locator("html")).toHaveAttribute("lang", "hi");
    await expect(page.getByRole("heading", { name: "Intellibox में साइन इन करें" })).toBeVisible();
    // The server's refusals are in the language of the page.
    await page.getByLabel("ईमेल").fill("nobody@acme.test");
    await page.getByRole("button", { name: "साइन इन करें", exact: true }).click();
    await expect(page.getByText("पासवर्ड ज़रूरी है")).toBeVisible();
  });
});

test("a language chosen in Profile is shown at once, and the next time [LNG-01]", async ({ page }) => {
  await signInAs(page, "user", "/profile");
  // Other journeys use this account at the same time, so its language is not stored.
  await page.route("**/api/profile", async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    const saved = await (
      await page.request.get("/api/profile", { headers: await route.request().allHeaders() })
    ).json();
    return route.fulfill({ json: { ...saved, ...route.request().postDataJSON() } });
  });
  await page.getByLabel("Language of the screens").click();
  await page.getByRole("option", { name: "हिन्दी" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(page.getByRole("link", { name: /^इनबॉक्स/ })).toBeVisible();
  await page.goto("/inbox");
  await expect(page.getByRole("tab", { name: "एकीकृत इनबॉक्स" })).toBeVisible();
});

test("Arabic runs from right to left, and stays accessible [LNG-03]", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: "language", value: "ar", url: String(baseURL) }]);
  await signInAs(page, "user", "/inbox");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  const list = page.getByRole("listbox").first();
  await expect(list.getByRole("option").first()).toBeVisible();
  const sidebar = await page.getByRole("navigation").first().boundingBox();
  const rows = await list.boundingBox();
  expect(sidebar?.x).toBeGreaterThan(rows?.x ?? Number.NaN);
  await expectAccessible(page);
});
