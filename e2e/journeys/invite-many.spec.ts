import { expect, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { signInAs } from "../people.ts";

test("an admin invites several people from a list, and sees who has not signed in [IDN-05] [IDN-06]", async ({
  page,
}) => {
  const mark = Date.now();
  await signInAs(page, "admin", "/settings");
  await page.getByRole("button", { name: "Invite several" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite several people" });
  const csv = `name,email,role\nMeera ${mark},m${mark}@acme.test,Member\nNobody,nothing,\nRohan ${mark},r${mark}@acme.test,Admin\n`;
  await dialog
    .getByLabel("CSV file")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Line 3, nothing:")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "People" }).getByRole("listitem")).toHaveCount(2);
  await expectAccessibleInAllLooks(page);
  await dialog.getByRole("button", { name: "Invite 2 people" }).click();
  await expect(dialog.getByText("2 of 2 added")).toBeVisible();
  // The demo has no server that can send the links.
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download the passwords" }).click();
  expect((await download).suggestedFilename()).toMatch(/^temporary-passwords-/);
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.getByLabel("Search", { exact: true }).fill(`Meera ${mark}`);
  await page.getByRole("button", { name: "Apply" }).click();
  const row = page.getByRole("row").filter({ hasText: `m${mark}@acme.test` });
  await expect(row.getByText("Not signed in yet").filter({ visible: true })).toBeVisible();
  await row.getByRole("button", { name: `Delete Meera ${mark}` }).click();
  await expect(page.getByText("The invitation is revoked")).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(row).toHaveCount(0);
});
