import { expect, type Page } from "@playwright/test";
import { makeSnoozesDue } from "../../server/test/change-running.ts";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { button, preview, readerOf, row, rows, test } from "../inbox-reader.ts";
import { mailOf } from "../mail.ts";
import { openAs } from "../people.ts";
import { productData } from "../workers.ts";
import { toastOf } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 }, timezoneId: "Asia/Kolkata" });

const messageId = "<plan@meridian.test>";
const reader = readerOf([
  { subject: "Newest", text: "Above the others" },
  { subject: "Plan", text: "Text of the plan", messageId },
  { subject: "Loud party", text: "Who comes?", messageId: "<party@meridian.test>" },
  { subject: "Third", text: "Text of the third" },
  { subject: "Fourth", text: "Text of the fourth" },
]);
const dialog = (page: Page) => page.getByRole("dialog", { name: /^Snooze/ });
const openView = (page: Page, view: string) =>
  openAs(page, reader.it().session, `/inbox?mailbox=${reader.it().mailbox.id}&folder=${view}`);
const deliver = (subject: string, inReplyTo: string) =>
  reader.it().dovecot.deliver(reader.it().user, mailOf({ subject, text: "An answer", inReplyTo }));

test("a message is snoozed by keyboard, undone, found in Snoozed, and comes back unread on top", async ({ page }) => {
  await reader.open(page);
  await row(page, "Plan").click();
  await expect(preview(page)).toContainText("Text of the plan");
  await page.keyboard.press("h");
  await expect(dialog(page).getByRole("button", { name: /^Tomorrow/ })).toContainText("8:00 am");
  await expectAccessibleInAllLooks(page);
  await dialog(page)
    .getByRole("button", { name: /^Next week/ })
    .focus();
  await page.keyboard.press("Enter");
  await expect(row(page, "Plan")).toHaveCount(0);
  await expect(toastOf(page, "Message snoozed until")).toBeVisible();
  await page.keyboard.press("z");
  await expect(row(page, "Plan")).toBeVisible();

  // Several at once, until a moment that is typed.
  for (const subject of ["Third", "Fourth", "Plan"]) await row(page, subject).click({ modifiers: ["ControlOrMeta"] });
  await page.keyboard.press("h");
  const moment = dialog(page).getByLabel("Pick a date and time");
  await moment.fill("2020-01-01T08:00");
  await button(page, "Snooze").last().click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Choose a time in the future.");
  await moment.fill(`${new Date().getFullYear() + 1}-02-03T07:30`);
  await button(page, "Snooze").last().click();
  await expect(toastOf(page, "3 messages snoozed until")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);

  await openView(page, "snoozed");
  await expect(rows(page)).toHaveCount(3);
  await expect(row(page, "Third")).toContainText(/Snoozed until \w+, 3 Feb \d+, 7:30 am/);
  await expectAccessibleInAllLooks(page);
  await row(page, "Fourth").click();
  await expect(preview(page)).toContainText("Text of the fourth");
  await page.keyboard.press("h");
  // The list shows it at once; the next step needs that the server knows it.
  const known = page.waitForResponse((answer) => answer.url().endsWith("/unsnooze"));
  await dialog(page).getByRole("button", { name: "Bring back now" }).click();
  expect((await known).ok()).toBe(true);
  await expect(toastOf(page, "Message is back in the inbox")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);

  await makeSnoozesDue(productData() ?? "", reader.it().mailbox.id);
  await reader.open(page);
  await expect(rows(page).nth(1)).toContainText("Back from snooze");
  await expect(rows(page).nth(2)).toContainText("Newest");
  await expect(row(page, "Plan")).toHaveAccessibleName(/Unread/);
});

test("an answer wakes its thread, and a muted thread stays out of the inbox until it is unmuted", async ({ page }) => {
  await reader.open(page);
  await row(page, "Loud party").click();
  await expect(preview(page)).toContainText("Who comes?");
  await page.keyboard.press("h");
  await dialog(page)
    .getByRole("button", { name: /^Tomorrow/ })
    .click();
  await expect(row(page, "Loud party")).toHaveCount(0);
  await deliver("Re: Loud party", "<party@meridian.test>");
  await expect(row(page, "Re: Loud party")).toContainText("2 messages in the conversation", { timeout: 60_000 });

  await row(page, "Re: Loud party").click();
  await expect(preview(page)).toContainText("An answer");
  await page.keyboard.press("m");
  await expect(toastOf(page, "Conversation muted")).toBeVisible();
  await expect(row(page, "Loud party")).toHaveCount(0);
  await deliver("Re: Loud party again", "<party@meridian.test>");
  await openView(page, "archive");
  await expect(row(page, "Re: Loud party again")).toContainText("Muted", { timeout: 60_000 });
  await row(page, "Re: Loud party again").click();
  await expect(preview(page)).toContainText("An answer");
  await page.keyboard.press("m");
  await expect(toastOf(page, "Conversation unmuted")).toBeVisible();
  await expect(row(page, "Muted")).toHaveCount(0);
  await reader.open(page);
  await expect(row(page, "Loud party")).toHaveCount(0);
});
