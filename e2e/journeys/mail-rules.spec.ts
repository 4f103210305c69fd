import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllLooks } from "../accessible.ts";
import { preview, readerOf, row, test } from "../inbox-reader.ts";
import { mailOf } from "../mail.ts";
import { openAs, sessionOf, signInAs } from "../people.ts";
import { toastOf } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

const budget = `Budget ${crypto.randomUUID()}`;
const reader = readerOf([
  { subject: budget, text: "Figures of the quarter" },
  { subject: "Something else", text: "Hello" },
]);
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const card = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
const openRules = (page: Page, more = "") => openAs(page, reader.it().session, `/inbox?tab=rules${more}`);

/** Removes the rules that a journey made, because they would act on the mail of others. */
test.afterEach(async ({ request }) => {
  for (const person of ["user", "admin"] as const) {
    const { token } = await sessionOf({ request }, person);
    const as = { headers: { authorization: `Bearer ${token}` } };
    const { items } = await (await request.get("/api/mail-rules", as)).json();
    for (const { id, version, isShared } of items) {
      if (isShared && person === "user") continue;
      expect((await request.delete(`/api/mail-rules/${id}?basedOn=${version}`, as)).ok()).toBe(true);
    }
  }
});

/** Fills in a new rule about the subject of the mail, which stars it. */
async function fillIn(page: Page, name: string) {
  await page.getByRole("button", { name: "New rule" }).click();
  const form = dialog(page, "New rule");
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await form.getByRole("combobox", { name: "What is compared" }).click();
  await page.getByRole("option", { name: "Subject" }).click();
  await form.getByRole("textbox", { name: "Texts to look for" }).fill(budget.toUpperCase());
  await form.getByRole("combobox", { name: "What is done" }).click();
  await page.getByRole("option", { name: "Star", exact: true }).click();
  return form;
}

test("a sentence becomes a rule that watches, its proposal is applied, and the history undoes it, by keyboard only [RUL-60] [RUL-64] [RUL-65] [RUL-71] [RUL-72]", async ({
  page,
}) => {
  const { dovecot, user } = reader.it();
  await openRules(page);
  await expect(page.getByText("Let rules do the sorting")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.getByRole("textbox", { name: "Describe a rule in a sentence" }).focus();
  await page.keyboard.type("Move mail from shop@meridian.test to Receipts and mark it as read");
  await page.keyboard.press("Enter");
  const form = dialog(page, "New rule");
  await expect(form.getByRole("combobox", { name: "Folder" })).toHaveValue("Receipts");
  await expect(form.getByRole("button", { name: "Remove shop@meridian.test" })).toBeVisible();
  await expect(form.getByRole("radio", { name: "Watch" })).toBeChecked();
  await expectAccessibleInAllLooks(page);
  await form.getByRole("button", { name: "Save rule" }).focus();
  await page.keyboard.press("Enter");
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "Watch" })).toBeChecked();
  await expect(page.getByRole("tabpanel").getByRole("listitem")).toContainText("mark as read and move to “Receipts”");

  const subject = `Receipt ${crypto.randomUUID()}`;
  await dovecot.deliver(user, mailOf({ from: "Shop <shop@meridian.test>", subject, text: "Paid. Thank you." }));
  const proposal = page.getByRole("list", { name: "Proposals" }).getByRole("listitem").filter({ hasText: subject });
  await expect(async () => {
    await openRules(page, "&rules=proposals");
    await expect(proposal).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  await expect(proposal).toContainText("The sender");
  await expectAccessibleInAllLooks(page);
  await proposal.getByRole("button", { name: /^Apply/ }).focus();
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "2 actions were applied")).toBeVisible();
  await expect.poll(() => countIn("Receipts"), { timeout: 60_000 }).toBe(1);

  await page.getByRole("radio", { name: /^Proposals/ }).focus();
  await page.keyboard.press("ArrowRight");
  const entry = page.getByRole("row").filter({ hasText: subject }).filter({ hasText: "Move to" });
  await expect(entry).toContainText("Done");
  await expectAccessibleInAllLooks(page);
  await entry.getByRole("button", { name: /^Undo/ }).focus();
  await page.keyboard.press("Enter");
  await expect(entry).toContainText("Undone");
  await expect.poll(() => countIn("Receipts"), { timeout: 60_000 }).toBe(0);
});

const countIn = (folder: string) => {
  try {
    return reader.countIn(folder);
  } catch {
    // The folder is not there yet.
    return 0;
  }
};

