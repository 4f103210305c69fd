import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { goWithin, signInAs, signInByForm } from "../people.ts";

const unique = () => Math.random().toString(36).slice(2, 8);
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const dialog = (page: Page) => page.getByRole("dialog");

async function choose(page: Page, label: string, option: string) {
  await dialog(page).getByLabel(label).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("settings have three tabs, and users are listed by name, ten to a page [SET-01] [SET-02] [RTE-14]", async ({
  page,
}) => {
  await signInAs(page, "admin", "/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveText(["User Management", "Email Signature", "My Profile"]);
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByLabel("Rows per page")).toContainText("10");
});

test("an admin adds, changes and deletes a user of the own company, who is a member by default [SET-03] [SET-04] [SET-07] [SET-10]", async ({
  page,
}) => {
  const name = `Zara ${unique()}`;
  // The list contains this user, among others.
  await signInAs(page, "admin", `/settings?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: "Add user" }).click();
  await expect(dialog(page).getByLabel("Role")).toContainText("Member");
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page)
    .getByLabel("Email")
    .fill(`${name.replace(" ", ".").toLowerCase()}@acme.test`);
  await dialog(page).getByLabel("Password", { exact: true }).fill("a phrase for zara here");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(row(page, name)).toContainText("Member");

  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await choose(page, "Role", "Admin");
  await choose(page, "Status", "Inactive");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(row(page, name)).toContainText("Inactive");
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await choose(page, "Status", "Active");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(row(page, name)).not.toContainText("Inactive");

  await page.getByRole("button", { name: `Delete ${name}` }).click();
  const confirmation = page.getByRole("alertdialog");
  await expect(confirmation).toContainText(`Delete ${name}?`);
  await confirmation.getByRole("button", { name: "Delete" }).click();
  await expect(row(page, name)).toHaveCount(0);
});

test("only a super admin sees the tenant column, its filter and the super admin role, and must choose a tenant [SET-05] [SET-09] [VAL-22]", async ({
  page,
}) => {
  await signInAs(page, "admin", "/settings?q=user@acme.test");
  await expect(row(page, "user@acme.test")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Company" })).toHaveCount(0);
  await expect(page.getByLabel("Company")).toHaveCount(0);
  await page.getByRole("button", { name: "Add user" }).click();
  await dialog(page).getByLabel("Role").click();
  await expect(page.getByRole("option")).toHaveText(["Member", "Admin"]);

  await signInAs(page, "owner", "/settings?q=user@globex.test");
  await expect(page.getByRole("columnheader", { name: "Company" })).toBeVisible();
  await expect(row(page, "user@globex.test")).toContainText("Globex India");
  await page.getByRole("button", { name: "Add user" }).click();
  await dialog(page).getByLabel("Name").fill("Nobody's");
  await dialog(page).getByLabel("Email").fill("nobodys@example.test");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByText("Please choose a company")).toBeVisible();
  await dialog(page).getByLabel("Role").click();
  await expect(page.getByRole("option")).toHaveText(["Member", "Admin", "Super admin"]);
  await page.keyboard.press("Escape");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Edit Arjun Iyer" }).click();
  await expect(dialog(page).getByLabel("Email")).toHaveAttribute("readonly", "");
  await expect(dialog(page).getByLabel("Company")).toBeDisabled();
});

test("a user added without a password gets one that is shown once, and must change it at first sign-in [SES-32]", async ({
  page,
  browser,
}) => {
  const email = `fresh.${unique()}@acme.test`;
  await signInAs(page, "admin", "/settings");
  await page.getByRole("button", { name: "Add user" }).click();
  await dialog(page).getByLabel("Name").fill("Fresh Person");
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toContainText("It is shown only once");
  const password = (await dialog(page).locator("code").textContent()) ?? "";
  await dialog(page).getByRole("button", { name: "Done" }).click();

  const other = await (await browser.newContext()).newPage();
  await other.goto("/login");
  await signInByForm(other, email, password);
  await expect(other.getByLabel("New password", { exact: true })).toBeVisible();
});

test("the signature is sanitized, saved, and still there after a reload [SET-13]", async ({ page }) => {
  const words = `Warm regards ${unique()}`;
  const session = await signInAs(page, "user", "/profile?tab=signature");
  const editor = page.getByRole("textbox", { name: "Signature" });
  await editor.fill(words);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Signature saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Signature" })).toContainText(words);
  // Other journeys of the same user expect no signature.
  const headers = { authorization: `Bearer ${session.token}` };
  expect((await page.request.put("/api/profile", { headers, data: { signatureHtml: "" } })).ok()).toBe(true);
});

test("every user can change the own name and password at /profile [RTE-16] [SET-11] [SET-12]", async ({
  page,
  browser,
}) => {
  const email = `self.${unique()}@acme.test`;
  const admin = await (await browser.newContext()).newPage();
  const session = await signInAs(admin, "admin", "/settings");
  const data = { name: "Self Made", email, password: "the first phrase of mine" };
  expect(
    (await admin.request.post("/api/users", { headers: { authorization: `Bearer ${session.token}` }, data })).ok(),
  ).toBe(true);

  await page.goto("/login");
  await signInByForm(page, email, data.password);
  await page.getByLabel("New password", { exact: true }).fill("a phrase of my own choice");
  await page.getByLabel("Confirm new password", { exact: true }).fill("a phrase of my own choice");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByRole("tab")).toHaveText([
    "My Profile",
    "Email Signature",
    "Your voice",
    "Knowledge",
    "Notifications",
    "Security",
    "Programs",
  ]);
  await page.getByLabel("Display name").fill("Selma Made");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByRole("banner")).toContainText("Selma Made");

  await page.getByLabel("Current password").fill("not the right phrase");
  await page.getByLabel("New password", { exact: true }).fill("the second phrase of mine");
  await page.getByLabel("Confirm new password").fill("the second phrase of mine");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: /password/ })
      .first(),
  ).toBeVisible();
  await page.getByLabel("Current password").fill("a phrase of my own choice");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();

  const again = await (await browser.newContext()).newPage();
  await again.goto("/login");
  await signInByForm(again, email, "the second phrase of mine");
  await again.waitForURL(/dashboard/);
});

test("a list of users that cannot be loaded shows an error, and Retry loads it [ERR-07]", async ({ page }) => {
  await page.route(/\/api\/users\/all/, (route) => route.fulfill({ status: 400, body: "{}" }));
  await signInAs(page, "admin", "/settings?q=user@acme.test");
  const main = page.getByRole("main");
  await expect(main.getByText("Request failed")).toBeVisible();
  await page.unroute(/\/api\/users\/all/);
  await main.getByRole("button", { name: "Retry" }).click();
  await expect(row(page, "user@acme.test")).toBeVisible();
});

test("settings are accessible, light and dark, wide and narrow", async ({ page }) => {
  test.slow();
  await signInAs(page, "owner", "/settings?q=acme.test");
  await expect(row(page, "acme.test").first()).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.getByRole("button", { name: "Add user" }).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await goWithin(page, "/settings?tab=signature");
  await expect(page.getByRole("textbox", { name: "Signature" })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await goWithin(page, "/profile");
  await expect(page.getByLabel("Display name")).toBeVisible();
  await expectAccessibleInAllLooks(page);
});
