import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { button, preview, readerOf, row, rows, test } from "../inbox-reader.ts";

test.describe.configure({ timeout: 300_000 });

const reader = readerOf([
  { subject: "Designed", html: '<table bgcolor="#ffffff"><tr><td style="color:#222222">Hello</td></tr></table>' },
  {
    subject: "Typed",
    text: "Please send the samples by Friday.",
    files: [{ name: "notes.txt", type: "text/plain", content: "Bring the samples on Friday.\n".repeat(200) }],
  },
]);

// One theme at each width and each state of the screen once, because colours and structure repeat.
test("the inbox is accessible, light and wide", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await reader.open(page);
  await row(page, "Typed").click();
  await expect(preview(page)).toContainText("samples by Friday");
  await button(page, "Select messages").click();
  await rows(page).first().click();
  // With a visible tooltip.
  await button(page, "Mark as read").hover();
  await expect(page.getByText(/^Mark as read/).last()).toBeVisible();
  await expectAccessible(page);
  await button(page, "Cancel selection").click();
  await button(page, "Summarize").click();
  await expect(preview(page).getByText(/tokens ·/)).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await button(page, "Preview notes.txt").click();
  await expect(page.getByRole("dialog")).toContainText("Bring the samples");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Connections" }).click();
  await expect(page.getByRole("form", { name: "POP3" })).toBeVisible();
  await expectAccessible(page);
});

test("the inbox is accessible, dark and narrow, and designed mail stays on white there", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await reader.open(page);
  await expectAccessible(page);
  await row(page, "Designed").click();
  const body = preview(page).frameLocator("iframe").locator("body");
  await expect(body).toContainText("Hello");
  const scheme = () => body.evaluate((node) => getComputedStyle(node.ownerDocument.documentElement).colorScheme);
  expect(await scheme()).toBe("light");
  await expectAccessible(page);
  await button(page, "Show in dark").click();
  await expect.poll(scheme).toBe("dark");
  await button(page, "Back to the list").click();
  await page.getByRole("tab", { name: "Connections" }).click();
  await expect(page.getByRole("form", { name: "POP3" })).toBeVisible();
  await expectAccessible(page);
});

test("the ring of the focus is drawn above the rows and date heads of the list", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await reader.open(page);
  await page.keyboard.press("j");
  await expect(page.getByRole("listbox", { name: "Messages" })).toBeFocused();
  const [ring] = await coloursOf(page, 0);
  const [inside] = await coloursOf(page, 8);
  expect(ring).not.toBe(inside);
  expect(await coloursOf(page, 0)).toEqual([ring]);
});

/** The colours of a column of pixels over the date head and the first row, this far from the left edge of the list. */
async function coloursOf(page: Page, fromLeft: number) {
  const box = await page.getByRole("listbox", { name: "Messages" }).boundingBox();
  const clip = { x: (box?.x ?? 0) + fromLeft, y: (box?.y ?? 0) + 4, width: 1, height: 80 };
  const png = await page.screenshot({ clip, animations: "disabled" });
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context?.drawImage(image, 0, 0);
      const pixels = [...(context?.getImageData(0, 0, image.width, image.height).data ?? [])];
      const colours = Array.from({ length: pixels.length / 4 }, (_, at) => pixels.slice(at * 4, at * 4 + 3).join(" "));
      return [...new Set(colours)];
    },
    [...png],
  );
}

test("below 1024 px the focus follows from the list to the message and back, and Back leads to the list", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await reader.open(page);
  const list = page.getByRole("listbox", { name: "Messages" });
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press("j");
  await expect(preview(page)).toBeFocused();
  await page.keyboard.press("j");
  await expect(preview(page)).toContainText("samples by Friday");
  await expect(preview(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(list).toBeFocused();
  await row(page, "Typed").click();
  await expect(preview(page)).toBeFocused();
  await page.goBack();
  await expect(list).toBeFocused();
});
