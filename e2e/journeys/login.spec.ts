import { expect, test } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { demoPassword, people, signInByForm } from "../people.ts";

test("the login page has its fields, its feature list and its links, and no menu [RTE-02] [RTE-24] [LGN-01] [LGN-04] [LGN-06]", async ({
  page,
}) => {
  await page.goto("/login");
  await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
  for (const promise of ["Unified inbox", "AI summaries", "One-click replies"]) {
    await expect(page.getByRole("listitem").filter({ hasText: promise }).filter({ visible: true })).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "Forgot password?" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Terms" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Privacy Policy" })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Account/ })).toHaveCount(0);
});

test("the password can be shown and hidden again [LGN-02]", async ({ page }) => {
  await page.goto("/login");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("a secret phrase");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue("a secret phrase");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");
});

for (const [who, home] of [
  ["owner", "/sa"],
  ["admin", "/admin"],
  ["user", "/dashboard"],
] as const) {
  const ids = { owner: "[RTE-21]", admin: "[RTE-22]", user: "[RTE-23]" };
  test(`${who} signs in and lands on ${home}, with the session stored [LGN-08] [SES-01] ${ids[who]}`, async ({
    page,
  }) => {
    await page.goto("/login");
    await signInByForm(page, people[who]);
    await expect(page).toHaveURL(new RegExp(`${home}$`));
    const stored = await page.evaluate(() => ({ ...localStorage }));
    const session = JSON.parse(stored["intellibox.session"] ?? "{}");
    expect(Object.keys(session).toSorted()).toEqual(["refreshToken", "tenant", "token", "user"]);
    expect(session.user.email).toBe(people[who]);
    expect(stored.token).toBe(session.token);
  });
}

test("a wrong password shows the server's message and keeps the input [LGN-07]", async ({ page }) => {
  await page.goto("/login");
  await signInByForm(page, people.user, "not the password");
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Wrong email or password");
  await expect(page.getByLabel("Email")).toHaveValue(people.user);
  await expect(page).toHaveURL(/\/login$/);
});

test("a failure without a message shows Login failed [ERR-15] [LGN-07]", async ({ page }) => {
  await page.route("**/api/auth/login", (route) => route.fulfill({ status: 500, body: "<html>" }));
  await page.goto("/login");
  await signInByForm(page, people.user);
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Login failed");
});

test("an empty form shows what is missing beside each field", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
});

test("Remember me keeps the email for the next visit, and only if checked [LGN-03]", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Remember me").check();
  await signInByForm(page, people.user);
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await page.evaluate(() => localStorage.getItem("intellibox.login.email"))).toBe(people.user);

  await page.getByRole("button", { name: /Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(people.user);
  await expect(page.getByLabel("Remember me")).toBeChecked();

  await page.getByLabel("Remember me").uncheck();
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await page.evaluate(() => localStorage.getItem("intellibox.login.email"))).toBeNull();
});

test("the whole form works with the keyboard", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").focus();
  await page.keyboard.type(people.user);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(demoPassword);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("the login page is accessible and never scrolls sideways, light and dark, wide and narrow", async ({ page }) => {
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 360],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/login");
    await expect(page.getByLabel("Email")).toBeVisible();
    await expect(page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0);
    await page.getByText("Choose a company").click();
    await expect(page.getByLabel("Company code")).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test("the login page follows the system's theme without a reload", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0);
  }
});
