import { expect, test } from "@playwright/test";
import type { Dovecot } from "../../server/test/dovecot.ts";
import { expectAccessible } from "../accessible.ts";
import { button, newPerson, preview, readerOf, row, rows } from "../inbox-reader.ts";
import { mailOf, removeMailboxes, startMailServer } from "../mail.ts";
import { signInAs } from "../people.ts";

test.describe.configure({ timeout: 120_000 });
test.use({ viewport: { width: 1440, height: 900 } });

let dovecot: Dovecot;
test.beforeAll(async () => {
  dovecot = await startMailServer();
});
test.afterAll(() => dovecot.remove());
test.afterEach(({ page }) => removeMailboxes(page, "user"));

const flagsOf = (user: string, subject: string) =>
  dovecot.admin("-f", "tab", "fetch", "-u", user, "flags", "mailbox", "INBOX", "subject", subject);
const countIn = (user: string, folder: string) =>
  dovecot.admin("search", "-u", user, "mailbox", folder, "ALL").trim().split("\n").filter(Boolean).length;

test.describe("list and message", () => {
  test("a list item shows what it is, and the message opens beside it and counts as read [INB-10] [INB-11] [INB-12] [INB-13] [INB-16] [INB-20]", async ({
    page,
  }) => {
    const { mailbox } = await readerOf(page, dovecot, [
      {
        subject: "Signed contract",
        text: "Please sign.",
        files: [{ name: "contract.txt", type: "text/plain", content: "x" }],
      },
      { subject: "Plain words", text: "Nothing attached." },
    ]);
    const first = row(page, "Signed contract");
    await expect(first).toContainText("Priya Nair");
    await expect(first).toContainText(mailbox.email);
    await expect(first).toContainText("IMAP");
    await expect(first.getByRole("time")).toHaveText(/\d\d:\d\d|\d+ \w+/);
    await expect(first.getByLabel("Has an attachment")).toBeVisible();
    await expect(row(page, "Plain words").getByLabel("Has an attachment")).toHaveCount(0);
    const weight = () => first.locator("[data-subject]").evaluate((node) => Number(getComputedStyle(node).fontWeight));
    expect(await weight()).toBeGreaterThanOrEqual(600);

    await first.click();
    await expect(preview(page).getByRole("heading", { name: "Signed contract" })).toBeVisible();
    await expect(preview(page)).toContainText("priya@meridian.test");
    await expect(preview(page).getByText("IMAP", { exact: true })).toBeVisible();
    await expect(preview(page)).toContainText("Please sign.");
    await expect.poll(weight).toBeLessThan(600);
    await expect(rows(page).first()).toBeVisible();

    await button(page, "Reply").click();
    await expect(page).toHaveURL(/\/reply$/);
    await expect(page.getByText(mailbox.email).first()).toBeVisible();
    await expect(page.getByText("priya@meridian.test").first()).toBeVisible();
  });

  test("read and unread reach the mailbox's server, by button and by key [INB-22]", async ({ page }) => {
    const { user } = await readerOf(page, dovecot, [{ subject: "Flagged", text: "x" }]);
    await row(page, "Flagged").click();
    await expect.poll(() => flagsOf(user, "Flagged"), { timeout: 30_000 }).toContain("\\Seen");
    await button(page, "Mark as unread").click();
    await expect(row(page, "Flagged")).toHaveAccessibleName(/^Unread\./);
    await expect.poll(() => flagsOf(user, "Flagged"), { timeout: 30_000 }).not.toContain("\\Seen");
    await page.keyboard.press("u");
    await expect(row(page, "Flagged")).not.toHaveAccessibleName(/^Unread\./);
    await expect.poll(() => flagsOf(user, "Flagged"), { timeout: 30_000 }).toContain("\\Seen");
  });

  test("a deleted message can be taken back; one that is not goes to the server's Trash [INB-23]", async ({ page }) => {
    const { user } = await readerOf(page, dovecot, [
      { subject: "Keep me", text: "x" },
      { subject: "Away with it", text: "x" },
    ]);
    await row(page, "Keep me").click();
    await button(page, "Delete").click();
    await expect(row(page, "Keep me")).toHaveCount(0);
    await button(page, "Undo").click();
    await expect(row(page, "Keep me")).toBeVisible();

    await row(page, "Away with it").click();
    await page.keyboard.press("#");
    await expect(row(page, "Away with it")).toHaveCount(0);
    await expect.poll(() => countIn(user, "Trash"), { timeout: 60_000 }).toBe(1);
    expect(countIn(user, "INBOX")).toBe(1);
    await page.reload();
    await expect(row(page, "Keep me")).toBeVisible();
    await expect(row(page, "Away with it")).toHaveCount(0);
  });

  test("a deletion that the server refuses is taken back and said in a banner that can be dismissed [INB-27]", async ({
    page,
  }) => {
    await readerOf(page, dovecot, [{ subject: "Stays", text: "x" }]);
    await page.route("**/api/mail/messages/*?*", (route) =>
      route.request().method() === "DELETE"
        ? route.fulfill({ status: 502, json: { error: "The mailbox is closed" } })
        : route.fallback(),
    );
    await page.route("**/api/mail/messages/*", (route) =>
      route.request().method() === "DELETE"
        ? route.fulfill({ status: 502, json: { error: "The mailbox is closed" } })
        : route.fallback(),
    );
    await row(page, "Stays").click();
    await button(page, "Delete").click();
    const banner = page.getByRole("alert").filter({ hasText: "The mailbox is closed" });
    await expect(banner).toBeVisible();
    await expect(row(page, "Stays")).toBeVisible();
    await banner.getByRole("button", { name: "Dismiss" }).click();
    await expect(banner).toHaveCount(0);
  });

  test("several messages are chosen and dealt with at once", async ({ page }) => {
    const { user } = await readerOf(
      page,
      dovecot,
      ["One", "Two", "Three"].map((subject) => ({ subject, text: subject })),
    );
    await button(page, "Select messages").click();
    await row(page, "One").click();
    await row(page, "Three").click({ modifiers: ["Shift"] });
    await expect(page.getByText("3 selected")).toBeVisible();
    await button(page, "Mark as read").click();
    for (const subject of ["One", "Two", "Three"])
      await expect.poll(() => flagsOf(user, subject), { timeout: 30_000 }).toContain("\\Seen");
    await row(page, "One").click({ modifiers: ["ControlOrMeta"] });
    await row(page, "Two").click({ modifiers: ["ControlOrMeta"] });
    await button(page, "Delete").click();
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText("2 messages deleted")).toBeVisible();
  });

  test("the keyboard does all of it: j, k, Enter, e, Escape, /, and the arrows", async ({ page }) => {
    await readerOf(
      page,
      dovecot,
      ["First", "Second", "Third"].map((subject) => ({ subject, text: `Text of ${subject}` })),
    );
    await page.keyboard.press("j");
    await expect(preview(page)).toContainText("Text of First");
    await page.keyboard.press("e");
    await expect(preview(page)).toContainText("Text of Second");
    await page.keyboard.press("k");
    await expect(preview(page)).toContainText("Text of First");
    await page.getByRole("listbox", { name: "Messages" }).focus();
    await page.keyboard.press("End");
    await expect(preview(page)).toContainText("Text of Third");
    await page.keyboard.press("Enter");
    await expect(preview(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(preview(page)).toHaveCount(0);
    await page.keyboard.press("/");
    await expect(page.getByRole("combobox", { name: "Search mail" })).toBeFocused();
  });

  test("HTML stands in a frame without scripts, plain text stays text, and both fold what they quote [INB-17] [MBX-20]", async ({
    page,
  }) => {
    await readerOf(page, dovecot, [
      {
        subject: "Designed",
        html: "<p>Hello <b>there</b></p><div>On Mon, 2 Nov 2026, Ann wrote:</div><blockquote>Old words</blockquote>",
      },
      {
        subject: "Typed",
        text: "1 < 2 <b>not bold</b> https://x.test/a\n\nOn Mon, 2 Nov 2026 at 10:00, Ann <a@x.test> wrote:\n> Old words",
      },
    ]);
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

  test("remote pictures wait until they are asked for, for the message or for the sender [MBX-21]", async ({
    page,
  }) => {
    const picture = '<p>News</p><img src="http://127.0.0.1:9/pixel.png" width="9" height="9">';
    const from = `News <${newPerson()}@letters.test>`;
    await readerOf(page, dovecot, [
      { subject: "Issue two", html: picture, from },
      { subject: "Issue one", html: picture, from },
    ]);
    const sources = () =>
      preview(page)
        .frameLocator("iframe")
        .locator("img")
        .evaluateAll((all) => all.map((img) => img.getAttribute("src")));
    await row(page, "Issue two").click();
    await expect(page.getByText("1 remote picture is blocked")).toBeVisible();
    expect(await sources()).toEqual([null]);
    await button(page, "Show pictures").click();
    await expect(button(page, "Block pictures")).toBeVisible();
    // Through our own server, never straight from the sender's.
    await expect.poll(sources).toEqual([expect.stringMatching(/^\/api\/mail\//)]);

    await row(page, "Issue one").click();
    await expect(page.getByText("1 remote picture is blocked")).toBeVisible();
    await button(page, "Always from this sender").click();
    await expect(page.getByText(/Remote pictures are shown for everything from/)).toBeVisible();
    await button(page, "Block pictures").click();
    await expect(button(page, "Show pictures")).toBeVisible();
  });

  test("attachments are previewed, downloaded, and sent to Summarize [MBX-22]", async ({ page }) => {
    await readerOf(page, dovecot, [
      {
        subject: "With a file",
        text: "See below.",
        files: [{ name: "notes.txt", type: "text/plain", content: "Bring the samples on Friday." }],
      },
    ]);
    await row(page, "With a file").click();
    await button(page, "Preview notes.txt").click();
    const dialog = page.getByRole("dialog", { name: "notes.txt" });
    await expect(dialog).toContainText("Bring the samples on Friday.");
    await page.keyboard.press("Escape");
    const download = page.waitForEvent("download");
    await button(page, "Download notes.txt").click();
    expect((await download).suggestedFilename()).toBe("notes.txt");
    await button(page, "Summarize notes.txt").click();
    await expect(page).toHaveURL(/\/summarize/);
  });

  test("the other messages of a conversation unfold below the open one", async ({ page }) => {
    const messageId = `<${crypto.randomUUID()}@x.test>`;
    await readerOf(page, dovecot, [
      { subject: "Re: Monday", text: "Agreed.", inReplyTo: messageId },
      { subject: "Monday", text: "Shall we meet on Monday?", messageId },
    ]);
    await row(page, "Re: Monday").click();
    await expect(preview(page)).toContainText("Also in this conversation (1)");
    await preview(page)
      .getByRole("button", { name: /Priya Nair.*Shall we meet/ })
      .click();
    await expect(preview(page).getByText("Shall we meet on Monday?", { exact: true })).toBeVisible();
  });
});

test.describe("live", () => {
  test("new mail appears by itself, and two browsers see each other's changes [BYD-01] [MBX-10]", async ({
    page,
    browser,
  }) => {
    const { user, mailbox } = await readerOf(page, dovecot, [{ subject: "Was there", text: "x" }]);
    const other = await browser.newPage();
    await signInAs(other, "user", `/inbox?mailbox=${mailbox.id}`);
    await expect(row(other, "Was there")).toBeVisible();

    await dovecot.deliver(user, mailOf({ subject: "Just came in", text: "Hello" }));
    await button(page, "Sync").first().click();
    await expect(row(page, "Just came in")).toBeVisible({ timeout: 60_000 });
    await expect(row(other, "Just came in")).toBeVisible();

    await row(page, "Just came in").click();
    await expect(row(other, "Just came in")).not.toHaveAccessibleName(/^Unread\./);
    await button(page, "Delete").click();
    await expect(row(other, "Just came in")).toHaveCount(0);
    await other.close();
  });
});

test.describe("search", () => {
  test("operators, phrases and excluded words find what they say, and the hits are marked [INB-02] [INB-03] [INB-04] [MBX-14] [MBX-15] [MBX-16] [MBX-18]", async ({
    page,
  }) => {
    await readerOf(page, dovecot, [
      {
        subject: "Freight quote",
        text: "The revised freight rate is inside.",
        from: "Daniel Okafor <daniel@lagos.test>",
      },
      { subject: "Invoice 77", text: "Rate attached.", files: [{ name: "a.txt", type: "text/plain", content: "x" }] },
    ]);
    const box = page.getByRole("combobox", { name: "Search mail" });
    await expect(box).toHaveAttribute("placeholder", "from:, subject:, has:attachment, after:YYYY-MM-DD");
    const search = async (words: string) => {
      await box.fill(words);
      await box.press("Enter");
    };
    await search("from:daniel");
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, "Freight quote")).toBeVisible();
    const chips = page.getByRole("list", { name: "Search operators" });
    await expect(chips).toContainText("from:daniel");
    await search("has:attachment is:unread after:2020-01-01");
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, "Invoice 77")).toBeVisible();
    await search('"revised freight"');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).locator("mark").first()).toHaveText(/revised|freight/i);
    await search("rate -freight");
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, "Invoice 77")).toBeVisible();
    await box.fill("subject:nothingatall");
    await button(page, "Search").click();
    await expect(page.getByText("No messages match this search.")).toBeVisible();
    await chips.getByRole("button", { name: "Remove subject:nothingatall" }).click();
    await expect(rows(page)).toHaveCount(2);
    await box.click();
    await page.getByRole("option", { name: "from:daniel" }).click();
    await expect(rows(page)).toHaveCount(1);
  });
});

