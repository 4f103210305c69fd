import { expect, test } from "@playwright/test";
import { preview, row } from "../inbox-reader.ts";
import { goWithin, people, signInAs } from "../people.ts";
import {
  attach,
  bytesFile,
  editorOf,
  expectLogged,
  expectProblem,
  extra,
  intent,
  openCompose,
  paste,
  press,
  sendButton,
  setUndoSeconds,
  subject,
  to,
  toastOf,
  write,
} from "../writing.ts";

test.describe.configure({ timeout: 300_000 });

test("write, generate, send: the draft fills subject and text, its cost is shown, and the other company reads the mail [CMP-05] [CMP-24] [CMP-25] [CMP-26] [CMP-27] [CMP-29] [AIX-04]", async ({
  page,
  browser,
}) => {
  const { token } = await openCompose(page);
  await setUndoSeconds(page, token, 1);
  await page.reload();
  await intent(page).fill("Ask Meera to confirm the delivery date");
  await extra(page).fill("The order is PO-4471, due on Friday.");
  await page.getByText("Friendly", { exact: true }).click();
  const asked = page.waitForRequest("**/api/compose/generate");
  await press(page, "Generate");
  expect((await asked).postDataJSON()).toMatchObject({
    intent: "Ask Meera to confirm the delivery date",
    tone: "friendly",
    context: "The order is PO-4471, due on Friday.",
  });
  await expect(editorOf(page)).toContainText("PO-4471");
  await expect(subject(page)).not.toHaveValue("");
  await expect(page.getByText(/[\d,]+ tokens · [\d,]+ ms/)).toBeVisible();
  await expect(
    page.getByText("Built-in engine. Ask your admin to connect an AI provider for richer drafts."),
  ).toBeVisible();

  const about = `Delivery date ${Date.now()}`;
  await subject(page).fill(about);
  await to(page).fill(`${people.stranger}, `);
  await press(page, "Remove priya@example.com");
  const text = await editorOf(page).innerText();
  const sent = page.waitForRequest("**/api/compose/send");
  await sendButton(page).click();
  expect((await sent).headers()).toMatchObject({
    "x-track-engagement": "1",
    "x-followup-days": "3",
    "x-undo-seconds": "1",
  });
  expect((await sent).postDataJSON()).toMatchObject({ to: [people.stranger], subject: about });
  await expect(page.getByText(/Message id <.+@.+>/)).toBeVisible();
  await expect(toastOf(page, `Sent to ${people.stranger}`)).toBeVisible({ timeout: 20_000 });
  expect(await editorOf(page).innerText()).toBe(text);
  await expect(subject(page)).toHaveValue(about);
  await expectLogged(page, about, "sent");
  await press(page, "Write another");
  await expect(subject(page)).toHaveValue("");
  await expect(toastOf(page, "Draft cleared")).toHaveCount(0);
  await goWithin(page, "/sent");
  const listed = page.getByRole("row").filter({ hasText: about });
  await expect(listed).toContainText(people.stranger);
  await page.setViewportSize({ width: 360, height: 740 });
  const status = listed.getByText("Sent", { exact: true }).filter({ visible: true });
  await expect(status, "in sight on phones").toBeInViewport({ ratio: 1 });

  const other = await browser.newPage();
  await signInAs(other, "stranger", "/inbox");
  await row(other, about).click({ timeout: 30_000 });
  await expect(preview(other).getByRole("heading", { name: about })).toBeVisible();
  await expect(
    preview(other)
      .locator("iframe")
      .contentFrame()
      .getByText(/PO-4471/)
      .first(),
  ).toBeVisible();
  await other.close();
});

