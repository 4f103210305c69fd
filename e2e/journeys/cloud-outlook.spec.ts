import { expect } from "@playwright/test";
import { mailOf } from "../../server/test/mail-of.ts";
import { test } from "../cloud-product.ts";
import { row } from "../inbox-reader.ts";
import { signInAs } from "../people.ts";

test.describe.configure({ timeout: 180_000 });

test("Outlook is connected by a consent, its mail is in the inbox, and new mail comes without being asked for [MBX-24]", async ({
  page,
  cloud,
}) => {
  const account = cloud.microsoft.addAccount("ana.lima@outlook.test", "Ana Lima");
  account.add(mailOf({ subject: "Contract renewal", text: "Two points are open." }), { receivedAt: new Date() });
  await signInAs(page, "user", "/inbox?tab=connections");

  // Saying no leads back, with words, and connects nothing.
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
  // From here on Outlook tells by itself, and the page shows it.
  await expect.poll(() => cloud.microsoft.subscriptions.all.size, { timeout: 30_000 }).toBe(1);
  account.add(mailOf({ subject: "While you look" }), { receivedAt: new Date() });
  await expect(row(page, "While you look")).toBeVisible({ timeout: 30_000 });
});
