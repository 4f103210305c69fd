import { expect, type Page, test } from "@playwright/test";
import { people, signInAs } from "../people.ts";
import { account, menu, profile } from "../shell.ts";

test.describe("acting for a company", () => {
  const events = (page: Page) => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
  const hear = (page: Page) =>
    page.addInitScript(() => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      addEventListener("act-tenant-changed", (event) => heard.push((event as CustomEvent).detail));
    });
  const selector = (page: Page) => page.getByRole("banner").getByRole("combobox", { name: "Company" });

  test("only the owner's super admin has the selector, and not on small screens [SHL-03] [SHL-04] [ROL-03]", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signInAs(page, "owner", "/sa");
    await expect(selector(page)).toBeVisible();
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(selector(page)).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const person of ["admin", "user"] as const) {
      await signInAs(page, person, "/compose");
      await expect(account(page)).toBeVisible();
      await expect(selector(page)).toHaveCount(0);
    }
  });

  test("the chosen company is stored, announced and shown [SES-02] [SES-09] [SES-11] [SES-12] [SHL-11]", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await hear(page);
    const session = await signInAs(page, "owner", "/sa");
    const own = { id: session.tenant._id, name: "Intellibox" };
    await expect(selector(page)).toHaveValue(own.id);
    await expect.poll(() => events(page)).toEqual([own]);
    await expect(page.getByText("Acting:")).toHaveCount(0);

    await selector(page).selectOption({ label: "Acme Traders" });
    await expect(page.getByRole("banner").getByText("Acting: Acme Traders")).toBeVisible();
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({ token: session.token, actTenantName: "Acme Traders" });
    await expect.poll(() => events(page)).toEqual([own, { id: stored.actTenantId, name: "Acme Traders" }]);

    await page.reload();
    await expect(page.getByRole("banner").getByText("Acting: Acme Traders")).toBeVisible();
    await expect.poll(() => events(page)).toEqual([{ id: stored.actTenantId, name: "Acme Traders" }]);
    for (const width of [1279, 1024, 769, 768, 390, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const badge = page.getByRole("banner").getByText("Acting: Acme Traders");
      await expect(badge, `${width} px`).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole("banner").getByText(people.owner), `${width} px`).toBeInViewport({ ratio: 1 });
    }
  });

  test("a list that cannot be loaded shows no error [ERR-25]", async ({ page }) => {
    await page.route("**/api/tenants*", (route) =>
      route.fulfill({ status: 500, json: { error: "Failed to fetch tenants" } }),
    );
    await signInAs(page, "owner", "/compose");
    await expect(menu(page).getByRole("link", { name: "Companies" })).toBeVisible();
    await expect(page.getByText("Failed to fetch tenants")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  });
});

test.describe("signing out", () => {
  test("signing out clears everything, closes the menu and cannot be undone by Back [SES-05] [SES-06] [SES-07]", async ({
    page,
  }) => {
    await signInAs(page, "owner", "/sa");
    await expect(page.getByRole("combobox", { name: "Company" })).toBeVisible();
    await page.getByRole("link", { name: "Compose Email" }).click();
    await expect(page.getByRole("textbox", { name: "Intent" })).toBeVisible();
    await account(page).click();
    await profile(page).getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(profile(page)).toHaveCount(0);
    const keys = await page.evaluate(() => Object.keys(localStorage));
    for (const key of ["intellibox.session", "token", "actTenantId", "actTenantName"]) expect(keys).not.toContain(key);
    await page.goBack();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  });

  test("signing in after a sign-out opens the own first page", async ({ page }) => {
    await signInAs(page, "admin", "/tenants");
    await account(page).click();
    await profile(page).getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Email").fill(people.admin);
    await page.getByLabel("Password", { exact: true }).fill("intellibox-demo");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/admin$/);
  });
});

test.describe("session", () => {
  test("a session without a tenant loads its user [SES-03]", async ({ page }) => {
    const session = await signInAs(page, "user", "/compose");
    await page.evaluate(
      (kept) => localStorage.setItem("intellibox.session", JSON.stringify({ ...kept, tenant: null })),
      session,
    );
    await page.reload();
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem("intellibox.session") ?? "{}").tenant?.name))
      .toBe("Acme Traders");
  });

  test("if that fails, the page works with the stored session [SES-04]", async ({ page }) => {
    const session = await signInAs(page, "user", "/compose");
    await page.route("**/api/auth/me", (route) =>
      route.fulfill({ status: 500, json: { error: "Something went wrong" } }),
    );
    await page.evaluate(
      (kept) => localStorage.setItem("intellibox.session", JSON.stringify({ ...kept, tenant: null })),
      session,
    );
    await Promise.all([page.waitForResponse("**/api/auth/me"), page.reload()]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Compose Email");
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  });

  test("an expired token is renewed without a message [SES-18]", async ({ page }) => {
    const session = await signInAs(page, "user", "/compose");
    await page.evaluate(
      (kept) => localStorage.setItem("intellibox.session", JSON.stringify({ ...kept, token: "expired" })),
      session,
    );
    await page.reload();
    const token = () => page.evaluate(() => localStorage.getItem("token"));
    await expect.poll(token).not.toBe(session.token);
    expect(await token()).not.toBe("expired");
    await expect(menu(page).getByRole("link", { name: "Inbox" })).toBeVisible();
  });

  test("a session that cannot be renewed leads to the login page, and signing in returns to the previous page", async ({
    page,
  }) => {
    await signInAs(page, "user", "/summarize");
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("intellibox.session") ?? "{}");
      localStorage.setItem("intellibox.session", JSON.stringify({ ...kept, token: "gone", refreshToken: "gone" }));
    });
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel("Email").fill(people.user);
    await page.getByLabel("Password", { exact: true }).fill("intellibox-demo");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/summarize$/);
  });

  test("signing out in one tab signs out the other", async ({ page, context }) => {
    await signInAs(page, "user", "/compose");
    const other = await context.newPage();
    await other.goto("/inbox");
    await expect(account(other)).toBeVisible();
    await account(page).click();
    await profile(page).getByRole("button", { name: "Sign out" }).click();
    await expect(other).toHaveURL(/\/login$/);
  });
});
