import { expect, test } from "@playwright/test";
import { goWithin, people, signInAs, signInByForm } from "../people.ts";

/** The specification's table of addresses and titles, by the role that may open them. */
const everyone = [
  ["/dashboard", "My Dashboard"],
  ["/admin", "Tenant Admin Dashboard"],
  ["/sa", "Super Admin Dashboard"],
  ["/compose", "Compose Email"],
  ["/reply", "Reply Assistant"],
  ["/summarize", "Summarize Email"],
  ["/inbox", "Inbox"],
  ["/outbox", "Outbox"],
  ["/sent", "Delivery Status"],
  ["/templates", "Templates"],
  ["/mail-merge", "Mail Merge"],
  ["/people", "People"],
] as const;
const adminsOnly = [
  ["/smtp", "Mail Configuration"],
  ["/tenants", "Tenant Management"],
  ["/plans", "Plan Management"],
  ["/settings", "Settings"],
  ["/email-logs", "Email Logs"],
  ["/openai", "AI Configuration"],
] as const;
const protectedPages = [...everyone, ...adminsOnly, ["/profile"] as const];

test("a signed-out visitor is sent to the login page from every protected page [RTE-18] [RTE-26]", async ({ page }) => {
  for (const [path] of protectedPages) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login$/);
  }
});

test("the start page and unknown addresses lead a signed-out visitor to the login page [RTE-01] [RTE-17]", async ({
  page,
}) => {
  for (const path of ["/", "/nowhere", "/inbox/deeper", "/%2e%2e/x"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login$/);
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  }
});

test("a user opens every page but the administrators', which redirect to the own first page [RTE-03] [RTE-04] [RTE-05] [RTE-06] [RTE-07] [RTE-08] [RTE-09] [RTE-10] [RTE-11] [RTE-12] [RTE-13] [RTE-14] [RTE-15] [RTE-20] [ROL-01] [ROL-02]", async ({
  page,
}) => {
  await signInAs(page, "user", "/profile");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Profile");
  for (const [path, title] of everyone) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(title);
    await expect(page, path).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${title} · Intellibox$`));
  }
  for (const [path] of adminsOnly) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/dashboard$/);
  }
});

for (const admin of ["admin", "owner"] as const) {
  test(`the ${admin} opens every page, by its address and by navigation [RTE-10] [RTE-11] [RTE-12] [RTE-13] [RTE-14] [RTE-15] [ROL-01] [AIC-12]`, async ({
    page,
  }) => {
    await signInAs(page, admin, "/profile");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Profile");
    for (const [path, title] of everyone) {
      await goWithin(page, path);
      await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(title);
    }
    for (const [path, title] of adminsOnly) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(title);
    }
    // On the last page, an admin only sees who manages it.
    await expect(page.getByText("Only super admins can manage AI settings.")).toHaveCount(admin === "admin" ? 1 : 0);
  });
}

test("signing in leads to the requested page, with its query and anchor [RTE-19]", async ({ page }) => {
  await page.goto("/inbox?mailbox=1#latest");
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  await signInByForm(page, people.user);
  await expect(page).toHaveURL(/\/inbox\?mailbox=1#latest$/);
});

test("a requested page that is not allowed leads to the own first page", async ({ page }) => {
  await page.goto("/tenants");
  await signInByForm(page, people.user);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("the login page and the start page forward a signed-in user to the own first page", async ({ page }) => {
  await signInAs(page, "admin", "/compose");
  for (const path of ["/login", "/"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/admin$/);
  }
});

test("an invalid stored session counts as signed out", async ({ page }) => {
  await page.goto("/login");
  for (const broken of [
    "{",
    "null",
    '{"token":"x"}',
    '{"token":"x","refreshToken":"y","user":{"email":"a","roleCode":"ROOT"}}',
  ]) {
    await page.evaluate((text) => localStorage.setItem("intellibox.session", text), broken);
    await page.goto("/inbox");
    await expect(page).toHaveURL(/\/login$/);
  }
});

test("every navigation shows the top of the page, or the anchor that the address names [RTE-25]", async ({ page }) => {
  await signInAs(page, "user", "/dashboard");
  const main = page.getByRole("main");
  // Makes the page taller than its panel, independent of its content.
  const stretch = () =>
    main.evaluate((element) => {
      const tall = document.createElement("div");
      tall.style.cssText = "height: 4000px; flex: none";
      const anchor = document.createElement("div");
      anchor.id = "far-below";
      element.append(tall, anchor);
    });
  await stretch();
  await main.evaluate((element) => element.scrollTo(0, 900));
  await page.getByRole("link", { name: "Compose Email" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Compose Email");
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBe(0);

  await page.evaluate(() => {
    history.pushState({}, "", "/compose#far-below");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBeGreaterThan(900);
});
