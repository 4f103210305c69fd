import { expect, test } from "@playwright/test";
import { people, signInAs, signInByForm } from "../people.ts";

/** The specification's table: address, title, who may open it, and the requirement that says so. */
const everyone = [
  ["/dashboard", "My Dashboard", "RTE-03"],
  ["/admin", "Tenant Admin Dashboard", "RTE-04"],
  ["/sa", "Super Admin Dashboard", "RTE-05"],
  ["/compose", "Compose Email", "RTE-06"],
  ["/reply", "Reply Assistant", "RTE-07"],
  ["/summarize", "Summarize Email", "RTE-08"],
  ["/inbox", "Inbox", "RTE-09"],
] as const;
const adminsOnly = [
  ["/smtp", "Mail Configuration", "RTE-10"],
  ["/tenants", "Tenant Management", "RTE-12"],
  ["/plans", "Plan Management", "RTE-13"],
  ["/settings", "Settings", "RTE-14"],
  ["/email-logs", "Email Logs", "RTE-15"],
  ["/openai", "AI Configuration", "RTE-20"],
] as const;
const protectedPages = [...everyone, ...adminsOnly, ["/profile"] as const];

test("a stranger is sent to the login page from every protected page [RTE-18] [RTE-26]", async ({ page }) => {
  for (const [path] of protectedPages) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login$/);
  }
});

test("the start and unknown addresses lead a stranger to the login page [RTE-01] [RTE-17]", async ({ page }) => {
  for (const path of ["/", "/nowhere", "/inbox/deeper", "/%2e%2e/x"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login$/);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  }
});

for (const [path, title, id] of everyone) {
  test(`${path} shows ${title} to anyone signed in [${id}]`, async ({ page }) => {
    await signInAs(page, "user", path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Intellibox`);
  });
}

for (const [path, title, id] of adminsOnly) {
  test(`${path} shows ${title} to admins and super admins, and turns users away [${id}] [RTE-20] [ROL-02]`, async ({
    page,
  }) => {
    for (const admin of ["admin", "owner"] as const) {
      await signInAs(page, admin, path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    }
    await signInAs(page, "user", path);
    // By way of the start, which forwards whoever is signed in to their own first page.
    await expect(page).toHaveURL(/\/dashboard$/);
  });
}

test("an admin at AI Configuration reads that only a super admin manages it [AIC-12] [RTE-11]", async ({ page }) => {
  await signInAs(page, "admin", "/openai");
  await expect(page.getByText("Only SUPER_ADMIN can manage AI settings.")).toBeVisible();
  await signInAs(page, "owner", "/openai");
  await expect(page.getByText("Only SUPER_ADMIN can manage AI settings.")).toHaveCount(0);
});

test("every signed-in user opens the own profile", async ({ page }) => {
  for (const person of ["user", "admin", "owner"] as const) {
    await signInAs(page, person, "/profile");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Profile");
  }
});

test("after signing in one is where one wanted to go, with its search and anchor [RTE-19]", async ({ page }) => {
  await page.goto("/inbox?mailbox=1#latest");
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  await signInByForm(page, people.user);
  await expect(page).toHaveURL(/\/inbox\?mailbox=1#latest$/);
});

test("a remembered page that is not for this person leads to their own first page", async ({ page }) => {
  await page.goto("/tenants");
  await signInByForm(page, people.user);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("the login page and the start forward whoever is signed in to their first page", async ({ page }) => {
  await signInAs(page, "admin", "/compose");
  for (const path of ["/login", "/"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/admin$/);
  }
});

test("the three roles open compose, reply, summarize and inbox [ROL-01]", async ({ page }) => {
  for (const person of ["owner", "admin", "user"] as const) {
    for (const [path, title] of everyone.slice(3)) {
      await signInAs(page, person, path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    }
  }
});

test("a broken session in the storage counts as signed out", async ({ page }) => {
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
  // A page taller than its panel, whatever the real pages hold.
  const stretch = () =>
    main.evaluate((element) => {
      const tall = document.createElement("div");
      tall.style.height = "4000px";
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
