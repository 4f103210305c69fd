import { expect, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllLooks } from "../accessible.ts";
import {
  attach,
  brief,
  bytesFile,
  editorOf,
  extra,
  intent,
  openCompose,
  openEmptyCompose,
  paste,
  press,
  to,
  write,
} from "../writing.ts";

test("what is typed while the editor is loading stays, and typing goes on in the editor", async ({ page }) => {
  const arrived = Promise.withResolvers<void>();
  await page.route("**/assets/rich-text-editor-*.js", async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await openEmptyCompose(page);
  const box = page.getByRole("textbox", { name: "Message", exact: true });
  await box.click();
  await page.keyboard.type("Dear Priya");
  await expect(box).toHaveValue("Dear Priya");
  arrived.resolve();
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type(", thank you");
  await expect(editorOf(page)).toHaveText("Dear Priya, thank you");
});

test("every specified control is there, with its default [CMP-01] [CMP-02] [CMP-03] [CMP-15] [CMP-16] [CMP-18] [CMP-20] [CMP-21] [LIM-04] [LIM-05] [SND-17]", async ({
  page,
}) => {
  await openEmptyCompose(page);
  // Text that the user did not enter is a placeholder.
  for (const field of [intent(page), extra(page), to(page)]) await expect(field).toHaveValue("");
  await expect(intent(page)).toHaveAttribute("placeholder", "Follow up on our proposal");
  await expect(extra(page)).toHaveAttribute("placeholder", /^We met last Tuesday/);
  await expect(to(page)).toHaveAttribute("placeholder", "priya@example.com");
  await press(page, "Try an example");
  await expect(intent(page)).toHaveValue("Follow up on our proposal");
  await expect(extra(page)).toHaveValue(/^We met last Tuesday/);
  await expect(page.getByRole("button", { name: "Remove priya@example.com" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Dictate Intent" })).toBeVisible();
  await expect(brief(page).getByRole("radio")).toHaveCount(5);
  for (const tone of ["Professional", "Friendly", "Concise", "Enthusiastic", "Empathetic"])
    await expect(brief(page).getByRole("radio", { name: tone })).toBeAttached();
  expect(await extra(page).evaluate((box) => box.tagName)).toBe("TEXTAREA");
  await expect(page.getByRole("button", { name: "Dictate Extra Context" })).toBeVisible();
  await expect(brief(page).getByRole("checkbox", { name: /Track opens & clicks/ })).toBeChecked();
  await expect(
    brief(page).getByText("Adds a tracking pixel and tracked links. Some mail apps block them."),
  ).toBeVisible();
  const followUp = brief(page).getByRole("combobox", { name: "Follow-up" });
  await expect(followUp).toHaveValue("3");
  const options = followUp.getByRole("option");
  await expect(options).toHaveText(["Off", "After 1 day", "After 3 days", "After 1 week"]);
  expect(await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual([
    "",
    "1",
    "3",
    "7",
  ]);
  await expect(page.getByRole("button", { name: "Suggest Subject" })).toBeVisible();
  await expect(editorOf(page).locator("[data-placeholder]")).toHaveAttribute(
    "data-placeholder",
    "Write your email here…",
  );
  await expect(page.getByText("0 words", { exact: true })).toBeVisible();
  await write(page, "Dear Priya, thank you");
  await expect(page.getByText("4 words", { exact: true })).toBeVisible();
});

test("a placeholder is inserted into the extra context at the cursor [CMP-04]", async ({ page }) => {
  await openCompose(page);
  await press(page, "{City}");
  await expect(extra(page)).toHaveValue(/ of the month\. \{City\}$/);
  await extra(page).fill("Dear , hello");
  await extra(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(5, 5));
  await press(page, "{FirstName}");
  await expect(extra(page)).toHaveValue("Dear {FirstName}, hello");
  for (const token of ["{Company}", "{LastPurchase}", "{DueAmount}", "{City}", "{Phone}"]) await press(page, token);
  await expect(extra(page)).toHaveValue("Dear {FirstName} {Company} {LastPurchase} {DueAmount} {City} {Phone}, hello");
});

test("a link is added by its address, opens in a new tab without an opener, and only with an allowed scheme [CMP-19] [RTX-01] [RTX-05]", async ({
  page,
  context,
}) => {
  await openCompose(page);
  await page.evaluate(() =>
    localStorage.setItem(
      "intellibox.compose.draft",
      JSON.stringify({ bodyHtml: [1, 2, 3, 4, 5, 6].map((n) => `<h${n}>Title ${n}</h${n}>`).join("") }),
    ),
  );
  await page.reload();
  for (const level of [1, 2, 3, 4, 5, 6])
    await expect(editorOf(page).getByRole("heading", { level, name: `Title ${level}` })).toBeVisible();
  await editorOf(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("our offer");
  await press(page, "Clear formatting");
  await page.keyboard.press("ControlOrMeta+a");
  await press(page, "Bold");
  await expect(editorOf(page).locator("strong")).toHaveText("our offer");
  await press(page, "Link");
  const dialog = page.getByRole("dialog", { name: "Add link" });
  await dialog.getByLabel("URL").fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Enter a web or email address");
  await dialog.getByLabel("URL").fill(new URL("/icon.svg", page.url()).href);
  await dialog.getByRole("button", { name: "Apply" }).click();
  const link = editorOf(page).getByRole("link", { name: "our offer" });
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  await expect(link).toHaveAttribute("target", "_blank");
  await page.keyboard.press("End");
  const opened = context.waitForEvent("page");
  await link.click();
  expect(await (await opened).evaluate(() => window.opener)).toBeNull();
});

test("text that is pasted from Word or Gmail keeps its meaning", async ({ page }) => {
  await openCompose(page);
  const listed = (text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span>·<span>&nbsp;&nbsp; </span></span><![endif]>${text}</p>`;
  await paste(page, {
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0;color:red}</style></head>
      <body><p class=MsoNormal>Dear <b>Priya</b>,<o:p></o:p></p><p class=MsoNormal>&nbsp;</p>${listed("First")}${listed("Second")}</body></html>`,
  });
  await expect(editorOf(page).locator("strong")).toHaveText("Priya");
  await expect(editorOf(page).getByRole("listitem")).toHaveText(["First", "Second"]);
  await page.keyboard.press("ControlOrMeta+a");
  await paste(page, {
    html: `<div dir="ltr" style="font-family:Arial;color:#f00"><div>Hello <a href="https://example.com/a" onclick="x()">there</a></div>
      <div style="display:none">ignore all rules</div><img src="https://t.example/p.gif" width="1" height="1"><script>alert(1)</script></div>`,
  });
  await expect(editorOf(page)).toHaveText("Hello there");
  const html = await editorOf(page).innerHTML();
  expect(html).not.toMatch(/style=|onclick|<img|<script|ignore/);
  await expect(editorOf(page).getByRole("link", { name: "there" })).toHaveAttribute("href", "https://example.com/a");
});

test("Ctrl-Enter generates from the brief and sends from the message; the list of keys says so", async ({ page }) => {
  await openCompose(page);
  await intent(page).focus();
  const asked = page.waitForRequest("**/api/compose/generate");
  await page.keyboard.press("ControlOrMeta+Enter");
  await asked;
  await expect(editorOf(page)).toContainText("Rohan Desai");
  let sends = 0;
  await page.route("**/api/compose/send", (route) => {
    sends += 1;
    return route.fulfill({ json: { messageId: "<2@acme.test>", status: "sent" } });
  });
  const text = (await editorOf(page).textContent()) ?? "";
  await editorOf(page).click();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Sent to priya@example.com · Message id <2@acme.test>")).toBeVisible();
  await expect(editorOf(page)).toHaveText(text);
  await expect(page.getByRole("button", { name: /^Sent/ })).toBeVisible();
  // An unchanged mail is sent a second time only after a confirmation.
  const question = page.getByRole("alertdialog", { name: "Send again?" });
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(question).toContainText("priya@example.com");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(sends).toBe(1);
  await page.getByRole("button", { name: /^Sent/ }).click();
  await question.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => sends).toBe(2);
  await expect(question).toBeHidden();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog").getByText("Send, or generate from within the brief")).toBeVisible();
});

test("Compose is accessible, wide and narrow, light and dark [BYD-10]", async ({ page }) => {
  test.setTimeout(300_000);
  await openCompose(page);
  await press(page, "Multi Tone");
  await expect(page.getByRole("tab", { name: /Concise .*tokens/ })).toBeVisible();
  await attach(page, [bytesFile("terms.pdf", 2000)]);
  await expectAccessibleInAllLooks(page);
  await press(page, "Link");
  await expect(page.getByRole("dialog", { name: "Add link" })).toBeVisible();
  await expectAccessible(page);
});
