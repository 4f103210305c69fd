import { expect, test } from "@playwright/test";
import { openAs, sessionOf, signInAs } from "../people.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
test.describe.configure({ timeout: 300_000 });

const screens = {
  owner: ["/sa", "/tenants", "/plans", "/settings", "/openai", "/smtp", "/email-logs"],
  admin: ["/admin"],
  user: [
    "/dashboard",
    "/compose",
    "/reply",
    "/summarize",
    "/inbox",
    "/inbox?tab=connections",
    "/outbox",
    "/sent",
    "/templates",
    "/mail-merge",
    "/profile",
  ],
} as const;

for (const [person, paths] of Object.entries(screens) as [keyof typeof screens, readonly string[]][]) {
  test(`every screen of the ${person} works at 360 px: its title is visible and nothing overflows [BYD-09]`, async ({
    page,
  }) => {
    const session = await sessionOf(page, person);
    await openAs(page, session, paths[0] ?? "/");
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
      const main = page.getByRole("main");
      await expect(main.getByRole("button").or(main.getByRole("textbox")).first(), path).toBeVisible();
      await expect(main.locator("[aria-busy=true], .animate-pulse").first(), path).toBeHidden();
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(tooWide, path).toBeLessThanOrEqual(0);
      await expect(page.getByRole("button", { name: "Menu" }), path).toBeInViewport();
    }
  });
}

test("templates and Rewrite are in view beside the formatting of a mail at 360 px [BYD-09]", async ({ page }) => {
  await signInAs(page, "user", "/compose");
  await page.getByText("Message", { exact: true }).first().click();
  for (const name of ["Templates", "Rewrite"])
    await expect(page.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1, timeout: 30_000 });
});
