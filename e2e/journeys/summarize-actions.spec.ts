import { readFile } from "node:fs/promises";
import { type Download, expect, type Page, test } from "@playwright/test";
import { button, summarized, tab, toast } from "../summarizing.ts";
import { forgetDraft } from "../writing.ts";

test.use({ timezoneId: "Asia/Kolkata" });

const field = (page: Page, name: string, row = 1) => page.getByLabel(`${name} ${row}`, { exact: true });

async function contentOf(download: Download) {
  return readFile(await download.path());
}

async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return download;
}

test("the action plan is an editable table with due dates in the reader's time zone [SUM-10] [SUM-11] [SUM-12] [SUM-13]", async ({
  page,
}) => {
  await summarized(page);
  await tab(page, /^Action Plan \([1-9]\d*\)$/).click();
  await expect(page.getByRole("columnheader")).toHaveText(["#", "Action", "Owner", "Due", "Source", "Actions"]);
  const review = page.getByRole("row").filter({ has: page.locator("textarea", { hasText: /clause 7\.2/ }) });
  await expect(review.locator("input[type=datetime-local]")).toHaveValue("2026-11-18T17:00");
  for (const name of [/^Calendar/, /^Draft in Compose/, /^Delete/])
    await expect(review.getByRole("button", { name })).toBeVisible();

  for (const width of [1440, 1024, 769]) {
    await page.setViewportSize({ width, height: 800 });
    for (const title of ["#", "Action", "Owner", "Due", "Source"])
      await expect(
        page.getByRole("columnheader", { name: title, exact: true }),
        `${title}, ${width} px`,
      ).toBeInViewport();
    await expect(review.getByRole("cell").first(), `${width} px`).toBeInViewport();
    await expect.poll(() => page.getByRole("main").evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);
  }

  const rows = page.getByRole("row");
  const before = await rows.count();
  await button(page, "Add row").click();
  await expect(rows).toHaveCount(before + 1);
  await expect(field(page, "Action", before)).toBeFocused();
  await page.keyboard.type("Book the room");
  await expect(tab(page, /^Action Plan/)).toHaveText(`Action Plan (${before})`);
  await button(page, `Delete, action ${before}`).click();
  await expect(rows).toHaveCount(before);
  await toast(page, "Action deleted").getByRole("button", { name: "Undo" }).click();
  await expect(field(page, "Action", before)).toHaveValue("Book the room");
});

test("the action plan is exported as CSV and as a workbook, with formulas escaped [SUM-14] [EXP-01] [EXP-02] [ERR-17] [VAL-17]", async ({
  page,
}) => {
  await summarized(page);
  await tab(page, /^Action Plan/).click();
  await field(page, "Action").fill('=HYPERLINK("http://leak.invalid","x")');
  await field(page, "Due").fill("2026-11-20T18:30");
  const csv = await saved(page, () => button(page, "Export to Excel").click());
  expect(csv.suggestedFilename()).toBe("ActionItems.csv");
  const lines = (await contentOf(csv)).toString("utf8").split("\r\n");
  expect(lines[0]).toBe("\uFEFF#,Action,Owner,Due,Source");
  expect(lines[1]).toMatch(/^1,"'=HYPERLINK\(""http:\/\/leak\.invalid"",""x""\)",.*,2026-11-20 18:30,/);

  await expect(page).toHaveURL(/\?id=/);
  const book = await saved(page, () => button(page, "Workbook (.xlsx)").click());
  expect(book.suggestedFilename()).toBe("ActionItems.xlsx");
  expect((await contentOf(book)).subarray(0, 2).toString()).toBe("PK");
  await page.route("**/actions.xlsx*", (route) => route.fulfill({ status: 503, body: "" }));
  await button(page, "Workbook (.xlsx)").click();
  await expect(toast(page, "Failed with 503")).toBeVisible();

  while ((await page.getByRole("row").count()) > 1) await button(page, "Delete, action 1").click();
  await button(page, "Export to Excel").click();
  await expect(toast(page, "No action items to export")).toBeVisible();
});

test("the action plan is exported to a calendar, with half an hour for each task [EXP-03] [VAL-16]", async ({
  page,
}) => {
  await summarized(page);
  await tab(page, /^Action Plan/).click();
  await field(page, "Action").fill("Review; sign, send");
  await field(page, "Due").fill("2026-11-20T18:30");
  const file = await saved(page, () => button(page, "Calendar, action 1").click());
  expect(file.suggestedFilename()).toBe("Review-sign-send.ics");
  const text = (await contentOf(file)).toString("utf8");
  expect(text).toContain("DTSTART:20261120T130000Z\r\nDTEND:20261120T133000Z\r\nSUMMARY:Review\\; sign\\, send\r\n");
  await field(page, "Due").fill("");
  await button(page, "Calendar, action 1").click();
  await expect(toast(page, "No valid due date for calendar export")).toBeVisible();
});

test("the action plan becomes a draft in Compose, after a confirmation if a draft exists [SUM-15] [ERR-20]", async ({
  page,
}) => {
  await forgetDraft(page, await summarized(page), "compose");
  await tab(page, /^Action Plan/).click();
  await field(page, "Action").fill("Send the price list");
  const kept = page.waitForResponse(
    (response) =>
      response.request().method() === "PUT" && response.request().postData()?.includes("Priya Nair") === true,
  );
  await expect(page).toHaveURL(/\?id=/);
  await field(page, "Owner").fill("Priya Nair");
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await button(page, "Draft in Compose, action 1").click();
  await expect(toast(page, "Could not prepare Compose draft")).toBeVisible();
  await expect(page).toHaveURL(/\/summarize/);

  await kept;
  await page.reload();
  await tab(page, /^Action Plan/).click();
  await expect(field(page, "Owner")).toHaveValue("Priya Nair");
  await button(page, "Draft in Compose, action 1").click();
  await expect(page).toHaveURL(/\/compose$/);
  await expect(page.getByLabel("Subject")).toHaveValue("Send the price list");
  await expect(page.getByText("priya@meridian.test")).toBeVisible();
  await page.goBack();
  await tab(page, /^Action Plan/).click();
  await button(page, "Draft in Compose, action 1").click();
  await expect(page.getByRole("alertdialog")).toContainText("Replace the email in Compose?");
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace" }).click();
  await expect(page).toHaveURL(/\/compose$/);
});
