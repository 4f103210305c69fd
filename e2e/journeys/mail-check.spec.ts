import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllLooks } from "../accessible.ts";
import { preview, row } from "../inbox-reader.ts";
import { openAs, people, sessionOf } from "../people.ts";
import { editorOf, openEmptyCompose, setUndoSeconds, subject, to, toastOf, write } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });

const findings = (page: Page) => page.getByRole("region", { name: "Before you send" });

/** The next Tuesday at least a week ahead, named with the date of the Wednesday after it. */
function wrongDate() {
  const day = new Date();
  do day.setDate(day.getDate() + 1);
  while (day.getDay() !== 3);
  day.setDate(day.getDate() + 7);
  const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" }).format(day);
  return { wrong: `Tuesday ${date}`, right: `Wednesday ${date}` };
}

test("Compose names what to check, corrects it by one click, and asks before a promised file is missing [CHK-11] [CHK-12] [CHK-13]", async ({
  page,
}) => {
  const { token } = await openEmptyCompose(page);
  await setUndoSeconds(page, token, 10);
  const { wrong, right } = wrongDate();
  await to(page).fill(people.stranger);
  await subject(page).fill(`Plan ${crypto.randomUUID()}`);
  await write(page, `Attached is the plan for ${wrong}.`);
  await expect(findings(page)).toContainText("2 things to check before you send", { timeout: 30_000 });
  await expectAccessibleInAllLooks(page);
  await findings(page).getByRole("button", { name: "Change to Wednesday" }).click();
  await expect(editorOf(page)).toHaveText(`Attached is the plan for ${right}.`);
  await expect(findings(page)).toContainText("1 thing to check before you send");
  // One undo step, as if it had been typed.
  await editorOf(page).focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editorOf(page)).toContainText(wrong);
  await findings(page).getByRole("button", { name: "Change to Wednesday" }).click();

  await page.keyboard.press("ControlOrMeta+Enter");
  const question = page.getByRole("alertdialog", { name: "Send this mail all the same?" });
  await expect(question).toContainText("No file is attached");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    findings(page).getByRole("button", { name: "Attach a file" }).click(),
  ]);
  await chooser.setFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("the plan") });
  await expect(page.getByRole("list", { name: "Attachments" })).toContainText("plan.txt");
  await expect(findings(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(toastOf(page, "Sending in")).toBeVisible();
});

test("a reply is compared with the mail that it answers [CHK-03] [CHK-05] [CHK-08]", async ({ page }) => {
  const about = `Boxes ${crypto.randomUUID()}`;
  const writer = await sessionOf(page, "user");
  const sent = await page.request.post("/api/compose/send", {
    headers: { authorization: `Bearer ${writer.token}` },
    data: {
      to: [people.stranger],
      subject: about,
      body: "We offer INR 41.50 a box. Do you also need printed logos?",
    },
  });
  expect(sent.ok()).toBe(true);
  await openAs(page, await sessionOf(page, "stranger"), "/inbox");
  await row(page, about).click({ timeout: 30_000 });
  await expect(preview(page).getByRole("heading", { name: about })).toBeVisible();
  await page.keyboard.press("r");
  const reply = editorOf(page, "Your reply");
  await expect(reply).toBeFocused();
  await page.keyboard.type("Thank you. We would like to order two hundred at INR 45.10 each, for next week.");
  await expect(findings(page)).toContainText("INR 45.10 here, INR 41.50 in the mail that you answer.", {
    timeout: 30_000,
  });
  await expect(findings(page)).toContainText("Not answered yet: “Do you also need printed logos?”");
  await findings(page).getByRole("button", { name: "Change to INR 41.50" }).click();
  await expect(reply).toContainText("at INR 41.50 each");
  await findings(page).getByRole("button", { name: "Add an answer" }).click();
  await expect(reply).toContainText("“Do you also need printed logos?” [your answer]");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(findings(page)).toContainText("A placeholder is left: [your answer]");
  await expectAccessible(page);
});
