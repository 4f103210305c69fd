import { expect } from "@playwright/test";
import { pageText, pdfOf } from "../../server/test/make-documents.ts";
import { button, newPerson, preview, readerOf, row, test } from "../inbox-reader.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

const picture = '<p>News</p><img src="http://127.0.0.1:9/pixel.png" width="9" height="9">';
const from = `News <${newPerson()}@letters.test>`;
const messageId = `<${crypto.randomUUID()}@x.test>`;
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const reader = readerOf([
  {
    subject: "Designed",
    html: "<p>Hello <b>there</b></p><div>On Mon, 2 Nov 2026, Ann wrote:</div><blockquote>Old words</blockquote>",
  },
  {
    subject: "Typed",
    text: "1 < 2 <b>not bold</b> https://x.test/a\n\nOn Mon, 2 Nov 2026 at 10:00, Ann <a@x.test> wrote:\n> Old words",
  },
  { subject: "Issue two", html: picture, from },
  { subject: "Issue one", html: picture, from },
  {
    subject: "With files",
    text: "See below.",
    files: [
      { name: "notes.txt", type: "text/plain", content: "Bring the samples on Friday." },
      { name: "offer.pdf", type: "application/pdf", content: pdfOf({ pages: 3, content: pageText("Offer") }) },
      { name: "dot.png", type: "image/png", content: dot },
      { name: "broken.pdf", type: "application/pdf", content: "<script>alert(1)</script>" },
      { name: "archive.zip", type: "application/zip", content: "PK" },
      { name: "page.html", type: "text/html", content: "<script>alert(1)</script>" },
    ],
  },
  { subject: "Re: Monday", text: "Agreed.", inReplyTo: messageId },
  { subject: "Monday", text: "Shall we meet on Monday?", messageId },
]);

test("HTML is shown in a frame without scripts, plain text stays text, and both fold quoted text [INB-17] [MBX-20]", async ({
  page,
}) => {
  await reader.open(page);
  await row(page, "Designed").click();
  const frame = preview(page).locator("iframe");
  expect(await frame.getAttribute("sandbox")).not.toContain("allow-scripts");
  const inner = preview(page).frameLocator("iframe");
  await expect(inner.getByText("Hello there")).toBeVisible();
  await expect(inner.getByText("Old words")).toBeHidden();
  await inner.getByText("Show quoted text").click();
  await expect(inner.getByText("Old words")).toBeVisible();

  await row(page, "Typed").click();
  await expect(preview(page)).toContainText("1 < 2 <b>not bold</b>");
  await expect(preview(page).getByRole("link", { name: "https://x.test/a" })).toHaveAttribute("rel", /noopener/);
  await expect(preview(page).getByText("Old words")).toBeHidden();
  await preview(page).getByText("Show quoted text").click();
  await expect(preview(page).getByText("Old words")).toBeVisible();
});

test("remote pictures load only on request, for the message or for the sender [MBX-21]", async ({ page }) => {
  await reader.open(page);
  const sources = () =>
    preview(page)
      .frameLocator("iframe")
      .locator("img")
      .evaluateAll((all) => all.map((img) => img.getAttribute("src")));
  await row(page, "Issue two").click();
  await expect(page.getByText("Remote images are blocked to protect your privacy.")).toBeVisible();
  await expect.poll(sources).toEqual([null]);
  await button(page, "Show images").click();
  await expect(button(page, "Block images")).toBeVisible();
  // They load through the product's proxy, never from the sender's server.
  await expect.poll(sources).toEqual([expect.stringMatching(/^\/api\/mail\/image\?/)]);

  await row(page, "Issue one").click();
  await expect(page.getByText("Remote images are blocked to protect your privacy.")).toBeVisible();
  await button(page, "Always show from this sender").click();
  await expect(page.getByText(/Remote images are shown in all email from/)).toBeVisible();
  await button(page, "Block images").click();
  await expect(button(page, "Show images")).toBeVisible();
});

test("attachments are previewed, downloaded, and sent to Summarize; active content is only downloaded [MBX-22]", async ({
  page,
}) => {
  await reader.open(page);
  await row(page, "With files").click();
  const look = async (name: string, check: (dialog: ReturnType<typeof page.getByRole>) => Promise<void>) => {
    await button(page, `Preview ${name}`).click();
    const dialog = page.getByRole("dialog", { name });
    await check(dialog);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  };
  await look("notes.txt", (dialog) => expect(dialog).toContainText("Bring the samples on Friday."));
  await look("dot.png", (dialog) => expect(dialog.getByRole("img", { name: "dot.png" })).toBeVisible());
  await look("offer.pdf", async (dialog) => {
    const pageOf = (number: number) => dialog.getByRole("img", { name: `Page ${number} of 3 of offer.pdf` });
    await expect(pageOf(1)).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => pageOf(1).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(800);
    await dialog.getByText("3 / 3").scrollIntoViewIfNeeded();
    await expect(pageOf(3)).toBeVisible({ timeout: 30_000 });
  });
  await look("broken.pdf", (dialog) =>
    expect(dialog).toContainText("broken.pdf is damaged and cannot be read", { timeout: 30_000 }),
  );
  for (const name of ["archive.zip", "page.html"]) await expect(button(page, `Preview ${name}`)).toHaveCount(0);

  const download = page.waitForEvent("download");
  await button(page, "Download page.html").click();
  expect((await download).suggestedFilename()).toBe("page.html");
  await button(page, "Summarize notes.txt").click();
  await expect(page).toHaveURL(/\/summarize/);
});

test("the messages of a conversation stand in the order of time, and unfold", async ({ page }) => {
  await reader.open(page);
  await row(page, "Re: Monday").click();
  const earlier = preview(page).getByRole("list", { name: "Earlier messages" });
  await earlier.getByRole("button", { name: /Priya Nair.*Shall we meet/ }).click();
  await expect(preview(page).getByText("Shall we meet on Monday?", { exact: true })).toBeVisible();
});
