import { expect, type Page, test } from "@playwright/test";
import {
  alertOf,
  attach,
  brief,
  bytesFile,
  editorOf,
  extra,
  intent,
  openCompose,
  press,
  subject,
  to,
  write,
} from "../writing.ts";

const draftKept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("intellibox.compose.draft") ?? "null"));

test("every change is kept at once, and a reload brings each field back [CMP-32] [CMP-33] [BYD-06]", async ({
  page,
}) => {
  await openCompose(page);
  await intent(page).fill("Thank the team");
  expect(await draftKept(page)).toMatchObject({
    intent: "Thank the team",
    tone: "professional",
    bodyHtml: "<p></p>",
  });
  await page.getByText("Empathetic", { exact: true }).click();
  await extra(page).fill("They worked late.");
  await to(page).fill("a@example.com, b@exam");
  await subject(page).fill("Thank you");
  await write(page, "Dear team");
  await expect
    .poll(() => draftKept(page))
    .toMatchObject({
      intent: "Thank the team",
      tone: "empathetic",
      extra: "They worked late.",
      to: "priya@example.com, a@example.com, b@exam",
      subject: "Thank you",
      bodyHtml: "<p>Dear team</p>",
    });
  await page.reload();
  await expect(intent(page)).toHaveValue("Thank the team");
  await expect(brief(page).getByRole("radio", { name: "Empathetic" })).toBeChecked();
  await expect(extra(page)).toHaveValue("They worked late.");
  await expect(page.getByRole("button", { name: "Remove a@example.com" })).toBeVisible();
  await expect(subject(page)).toHaveValue("Thank you");
  await expect(editorOf(page)).toHaveText("Dear team");
});

test("Reset brings the samples back and clears the rest [CMP-10] [CMP-11] [CMP-12] [CMP-13] [CMP-14]", async ({
  page,
}) => {
  await openCompose(page);
  await intent(page).fill("x");
  await subject(page).fill("y");
  await write(page, "z");
  await brief(page).getByRole("checkbox", { name: /Track/ }).uncheck();
  await brief(page).getByRole("combobox", { name: "Follow-up" }).click();
  await page.getByRole("option", { name: "Off" }).click();
  await attach(
    page,
    Array.from({ length: 11 }, (_, index) => bytesFile(`${index}.txt`, 1)),
  );
  await expect(alertOf(page)).toBeVisible();
  await press(page, "Reset");
  await expect(intent(page)).toHaveValue("Follow up on our proposal");
  await expect(extra(page)).toHaveValue(/^We met last Tuesday/);
  await expect(page.getByRole("button", { name: "Remove priya@example.com" })).toBeVisible();
  await expect(subject(page)).toHaveValue("");
  await expect(editorOf(page)).toHaveText("");
  await expect(alertOf(page)).toHaveCount(0);
  await expect(brief(page).getByRole("checkbox", { name: /Track/ })).toBeChecked();
  await expect(brief(page).getByRole("combobox", { name: "Follow-up" })).toHaveText("After 3 days");
  expect(await draftKept(page)).toBeNull();
});
