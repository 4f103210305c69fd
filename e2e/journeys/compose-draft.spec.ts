import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { signInAs } from "../people.ts";
import {
  alertOf,
  attach,
  brief,
  bytesFile,
  editorOf,
  extra,
  intent,
  keptDraft,
  openCompose,
  press,
  sendButton,
  subject,
  to,
  toastOf,
  write,
} from "../writing.ts";

const draftKept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("intellibox.compose.draft") ?? "null"));

test("every change is saved at once, and a reload restores each field [CMP-32] [CMP-33] [BYD-06]", async ({ page }) => {
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

test("Reset clears everything, and Undo restores it [CMP-10] [CMP-11] [CMP-12] [CMP-13] [CMP-14]", async ({ page }) => {
  await openCompose(page);
  await intent(page).fill("x");
  await subject(page).fill("y");
  await write(page, "z");
  await brief(page).getByRole("checkbox", { name: /Track/ }).uncheck();
  await brief(page).getByRole("combobox", { name: "Follow-up" }).selectOption("Off");
  await attach(
    page,
    Array.from({ length: 11 }, (_, index) => bytesFile(`${index}.txt`, 1)),
  );
  await expect(alertOf(page)).toContainText("Not attached: 10.txt.");
  const files = page.getByRole("list", { name: "Attachments" }).getByRole("listitem");
  await expect(files).toHaveCount(10);
  await press(page, "Reset");
  await expect(intent(page)).toHaveValue("");
  await expect(extra(page)).toHaveValue("");
  await expect(page.getByRole("button", { name: "Remove priya@example.com" })).toHaveCount(0);
  await expect(files).toHaveCount(0);
  await expect(subject(page)).toHaveValue("");
  await expect(editorOf(page)).toHaveText("");
  await expect(alertOf(page)).toHaveCount(0);
  await expect(brief(page).getByRole("checkbox", { name: /Track/ })).toBeChecked();
  await expect(brief(page).getByRole("combobox", { name: "Follow-up" })).toHaveValue("3");
  await expect.poll(() => draftKept(page)).toBeNull();
  await toastOf(page, "Draft cleared").getByRole("button", { name: "Undo" }).click();
  await expect(intent(page)).toHaveValue("x");
  await expect(subject(page)).toHaveValue("y");
  await expect(editorOf(page)).toHaveText("z");
  await expect(files).toHaveCount(10);
  await expect(brief(page).getByRole("checkbox", { name: /Track/ })).not.toBeChecked();
});

test("another device continues the draft, sees each change, and discards it on Reset [BYD-06]", async ({
  page,
  browser,
}) => {
  const session = await openCompose(page);
  await subject(page).fill("Thank you");
  await write(page, "Dear team");
  await expect
    .poll(() => keptDraft(page, session))
    .toMatchObject({ subject: "Thank you", bodyHtml: "<p>Dear team</p>" });

  const phone = await browser.newPage();
  await signInAs(phone, "user", "/compose");
  await expect(subject(phone)).toHaveValue("Thank you");
  await expect(editorOf(phone)).toHaveText("Dear team");
  await subject(phone).fill("Thank you all");
  await expect(subject(page)).toHaveValue("Thank you all");
  await press(phone, "Reset");
  await expect(editorOf(page)).toHaveText("");
  await expect(intent(page)).toHaveValue("");
  await expect.poll(() => draftKept(page)).toBeNull();
  await expect.poll(() => keptDraft(page, session)).toBeNull();
  await phone.close();
});

test("a draft that changed on two devices is neither lost nor overwritten: the user chooses one", async ({
  page,
  browser,
}) => {
  const session = await openCompose(page);
  await subject(page).fill("Begun");
  await expect.poll(() => keptDraft(page, session)).toMatchObject({ subject: "Begun" });
  await page.context().setOffline(true);
  await subject(page).fill("Written on the train");

  const phone = await browser.newPage();
  await signInAs(phone, "user", "/compose");
  await expect(subject(phone)).toHaveValue("Begun");
  await subject(phone).fill("Written at home");
  await expect.poll(() => keptDraft(phone, session)).toMatchObject({ subject: "Written at home" });
  await page.context().setOffline(false);
  await expect(page.getByText(/This draft was also changed on another device/)).toBeVisible({ timeout: 30_000 });
  await expect(subject(page)).toHaveValue("Written on the train");
  await expectAccessible(page);
  await press(page, "Keep this");
  await expect(subject(phone)).toHaveValue("Written on the train");
  await phone.close();
});

test("a follow-up edited in Compose is sent in its thread, which settles it [SND-20]", async ({ page }) => {
  const session = await openCompose(page);
  const headers = { authorization: `Bearer ${session.token}` };
  const about = `Samples ${Date.now()}`;
  const sent = await page.request.post("/api/compose/send", {
    headers: { ...headers, "x-followup-days": "1" },
    data: { to: ["admin@acme.test"], subject: about, body: "Here they are." },
  });
  const { messageId } = await sent.json();
  const waiting = async () => {
    const { items } = await (await page.request.get("/api/follow-ups?status=waiting", { headers })).json();
    return items.filter(({ original }: { original: { subject: string } }) => original.subject === about);
  };
  const [item] = await waiting();
  // The follow-up is due tomorrow, so the journey answers the page's request as if it were due.
  const due = { ...item, status: "ready", body: "Any news?", html: "<p>Any news?</p>" };
  await page.route("**/api/follow-ups*", (route) => route.fulfill({ json: { items: [due] } }));
  await page.goto("/dashboard");
  await press(page, `Edit the follow-up to ${about}`);
  await expect(editorOf(page)).toHaveText("Any news?");
  await expect(page.getByText(`Follow-up to “${about}”`)).toBeVisible();
  await page.reload();
  await write(page, "Hello, ");
  const request = page.waitForRequest("**/api/compose/send");
  await sendButton(page).click();
  expect((await request).postDataJSON()).toMatchObject({ followUpId: item.id, inReplyTo: messageId });
  await expect(page.getByText(/Message id </)).toBeVisible();
  await expect.poll(waiting).toEqual([]);
  await press(page, "Send as a new mail");
  await expect(page.getByText(`Follow-up to “${about}”`)).toHaveCount(0);
});
