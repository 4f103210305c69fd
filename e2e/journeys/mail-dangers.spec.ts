import { expect, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllLooks } from "../accessible.ts";
import { preview, row } from "../inbox-reader.ts";
import { openAs, people, sessionOf } from "../people.ts";
import { editorOf, forgetDraft, to } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });

test("a mail with new bank details says so, offers no agreement, and asks the known address [DNG-05] [DNG-07]", async ({
  page,
}) => {
  const about = `Account ${crypto.randomUUID()}`;
  const [reader, writer] = [await sessionOf(page, "stranger"), await sessionOf(page, "user")];
  const send = (from: { token: string }, data: object) =>
    page.request.post("/api/compose/send", { headers: { authorization: `Bearer ${from.token}` }, data });
  // The reader wrote to the sender before, so that the address is known.
  expect((await send(reader, { to: [people.user], subject: `Hello ${about}`, body: "Hello." })).ok()).toBe(true);
  const body =
    "Our bank account has changed. Please pay the open invoice to the new account DE89 3704 0044 0532 0130 00. Can you confirm the payment?";
  expect((await send(writer, { to: [people.stranger], subject: about, body })).ok()).toBe(true);
  await forgetDraft(page, reader, "compose");
  await openAs(page, reader, "/inbox");
  await row(page, about).click({ timeout: 30_000 });
  const notice = preview(page).getByRole("alert");
  await expect(notice).toContainText("Be careful with this mail.", { timeout: 30_000 });
  await expect(notice).toContainText("It names new bank details: “Our bank account has changed.”");
  await expect(preview(page).getByRole("button", { name: "Verify first" })).toBeVisible();
  await expect(preview(page).getByRole("button", { name: /^(?:Confirm|Agree|Accept|Yes)/ })).toHaveCount(0);
  await expectAccessibleInAllLooks(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(async () => {
    await page.reload();
    await expect(notice.getByRole("button", { name: "Verify" })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await notice.getByRole("button", { name: "Verify" }).click();
  await expect(editorOf(page)).toContainText("Is it really from you?");
  await expect(to(page).or(page.getByText(people.user)).first()).toBeVisible();
  await expect(page.getByText(people.user).first()).toBeVisible();
});
