import { expect, type Page, type Response, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllLooks } from "../accessible.ts";
import { people, sessionOf, signInAs } from "../people.ts";
import { editorOf, write } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const csv = (lines: string[]) => ({
  name: "guests.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`Email,FirstName,Table\n${lines.join("\n")}\n`),
});

/** The unsubscribe link of a mail that arrived in the demo's mailbox of the admin. */
async function linkIn(page: Page, subject: string): Promise<string> {
  const { token } = await sessionOf(page, "admin");
  const headers = { authorization: `Bearer ${token}` };
  let link = "";
  await expect(async () => {
    const list = await page.request.get(`/api/mail/threads?q=${encodeURIComponent(subject)}`, { headers });
    const { items } = (await list.json()) as { items: { id: string; subject: string }[] };
    const id = items.find((item) => item.subject === subject)?.id;
    const source = await page.request.get(`/api/mail/messages/${id}/source`, { headers });
    link = /^List-Unsubscribe: <([^>]+)>/m.exec(await source.text())?.[1] ?? "";
    expect(link).not.toBe("");
  }).toPass({ timeout: 60_000 });
  return new URL(link).pathname;
}

test("a CSV file becomes personal mail: check, preview, test, start, progress, unsubscribe, suppressed next time [MRG-01] [MRG-02] [MRG-10] [MRG-20] [MRG-21] [MRG-22] [MRG-31] [MRG-52] [MRG-54]", async ({
  page,
}) => {
  const tag = crypto.randomUUID().slice(0, 8);
  const guests = ["", "a", "b"].map((name) => (name ? `${name}-${tag}@meridian.test` : people.admin));
  const admin = await sessionOf(page, "admin");
  // A repeated run finds the address suppressed by the first.
  await page.request.post("/api/suppressions/remove", {
    headers: { authorization: `Bearer ${admin.token}` },
    data: { address: people.admin, reason: "The journey runs again" },
  });
  await signInAs(page, "user", "/mail-merge");
  await button(page, "New mail merge").first().click();

  await page
    .getByLabel("Choose a file")
    .and(page.locator("input"))
    .setInputFiles(csv([`${guests[0]},Nisha,4`, `${guests[1]},Ada,5`, `${guests[2]},,6`, "no address,Bo,7"]));
  await expect(page.getByText("3 people get the mail")).toBeVisible();
  await expect(page.getByText("Line 5: no address is not an email address")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await button(page, "Next: Mail").click();

  await page.getByLabel("Subject").fill(`Dinner ${tag} for {FirstName}`);
  await page.getByRole("textbox", { name: "Text" }).click();
  await page.keyboard.type("Dear {FirstName}, your table is {Table}.");
  await expectAccessible(page);
  await button(page, "Next: Check").click();

  await expect(page.getByText("1 recipient lacks a value.")).toBeVisible();
  await expect(page.frameLocator("iframe").getByText("Dear Nisha, your table is 4.")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await button(page, "Next with a missing value").click();
  await expect(page.getByText("3 of 3")).toBeVisible();
  await page.getByLabel("For everybody without {FirstName}").fill("guest");
  await button(page, "Use for all").click();
  await expect(page.getByText("Nothing is missing.")).toBeVisible();
  await expect(page.frameLocator("iframe").getByText("Dear guest, your table is 6.")).toBeVisible();
  await button(page, "Send a test to myself").click();
  await expect(page.getByText(`Test sent to ${people.user}`)).toBeVisible();

  // The draft is on the server: another visit finds it.
  await page.goto("/mail-merge");
  await page.getByRole("button", { name: `Dinner ${tag} for {FirstName}`, exact: true }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expectAccessibleInAllLooks(page);
  await button(page, "Send to 3 people").click();
  const question = page.getByRole("alertdialog", { name: "Send this mail to 3 people?" });
  await question.getByRole("button", { name: "Start sending" }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("row").filter({ hasText: guests[1] ?? "" })).toContainText("Sent");
  await expectAccessibleInAllLooks(page);

  const link = await linkIn(page, `Dinner ${tag} for Nisha`);
  const reader = await page.context().browser()?.newPage();
  if (!reader) throw new Error("There is no browser");
  await reader.goto(new URL(link, page.url()).href);
  await expect(reader.getByText(`${people.admin} will get no more mail`)).toBeVisible();
  await expectAccessible(reader);
  await reader.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(reader.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  await reader.close();
  await expect(page.getByRole("row").filter({ hasText: people.admin })).toContainText("Unsubscribed");

  await page.goto("/mail-merge");
  await button(page, "New mail merge").first().click();
  await button(page, "Next: Mail").waitFor();
  await page.getByText("Typed list").click();
  await page.getByLabel("Recipients", { exact: true }).and(page.locator("textarea")).fill(guests.join("\n"));
  await button(page, "Use these recipients").click();
  await expect(page.getByText("2 people get the mail")).toBeVisible();
});

test("people of the address book are searched, chosen and added to the list [MRG-04]", async ({ page }) => {
  const tag = crypto.randomUUID().slice(0, 8);
  const { token } = await sessionOf(page, "user");
  const headers = { authorization: `Bearer ${token}` };
  const names = ["Asha", "Bela", "Chand"];
  for (const name of names)
    await page.request.post("/api/people", {
      headers,
      data: {
        ...{ firstName: `${name} K`, lastName: `Guest${tag}`, company: "Harbour Ltd" },
        addresses: [`${name}-${tag}@meridian.test`],
      },
    });
  await signInAs(page, "user", "/mail-merge");
  await button(page, "New mail merge").first().click();
  await page.getByRole("radio", { name: "People" }).check();
  const search = page.getByRole("searchbox", { name: "Search people" });
  const people = page.getByRole("group", { name: "People" });
  await search.fill(`Guest${tag}`);
  await expect(people.getByRole("checkbox")).toHaveCount(3);
  await people.getByRole("checkbox", { name: /Asha/ }).check();
  await search.fill(`Chand-${tag}`);
  await expect(people.getByRole("checkbox")).toHaveCount(1);
  await people.getByRole("checkbox", { name: /Chand/ }).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await button(page, "Add selected").click();
  await expect(page.getByText("2 people added.")).toBeVisible();
  await expect(page.getByText("2 people get the mail")).toBeVisible();
  await search.fill(`Guest${tag}`);
  await expect(people.getByRole("checkbox")).toHaveCount(3);
  await button(page, "Select all shown").click();
  await button(page, "Add selected").click();
  await expect(page.getByText("1 person added. 2 were in the list already.")).toBeVisible();
  await expect(page.getByText("3 people get the mail")).toBeVisible();
  await search.fill(`nobody ${tag}`);
  await expect(page.getByText(`No people match “nobody ${tag}”.`)).toBeVisible();

  await button(page, "Next: Mail").click();
  await page.getByLabel("Subject").fill("Welcome {FirstName} of {Company}");
  await page.getByRole("textbox", { name: "Text" }).click();
  await page.keyboard.type("Dear {FirstName} {LastName}");
  await button(page, "Next: Check").click();
  await expect(page.getByText("Nothing is missing.")).toBeVisible();
  await expect(page.frameLocator("iframe").getByText(`Dear Asha K Guest${tag}`)).toBeVisible();
});

test("one of many is removed from the list before the start, and a template keeps its tokens [MRG-06] [TPL-21]", async ({
  page,
}) => {
  const tag = crypto.randomUUID().slice(0, 8);
  const { token } = await sessionOf(page, "user");
  const template = { name: `Dinner ${tag}`, shortName: `d${tag}`, subject: "Dinner for {FirstName}" };
  await page.request.post("/api/templates", {
    headers: { authorization: `Bearer ${token}` },
    data: { ...template, bodyHtml: "<p>Dear {FirstName}, come to table {Table}.</p>" },
  });
  await signInAs(page, "user", "/mail-merge");
  await button(page, "New mail merge").first().click();
  const guests = Array.from({ length: 25 }, (_, at) => `g${at}-${tag}@meridian.test,Guest ${at},${at}`);
  await page.getByLabel("Choose a file").and(page.locator("input")).setInputFiles(csv(guests));
  const list = page.getByRole("region", { name: "On the list" });
  await expect(list.getByRole("listitem")).toHaveCount(20);
  await list.getByRole("button", { name: "Next" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(5);
  await expect(list.getByText("Page 2 / 2")).toBeVisible();
  await list.getByRole("searchbox", { name: "Search recipients" }).fill("guest 7");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("button", { name: `Remove g7-${tag}@meridian.test` }).click();
  await expect(page.getByText("24 people get the mail")).toBeVisible();
  await expect(list.getByText("Left out by you")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await list.getByRole("button", { name: `Put back g7-${tag}@meridian.test` }).click();
  await expect(page.getByText("25 people get the mail")).toBeVisible();
  await list.getByRole("button", { name: `Remove g7-${tag}@meridian.test` }).click();
  await expect(page.getByText("24 people get the mail")).toBeVisible();

  await button(page, "Next: Mail").click();
  await write(page, `;d${tag}`, editorOf(page, "Text"));
  await expect(page.getByRole("listbox", { name: "Templates" }).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveText("Dear {FirstName}, come to table {Table}.");
  await expect(page.getByLabel("Subject")).toHaveValue("Dinner for {FirstName}");
  await button(page, "Next: Check").click();
  await expect(page.frameLocator("iframe").getByText("Dear Guest 0, come to table 0.")).toBeVisible();
});

test("two windows write one draft: the second keeps its text and chooses [MRG-12]", async ({ page, context }) => {
  await signInAs(page, "user", "/mail-merge");
  await button(page, "New mail merge").first().click();
  await button(page, "Next: Mail").click();
  const subjectOf = (window: Page) => window.getByLabel("Subject");
  await expect(subjectOf(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  const isSave = (response: Response) => response.request().method() === "PUT" && response.ok();
  const saved = other.waitForResponse(isSave);
  await subjectOf(other).fill("From the other window");
  await saved;
  await other.close();
  await subjectOf(page).fill("From this window");
  await expect(page.getByText("This draft was changed in another window.", { exact: false })).toBeVisible();
  await expect(subjectOf(page)).toHaveValue("From this window");
  await expectAccessibleInAllLooks(page);
  const kept = page.waitForResponse(isSave);
  await button(page, "Keep my text").click();
  await kept;
  await page.reload();
  await expect(subjectOf(page)).toHaveValue("From this window");
});

test("an administrator adds and removes suppressed addresses, with a reason [MRG-55]", async ({ page }) => {
  const address = `gone-${crypto.randomUUID().slice(0, 8)}@meridian.test`;
  await signInAs(page, "admin", "/mail-merge?view=suppressed");
  await button(page, "Add addresses").first().click();
  const form = page.getByRole("dialog", { name: "Add addresses" });
  await form.getByLabel("Addresses").fill(`Please remove <${address}>`);
  await form.getByRole("button", { name: "Add addresses" }).click();
  const row = page.getByRole("row").filter({ hasText: address });
  await expect(row).toContainText("Added by an administrator");
  await expectAccessibleInAllLooks(page);
  await row.getByRole("button", { name: `Remove ${address}` }).click();
  const question = page.getByRole("dialog", { name: `Remove ${address}?` });
  await question.getByLabel("Reason").fill("They asked for it");
  await question.getByRole("button", { name: "Remove address" }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("tab", { name: "Company" }).click();
  await expect(page.getByRole("heading", { name: "Mail merges of the company" })).toBeVisible();
});
