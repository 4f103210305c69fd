import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { signInAs } from "../people.ts";
import { editorOf, intent, press, toastOf } from "../writing.ts";

const voicePage = "/profile?tab=voice";
const trait = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
const inRow = (page: Page, text: string, name: string) => trait(page, text).getByRole("button", { name });
const voiceSwitch = (page: Page) => page.getByRole("switch", { name: "Write in my voice" });

// This user of the demo has sent enough mail, and no other journey sends more in their name. One journey after the other, because
// they share the voice.
test.describe.configure({ mode: "serial" });

test("a user sees what was learned, changes it, and drafts use it [STY-01] [STY-05] [STY-06] [STY-11] [STY-12]", async ({
  page,
}) => {
  await signInAs(page, "admin", voicePage);
  if (!(await voiceSwitch(page).isChecked())) await voiceSwitch(page).click();
  await page.getByRole("button", { name: /^Learn/ }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Learned .+ from \d+ mails/ })).toBeVisible({
    timeout: 30_000,
  });
  await expect(trait(page, "You greet people with “Dear <name>,”.")).toBeVisible();
  await expect(trait(page, "You close with “Kind regards,”.")).toBeVisible();
  await expectAccessibleInAllLooks(page);

  await inRow(page, "You greet people with", "Edit").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Greeting").fill("Namaste {name},");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(trait(page, "You greet people with “Namaste <name>,”.")).toContainText("Changed by you");
  await inRow(page, "You close with", "Leave out").click();
  await expect(trait(page, "You close with")).toContainText("Left out");
  await inRow(page, "You close with", "Use as learned").click();
  await expect(trait(page, "You close with")).not.toContainText("Left out");

  await page.goto("/compose");
  await intent(page).fill("Tell Priya that the crates arrive on Friday");
  await press(page, "Generate");
  await expect(editorOf(page)).toContainText("Namaste Priya,", { timeout: 30_000 });
  await page.getByRole("link", { name: "In your voice" }).click();
  await expect(page.getByRole("heading", { name: "Your voice" })).toBeVisible();
});

test("a voice is erased with one confirmed click, and learned only after it is switched on [STY-07]", async ({
  page,
}) => {
  await signInAs(page, "admin", voicePage);
  await page.getByRole("button", { name: "Erase your voice" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Nothing is learned until you switch it on again.");
  await question.getByRole("button", { name: "Erase", exact: true }).click();
  await expect(toastOf(page, "Your voice is erased")).toBeVisible();
  await expect(voiceSwitch(page)).not.toBeChecked();
  await expect(page.getByRole("list", { name: "How you write" })).toHaveCount(0);
  await expectAccessibleInAllLooks(page);
  await page.reload();
  await expect(voiceSwitch(page)).not.toBeChecked();
  await voiceSwitch(page).click();
  await expect(trait(page, "You greet people with “Dear <name>,”.")).toBeVisible({ timeout: 30_000 });
});
