import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllLooks } from "../accessible.ts";
import { preview, row } from "../inbox-reader.ts";
import { openAs, people, sessionOf } from "../people.ts";
import { editorOf, openEmptyCompose, press, subject, to, toastOf } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const list = (page: Page) => page.getByRole("listbox", { name: "Templates" });

/** Writes a template on the page of templates. */
async function makeTemplate(page: Page, { name, shortName, text }: { name: string; shortName: string; text: string }) {
  await press(page, "New template");
  const form = dialog(page, "New template");
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await form.getByRole("textbox", { name: "Short name" }).fill(shortName);
  await form.getByRole("textbox", { name: "Subject" }).fill("Samples for {Company|you}");
  await editorOf(form as never, "Text").click();
  await page.keyboard.type(text);
  await form.getByText("Preview", { exact: true }).click();
  await expect(form.getByText("Samples for Rao Packaging")).toBeVisible();
  await form.getByRole("button", { name: "Save template" }).click();
  await expect(form).toHaveCount(0);
}

test("values come from the recipient's card, and only what is missing there is asked for [TPL-18]", async ({
  page,
}) => {
  const shortName = `c${crypto.randomUUID().slice(0, 8)}`;
  const session = await openEmptyCompose(page);
  const headers = { authorization: `Bearer ${session.token}` };
  const address = `${shortName}@rao.test`;
  const card = { firstName: "Anna Maria", lastName: "Costa", company: "Costa Srl", jobTitle: "Director" };
  await page.request.post("/api/people", { headers, data: { ...card, addresses: [address] } });
  await openAs(page, session, "/templates");
  const text = "Dear {FirstName}, {JobTitle} of {Company}, call {Phone}.";
  await makeTemplate(page, { name: `Card ${shortName}`, shortName, text });
  await page.keyboard.press("c");
  await to(page).fill(address);
  await editorOf(page).click();
  await page.keyboard.type(`;${shortName}`);
  await expect(list(page).getByRole("option")).toHaveCount(1, { timeout: 30_000 });
  await page.keyboard.press("Enter");
  const question = dialog(page, `Fill in “Card ${shortName}”`);
  await expect(question.getByRole("textbox")).toHaveCount(1);
  await question.getByRole("textbox", { name: "Phone" }).fill("+39 1");
  await page.keyboard.press("Enter");
  await expect(editorOf(page)).toContainText("Dear Anna Maria, Director of Costa Srl, call +39 1.");
  await expect(subject(page)).toHaveValue("Samples for Costa Srl");
});

test("a mail in Delivery Status is saved as a template, and a restored template finds a free name [TPL-17] [TPL-19]", async ({
  page,
}) => {
  const name = `Thanks ${crypto.randomUUID().slice(0, 8)}`;
  const session = await openEmptyCompose(page);
  await to(page).fill(people.admin);
  await subject(page).fill(name);
  await editorOf(page).click();
  await page.keyboard.type("Thank you for the samples.");
  await press(page, "Send");
  await expect(toastOf(page, "Sent")).toBeVisible({ timeout: 30_000 });
  // The copy reaches the mailbox in the background.
  await expect(async () => {
    await openAs(page, session, "/sent");
    await page.getByRole("button", { name, exact: true }).click({ timeout: 5000 });
    await page.getByRole("button", { name: "Save as template…" }).click({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  const form = dialog(page, "Save as template");
  await expect(form.getByText("Thank you for the samples.")).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save template" }).click();
  await openAs(page, session, "/templates");
  const item = page.getByRole("listitem").filter({ hasText: name });
  await item.getByRole("button", { name: `Delete: ${name}` }).click();
  await expect(item).toHaveCount(0);
  const headers = { authorization: `Bearer ${session.token}` };
  await page.request.post("/api/templates", { headers, data: { name, bodyHtml: "<p>Another</p>" } });
  await toastOf(page, "was deleted").getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, `The template is back as “${name} (2)”`)).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: `${name} (2)` })).toBeVisible();
});

test("a template is made, found by ';', filled in Compose, asked for what is missing, and undone [TPL-11] [TPL-13] [TPL-15] [TPL-16]", async ({
  page,
}) => {
  const shortName = `s${crypto.randomUUID().slice(0, 8)}`;
  const name = `Samples ${shortName}`;
  const session = await openEmptyCompose(page);
  await openAs(page, session, "/templates");
  await makeTemplate(page, { name, shortName, text: "We send {Count} samples. {MyName}" });
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Not used yet");
  await expectAccessibleInAllLooks(page);

  await page.keyboard.press("c");
  await expect(editorOf(page)).toBeVisible({ timeout: 30_000 });
  await to(page).fill("meera@example.com");
  await editorOf(page).click();
  await page.keyboard.type(`First; then ;${shortName}`);
  await expect(list(page).getByRole("option")).toHaveCount(1, { timeout: 30_000 });
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  const question = dialog(page, `Fill in “${name}”`);
  await expect(question.getByRole("textbox", { name: "Count" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("<b>3");
  await page.keyboard.press("Enter");
  await expect(editorOf(page)).toContainText("We send <b>3 samples. Rohan Desai");
  await expect(editorOf(page)).toContainText("First; then");
  await expect(subject(page)).toHaveValue("Samples for you");
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editorOf(page)).toHaveText(`First; then ;${shortName}`);

  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Commands and mail" }).fill(name);
  await page.getByRole("option", { name: `Write from template “${name}”` }).click({ timeout: 30_000 });
  await press(page, "Leave open");
  await expect(editorOf(page)).toContainText("We send {Count} samples.");
  await expect(page).toHaveURL(/\/compose$/);

  await openAs(page, session, "/templates");
  const item = page.getByRole("listitem").filter({ hasText: name });
  await expect(item).toContainText("Used 2 times");
  await item.getByRole("button", { name: `Delete: ${name}` }).click();
  await expect(item).toHaveCount(0);
  await toastOf(page, "was deleted").getByRole("button", { name: "Undo" }).click();
  await expect(item).toContainText("Used 2 times");
});

test("a template of the company answers a mail in place, and Escape leaves the ';' and the reply open [TPL-06] [TPL-12]", async ({
  page,
}) => {
  const about = `Quote ${crypto.randomUUID()}`;
  const writer = await sessionOf(page, "stranger");
  const sent = await page.request.post("/api/compose/send", {
    headers: { authorization: `Bearer ${writer.token}` },
    data: { to: [people.user], subject: about, body: "What does it cost?" },
  });
  expect(sent.ok()).toBe(true);
  await openAs(page, await sessionOf(page, "user"), "/inbox");
  await row(page, about).click({ timeout: 30_000 });
  await expect(preview(page).getByRole("heading", { name: about })).toBeVisible();
  await page.keyboard.press("r");
  const reply = editorOf(page, "Your reply");
  await expect(reply).toBeFocused({ timeout: 30_000 });
  await page.keyboard.type(";pay");
  await expect(list(page).getByRole("option")).toContainText(["Payment reminder"], { timeout: 30_000 });
  await page.keyboard.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await expect(reply).toContainText(";pay");
  await page.keyboard.type(" ;welc");
  await expect(list(page).getByRole("option")).toContainText(["Welcome a new customer"]);
  await page.keyboard.press("Tab");
  await expect(reply).toContainText("Welcome! From today on I am your contact at Acme Traders.");
  await expect(reply).toContainText("You reach me at user@acme.test.");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(reply).toContainText(";pay ;welc");
  await expect(reply).not.toContainText("Welcome!");
  await page.getByRole("region", { name: "Reply" }).getByRole("button", { name: "Discard draft" }).click();
});
