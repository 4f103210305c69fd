import { expect, type Page } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { preview, readerOf, row, test } from "../inbox-reader.ts";
import { goWithin } from "../people.ts";
import { to, toastOf } from "../writing.ts";

test.describe.configure({ timeout: 300_000, mode: "serial" });
test.use({ viewport: { width: 1440, height: 900 } });

const reader = readerOf([
  { from: "José Álvarez <jose@harbour.test>", subject: "Berth plan", text: "The plan is attached." },
  { from: "Mira Shah <mira@lantern.test>", subject: "Lamps", text: "They are here." },
]);

/** A journey that is tried again begins with the people of the mail only. */
test.beforeAll(async ({ request }) => {
  const headers = { authorization: `Bearer ${reader.it().session.token}` };
  const saved = await (await request.get("/api/people?filter=saved&limit=100", { headers })).json();
  const ids = saved.items.map(({ id }: { id: string }) => id);
  if (ids.length > 0) await request.post("/api/people/delete", { headers, data: { ids } });
});

const table = (page: Page) => page.getByRole("table", { name: "People" });
const rowOf = (page: Page, text: string) => table(page).getByRole("row").filter({ hasText: text });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const choose = async (page: Page, name: string) => {
  await press(page, "More");
  await page.getByRole("menuitem", { name }).click();
};

/** People are learned in the background after the mail was stored. */
async function openPeople(page: Page) {
  await reader.open(page);
  await expect(async () => {
    await goWithin(page, "/inbox");
    await goWithin(page, "/people?limit=100");
    await expect(rowOf(page, "jose@harbour.test")).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
}

test("people of the mail are listed, added, edited, deleted and restored [PPL-09] [PPL-10] [PPL-11]", async ({
  page,
}) => {
  await openPeople(page);
  await expect(rowOf(page, "mira@lantern.test")).toContainText("From mail");
  await expectAccessibleInAllLooks(page);
  await press(page, "Add person");
  const form = page.getByRole("dialog", { name: "Add person" });
  await form.getByRole("textbox", { name: "Email addresses" }).fill("nowhere");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Enter a valid email address")).toBeVisible();
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("Wes Okafor");
  await form.getByRole("textbox", { name: "Company" }).fill("Okafor Ltd");
  await form.getByRole("textbox", { name: "Email addresses" }).fill("wes@okafor.test\nw@okafor.test");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, "Wes Okafor")).toContainText("wes@okafor.test and 1 more");
  await page.getByRole("button", { name: "Edit Wes Okafor" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Wes Okafor" });
  await expect(edit.getByRole("textbox", { name: "Company" })).toHaveValue("Okafor Ltd");
  await edit.getByRole("textbox", { name: "Job title" }).fill("Captain");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  await page.getByRole("button", { name: "Delete Wes Okafor" }).click();
  await expect(rowOf(page, "Wes Okafor")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, "Wes Okafor")).toBeVisible();
});

test("a file is imported after a preview, and doubles are merged, separated and dismissed [PPL-12] [PPL-17] [PPL-19]", async ({
  page,
}) => {
  await openPeople(page);
  await choose(page, "Import from a file…");
  const dialog = page.getByRole("dialog", { name: "Import people" });
  const csv = "Name,Email,Company\nMira Shah,mira@home.test,Lantern\nNew One,new@one.test,\nNobody,,\n";
  await dialog
    .getByLabel("File to import")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(dialog.getByRole("region", { name: "Preview" })).toContainText("New2");
  await expect(dialog.getByText("Line 4: Nobody. It has no email address.")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await dialog.getByRole("button", { name: "Import 2" }).click();
  await expect(toastOf(page, "2 added, 0 updated")).toBeVisible();
  await expect(rowOf(page, "mira@home.test")).toBeVisible();
  await choose(page, "Find doubles…");
  const doubles = page.getByRole("dialog", { name: "Find doubles" });
  const proposal = doubles.getByRole("group").filter({ hasText: "mira@home.test" });
  await proposal.getByRole("button", { name: "Merge 2" }).click();
  await expect(proposal).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(rowOf(page, "Mira Shah")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, "Mira Shah")).toHaveCount(2);
  await choose(page, "Find doubles…");
  await proposal.getByRole("button", { name: "Not the same person" }).click();
  await expect(proposal).toHaveCount(0);
  await expectAccessibleInAllLooks(page);
  await page.reload();
  await choose(page, "Find doubles…");
  // Other journeys of this user may have made doubles of their own.
  await expect(doubles.getByText("No doubles found.").or(doubles.getByRole("group").first())).toBeVisible();
  await expect(proposal).toHaveCount(0);
});

test("a person's card leads to their mail and to a new one, which their name completes [PPL-07] [PPL-13]", async ({
  page,
}) => {
  await reader.open(page);
  await row(page, "Berth plan").click();
  await preview(page).getByRole("button", { name: "José Álvarez" }).click();
  const small = page.getByRole("dialog", { name: "About the sender" });
  await expect(small).toContainText("jose@harbour.test");
  await small.getByRole("link", { name: "Open card" }).click();
  await expect(page.getByRole("heading", { name: "José Álvarez" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Berth plan/ })).toHaveAttribute("href", /\/inbox\?message=/);
  await expectAccessibleInAllLooks(page);
  await press(page, "Write mail");
  await expect(page.getByRole("button", { name: "Remove jose@harbour.test" })).toBeVisible();
  const found = page.getByRole("listbox", { name: "People" }).getByRole("option");
  await to(page).fill("lantern.t");
  await expect(found.filter({ hasText: "mira@lantern.test" })).toBeVisible();
  await page.getByRole("button", { name: "Remove jose@harbour.test" }).click();
  await to(page).fill("alvar");
  await found.filter({ hasText: "jose@harbour.test" }).click();
  await expect(page.getByRole("button", { name: "Remove jose@harbour.test" })).toBeVisible();
});

test("the page and the card fit on a phone [PPL-09]", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPeople(page);
  await rowOf(page, "jose@harbour.test").getByRole("button", { name: /^José/ }).click();
  await expect(page.getByRole("heading", { name: "José Álvarez" })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