test("on a phone the message takes the list's place, and Back leads to it again", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await readerOf(page, dovecot, [{ subject: "Small screen", text: "Read me." }]);
  await row(page, "Small screen").click();
  await expect(preview(page)).toContainText("Read me.");
  await expect(rows(page).first()).toBeHidden();
  await button(page, "Back to the list").click();
  await expect(row(page, "Small screen")).toBeVisible();
  await row(page, "Small screen").click();
  await page.goBack();
  await expect(row(page, "Small screen")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the inbox is accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await readerOf(page, dovecot, [
      { subject: "Designed", html: '<table bgcolor="#ffffff"><tr><td style="color:#222222">Hello</td></tr></table>' },
      { subject: "Typed", text: "Please send the samples by Friday." },
    ]);
    await row(page, "Designed").click();
    await expect(preview(page).frameLocator("iframe").getByText("Hello")).toBeVisible();
    await expectAccessible(page);
    await row(page, "Typed").click();
    await expect(preview(page)).toContainText("samples by Friday");
    await button(page, "Summarize").click();
    await expect(page.getByRole("dialog").getByText(/tokens ·/)).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // The button that opened it has the focus again, and with it its tooltip.
    await preview(page).focus();
    await page.mouse.move(5, 5);
    await expect(page.getByText("Summarize with AI")).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await button(page, "Back to the list").click();
    await expectAccessible(page);
  });
}
