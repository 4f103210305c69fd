import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { sessionOf, signInAs } from "../people.ts";

const unique = () => Math.random().toString(36).slice(2, 8);
const exportsList = (page: Page, name: string) => page.getByRole("region", { name });

test("a user exports their own data and downloads it", async ({ page }) => {
  await signInAs(page, "user", "/profile");
  await page.getByRole("button", { name: "Export your data" }).click();
  const list = exportsList(page, "Your exports");
  await expect(list).toContainText("Export of your data");
  await expect(list.getByRole("button", { name: "Download" }).first()).toBeVisible();
  await expectAccessibleInAllLooks(page);
  const downloading = page.waitForEvent("download");
  await list.getByRole("button", { name: "Download" }).first().click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^intellibox-user-.*\.zip$/);
  expect((await readFile(await file.path())).toString("latin1", 0, 2)).toBe("PK");

  await list.getByRole("button", { name: "Delete Export of your data" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
});

test("an admin exports a user's data, erases the user after typing the email, and sets the retention", async ({
  page,
}) => {
  const session = await sessionOf(page, "admin");
  const email = `leaver-${unique()}@acme.test`;
  const name = `Leaver ${unique()}`;
  const created = await page.request.post("/api/users", {
    headers: { authorization: `Bearer ${session.token}` },
    data: { name, email, password: "a good long phrase here" },
  });
  expect(created.ok()).toBe(true);
  await signInAs(page, "admin", `/settings?q=${encodeURIComponent(email)}`);

  await page.getByRole("button", { name: `Export data of ${name}` }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Include mail, drafts and summaries").check();
  await form.getByRole("button", { name: "Start export" }).click();
  await expect(form).toContainText("Reason is required to export mail");
  await expectAccessibleInAllLooks(page);
  await form.getByRole("textbox", { name: "Reason" }).fill("Handover");
  await form.getByRole("button", { name: "Start export" }).click();
  await expect(form).toBeHidden();
  const list = exportsList(page, "Exports and erasures");
  await expect(list).toContainText(`Export of ${name}, with mail`);
  await expect(list.getByRole("button", { name: "Download" }).first()).toBeVisible();

  await page.getByRole("button", { name: `Erase data of ${name}` }).click();
  const ask = page.getByRole("alertdialog");
  await expect(ask).toContainText("Messages");
  await expectAccessibleInAllLooks(page);
  await ask.getByLabel(`Type ${email} to confirm`).fill(email);
  await ask.getByRole("button", { name: "Erase" }).click();
  await expect(ask).toBeHidden();
  await expect(list).toContainText("Erasure of an erased user");
  await expect(list).not.toContainText(`Export of ${name}`);
  await expect(page.getByRole("button", { name: `Erase data of ${name}` })).toBeHidden();

  await page.goto("/tenants");
  await page.getByRole("button", { name: "Data retention of" }).first().click();
  const retention = page.getByRole("dialog");
  await retention.getByLabel("Summaries", { exact: true }).click();
  await page.getByRole("option", { name: "Delete after a number of days" }).click();
  await expectAccessibleInAllLooks(page);
  await retention.getByLabel("Days to keep: Summaries").fill("0.5");
  await retention.getByRole("button", { name: "Save" }).click();
  await expect(retention).toContainText("Summaries must be kept for 1 to 3,650 days");
  await retention.getByLabel("Days to keep: Summaries").fill("3650");
  await retention.getByRole("button", { name: "Save" }).click();
  await expect(retention).toBeHidden();
});
