import { expect } from "@playwright/test";
import { button, preview, readerOf, row, rows, test } from "../inbox-reader.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

const reader = readerOf([
  {
    subject: "Signed contract",
    text: "Please sign.",
    files: [{ name: "contract.txt", type: "text/plain", content: "x" }],
  },
  { subject: "Plain words", text: "Nothing attached." },
  ...["First", "Second", "Third"].map((subject) => ({ subject, text: `Text of ${subject}` })),
]);

test("a list item shows its message's facts, and the message opens beside the list and counts as read [INB-10] [INB-11] [INB-12] [INB-13] [INB-16] [INB-20]", async ({
  page,
}) => {
  await reader.open(page);
  const { mailbox } = reader.it();
  const first = row(page, "Signed contract");
  await expect(first).toContainText("Priya Nair");
  await expect(first).toContainText(`${mailbox.email} · IMAP`);
  await expect(first.getByRole("time")).toHaveText(/^\d+:\d\d [ap]m$|^\d+ \w+$/);
  await expect(first.getByLabel("Has an attachment")).toBeVisible();
  await expect(row(page, "Plain words").getByLabel("Has an attachment")).toHaveCount(0);
  const weight = () => first.locator("[data-subject]").evaluate((node) => Number(getComputedStyle(node).fontWeight));
  await expect.poll(weight).toBeGreaterThanOrEqual(600);

  await first.click();
  await expect(preview(page).getByRole("heading", { name: "Signed contract" })).toBeVisible();
  await expect(preview(page)).toContainText("priya@meridian.test");
  await expect(preview(page).getByText("IMAP", { exact: true })).toBeVisible();
  await expect(preview(page)).toContainText("Please sign.");
  await expect.poll(weight).toBeLessThan(600);
  await expect(rows(page).first()).toBeVisible();

  for (const width of [1366, 1310, 1280, 1024, 900, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(button(page, "Reply").filter({ visible: true }), `${width} px`).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await button(page, "Reply").click();
  await button(page, "Open in Reply Assistant").click();
  await expect(page).toHaveURL(/\/reply$/);
  await expect(page.getByText(`From ${mailbox.email} · IMAP`)).toBeVisible();
  await expect(page.getByText("priya@meridian.test").first()).toBeVisible();
});

test("the keyboard reaches everything: j, k, Enter, e, Escape, /, r, g i, ?, Ctrl-K and the arrows [BYD-02] [BYD-03]", async ({
  page,
}) => {
  await reader.open(page);
  await row(page, "First").click();
  await expect(preview(page)).toContainText("Text of First");
  await page.keyboard.press("e");
  await expect(preview(page)).toContainText("Text of Second");
  await expect(row(page, "First")).toHaveCount(0);
  await expect(page.locator("[data-toast]").filter({ hasText: "Message archived" })).toBeVisible();
  await page.keyboard.press("z");
  await expect(row(page, "First")).toBeVisible();
  await page.keyboard.press("k");
  await expect(preview(page)).toContainText("Text of First");
  await page.keyboard.press("j");
  await expect(preview(page)).toContainText("Text of Second");
  const list = page.getByRole("listbox", { name: "Messages" });
  await expect(list).toBeFocused();
  await expect(list).toHaveAttribute("aria-activedescendant", (await row(page, "Second").getAttribute("id")) ?? "");
  await page.keyboard.press("Enter");
  await expect(preview(page)).toBeFocused();
  await page.getByRole("listbox", { name: "Messages" }).focus();
  await page.keyboard.press("End");
  await expect(preview(page)).toContainText("Text of Third");
  await page.keyboard.press("Home");
  await expect(preview(page)).toContainText("Please sign.");
  await page.keyboard.press("Enter");
  await expect(preview(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(preview(page)).toHaveCount(0);
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Search mail" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("listbox", { name: "Messages" }).focus();

  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: /shortcuts/i });
  await expect(keys).toContainText("Next message");
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("next mess");
  await page.keyboard.press("Enter");
  await expect(palette).toHaveCount(0);
  await expect(preview(page)).toContainText("Please sign.");
  await page.keyboard.press("r");
  const reply = page.getByRole("textbox", { name: "Your reply" });
  await expect(reply).toBeFocused();
  // The key is not typed into the field that gets the focus.
  await expect(reply.locator("p").first()).toHaveText("");
  await page.keyboard.press("Escape");
  await expect(preview(page)).toBeFocused();
  await page.keyboard.press("c");
  await expect(page.getByRole("textbox", { name: "Intent" })).toBeFocused();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(page).toHaveURL(/\/inbox/);
});

test("the divider can be dragged and moved by keys, and keeps its position", async ({ page }) => {
  await reader.open(page);
  const divider = page.getByRole("separator", { name: "Width of the list" });
  const width = async () =>
    Math.round((await page.getByRole("region", { name: "Message list" }).boundingBox())?.width ?? 0);
  const before = await width();
  await expect(divider).toHaveAttribute("aria-valuenow", String(before));

  const box = await divider.boundingBox();
  if (!box) throw new Error("There is no divider");
  await page.mouse.move(box.x, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 300, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBe(before + 60);
  await expect(divider).toHaveAttribute("aria-valuenow", String(before + 60));
  await page.mouse.move(box.x + 200, box.y + 300);
  expect(await width()).toBe(before + 60);

  await divider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(width).toBe(before + 36);
  await page.keyboard.press("Home");
  await expect(divider).toHaveAttribute("aria-valuenow", (await divider.getAttribute("aria-valuemin")) ?? "");
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect.poll(width).toBe(280);
  await divider.dblclick();
  await expect.poll(width).toBe(before);
});

test("on a phone the message replaces the list, and Back returns to the list", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await reader.open(page);
  await row(page, "Plain words").click();
  await expect(preview(page)).toContainText("Nothing attached.");
  await expect(rows(page).first()).toBeHidden();
  await button(page, "Next message").click();
  await expect(preview(page)).toContainText("Text of First");
  await button(page, "Back to the list").click();
  await expect(row(page, "Plain words")).toBeVisible();
  await row(page, "Plain words").click();
  await page.goBack();
  await expect(row(page, "Plain words")).toBeVisible();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
  await page.getByRole("tab", { name: "Connections" }).click();
  await expect(page.getByRole("form", { name: "POP3" })).toBeVisible();
  await expect.poll(overflow).toBe(0);
});