test("a rule is tried, saved, run on mail and explained above it, and the run is undone [RUL-61] [RUL-63] [RUL-66] [RUL-69] [RUL-70] [RUL-73]", async ({
  page,
}) => {
  await openRules(page);
  const form = await fillIn(page, "Stars");
  await form.getByRole("button", { name: "Try on the newest mails" }).click();
  await expect(form.getByRole("list", { name: "Mails that the rule would handle" })).toContainText(budget);
  await expectAccessibleInAllLooks(page);
  await form.getByText("On", { exact: true }).click();
  await form.getByRole("button", { name: "Save rule" }).click();
  await expect(form).toHaveCount(0);
  await expect(card(page, "Stars").getByRole("radio", { name: "On" })).toBeChecked();

  await page.getByRole("button", { name: "More for Stars" }).click();
  await page.getByRole("menuitem", { name: "Run now…" }).click();
  const run = dialog(page, "Run Stars");
  await run.getByRole("button", { name: "Run now" }).click();
  await expect(run.getByRole("status").first()).toContainText(/^1 of /);
  await expectAccessibleInAllLooks(page);
  await run.getByRole("button", { name: "Close" }).last().click();

  await reader.open(page);
  await row(page, budget).click();
  await expect(preview(page)).toContainText("Rule “Stars”: Star");
  await preview(page).getByRole("button", { name: "Why?" }).click();
  await expect(page.getByRole("dialog", { name: "Why this rule acted" })).toContainText("The subject contains");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await preview(page).getByRole("button", { name: "Undo", exact: true }).click();
  await expect(toastOf(page, "1 action was undone.")).toBeVisible();
  await expect(preview(page)).toContainText("Star (Undone)");

  // A rule can be given the chosen mails, too.
  await row(page, budget).click({ modifiers: ["ControlOrMeta"] });
  await page.getByRole("toolbar", { name: "Selected messages" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Run a rule…" }).click();
  await dialog(page, "Run a rule")
    .getByRole("button", { name: /^Stars/ })
    .click();
  await expectAccessible(page);
  await run.getByRole("button", { name: "Run now" }).click();
  await expect(run.getByRole("status").first()).toContainText(/^1 of 1 mail/);
  await run.getByRole("button", { name: "Close" }).last().click();

  await openRules(page);
  await page.getByRole("button", { name: "More for Stars" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(card(page, "Stars")).toHaveCount(0);
  await toastOf(page, "was deleted").getByRole("button", { name: "Undo" }).click();
  await expect(card(page, "Stars").getByRole("radio", { name: "On" })).toBeChecked();
});

test("own rules are sorted, and rules come from a file and are saved as one [RUL-62] [RUL-74]", async ({ page }) => {
  await openRules(page);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Import from a file…" }).click();
  const importing = dialog(page, "Import rules");
  const filter = (name: string, from: string) => `<entry><category term="filter"/><title>${name}</title>
    <apps:property name="from" value="${from}"/><apps:property name="shouldStar" value="true"/></entry>`;
  const feed = `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:apps="http://schemas.google.com/apps/2006">
    ${filter("One", "one@meridian.test")}${filter("Two", "two@meridian.test")}</feed>`;
  await importing
    .getByLabel("File to import")
    .setInputFiles({ name: "mailFilters.xml", mimeType: "text/xml", buffer: Buffer.from(feed) });
  await expect(importing.getByRole("checkbox")).toHaveCount(2);
  await expectAccessibleInAllLooks(page);
  await importing.getByRole("button", { name: "Add 2 rules" }).click();
  await expect(importing).toHaveCount(0);
  const names = page.getByRole("tabpanel").locator("[data-row]");
  await expect(names).toHaveCount(2);
  const [first = "", second = ""] = await names.allTextContents();
  await expect(page.getByRole("radio", { name: "Off" }).first()).toBeChecked();
  await page.getByRole("button", { name: `Move ${second}: drag it, or use the arrow keys` }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(names).toHaveText([second, first]);
  await card(page, second).getByRole("button", { name: /^Move/ }).dragTo(card(page, first));
  await expect(names).toHaveText([first, second]);
  await page.reload();
  await expect(names).toHaveText([first, second]);

  await page.getByRole("button", { name: "More", exact: true }).click();
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download as JSON" }).click();
  const file = await readFile(await (await saved).path(), "utf8");
  expect(file).toContain("one@meridian.test");
});

test("an administrator allows more, and makes a rule that users see and cannot change [RUL-68] [RUL-75]", async ({
  page,
}) => {
  await signInAs(page, "admin", "/inbox?tab=rules");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "What rules may do…" }).click();
  const allowed = dialog(page, "What rules may do");
  await allowed.getByRole("switch", { name: /^Call webhooks/ }).check();
  await expectAccessibleInAllLooks(page);
  await allowed.getByRole("button", { name: "Save" }).click();
  await expect(allowed).toHaveCount(0);
  const form = await fillIn(page, "For all of us");
  await form.getByRole("switch", { name: /^For everybody/ }).check();
  await form.getByText("Off", { exact: true }).click();
  await form.getByRole("button", { name: "Save rule" }).click();
  await expect(card(page, "For all of us")).toContainText("Company");

  await openRules(page);
  const shared = card(page, "For all of us");
  await expect(shared).toContainText("Off");
  await expect(shared.getByRole("radio")).toHaveCount(0);
  await shared.getByRole("button", { name: "More for For all of us" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Duplicate", "Try…", "Run now…", "History"]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Secret of the webhooks…" }).click();
  const secret = dialog(page, "Secret of the webhooks");
  await secret.getByRole("button", { name: "Show the secret" }).click();
  await expect(secret.locator("code")).not.toBeEmpty();
  await expectAccessibleInAllLooks(page);
});

test("the ready-made rules open the form [RUL-64]", async ({ page }) => {
  await openRules(page);
  await page.getByRole("button", { name: "Ready-made rules…" }).click();
  const gallery = dialog(page, "Ready-made rules");
  await expect(gallery.getByRole("listitem")).toHaveCount(7);
  await expectAccessibleInAllLooks(page);
  await gallery
    .getByRole("button", { name: /^Use this rule/ })
    .first()
    .click();
  await expect(dialog(page, "New rule").getByText("In words:")).toBeVisible();
});
