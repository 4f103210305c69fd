import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { preview, readerOf, row, test } from "../inbox-reader.ts";
import { editorOf, toastOf } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

const run = Date.now();
const subjects = ["Invoice for March", "Lunch on Friday", "Minutes of Monday", "Newsletter"].map(
  (subject) => `${subject} ${run}`,
);
const [invoice = "", lunch = "", minutes = "", newsletter = ""] = subjects;
const reader = readerOf(subjects.map((subject) => ({ subject, text: `Text of ${subject}` })));

async function keys(page: Page, ...pressed: string[]) {
  for (const key of pressed) await page.keyboard.press(key);
}

/** The list has the focus and points to this row, so that a screen reader says it. */
async function expectAt(page: Page, subject: string) {
  const list = page.getByRole("listbox", { name: "Messages" });
  await expect(preview(page)).toContainText(`Text of ${subject}`);
  await expect(list).toBeFocused();
  await expect(list).toHaveAttribute("aria-activedescendant", (await row(page, subject).getAttribute("id")) ?? "");
}

test("a morning's mail is done with no mouse: read, answered, filed, undone, found and written [BYD-02] [BYD-03]", async ({
  page,
}) => {
  await reader.open(page);
  await keys(page, "j");
  await expectAt(page, invoice);
  await keys(page, "j");
  await expectAt(page, lunch);

  await keys(page, "e");
  await expect(row(page, lunch)).toHaveCount(0);
  await keys(page, "z");
  await expect(toastOf(page, "Back in Inbox")).toBeVisible();
  await expect(row(page, lunch)).toBeVisible();

  await expectAt(page, minutes);
  await keys(page, "*");
  await expect(row(page, minutes)).toHaveAccessibleName(/Starred\./);
  await keys(page, "z");
  await expect(toastOf(page, "Star removed")).toBeVisible();
  await expect(row(page, minutes)).not.toHaveAccessibleName(/Starred\./);

  await keys(page, "j");
  await expectAt(page, newsletter);
  await keys(page, "#");
  await expect(row(page, newsletter)).toHaveCount(0);
  await keys(page, "z");
  await expect(toastOf(page, "Message restored")).toBeVisible();
  await expect(row(page, newsletter)).toBeVisible();

  // The answer is written under the thread and kept as a draft.
  await expectAt(page, minutes);
  await keys(page, "r");
  await expect(editorOf(page, "Your reply")).toBeFocused();
  await page.keyboard.type("Thank you, agreed.");
  await keys(page, "Escape");
  await expect(preview(page)).toContainText("Draft reply Thank you, agreed.");

  // All rows at once, and none again.
  await keys(page, "Shift+X");
  await expect(page.getByText("4 selected")).toBeVisible();
  await keys(page, "Escape");
  await expect(page.getByText("4 selected")).toHaveCount(0);

  // To a place of the rail and back.
  await keys(page, "g", "e");
  await expect(page).toHaveURL(/folder=archive/);
  await expect(page.getByRole("tree", { name: "Folders" }).getByRole("treeitem", { selected: true })).toHaveText(
    "Archive",
  );
  await keys(page, "g", "c");
  await expect(page.getByRole("heading", { name: "Scheduled" })).toBeVisible();
  await keys(page, "g", "u");
  await expect(page).toHaveURL(/view=follow-ups/);
  await keys(page, "g", "i");
  await expect(row(page, invoice)).toBeVisible();

  // The palette finds the mail.
  await keys(page, "ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette.getByRole("combobox", { name: "Commands and mail" })).toBeFocused();
  await page.keyboard.type(`Minutes ${run}`);
  await expect(palette.getByRole("option", { name: minutes })).toBeVisible();
  await expectAccessible(page);
  await keys(page, "ArrowDown", "Enter");
  await expect(page).toHaveURL(/message=/);
  await expect(preview(page)).toContainText(`Text of ${minutes}`);

  // The list of keys is searched.
  await keys(page, "?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.getByRole("textbox", { name: "Find a shortcut" }).focus();
  await page.keyboard.type("snoozed");
  await expect(sheet.getByText("Show Snoozed")).toBeVisible();
  await expect(sheet.getByText("Reply all")).toHaveCount(0);
  await keys(page, "Escape");
  await expect(sheet).toBeHidden();

  await keys(page, "c");
  await expect(page.getByRole("textbox", { name: "Intent" })).toBeFocused();
});
