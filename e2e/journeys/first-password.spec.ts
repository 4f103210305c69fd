import { expect, test } from "@playwright/test";
import { demoPassword, people, signInByForm } from "../people.ts";

const own = "a sentence only I know";

test("a first password must be replaced before any page opens, and a reload forgets it [SES-33] [TST-11]", async ({
  page,
  request,
}) => {
  const email = `first-${Date.now()}@acme.test`;
  const { token } = await (
    await request.post("/api/auth/login", { data: { email: people.admin, password: demoPassword } })
  ).json();
  const created = await request.post("/api/users", {
    headers: { authorization: `Bearer ${token}` },
    data: { name: "Meera Iyer", email, roleCode: "NORMAL_USER" },
  });
  expect(created.ok(), await created.text()).toBe(true);
  const { temporaryPassword: first } = await created.json();

  await page.goto("/login");
  await signInByForm(page, email, first);
  await expect(page.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Current password", { exact: true })).toHaveCount(0);
  // After a reload the page no longer has the first password, and asks for it.
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);

  const fill = async (current: string, fresh: string, again: string) => {
    await page.getByLabel("Current password", { exact: true }).fill(current);
    await page.getByLabel("New password", { exact: true }).fill(fresh);
    await page.getByLabel("Confirm new password", { exact: true }).fill(again);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await fill(first, "too short", "too short");
  await expect(page.getByText("Password must have at least 12 characters")).toBeVisible();
  await fill(first, own, "something else entirely");
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await fill("not the first one", own, own);
  await expect(page.getByText("Current password is incorrect").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Choose your own password" })).toBeVisible();

  await fill(first, own, own);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inbox");
  const card = page.locator("[data-toast]").filter({ hasText: "Password changed" });
  await expect(card).toBeVisible();
  await expect(card).toHaveCSS("max-width", "350px");
});
