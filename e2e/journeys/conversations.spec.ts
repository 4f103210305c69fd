import { expect, type Page } from "@playwright/test";
import { button, preview, readerOf, row, rows, test } from "../inbox-reader.ts";
import { mailOf } from "../mail.ts";

test.describe.configure({ timeout: 180_000 });
test.use({ viewport: { width: 1440, height: 900 } });

const first = `<${crypto.randomUUID()}@x.test>`;
const reader = readerOf([
  { subject: "Alone", text: "Dear Aarav,\n\nOnly these words." },
  { subject: "Re: Budget", text: "Third answer.", inReplyTo: first, from: "Meera Rao <meera@x.test>" },
  { subject: "Re: Budget", text: "Second answer.", inReplyTo: first, from: "Arjun Shah <arjun@x.test>" },
  { subject: "Budget", text: "First question.", messageId: first, from: "Meera Rao <meera@x.test>" },
]);

const senders = (page: Page) => row(page, "Budget").first().locator("[data-senders]");
const view = async (page: Page, entry: string) => {
  await button(page, "View").click();
  await page.getByRole("menuitem", { name: entry }).click();
};

test("a conversation is one row, opens in the order of time, and is archived and brought back whole", async ({
  page,
}) => {
  await reader.open(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(senders(page)).toHaveText("Meera, Arjun");
  await expect(row(page, "Budget")).toContainText("3 messages in the conversation");
  await expect(row(page, "Alone").locator("[data-snippet]")).toHaveText("Only these words.");

  await row(page, "Budget").click();
  await expect(preview(page)).toContainText("Third answer.");
  const earlier = preview(page).getByRole("list", { name: "Earlier messages" }).getByRole("listitem");
  await expect(earlier).toHaveCount(2);
  await expect(earlier.first()).toContainText("First question.");
  // The keys go through all messages, and unfold them.
  await expect(earlier.last().getByRole("button", { expanded: false })).toBeVisible();
  await page.keyboard.press("Shift+N");
  await expect(earlier.last().getByRole("button", { expanded: true })).toBeFocused();
  await page.keyboard.press("Shift+N");
  await expect(earlier.first().getByRole("button", { expanded: true })).toBeFocused();

  // New mail of the conversation heads its row, which stays selected.
  const { dovecot, user } = reader.it();
  await dovecot.deliver(user, mailOf({ subject: "Re: Budget", text: "Fourth answer.", inReplyTo: first }));
  await expect(row(page, "Budget")).toContainText("4 messages in the conversation", { timeout: 60_000 });
  await expect(row(page, "Budget")).toHaveAttribute("aria-selected", "true");
  const later = preview(page).getByRole("list", { name: "Later messages" });
  await expect(later).toContainText("Fourth answer.", { timeout: 30_000 });
  await expect(rows(page)).toHaveCount(2);

  await page.keyboard.press("e");
  await expect(page.getByText("Conversation archived")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => reader.countIn("INBOX"), { timeout: 60_000 }).toBe(1);
  await page.keyboard.press("z");
  await expect(rows(page)).toHaveCount(2);
  await expect.poll(() => reader.countIn("INBOX"), { timeout: 60_000 }).toBe(5);
});

test("the list can show single messages and compact rows, and remembers it", async ({ page }) => {
  await reader.open(page);
  await expect(rows(page)).toHaveCount(2);
  const height = () =>
    rows(page)
      .first()
      .evaluate((node) => node.getBoundingClientRect().height);
  expect(await height()).toBe(72);
  await view(page, "Show single messages");
  await expect(rows(page)).toHaveCount(5);
  await view(page, "Compact rows");
  await expect.poll(height).toBe(52);
  await page.reload();
  await expect(rows(page)).toHaveCount(5);
  expect(await height()).toBe(52);
  await view(page, "Show conversations");
  await expect(rows(page)).toHaveCount(2);
});