test("Send needs a subject, a text and valid addresses, and an empty To shows a message [CMP-36] [CMP-37] [CMP-38] [CMP-39] [VAL-03]", async ({
  page,
}) => {
  await openCompose(page);
  const disabled = (is: boolean) =>
    is
      ? expect(sendButton(page)).toHaveAttribute("aria-disabled", "true")
      : expect(sendButton(page)).not.toHaveAttribute("aria-disabled");
  await disabled(true);
  await subject(page).fill("Hello");
  await disabled(true);
  await write(page, "Text");
  await disabled(false);
  await subject(page).fill("  ");
  await disabled(true);
  await subject(page).fill("Hello");
  await to(page).fill("not an address");
  await disabled(true);
  await to(page).fill("");
  await press(page, "Remove priya@example.com");
  await disabled(false);
  await sendButton(page).click();
  await expectProblem(page, "To, Subject, and Body are required.");
});

test("a mail can be undone while the toast offers it [BYD-05] [CMP-35]", async ({ page }) => {
  const { token } = await openCompose(page);
  await setUndoSeconds(page, token, 10);
  await page.reload();
  const about = `Taken back ${Date.now()}`;
  await subject(page).fill(about);
  await write(page, "Text");
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/compose/send", async (route) => {
    await held;
    await route.continue();
  });
  await sendButton(page).click();
  await expect(page.getByRole("button", { name: "Sending…" })).toHaveAttribute("aria-disabled", "true");
  release();
  await expect(toastOf(page, "Sending in")).toBeVisible();
  const cancelled = page.waitForResponse("**/api/compose/send/*/cancel");
  await toastOf(page, "Sending in").getByRole("button", { name: "Undo" }).click();
  expect((await cancelled).status()).toBe(200);
  await expect(toastOf(page, "Sending undone. Your draft is kept.")).toBeVisible();
  await expect(page.getByText(/Message id/)).toHaveCount(0);
  await expect(editorOf(page)).toHaveText("Text");
});

test("a mail can be scheduled, shows when it will be sent, and can be edited with its files, rescheduled or cancelled in the outbox", async ({
  page,
}) => {
  await openCompose(page);
  const about = `Later ${Date.now()}`;
  await subject(page).fill(about);
  await write(page, "Text");
  await attach(page, [bytesFile("terms.bin", 100)]);
  await press(page, "Send later");
  const panel = page.getByRole("dialog", { name: "Send later" });
  await panel.getByLabel("Date and time").fill("2020-01-01T09:00");
  await panel.getByRole("button", { name: "Schedule" }).click();
  await expect(panel.getByRole("alert")).toHaveText("Choose a time in the future.");
  const sent = page.waitForRequest("**/api/compose/send");
  await panel.getByRole("button", { name: /Tomorrow morning/ }).click();
  expect(Date.parse((await sent).headers()["x-send-at"] ?? "")).toBeGreaterThan(Date.now());
  await expect(toastOf(page, "Will be sent").getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(toastOf(page, "Will be sent")).toContainText(about);

  await page.getByRole("link", { name: /^Outbox/ }).click();
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row(about)).toContainText("Scheduled");
  await press(page, `Edit: ${about}`);
  await expect(page.getByText("You are editing a mail of your outbox.")).toBeVisible();
  await expect(editorOf(page)).toHaveText(/^Text/);
  await expect(page.getByText("terms.bin")).toBeVisible();
  // Leaving without saving keeps the scheduled mail as it was.
  await page.getByRole("link", { name: "Stop editing" }).click();
  await expect(row(about)).toContainText("Scheduled");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Written", { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Written", { exact: true })).toBeHidden();
  await press(page, `Edit: ${about}`);
  await subject(page).fill(`${about} edited`);
  await press(page, "Save");
  await expect(row(`${about} edited`)).toContainText("Scheduled");
  await expect(row(about)).toHaveCount(1);
  await press(page, `Cancel: ${about} edited`);
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the mail" }).click();
  await expect(toastOf(page, "Cancelled. The mail will not be sent.")).toBeVisible();
  await expect(row(about)).toHaveCount(0);
});

