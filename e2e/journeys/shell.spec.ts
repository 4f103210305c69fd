import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllLooks } from "../accessible.ts";
import { people, signInAs } from "../people.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });
const section = (page: Page, title: string) =>
  menu(page)
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: title }) })
    .getByRole("link");
const account = (page: Page) => page.getByRole("button", { name: /Account/ });
const profile = (page: Page) => page.getByRole("dialog", { name: "Profile menu" });
const year = String(new Date().getFullYear());

test.describe("top bar", () => {
  test("it shows the brand, the page's title in the middle, the company, the name and the email [SHL-02] [SHL-05] [SHL-10] [SHL-13]", async ({
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
  });

  test("the profile menu opens, shows who one is, and closes by its button, by Esc and by a click outside [SHL-06] [SHL-07] [SHL-08] [SHL-09]", async ({
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

  test("the profile menu leads to the own profile [SHL-14]", async ({ page }) => {
    await signInAs(page, "user", "/compose");
    await account(page).click();
    await profile(page)
      .getByRole("link", { name: /Profile/ })
      .click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(profile(page)).toBeHidden();
  });

  test("signing out clears everything, closes the menu and cannot be undone by Back [SES-05] [SES-06] [SES-07]", async ({
    page,
  }) => {
    await signInAs(page, "owner", "/sa");
    await expect(page.getByRole("combobox", { name: "Company" })).toBeVisible();
    await page.getByRole("link", { name: "Compose Email" }).click();
    await account(page).click();
    await profile(page).getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(profile(page)).toHaveCount(0);
    const keys = await page.evaluate(() => Object.keys(localStorage));
    for (const key of ["intellibox.session", "token", "actTenantId", "actTenantName"]) expect(keys).not.toContain(key);
    await page.goBack();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  });

  test("whoever signs in after a sign-out begins at the own first page", async ({ page }) => {
    await signInAs(page, "admin", "/tenants");
    await account(page).click();
    await profile(page).getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Email").fill(people.admin);
    await page.getByLabel("Password", { exact: true }).fill("intellibox-demo");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/admin$/);
  });
});

test.describe("sidebar", () => {
  test("a super admin's menu stands in its sections, as the server gives it [SHL-15] [SHL-16] [SHL-17] [SHL-18]", async ({
    page,
  }) => {
    await signInAs(page, "owner", "/sa");
    await expect(section(page, "Overview")).toHaveText(["Dashboard"]);
    await expect(section(page, "Messaging")).toHaveText([
      "Compose Email",
      "Reply Assistant",
      "Summarize Email",
      "Inbox",
      "Email Logs",
    ]);
    await expect(section(page, "Administration")).toHaveText([
      "Companies",
      "Plans",
      "Settings",
      "AI Configuration",
      "Mail Configuration",
    ]);
  });

  test("empty sections are hidden; unknown items stand under Other [SHL-19] [SHL-20]", async ({ page }) => {
    await page.route("**/api/menus", (route) =>
      route.fulfill({
        json: {
          role: "NORMAL_USER",
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
  });

  test("the footer shows the year and the role in words [SHL-21] [SHL-22]", async ({ page }) => {
    await signInAs(page, "owner", "/sa");
    await expect(page.getByText(`© ${year}`)).toBeVisible();
    await expect(page.getByText("SUPER ADMIN", { exact: true })).toBeVisible();
  });

  test("it folds to a rail of named icons and remembers it [SHL-23]", async ({ page }) => {
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

  test("a menu that cannot be loaded falls back in silence, and its role to a user's [ROL-04] [ROL-05] [ERR-24]", async ({
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
    await expect(page.getByText("NORMAL USER", { exact: true })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});

test.describe("drawer, at 768 px and below", () => {
  test.use({ viewport: { width: 768, height: 900 } });

  test("the menu button opens and closes the sidebar over the page, which cannot slide sideways [SHL-01] [SHL-24] [SHL-27]", async ({
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

  test("it closes on a link, on a route change, on Esc and on the scrim [SHL-25] [SHL-26]", async ({ page }) => {
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

test("at 769 px there is no drawer, and the sidebar stands", async ({ page }) => {
  await page.setViewportSize({ width: 769, height: 900 });
  await signInAs(page, "user", "/compose");
  await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();
  await expect(menu(page)).toBeVisible();
});

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

  test("the choice is stored, announced and shown [SES-02] [SES-09] [SES-11] [SES-12] [SHL-11]", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await hear(page);
    const session = await signInAs(page, "owner", "/sa");
    const own = { id: session.tenant._id, name: "Intellibox" };
    await expect(selector(page)).toHaveText("Intellibox");
    await expect.poll(() => events(page)).toEqual([own]);
    await expect(page.getByText("Acting:")).toHaveCount(0);

    await selector(page).click();
    await page.getByRole("option", { name: "Acme Traders" }).click();
    await expect(page.getByRole("banner").getByText("Acting: Acme Traders")).toBeVisible();
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({ token: session.token, actTenantName: "Acme Traders" });
    expect(await events(page)).toEqual([own, { id: stored.actTenantId, name: "Acme Traders" }]);

    await page.reload();
    await expect(page.getByRole("banner").getByText("Acting: Acme Traders")).toBeVisible();
    await expect.poll(() => events(page)).toEqual([{ id: stored.actTenantId, name: "Acme Traders" }]);
  });

  test("a list that cannot be loaded is passed over in silence [ERR-25]", async ({ page }) => {
    await page.route("**/api/tenants*", (route) =>
      route.fulfill({ status: 500, json: { error: "Failed to fetch tenants" } }),
    );
    await signInAs(page, "owner", "/compose");
    await expect(menu(page).getByRole("link", { name: "Companies" })).toBeVisible();
    await expect(page.getByText("Failed to fetch tenants")).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});

test.describe("session", () => {
  test("a session without a tenant asks who it is [SES-03]", async ({ page }) => {
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

  test("where that fails the page works with what it has [SES-04]", async ({ page }) => {
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
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("an expired token is renewed without a word [SES-18]", async ({ page }) => {
    const session = await signInAs(page, "user", "/compose");
    await page.evaluate(
      (kept) => localStorage.setItem("intellibox.session", JSON.stringify({ ...kept, token: "expired" })),
      session,
    );
    await page.reload();
    await expect(menu(page).getByRole("link", { name: "Inbox" })).toBeVisible();
    const token = await page.evaluate(() => localStorage.getItem("token"));
    expect(token).not.toBe("expired");
    expect(token).not.toBe(session.token);
  });

  test("a session that cannot be renewed ends at the login page, and returns to where it was", async ({ page }) => {
    await signInAs(page, "user", "/summarize");
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("intellibox.session") ?? "{}");
      localStorage.setItem("intellibox.session", JSON.stringify({ ...kept, token: "gone", refreshToken: "gone" }));
    });
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel("Email").fill(people.user);
    await page.getByLabel("Password", { exact: true }).fill("intellibox-demo");
    await page.getByRole("button", { name: "Sign in" }).click();
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

test.describe("keyboard and theme", () => {
  test("the command palette finds a page and opens it [BYD-03]", async ({ page }) => {
    await signInAs(page, "user", "/compose");
    await page.keyboard.press("ControlOrMeta+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await expect(palette.getByRole("combobox", { name: "Search commands" })).toBeFocused();
    await page.keyboard.type("summ");
    await expect(palette.getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/summarize$/);
    await expect(palette).toBeHidden();
  });

  test("keys go to pages and list themselves, and can be turned off [BYD-02]", async ({ page }) => {
    await signInAs(page, "user", "/compose");
    await expect(menu(page).getByRole("link", { name: "Inbox" })).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await expect(page).toHaveURL(/\/summarize$/);
    await expect(page.getByRole("main", { name: "Summarize Email" })).toBeVisible();
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(list.getByText("Summarize Email")).toBeVisible();
    await list.getByRole("switch", { name: /Single-key/ }).uncheck();
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.keyboard.press("?");
    await expect(list).toBeHidden();
    await expect(page).toHaveURL(/\/summarize$/);
  });

  test("a chosen theme is there before the first paint of the next visit [BYD-04]", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await signInAs(page, "user", "/compose");
    await account(page).click();
    await profile(page).getByText("Dark", { exact: true }).click();
    await expect(page.locator("html")).toHaveClass(/dark/);
    // With the program's own code held back only the small script in the head can have set it.
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator("html")).toHaveClass(/dark/);
  });
});

test("a page that breaks shows Unexpected Application Error! with its message, within the frame [ERR-26]", async ({
  page,
}) => {
  await signInAs(page, "user", "/compose");
  await page.route("**/assets/*summarize-page*.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: "const broken = () => { throw new Error('The page broke on purpose'); }; export { broken as SummarizePage };",
    }),
  );
  await page.getByRole("link", { name: "Summarize Email" }).click();
  await expect(page.getByText("Unexpected Application Error!")).toBeVisible();
  await expect(page.getByText("The page broke on purpose")).toBeVisible();
  await page.getByRole("link", { name: "Inbox" }).click();
  await expect(page.getByText("Unexpected Application Error!")).toHaveCount(0);
});

test("the frame, its menus and dialogs are accessible, light and dark", async ({ page }) => {
  await signInAs(page, "owner", "/sa");
  await expect(page.getByRole("combobox", { name: "Company" })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.keyboard.press("Escape");
  for (const colorScheme of ["light", "dark"] as const) {
    // What closes when the window changes is opened in each.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await account(page).click();
    await expect(profile(page)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 360, height: 760 });
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("dialog", { name: "Intellibox" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  }
});
