import { expect } from "@playwright/test";
import { mailOf } from "../../server/test/mail-of.ts";
import { test } from "../cloud-product.ts";
import { row } from "../inbox-reader.ts";
import { signInAs } from "../people.ts";

// Both are in one file, so that they share one product that is set up for cloud accounts.
test.describe.configure({ timeout: 300_000 });

test("Gmail is connected after consent, its mail is in the inbox, and a revoked permission can be granted again", async ({
  page,
  cloud: { google },
}) => {
  const email = "ana@gmail.test";
  await google.deliver(email, mailOf({ subject: "Quarterly figures", text: "They are in." }));
  await signInAs(page, "user", "/inbox?tab=connections");
  const connect = page.getByRole("button", { name: "Connect Gmail" });
  const line = page.getByRole("table", { name: "Connected Mailboxes" }).getByRole("row").filter({ hasText: email });

  // Refusing leads back with a message, to an address without parameters, and connects nothing.
  await connect.click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Access was declined" })).toBeVisible();
  await expect(page).toHaveURL(/\/inbox\?tab=connections$/);
  await expect(line).toHaveCount(0);

  await connect.click();
  await page.getByRole("button", { name: "Ana Lima" }).click();
  await expect(page.getByText(`${email} is connected`)).toBeVisible();
  await expect(page).toHaveURL(/\/inbox\?tab=connections$/);
  await expect(line).toContainText("Gmail");
  await page.goto("/inbox");
  await expect(row(page, "Quarterly figures")).toBeVisible({ timeout: 30_000 });

  google.signIn.revoke(email);
  await page.goto("/inbox?tab=connections");
  await page.getByRole("button", { name: `Sync ${email}` }).click();
  const reconnect = page.getByRole("button", { name: `Reconnect ${email}` });
  await expect(reconnect).toBeVisible({ timeout: 30_000 });
  await expect(line).toContainText("Needs attention");
  await reconnect.click();
  await page.getByRole("button", { name: "Ana Lima" }).click();
  await expect(line).toContainText("Connected");
  await expect(reconnect).toHaveCount(0);
});

test("Outlook is connected after consent, its mail is in the inbox, and new mail is pushed [MBX-24]", async ({
  page,
  cloud,
}) => {
  const account = cloud.microsoft.addAccount("ana.lima@outlook.test", "Ana Lima");
  account.add(mailOf({ subject: "Contract renewal", text: "Two points are open." }), { receivedAt: new Date() });
  await signInAs(page, "user", "/inbox?tab=connections");

  // Refusing leads back with a message, and connects nothing.
  await page.getByRole("button", { name: "Connect Outlook" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/inbox\?.*tab=connections/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const table = page.getByRole("table", { name: "Connected Mailboxes" });
  await expect(table.getByText("ana.lima@outlook.test")).toHaveCount(0);

  await page.getByRole("button", { name: "Connect Outlook" }).click();
  await page.getByRole("button", { name: "Ana Lima" }).click();
  await expect(table.getByRole("row").filter({ hasText: "ana.lima@outlook.test" })).toContainText("Outlook");

  await page.goto("/inbox");
  await expect(row(page, "Contract renewal")).toBeVisible({ timeout: 30_000 });
  // From here on Outlook pushes changes, and the page shows them.
  await expect.poll(() => cloud.microsoft.subscriptions.all.size, { timeout: 30_000 }).toBe(1);
  account.add(mailOf({ subject: "While you look" }), { receivedAt: new Date() });
  await expect(row(page, "While you look")).toBeVisible({ timeout: 30_000 });
});
