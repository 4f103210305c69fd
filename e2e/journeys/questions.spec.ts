import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllLooks } from "../accessible.ts";
import { button, preview, readerOf, test } from "../inbox-reader.ts";

test.describe.configure({ timeout: 180_000 });

const quill = "Zorba Quill <zorba@quillworks.test>";
const filler = Array.from({ length: 40 }, (_, at) => `<p>Paragraph ${at} of the brochure.</p>`).join("");
const reader = readerOf([
  { from: quill, subject: "Quote for the lanterns", text: "Hi,\n\nWe can offer the lanterns at ₹731 each.\n\nZorba" },
  {
    from: quill,
    subject: "Lantern brochure",
    html: `${filler}<p>The lanterns ship in <b>nine crates</b> from our depot in Kochi.</p>${filler}`,
  },
]);

const panel = (page: Page) => page.getByRole("complementary", { name: "Ask your mail" });
const field = (page: Page) => panel(page).getByRole("textbox", { name: "Your question" });

/** The code of the panel is loaded after the page, so that the key is pressed until it is there. */
async function openPanel(page: Page) {
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+j");
    await expect(panel(page)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(field(page)).toBeFocused();
}

async function ask(page: Page, question: string) {
  await field(page).fill(question);
  await page.keyboard.press("Enter");
}

/** The words that are highlighted in the page, or in the frame of a mail. */
const highlighted = (page: Page) =>
  page.evaluate(() => {
    const views = [
      window,
      ...[...document.querySelectorAll("iframe")].flatMap(({ contentWindow }) => contentWindow ?? []),
    ];
    const found = (views as (typeof window)[]).flatMap(({ CSS }) => [...(CSS.highlights.get("cited-sentence") ?? [])]);
    return found.map((range) => String(range).replaceAll(/\s+/g, " ").trim());
  });

test("a question is answered with a citation that opens the mail at the sentence, and followed up [ASK-01] [ASK-02] [ASK-06] [ASK-12]", async ({
  page,
}) => {
  await reader.open(page);
  await openPanel(page);
  await expect(panel(page).getByRole("list", { name: "Examples" })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await ask(page, "What did Zorba quote for the lanterns?");
  const answers = panel(page).getByRole("list", { name: "Questions and answers" });
  await expect(answers).toContainText("Zorba Quill wrote on", { timeout: 60_000 });
  await expect(answers).toContainText("₹731 each.");
  await expectAccessibleInAllLooks(page);
  await panel(page).getByRole("button", { name: "Citation 1: open the mail of Zorba Quill" }).click();
  await expect(preview(page).getByRole("heading", { name: "Quote for the lanterns" })).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => highlighted(page), { timeout: 20_000 }).toEqual(["We can offer the lanterns at ₹731 each."]);

  // In HTML, far down in a long mail.
  await ask(page, "And where do the lanterns ship from?");
  await expect(answers).toContainText("from our depot in Kochi", { timeout: 60_000 });
  await answers
    .getByRole("listitem")
    .last()
    .getByRole("button", { name: /Lantern brochure/ })
    .click();
  await expect
    .poll(() => highlighted(page), { timeout: 20_000 })
    .toEqual(["The lanterns ship in nine crates from our depot in Kochi."]);
  const frame = preview(page).frameLocator("iframe");
  await expect(frame.getByText("nine crates")).toBeInViewport({ timeout: 20_000 });
  await expect(panel(page).getByRole("status")).toContainText("the sentence is highlighted");

  // Escape closes it and ends the highlight; the answers stay until a new question.
  await field(page).focus();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  expect(await highlighted(page)).toEqual([]);
  await openPanel(page);
  await expect(answers).toContainText("₹731 each.");
  await button(page, "New question").click();
  await expect(panel(page).getByRole("list", { name: "Examples" })).toBeVisible();
});

test("nothing is invented, and what the engine cannot do is said [ASK-04] [ASK-05] [ASK-07]", async ({ page }) => {
  await reader.open(page);
  await openPanel(page);
  await ask(page, "What did Zorba quote for the umbrellas?");
  await expect(panel(page)).toContainText("Nothing in the mail that was searched answers this.", { timeout: 60_000 });
  await expect(panel(page).getByRole("region", { name: "Nearest mails" })).toContainText("Lantern");
  await panel(page).getByRole("combobox", { name: "Person" }).fill("nobody@else.test");
  await button(page, "New question").click();
  await ask(page, "What did Zorba quote for the lanterns?");
  await expect(panel(page)).toContainText("Nothing in the mail that was searched answers this.", { timeout: 60_000 });
  await panel(page).getByRole("combobox", { name: "Person" }).fill("");
  await ask(page, "Make a rule that archives mail from Zorba");
  await expect(panel(page)).toContainText("Nothing was changed", { timeout: 60_000 });
  await panel(page).getByRole("button", { name: "Make a rule" }).click();
  await expect(page.getByRole("textbox", { name: "Describe a rule in a sentence" })).toHaveValue(
    "archives mail from Zorba",
    { timeout: 30_000 },
  );
});

test("a slow answer can be stopped and asked again, and a failure says so [ASK-12]", async ({ page }) => {
  await reader.open(page);
  await openPanel(page);
  await page.route("**/api/mail/questions", () => undefined);
  await ask(page, "What did Zorba quote for the lanterns?");
  await panel(page).getByRole("button", { name: "Stop" }).click();
  await expect(panel(page)).toContainText("Stopped.");
  await page.unroute("**/api/mail/questions");
  await page.route("**/api/mail/questions", (route) =>
    route.fulfill({ status: 503, json: { error: "Busy", code: "unavailable" } }),
  );
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(panel(page).getByRole("alert")).toContainText("Busy", { timeout: 60_000 });
  await expectAccessible(page);
  await page.unroute("**/api/mail/questions");
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(panel(page)).toContainText("₹731 each.", { timeout: 60_000 });
});

test("a phone opens it from its menu, and a citation leads to the mail [ASK-02] [ASK-12]", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await reader.open(page);
  await expect(async () => {
    await button(page, "Menu").click();
    await button(page, "Ask your mail").click();
    await expect(panel(page)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await ask(page, "What did Zorba quote for the lanterns?");
  await expect(panel(page)).toContainText("₹731 each.", { timeout: 60_000 });
  await panel(page)
    .getByRole("button", { name: /^Citation 1/ })
    .click();
  await expect(panel(page)).toHaveCount(0);
  await expect(preview(page).getByRole("heading", { name: "Quote for the lanterns" })).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => highlighted(page), { timeout: 20_000 }).toEqual(["We can offer the lanterns at ₹731 each."]);
});

test("what is typed before the panel has come is its question, and presses no key of the inbox [ASK-12]", async ({
  page,
}) => {
  const code = /\/assets\/questions-panel[^/]*\.js$/;
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>();
  await page.route(code, async (route) => {
    await mayLoad;
    await route.continue();
  });
  await reader.open(page);
  // The key works once the code that knows it has come.
  await expect(async () => {
    const wanted = page.waitForRequest(code, { timeout: 1_000 }).catch(() => undefined);
    await page.keyboard.press("ControlOrMeta+j");
    expect(await wanted).toBeDefined();
  }).toPass({ timeout: 60_000 });
  await page.keyboard.type("Where is the tree?");
  load();
  await expect(field(page)).toHaveValue("Where is the tree?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
