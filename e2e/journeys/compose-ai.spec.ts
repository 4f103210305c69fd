import { expect, test } from "@playwright/test";
import {
  alertOf,
  attach,
  brief,
  byModel,
  bytesFile,
  editorOf,
  expectProblem,
  handFeed,
  openCompose,
  press,
  sendButton,
  subject,
  write,
} from "../writing.ts";

test("a draft is shown while it is generated, can be stopped, and one undo restores the previous text [AIX-11] [CMP-28]", async ({
  page,
}) => {
  await openCompose(page);
  await write(page, "My own words");
  await subject(page).fill("");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expectProblem(page, "To, Subject, and Body are required.");
  const { feed, finish } = await handFeed(page, "/compose/generate");
  await press(page, "Generate");
  await expect(alertOf(page)).toHaveCount(0);
  await expect(brief(page).getByRole("button", { name: "Generating…" })).toHaveAttribute("aria-busy", "true");
  await feed("Dear Priya,\n\nThank ");
  await expect(page.getByText("Thank", { exact: true })).toBeVisible();
  await feed("you for the offer.");
  await expect(page.getByText("Thank you for the offer.")).toBeVisible();
  await press(page, "Stop");
  await expect(editorOf(page)).toContainText("Thank you for the offer.");
  await editorOf(page).click();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editorOf(page)).toHaveText("My own words");

  await press(page, "Generate");
  await feed("Dear");
  await finish({ ...byModel, subject: "Our offer", body: "Dear Priya,\n\n- one\n- two" });
  await expect(editorOf(page).getByRole("listitem")).toHaveText(["one", "two"]);
  await expect(subject(page)).toHaveValue("Our offer");
  await expect(page.getByText("412 tokens · 1,284 ms")).toBeVisible();
  await press(page, "Restore my text");
  await expect(editorOf(page)).toHaveText("My own words");
});

test("Regenerate requests another wording [CMP-06]", async ({ page }) => {
  await openCompose(page);
  await press(page, "Generate");
  await expect(editorOf(page)).not.toHaveText("");
  const asked = page.waitForRequest("**/api/compose/generate");
  await press(page, "Regenerate");
  expect((await asked).postDataJSON().variant).toBe(1);
  await expect(page.getByText(/tokens · /)).toBeVisible();
});

test("Multi Tone makes three drafts as tabs with their tokens, and each tab keeps its own edits [CMP-07] [CMP-08] [CMP-09]", async ({
  page,
}) => {
  await openCompose(page);
  const tones: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/compose/generate")) tones.push(request.postDataJSON().tone);
  });
  await press(page, "Multi Tone");
  const tab = (name: string) => page.getByRole("tab", { name: new RegExp(`^${name} [\\d,]+ tokens$`) });
  for (const name of ["Professional", "Friendly", "Concise"]) await expect(tab(name)).toBeVisible();
  expect(tones.sort()).toEqual(["concise", "friendly", "professional"]);
  await expect(tab("Professional")).toHaveAttribute("aria-selected", "true");
  const professional = await editorOf(page).innerText();
  await tab("Concise").click();
  await expect(editorOf(page)).not.toHaveText(professional);
  await expect(subject(page)).not.toHaveValue("");
  await write(page, "Changed. ");
  await tab("Friendly").click();
  await expect(editorOf(page)).not.toContainText("Changed.");
  await tab("Concise").click();
  await expect(editorOf(page)).toContainText("Changed.");
});

test("Suggest Subject derives a subject from the text, without a Re: [CMP-18]", async ({ page }) => {
  await openCompose(page);
  await page.route("**/api/reply/suggest-subject", (route) =>
    route.fulfill({ json: { ...byModel, subject: "Re: re: Terms of delivery" } }),
  );
  await write(page, "The terms of delivery");
  const asked = page.waitForRequest("**/api/reply/suggest-subject");
  await press(page, "Suggest Subject");
  expect((await asked).postDataJSON()).toEqual({ emailBody: "The terms of delivery" });
  await expect(subject(page)).toHaveValue("Terms of delivery");
});

test("if the built-in engine had to answer, the page says why", async ({ page }) => {
  await openCompose(page);
  await page.route("**/api/compose/generate", (route) =>
    route.fulfill({
      json: {
        ...byModel,
        provider: "builtin",
        model: "builtin",
        fallback: "OpenAI refused the key.",
        subject: "S",
        body: "B",
      },
    }),
  );
  await press(page, "Generate");
  await expect(page.getByText(/built-in engine wrote this: OpenAI refused the key/i)).toBeVisible();
});

test("each failure has its own message, in a red alert and a toast [ERR-02] [ERR-03] [ERR-05] [ERR-06] [ERR-16] [ERR-22]", async ({
  page,
}) => {
  await openCompose(page);
  await page.route("**/api/{compose,reply}/**", (route) => route.fulfill({ status: 500, body: "" }));
  await subject(page).fill("Hello");
  await write(page, "Text");
  await press(page, "Generate");
  await expectProblem(page, "Failed to generate");
  await press(page, "Multi Tone");
  await expectProblem(page, "Could not generate variants");
  await press(page, "Suggest Subject");
  await expectProblem(page, "Failed to suggest subject");
  await expect(editorOf(page)).toHaveText("Text");
  await sendButton(page).click();
  await expectProblem(page, "Failed to send");
  await attach(page, [bytesFile("a.txt", 5)]);
  await sendButton(page).click();
  await expectProblem(page, "Upload failed (500)");
  await page.unroute("**/api/{compose,reply}/**");
  await page.route("**/api/compose/send", (route) => route.abort());
  await sendButton(page).click();
  await expectProblem(page, "Could not reach the backend. Check VITE_API_BASE or your dev proxy.");
});
