import { expect, test } from "@playwright/test";
import { people, signInAs } from "../people.ts";
import { account, menu, profile, section } from "../shell.ts";

const year = String(new Date().getFullYear());

test.describe("top bar", () => {
  test("the top bar shows the brand, the page's title in the middle, the company, the name and the email [SHL-02] [SHL-05] [SHL-10] [SHL-13]", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signInAs(page, "admin", "/compose");
    const bar = page.getByRole("banner");
    await expect(bar.getByText("Intellibox", { exact: true })).toBeVisible();
    await expect(bar.getByText("Acme Traders")).toBeVisible();
    await expect(bar.getByText(people.admin)).toBeVisible();
    const title = await page.getByRole("heading", { level: 1 }).boundingBox();
    expect(Math.abs((title?.x ?? 0) + (title?.width ?? 0) / 2 - 720)).toBeLessThan(12);
    for (const width of [1279, 1024, 769, 768, 390, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(bar.getByText("Acme Traders"), `${width} px`).toBeInViewport({ ratio: 1 });
      await expect(bar.getByText(people.admin), `${width} px`).toBeInViewport({ ratio: 1 });
    }
  });

  test("the profile menu opens, shows the user, and closes by its button, by Esc and by a click outside [SHL-06] [SHL-07] [SHL-08] [SHL-09]", async ({
    page,
  }) => {
    await signInAs(page, "admin", "/compose");
    const open = async () => {
      await account(page).click();
      await expect(profile(page)).toBeVisible();
    };
    await open();
    await expect(profile(page).getByText(people.admin)).toBeVisible();
    await expect(profile(page).getByText("Acme Traders")).toBeVisible();
    await expect(profile(page).getByRole("button", { name: "Sign out" })).toBeVisible();
    await profile(page).getByRole("button", { name: "Close" }).click();
    await expect(profile(page)).toBeHidden();
    await open();
    await page.mouse.click(400, 600);
    await expect(profile(page)).toBeHidden();
    await open();
    await page.keyboard.press("Escape");
    await expect(profile(page)).toBeHidden();
    await expect(account(page)).toBeFocused();
  });

  test("the profile menu links to the own profile [SHL-14]", async ({ page }) => {
    await signInAs(page, "user", "/compose");
    await account(page).click();
    await profile(page)
      .getByRole("link", { name: /Profile/ })
      .click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(profile(page)).toBeHidden();
  });
});

test.describe("sidebar", () => {
  test("a super admin's menu has the sections that the server returns [SHL-15] [SHL-16] [SHL-17] [SHL-18]", async ({
    page,
  }) => {
    await signInAs(page, "owner", "/sa");
    await expect(section(page, "Overview")).toHaveText(["Dashboard"]);
    await expect(section(page, "Messaging")).toHaveText([
      "Compose Email",
      "Reply Assistant",
      "Summarize Email",
      "Inbox",
      "Outbox",
      "Delivery Status",
      "People",
      "Email Logs",
      "Templates",
      "Mail Merge",
    ]);
    await expect(section(page, "Administration")).toHaveText([
      "Companies",
      "Plans",
      "Settings",
      "AI Configuration",
      "Mail Configuration",
    ]);
  });

  test("empty sections are hidden, unknown items are listed under Other, and an unknown role is a User [SHL-19] [SHL-20] [SHL-22]", async ({
    page,
  }) => {
    await page.route("**/api/menus", (route) =>
      route.fulfill({
        json: {
          role: "AUDITOR",
          items: [
            { key: "inbox", label: "Inbox", path: "/inbox" },
            { key: "reports", label: "Reports", path: "/dashboard", icon: "no-such-icon" },
          ],
        },
      }),
    );
    await signInAs(page, "user", "/inbox");
    await expect(menu(page).getByRole("heading")).toHaveText(["Messaging", "Other"]);
    await expect(section(page, "Other")).toHaveText(["Reports"]);
    await expect(page.getByText("User", { exact: true })).toBeVisible();
  });

  test("the footer shows the year and the role's name [SHL-21] [SHL-22]", async ({ page }) => {
    await signInAs(page, "owner", "/sa");
    await expect(page.getByText(`© ${year}`)).toBeVisible();
    await expect(page.getByText("Super admin", { exact: true })).toBeVisible();
  });

  test("the sidebar collapses to a rail of labelled icons, and stays collapsed [SHL-23]", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signInAs(page, "user", "/compose");
    const width = async () => (await menu(page).boundingBox())?.width ?? 0;
    await expect.poll(width).toBeGreaterThan(200);
    await page.getByRole("button", { name: "Collapse sidebar" }).click();
    await expect.poll(width).toBeLessThan(60);
    await expect(menu(page).getByRole("link", { name: "Inbox" })).toBeVisible();
    await page.reload();
    await expect.poll(width).toBeLessThan(60);
    await page.keyboard.press("[");
    await expect.poll(width).toBeGreaterThan(200);
  });

  test("a menu that cannot be loaded falls back to a default without an error, and its role to a user's [ROL-04] [ROL-05] [ERR-24]", async ({
    page,
  }) => {
    await page.route("**/api/menus", (route) =>
      route.fulfill({ status: 500, json: { error: "Something went wrong" } }),
    );
    await signInAs(page, "admin", "/compose");
    await expect(menu(page).getByRole("link")).toHaveText([
      "Dashboard",
      "Compose Email",
      "Reply Email",
      "Summarize Email",
      "Inbox",
      "Email Logs",
    ]);
    await expect(page.getByText("Member", { exact: true })).toBeVisible();
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  });
});

test.describe("drawer, at 768 px and below", () => {
  // The drawer is animated.
  test.use({ viewport: { width: 768, height: 900 }, contextOptions: { reducedMotion: "no-preference" } });

  test("the menu button opens and closes the sidebar over the page, which cannot scroll sideways [SHL-01] [SHL-24] [SHL-27]", async ({
    page,
  }) => {
    await signInAs(page, "user", "/compose");
    const drawer = page.getByRole("dialog", { name: "Intellibox" });
    await expect(menu(page)).toBeHidden();
    const before = await page.getByRole("main").boundingBox();
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(drawer.getByRole("link", { name: "Inbox" })).toBeVisible();
    const after = await page.getByRole("main", { includeHidden: true }).boundingBox();
    expect(after).toEqual(before);
    expect(await page.evaluate(() => getComputedStyle(document.body).overflowX)).toBe("hidden");
    await drawer.getByRole("button", { name: "Close menu" }).click();
    await expect(drawer).toBeHidden();
  });

  test("the drawer closes on a link, on a route change, on Esc and on the scrim [SHL-25] [SHL-26]", async ({
    page,
  }) => {
    await signInAs(page, "user", "/dashboard");
    const drawer = page.getByRole("dialog", { name: "Intellibox" });
    const open = async () => {
      await page.getByRole("button", { name: "Menu" }).click();
      await expect(drawer).toBeVisible();
    };
    await open();
    await drawer.getByRole("link", { name: "Inbox" }).click();
    await expect(page).toHaveURL(/\/inbox$/);
    await expect(drawer).toBeHidden();

    await open();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(drawer).toBeHidden();

    await open();
    await drawer.getByRole("link", { name: "Dashboard" }).click();
    await expect(drawer).toBeHidden();

    await open();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await open();
    await page.mouse.click(700, 500);
    await expect(drawer).toBeHidden();
  });
});

test("at 769 px there is no drawer, and the sidebar is visible", async ({ page }) => {
  await page.setViewportSize({ width: 769, height: 900 });
  await signInAs(page, "user", "/compose");
  await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();
  await expect(menu(page)).toBeVisible();
});
