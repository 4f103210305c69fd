import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleAtAllWidths } from "../accessible.ts";
import { openAs, sessionOf } from "../people.ts";

// Each page is examined by axe at five widths.
test.describe.configure({ timeout: 600_000 });

const screens = {
  owner: ["/sa", "/tenants", "/plans", "/settings", "/openai", "/smtp", "/email-logs"],
  admin: ["/admin", "/inbox?tab=rules", "/inbox?tab=settings", "/settings?tab=knowledge", "/settings?tab=security"],
  user: [
    ...["/dashboard", "/compose", "/reply", "/summarize", "/inbox", "/inbox?tab=connections", "/outbox", "/sent"],
    ...["/people", "/templates", "/mail-merge", "/profile"],
  ],
} as const;

async function isLoaded(page: Page, path: string) {
  await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
  await expect(page.getByRole("main").locator("[aria-busy=true], .skeleton").first(), path).toBeHidden();
}

for (const [person, paths] of Object.entries(screens) as [keyof typeof screens, readonly string[]][]) {
  test(`every page of the ${person} is accessible and fits at 360, 820, 1024, 1280 and 1440 px [BYD-10]`, async ({
    page,
  }) => {
    const session = await sessionOf(page, person);
    await page.setViewportSize({ width: 1440, height: 900 });
    await openAs(page, session, paths[0] ?? "/");
    for (const path of paths) {
      await page.goto(path);
      await isLoaded(page, path);
      await test.step(path, () => expectAccessibleAtAllWidths(page));
    }
  });
}

test("the pages of visitors are accessible and fit at 360, 820, 1024, 1280 and 1440 px [BYD-10]", async ({ page }) => {
  for (const path of ["/login", "/forgot-password", "/help", "/help/privacy"]) {
    await page.goto(path);
    await isLoaded(page, path);
    await test.step(path, () => expectAccessibleAtAllWidths(page));
  }
});
