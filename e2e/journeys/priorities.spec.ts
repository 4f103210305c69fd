import { expect } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { button, preview, readerOf, row, rows, test } from "../inbox-reader.ts";
import { toastOf } from "../writing.ts";

test.describe.configure({ timeout: 120_000 });
test.use({ viewport: { width: 1440, height: 900 } });

const to = "user@acme.test";
const reader = readerOf([
  { to, subject: "Sizes", from: "Meera <meera@boxes.test>", text: "Hi,\n\nWhich size of boxes do you need?\n\nMeera" },
  { to, subject: "Left", from: "Anand <anand@freight.test>", text: "The boxes have left our house." },
  {
    ...{ to, subject: "Autumn offers", from: "Shop <news@shop.test>", text: "Save 20 % today." },
    headers: ["List-Unsubscribe: <https://shop.test/u>"],
  },
]);

test("the inbox is split into Important and Other, with reasons, and one click moves a sender [PRI-01] [PRI-02] [PRI-03]", async ({
  page,
}) => {
  await reader.open(page);
  const tab = (name: string) => page.getByRole("tab", { name });
  await expect(rows(page)).toHaveCount(3);
  await tab("Important").click();
  await expect(rows(page)).toHaveCount(1);
  await row(page, "Sizes").click();
  await expect(preview(page)).toContainText("Important. It asks you: “Which size of boxes do you need?”");
  await expectAccessibleInAllLooks(page);

  await tab("Other").click();
  await expect(rows(page)).toHaveCount(2);
  await row(page, "Left").click();
  await button(page, "Move to Important").click();
  await expect(row(page, "Left")).toHaveCount(0);
  await expect(preview(page)).toContainText("Important. You moved this conversation here.");
  await tab("Important").click();
  await expect(rows(page)).toHaveCount(2);
  // It survives a reload.
  await page.reload();
  await expect(tab("Important")).toHaveAttribute("aria-selected", "true");
  await expect(row(page, "Left")).toBeVisible();

  await row(page, "Left").click();
  await button(page, "Move to Other").click();
  await expect(row(page, "Left")).toHaveCount(0);
  await toastOf(page, "Moved to Other").getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Left")).toBeVisible();
  await tab("All").click();
  await expect(rows(page)).toHaveCount(3);
});
