import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import type { Dovecot } from "../../server/test/dovecot.ts";
import { preview, readerOf, rows } from "../inbox-reader.ts";
import { removeMailboxes, startMailServer } from "../mail.ts";
import { signInAs } from "../people.ts";

type Vector = { id: string; html: string; why: string };
const vectors: Vector[] = JSON.parse(
  readFileSync(new URL("../../server/test/fixtures/xss/vectors.json", import.meta.url), "utf8"),
);

test.describe.configure({ timeout: 600_000 });
test.use({ viewport: { width: 1280, height: 800 } });

/** Everything that would show that a mail did something: a dialog, a page, a request, a way out of its frame. */
function watch(page: Page) {
  const seen: string[] = [];
  const origin = () => new URL(page.url()).origin;
  page.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => seen.push(`popup ${popup.url()}`));
  page.on("request", (request) => {
    const url = request.url();
    if (/^(?:https?|wss?|ftp):/.test(url) && new URL(url).origin !== origin()) seen.push(`request ${url}`);
  });
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame() && !/^about:/.test(frame.url())) seen.push(`frame at ${frame.url()}`);
  });
  return seen;
}

/** What is left of a mail in its frame that could run, load or send. */
const dangers = (page: Page) =>
  preview(page)
    .frameLocator("iframe")
    .locator("body")
    .evaluate((body) => {
      const found: string[] = [];
      for (const element of body.querySelectorAll("*")) {
        const tag = element.tagName.toLowerCase();
        if (
          /^(?:script|style|link|meta|base|iframe|frame|object|embed|applet|form|input|button|svg|math|video|audio)$/.test(
            tag,
          )
        )
          found.push(`<${tag}>`);
        for (const { name, value } of element.attributes) {
          if (name.startsWith("on")) found.push(name);
          if (["href", "src", "action", "data", "background", "srcset", "poster"].includes(name)) {
            const isHarmless =
              name === "href" ? /^(?:https?|mailto|tel):/i : /^data:image\/(?:png|jpe?g|gif|webp);base64,/i;
            if (!isHarmless.test(value)) found.push(`${name}=${value.slice(0, 60)}`);
          }
        }
      }
      return found;
    });

/** The program is still what one touches, and the frame lies within the message's pane. */
async function expectNoOverlay(page: Page) {
  const pane = await preview(page).boundingBox();
  const frame = await preview(page).locator("iframe").boundingBox();
  if (!pane || !frame) throw new Error("There is no frame to look at");
  expect(frame.x).toBeGreaterThanOrEqual(pane.x);
  expect(frame.x + frame.width).toBeLessThanOrEqual(pane.x + pane.width + 1);
  const touched = await page.evaluate(() => {
    const points = [
      [400, 20],
      [60, 200],
      [400, 300],
    ];
    return points.map(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.tagName);
  });
  expect(touched).not.toContain("IFRAME");
}

test("no hostile mail runs, loads, opens or covers anything, even if the server had let all of it through [MBX-20]", async ({
  page,
}) => {
  const ids = vectors.map((_, at) => `01890000-0000-7000-8000-${String(at).padStart(12, "0")}`);
  const itemOf = (at: number) => ({
    id: ids[at],
    threadId: ids[at],
    threadSize: 1,
    from: "mallory@evil.test",
    fromName: "Mallory",
    subject: `Vector ${vectors[at]?.id}`,
    snippet: "",
    date: new Date(Date.now() - at * 1000).toISOString(),
    unread: false,
    hasAttachment: false,
    participants: [],
    folder: "inbox",
    boxId: ids[0],
    account: "aarav@acme.test",
  });
  const message = (at: number) => ({
    ...itemOf(at),
    ...{ to: [], cc: [], bcc: [], replyTo: [], messageId: null, references: [], bodyText: "", blockedImages: 0 },
    ...{ imagesAllowed: null, attachments: [], calendar: null, truncated: false, automatic: true, thread: [] },
    bodyHtml: `<p>marker ${vectors[at]?.id}</p>${vectors[at]?.html}`,
  });
  await page.route("**/api/mail/threads*", (route) =>
    route.fulfill({
      json: { items: ids.map((_, at) => itemOf(at)), nextCursor: null, total: ids.length, partial: false },
    }),
  );
  await page.route("**/api/mail/messages/*", (route) => {
    const at = ids.findIndex((id) => route.request().url().endsWith(id));
    return at >= 0 ? route.fulfill({ json: message(at) }) : route.fulfill({ status: 404, json: { error: "Gone" } });
  });
  await signInAs(page, "user", "/inbox");
  await expect(rows(page).first()).toBeVisible();
  const seen = watch(page);
  for (const [at, { id, why }] of vectors.entries()) {
    await page.keyboard.press("j");
    const frame = preview(page).frameLocator("iframe");
    await expect(frame.getByText(`marker ${id}`), why).toBeAttached();
    expect(await dangers(page), `${id}: ${why}`).toEqual([]);
    if (at % 20 === 0) await expectNoOverlay(page);
  }
  await expectNoOverlay(page);
  expect(seen).toEqual([]);
  await expect(page).toHaveURL(/\/inbox/);
});

test.describe("through the real server", () => {
  let dovecot: Dovecot;
  test.beforeAll(async () => {
    dovecot = await startMailServer();
  });
  test.afterAll(() => dovecot.remove());
  test.afterEach(({ page }) => removeMailboxes(page, "user"));

  test("hostile mails that really arrived do nothing either [MBX-19] [MBX-20]", async ({ page }) => {
    // As many as a first sync brings, from all over the collection.
    const step = Math.ceil(vectors.length / 45);
    const some = vectors.filter((_, at) => at % step === 0);
    const letters = some.map(({ id, html }) => ({ subject: `Vector ${id}`, html: `<p>marker ${id}</p>${html}` }));
    await readerOf(page, dovecot, letters);
    const seen = watch(page);
    for (const { id, why } of some) {
      await page.keyboard.press("j");
      await expect(preview(page).frameLocator("iframe").getByText(`marker ${id}`), why).toBeAttached();
      expect(await dangers(page), `${id}: ${why}`).toEqual([]);
    }
    expect(seen).toEqual([]);
  });
});
