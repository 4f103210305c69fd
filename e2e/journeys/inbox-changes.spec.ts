import { expect, type Page } from "@playwright/test";
import { button, readerOf, row, rows, test } from "../inbox-reader.ts";
import { mailOf } from "../mail.ts";
import { openAs } from "../people.ts";
import { toastOf } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

const reader = readerOf(
  ["Flagged", "Keep me", "Away with it", "Stays", "One", "Two", "Three", "Was there"].map((subject) => ({
    subject,
    text: "x",
  })),
);

/** In its own toast, because others may offer an undo too. */
const undo = (page: Page, said: string) => toastOf(page, said).getByRole("button", { name: "Undo" }).click();

test("read and unread reach the mailbox's server, by button and by key [INB-22]", async ({ page }) => {
  await reader.open(page);
  await row(page, "Flagged").click();
  await expect.poll(() => reader.flagsOf("Flagged"), { timeout: 30_000 }).toContain("\\Seen");
  await button(page, "Mark as unread").click();
  await expect(row(page, "Flagged")).toHaveAccessibleName(/^Unread\./);
  await expect.poll(() => reader.flagsOf("Flagged"), { timeout: 30_000 }).not.toContain("\\Seen");
  await page.keyboard.press("u");
  await expect(row(page, "Flagged")).not.toHaveAccessibleName(/^Unread\./);
  await expect.poll(() => reader.flagsOf("Flagged"), { timeout: 30_000 }).toContain("\\Seen");
});

test("a deletion can be undone, and otherwise moves the message to the server's Trash [INB-23]", async ({ page }) => {
  await reader.open(page);
  const [inTrash, inInbox] = [reader.countIn("Trash"), reader.countIn("INBOX")];
  await row(page, "Keep me").click();
  await button(page, "Delete").click();
  await expect(row(page, "Keep me")).toHaveCount(0);
  await undo(page, "Message deleted");
  await expect(row(page, "Keep me")).toBeVisible();

  await row(page, "Away with it").click();
  // A deletion that the server refuses is rolled back: then the list after the reload says nothing about Trash.
  const deleted = page.waitForResponse("**/api/mail/actions");
  await page.keyboard.press("#");
  expect((await deleted).status()).toBe(200);
  await expect(row(page, "Away with it")).toHaveCount(0);
  // Together: the other message may still be on its way to the trash and back.
  const counts = () => [reader.countIn("Trash"), reader.countIn("INBOX")];
  await expect.poll(counts, { timeout: 60_000 }).toEqual([inTrash + 1, inInbox - 1]);
  await page.reload();
  await expect(row(page, "Keep me")).toBeVisible();
  await expect(row(page, "Away with it")).toHaveCount(0);
});

test("a failed deletion is rolled back, and shown in a red banner that can be dismissed [INB-27]", async ({ page }) => {
  await reader.open(page);
  await row(page, "Stays").click();
  await expect(button(page, "Delete")).toBeVisible();
  await page.route("**/api/mail/actions", (route) =>
    route.fulfill({ status: 500, json: { error: "The mailbox is being moved", code: "internal" } }),
  );
  await button(page, "Delete").click();
  const banner = page.getByRole("alert").filter({ hasText: "The mailbox is being moved" });
  await expect(banner).toBeVisible();
  await expect(row(page, "Stays")).toBeVisible();
  const isRed = await banner.evaluate((node) => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(node).color.match(/\d+/g)?.map(Number) ?? [];
    return red > green && red > blue;
  });
  expect(isRed).toBe(true);
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await expect(banner).toHaveCount(0);
});

test("several messages are selected, changed together and restored together", async ({ page }) => {
  await reader.open(page);
  await button(page, "Select messages").click();
  await row(page, "One").click();
  await row(page, "Three").click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 selected")).toBeVisible();
  await button(page, "Mark as read").click();
  for (const subject of ["One", "Two", "Three"])
    await expect.poll(() => reader.flagsOf(subject), { timeout: 30_000 }).toContain("\\Seen");
  await row(page, "One").click({ modifiers: ["ControlOrMeta"] });
  await row(page, "Two").click({ modifiers: ["ControlOrMeta"] });
  await button(page, "Mark as unread").click();
  for (const subject of ["One", "Two"]) await expect(row(page, subject)).toHaveAccessibleName(/^Unread\./);
  await row(page, "One").click({ modifiers: ["ControlOrMeta"] });
  await row(page, "Two").click({ modifiers: ["ControlOrMeta"] });
  await button(page, "Delete").click();
  await expect(page.getByText("2 messages deleted")).toBeVisible();
  for (const subject of ["One", "Two"]) await expect(row(page, subject)).toHaveCount(0);
  await expect(row(page, "Three")).toBeVisible();
  await undo(page, "2 messages deleted");
  for (const subject of ["One", "Two"]) await expect(row(page, subject)).toBeVisible();
});

test("new mail appears without a reload, and two browsers see each other's changes [BYD-01] [MBX-10]", async ({
  page,
  browser,
}) => {
  const { session, mailbox, user, dovecot } = reader.it();
  await reader.open(page);
  const other = await browser.newPage();
  await openAs(other, session, `/inbox?mailbox=${mailbox.id}`);
  await expect(row(other, "Was there")).toBeVisible();

  await dovecot.deliver(user, mailOf({ subject: "Just came in", text: "Hello" }));
  await expect(row(page, "Just came in")).toBeVisible({ timeout: 60_000 });
  await expect(row(other, "Just came in")).toBeVisible();
  await expect(row(other, "Just came in")).toHaveAccessibleName(/^Unread\./);

  await row(page, "Just came in").click();
  await expect(row(other, "Just came in")).not.toHaveAccessibleName(/^Unread\./);
  const before = await rows(other).count();
  await row(other, "Just came in").click();
  await button(other, "Mark as unread").click();
  await expect(row(page, "Just came in")).toHaveAccessibleName(/^Unread\./);
  await button(page, "Delete").click();
  await expect(row(other, "Just came in")).toHaveCount(0);
  await undo(page, "Message deleted");
  await expect(rows(other)).toHaveCount(before);
  await other.close();
});
