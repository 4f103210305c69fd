import { expect } from "@playwright/test";
import { button, readerOf, row, rows, test } from "../inbox-reader.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

const reader = readerOf([
  {
    subject: "Freight quote",
    text: "The revised freight rate is inside.",
    from: "Daniel Okafor <daniel@lagos.test>",
  },
  { subject: "Invoice 77", text: "Rate attached.", files: [{ name: "a.txt", type: "text/plain", content: "x" }] },
]);

test("operators, phrases and excluded words select the right mail, and hits are highlighted [INB-02] [INB-03] [INB-04] [MBX-14] [MBX-15] [MBX-16] [MBX-18]", async ({
  page,
}) => {
  await reader.open(page);
  const box = page.getByRole("combobox", { name: "Search mail" });
  await expect(box).toHaveAttribute("placeholder", "from:, subject:, has:attachment, after:YYYY-MM-DD");
  const search = async (words: string) => {
    await box.fill(words);
    await box.press("Enter");
  };
  await search("from:daniel");
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "Freight quote")).toBeVisible();
  const chips = page.getByRole("list", { name: "Search operators" });
  await expect(chips).toContainText("from:daniel");
  await search("has:attachment is:unread after:2020-01-01");
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "Invoice 77")).toBeVisible();
  await search('"revised freight"');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).locator("mark").first()).toHaveText("revised freight");
  await expect(page.getByText("1 result.")).toBeVisible();
  await search("the");
  await expect(page.getByText("“the” is too common to search for alone.")).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await search("after:2026-99-99");
  await expect(page.getByText("Write a day as after:YYYY-MM-DD.")).toBeVisible();
  await search("rate -freight");
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "Invoice 77")).toBeVisible();
  await box.fill("subject:nothingatall");
  await button(page, "Search").click();
  await expect(page.getByText("No messages match this search.")).toBeVisible();
  await chips.getByRole("button", { name: "Remove subject:nothingatall" }).click();
  await expect(rows(page)).toHaveCount(2);

  // Recent searches are offered, also if the focus never left the box.
  await search("");
  await box.click();
  const recent = page.getByRole("listbox", { name: "Recent searches" });
  await expect(recent.getByRole("option").first()).toHaveText("subject:nothingatall");
  await recent.getByRole("option", { name: "rate -freight" }).click();
  await expect(rows(page)).toHaveCount(1);
  await search("");
  await box.click();
  await button(page, "Clear recent searches").click();
  await box.click();
  await expect(recent).toBeHidden();
});
