import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { type Person, sessionOf, signInAs } from "../people.ts";
import { incoming, press, reply, toastOf } from "../writing.ts";

const own = "/profile?tab=knowledge";
const row = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
async function add(page: Page, kind: string) {
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("menuitem", { name: kind }).click();
  return page.getByRole("dialog");
}
async function forget(page: Page, person: Person) {
  const { token } = await sessionOf(page, person);
  const headers = { authorization: `Bearer ${token}` };
  const { items } = await (await page.request.get("/api/knowledge", { headers })).json();
  for (const { id, version, title } of items as { id: string; version: number; title: string }[])
    if (title.includes("Zanskar")) await page.request.delete(`/api/knowledge/${id}?basedOn=${version}`, { headers });
}

// They share the knowledge of one user and one company.
test.describe.configure({ mode: "serial" });
test.afterEach(async ({ page }) => {
  for (const person of ["stranger", "admin"] as const) await forget(page, person);
});

test("a user adds a fact, an answer, a page and a file, finds a piece, changes and deletes it [KNO-01] [KNO-04] [KNO-07] [KNO-08] [KNO-09] [KNO-10]", async ({
  page,
}) => {
  await signInAs(page, "stranger", own);
  let dialog = await add(page, "Fact");
  await dialog.getByRole("button", { name: "Save entry" }).click();
  await expect(dialog.getByText("Text is required").first()).toBeVisible();
  await dialog.getByLabel("Fact").fill("The Zanskar depot opens at 8:30.");
  await dialog.getByLabel("Valid until").fill("2020-12-31");
  await expectAccessibleInAllLooks(page);
  await dialog.getByRole("button", { name: "Save entry" }).click();
  await expect(row(page, "The Zanskar depot opens at 8:30.")).toContainText("Out of date");

  dialog = await add(page, "Question and answer");
  await dialog.getByLabel("Question").fill("Who repairs the Zanskar boats?");
  await dialog.getByLabel("Answer").fill("Tenzin repairs them on Tuesdays.");
  await dialog.getByRole("button", { name: "Save entry" }).click();
  await expect(row(page, "Who repairs the Zanskar boats?")).toContainText("Question and answer");

  dialog = await add(page, "Page");
  await dialog.getByLabel("Title").fill("Zanskar handbook");
  await dialog.getByLabel("Text").fill("Rafting\n\nEverybody wears a helmet.\n\nFood\n\nLunch is at noon in the tent.");
  await dialog.getByRole("button", { name: "Save entry" }).click();
  await expect(row(page, "Zanskar handbook")).toContainText("2 pieces");

  await page.getByLabel("Files to add").setInputFiles([
    { name: "Zanskar tariff.txt", mimeType: "text/plain", buffer: Buffer.from("A raft costs 4200 rupees a day.") },
    { name: "Zanskar broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 nothing") },
  ]);
  await expect(row(page, "Zanskar tariff.txt")).toContainText("File", { timeout: 60_000 });
  await expect(row(page, "Zanskar tariff.txt")).not.toContainText("Being read", { timeout: 60_000 });
  await expect(row(page, "Zanskar broken.pdf")).toContainText("damaged", { timeout: 60_000 });
  await expectAccessibleInAllLooks(page);

  await page.getByLabel("Search knowledge").fill("price of helmets");
  const found = page.getByRole("list", { name: "Found pieces" });
  await found.getByRole("button", { name: "Zanskar handbook" }).click();
  await expect(page.getByRole("dialog").locator("[aria-current=true]")).toContainText("Everybody wears a helmet.");
  expect(new URL(page.url()).searchParams.get("piece")).toBeTruthy();
  await expectAccessibleInAllLooks(page);
  await page.keyboard.press("Escape");
  await page.getByLabel("Search knowledge").fill("");

  await page.getByRole("button", { name: "Edit: Zanskar handbook" }).click();
  await page.getByRole("dialog").getByLabel("Title").fill("Zanskar rules");
  await page.getByRole("dialog").getByRole("button", { name: "Save entry" }).click();
  await expect(row(page, "Zanskar rules")).toBeVisible();
  await page.getByRole("button", { name: "Delete: Zanskar rules" }).click();
  await expect(row(page, "Zanskar rules")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "The entry is back")).toBeVisible();
  await expect(row(page, "Zanskar rules")).toBeVisible();
});

test("an administrator adds an entry for the company, and members read it but cannot change it [KNO-06]", async ({
  page,
  browser,
}) => {
  await signInAs(page, "admin", "/settings");
  await page.getByRole("link", { name: "Knowledge" }).click();
  const dialog = await add(page, "Fact");
  await expect(dialog.getByLabel("For the whole company")).toBeChecked();
  await dialog.getByLabel("Fact").fill("The Zanskar office closes at 17:00.");
  await dialog.getByRole("button", { name: "Save entry" }).click();
  await expect(row(page, "The Zanskar office closes")).toContainText("Company");
  await expectAccessibleInAllLooks(page);

  const other = await browser.newPage();
  await signInAs(other, "user", own);
  await expect(row(other, "The Zanskar office closes")).toBeVisible();
  await expect(other.getByRole("button", { name: /^Edit: The Zanskar office/ })).toHaveCount(0);
  await other.close();
});

test("a reply answers from knowledge, names the piece, warns if it is out of date, and opens it [KNO-20] [KNO-22]", async ({
  page,
}) => {
  await signInAs(page, "stranger", own);
  const dialog = await add(page, "Question and answer");
  await dialog.getByLabel("Question").fill("Who repairs the Zanskar boats?");
  await dialog.getByLabel("Answer").fill("Tenzin repairs them on Tuesdays.");
  await dialog.getByLabel("Valid until").fill("2020-12-31");
  await dialog.getByRole("button", { name: "Save entry" }).click();
  await expect(row(page, "Who repairs the Zanskar boats?")).toBeVisible();

  await page.goto("/reply");
  await incoming(page).fill("Hi,\n\nWho repairs the Zanskar boats?\n\nBest,\nAnita");
  await press(page, "Generate reply");
  await expect(reply(page)).toContainText("Tenzin repairs them on Tuesdays.", { timeout: 30_000 });
  await expect(page.getByText("It is out of date: Who repairs the Zanskar boats?")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.getByRole("link", { name: "Who repairs the Zanskar boats?" }).click();
  await expect(page.getByRole("dialog").locator("[aria-current=true]")).toContainText("Tenzin repairs them");
});
