import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { preview, row } from "../inbox-reader.ts";
import { openAs, people, sessionOf } from "../people.ts";
import { editorOf, press, setUndoSeconds, toastOf } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });

const reply = (page: Page) => editorOf(page, "Your reply");

/** Sends a mail to the stranger and a colleague, and opens it in the stranger's inbox. */
async function openAnswered(page: Page, html = "") {
  const about = `Samples ${crypto.randomUUID()}`;
  const writer = await sessionOf(page, "user");
  const sent = await page.request.post("/api/compose/send", {
    headers: { authorization: `Bearer ${writer.token}` },
    data: { to: [people.stranger], cc: [people.admin], subject: about, body: "Can you send three samples?", html },
  });
  expect(sent.ok()).toBe(true);
  const reader = await sessionOf(page, "stranger");
  await setUndoSeconds(page, reader.token, 10);
  await openAs(page, reader, "/inbox");
  await row(page, about).click({ timeout: 60_000 });
  await expect(preview(page).getByRole("heading", { name: about })).toBeVisible();
  return { about, writer, reader };
}

test("a mail is answered to all under its thread by keyboard, taken back with z, and sent again", async ({ page }) => {
  const { about, writer } = await openAnswered(page);
  await page.keyboard.press("a");
  await expect(reply(page)).toBeFocused();
  const composer = page.getByRole("region", { name: "Reply all" });
  await expect(composer).toContainText(`to ${people.user} · Cc ${people.admin}`);
  await page.keyboard.type("They leave on Thursday.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(composer).toHaveCount(0);
  const onTheirWay = page.getByRole("list", { name: "Your replies on their way" });
  await expect(onTheirWay).toContainText("They leave on Thursday.");
  await expect(toastOf(page, "Sending in")).toBeVisible();
  await page.keyboard.press("z");
  await expect(reply(page)).toContainText("They leave on Thursday.");
  await expect(reply(page)).toBeFocused();
  await expect(onTheirWay).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(onTheirWay).toContainText("They leave on Thursday.");
  await expect(toastOf(page, "Sent to")).toBeVisible({ timeout: 60_000 });
  await expect(onTheirWay).toHaveCount(0, { timeout: 30_000 });
  await expect(preview(page).getByText("They leave on Thursday.").first()).toBeVisible();

  const headers = { authorization: `Bearer ${writer.token}` };
  const answers = async () => {
    const query = new URLSearchParams({ q: `subject:"${about}"` });
    const { items } = await (await page.request.get(`/api/mail/threads?${query}`, { headers })).json();
    return items.filter((item: { folder: string }) => item.folder === "inbox").length;
  };
  await expect.poll(answers, { timeout: 30_000 }).toBe(1);
});

test("a reply is kept when another page is opened, listed, continued in place and discarded with undo", async ({
  page,
}) => {
  await openAnswered(page);
  await page.keyboard.press("r");
  await expect(reply(page)).toBeFocused();
  await page.keyboard.type("Begun here.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(reply(page)).toHaveCount(0);
  await expect(preview(page)).toContainText("Draft reply Begun here.");
  await page.goto("/inbox?folder=drafts");
  await page.getByRole("button", { name: /Begun here\./ }).click();
  await expect(reply(page)).toContainText("Begun here.");
  await press(page, "Discard draft");
  await expect(reply(page)).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(reply(page)).toContainText("Begun here.");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(reply(page)).toBeInViewport();
  await expectAccessible(page);
  await press(page, "Open in Reply Assistant");
  await expect(page).toHaveURL(/\/reply$/);
  await expect(editorOf(page, "Smart reply")).toContainText("Begun here.");
});

test("own words survive a one-click answer after another thread was read, and come back after a reload", async ({
  page,
}) => {
  const { about } = await openAnswered(page);
  await page.keyboard.press("r");
  await expect(reply(page)).toBeFocused();
  await page.keyboard.type("My own careful words.");
  const other = page.getByRole("listbox").getByRole("option").filter({ hasNotText: about }).first();
  await other.click();
  await expect(reply(page)).toHaveCount(0);
  await row(page, about).click();
  await expect(preview(page)).toContainText("Draft reply My own careful words.");
  await page.getByRole("region", { name: "One-click replies" }).getByRole("button").first().click({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Restore my text" })).toBeVisible({ timeout: 30_000 });
  await expect(reply(page)).not.toContainText("My own careful words.");
  await page.reload();
  await preview(page).getByRole("button", { name: "Continue" }).click();
  await press(page, "Restore my text");
  await expect(reply(page)).toContainText("My own careful words.");
});

test("a message is forwarded with its look, without a note", async ({ page }) => {
  const { about, reader, writer } = await openAnswered(
    page,
    "<table bgcolor='#eeeeee'><tr><td>Three samples</td></tr></table>",
  );
  await page.keyboard.press("f");
  const composer = page.getByRole("region", { name: "Forward", exact: true });
  const to = composer.getByRole("textbox", { name: "To", exact: true });
  await expect(to).toBeFocused();
  await to.fill(people.user);
  await to.press("Enter");
  await composer.getByRole("button", { name: /^Forwarded message/ }).click();
  await expect(composer.getByTitle(`Forwarded: ${about}`).contentFrame().getByText("Three samples")).toBeVisible();
  await setUndoSeconds(page, reader.token, 0);
  await expectAccessible(page);
  await composer.getByRole("button", { name: "Send", exact: true }).click();
  await expect(composer).toHaveCount(0);
  const headers = { authorization: `Bearer ${writer.token}` };
  const forwarded = async () => {
    const query = new URLSearchParams({ q: `subject:"Fwd: ${about}"` });
    const { items } = await (await page.request.get(`/api/mail/threads?${query}`, { headers })).json();
    const id = items.find((item: { folder: string }) => item.folder === "inbox")?.id;
    return id ? (await (await page.request.get(`/api/mail/messages/${id}`, { headers })).json()).bodyHtml : "";
  };
  await expect
    .poll(forwarded, { timeout: 60_000 })
    .toMatch(/Forwarded message.*<table bgcolor="#eeeeee">.*Three samples/s);
});