test("unfilled placeholders are reported before sending [SND-22]", async ({ page }) => {
  await openCompose(page);
  await subject(page).fill("For {Company}");
  await write(page, "Dear {FirstName}, hello");
  let sends = 0;
  await page.route("**/api/compose/send", (route) => {
    sends += 1;
    return route.fulfill({ json: { messageId: "<1@acme.test>", status: "sent" } });
  });
  await sendButton(page).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("textbox")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(sends).toBe(0);
  await sendButton(page).click();
  await dialog.getByLabel("{Company}").fill("Acme & Sons");
  await dialog.getByLabel("{FirstName}").fill("Priya");
  await page.keyboard.press("Enter");
  await expect.poll(() => sends).toBe(1);
  await expect(subject(page)).toHaveValue("For Acme & Sons");
  await expect(editorOf(page)).toHaveText("Dear Priya, hello");

  await subject(page).fill("From {City}");
  await sendButton(page).click();
  await dialog.getByRole("button", { name: "Send anyway" }).click();
  await expect.poll(() => sends).toBe(2);
});

test("at most ten files with 10 MB in all are accepted, and each can be removed, dropped or pasted [CMP-22] [VAL-04] [VAL-05] [BYD-07]", async ({
  page,
}) => {
  const limit = 10 * 1024 * 1024;
  await openCompose(page);
  await attach(page, [bytesFile("full.bin", limit)]);
  await expect(page.getByText("1 of 10 files · 10 MB of 10 MB")).toBeVisible();
  await attach(page, [bytesFile("one-byte.bin", 1)]);
  await expectProblem(page, "Attachments exceed 10MB total.");
  await expect(page.getByRole("list", { name: "Attachments" }).getByRole("listitem")).toHaveCount(1);
  await press(page, "Remove full.bin");
  await expect(page.getByRole("list", { name: "Attachments" })).toHaveCount(0);
  await attach(
    page,
    Array.from({ length: 11 }, (_, index) => bytesFile(`${index}.txt`, 1)),
  );
  await expectProblem(page, "At most 10 files can be attached.");
  const attached = page.getByRole("list", { name: "Attachments" }).getByRole("listitem");
  await expect(attached).toHaveCount(10);
  for (let index = 0; index < 10; index += 1) await press(page, `Remove ${index}.txt`);
  await expect(attached).toHaveCount(0);

  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["hello"], "dropped.txt", { type: "text/plain" }));
    return data;
  });
  await editorOf(page).dispatchEvent("dragover", { dataTransfer: dropped });
  await expect(page.getByText("Drop to attach")).toBeVisible();
  await editorOf(page).dispatchEvent("drop", { dataTransfer: dropped });
  await expect(page.getByText("Drop to attach")).toBeHidden();
  await expect(page.getByRole("list", { name: "Attachments" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("dropped.txt")).toBeVisible();
  await paste(page, { files: ["pasted.txt"] });
  await expect(page.getByRole("list", { name: "Attachments" }).getByRole("listitem")).toHaveCount(2);
  await press(page, "Remove pasted.txt");
  await expect(page.getByText("1 of 10 files · 5 B of 10 MB")).toBeVisible();
});

test("a mail with 10 MB of files is sent", async ({ page }) => {
  const { token } = await openCompose(page);
  await setUndoSeconds(page, token, 1);
  await page.reload();
  const about = `With files ${Date.now()}`;
  await subject(page).fill(about);
  await write(page, "See attached");
  await attach(page, [bytesFile("full.bin", 10 * 1024 * 1024)]);
  await sendButton(page).click();
  await expect(page.getByText(/Message id </)).toBeVisible({ timeout: 30_000 });
  await expectLogged(page, about, "sent");
});

test("Copy puts To, Subject and the text on the clipboard, or shows an error [CMP-23] [ERR-19]", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openCompose(page);
  await subject(page).fill("Terms");
  await write(page, "Dear Priya,");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Thank you.");
  await press(page, "Copy");
  await expect(page.getByRole("button", { name: /^Copied/ })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe("To: priya@example.com\nSubject: Terms\n\nDear Priya,\n\nThank you.");
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
  });
  await page.getByRole("button", { name: /^Cop/ }).click();
  await expectProblem(page, "Copy failed");
});
