import { readFileSync } from "node:fs";
import type { api } from "@intellibox/contract/api";
import type { Endpoint } from "@intellibox/contract/endpoint";
import { expect, type Page } from "@playwright/test";
import type { z } from "zod";
import { hostileMails, type Vector } from "../hostile-mails.ts";
import { preview, readerOf, row, rows, test } from "../inbox-reader.ts";
import { signInAs } from "../people.ts";

const collection: Vector[] = JSON.parse(
  readFileSync(new URL("../../server/test/fixtures/xss/vectors.json", import.meta.url), "utf8"),
);
const vectors = [...hostileMails, ...collection];

/** The JSON of an answer, in which dates are text. A field that is missing in it is a type error. */
type AnswerOf<E extends Endpoint> = z.input<E["response"]>;

test.describe.configure({ timeout: 600_000 });
test.use({ viewport: { width: 1280, height: 800 } });

/** Records every sign that a mail did something: a dialog, a page, a request, an escape from its frame. */
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

/** Waits until a mail is in its frame, and returns everything in it that could run, load, send or cover. */
const dangers = (page: Page, marker: string) =>
  page.evaluate(async (wanted) => {
    const giveUp = performance.now() + 60_000;
    const bodyOf = () => {
      const inner = document.querySelector<HTMLIFrameElement>("iframe[sandbox]")?.contentDocument;
      return inner?.readyState === "complete" && inner.body.textContent?.includes(wanted) ? inner.body : undefined;
    };
    while (!bodyOf() && performance.now() < giveUp) await new Promise((resolve) => setTimeout(resolve, 10));
    const body = bodyOf();
    if (!body) return ["the mail is not shown"];

    const tags =
      /^(?:script|style|link|meta|base|i?frame(?:set)?|fencedframe|portal|object|embed|applet|form|input|button|select|textarea|svg|math|video|audio|source|track|dialog|template|noscript|marquee)$/;
    const attributes = /^(?:on|form|ping|popover|autofocus|id$|name$|contenteditable|accesskey|tabindex|http-equiv)/;
    const addresses = ["href", "src", "action", "data", "background", "srcset", "poster"];
    const found: string[] = [];
    for (const element of body.querySelectorAll("*")) {
      const tag = element.tagName.toLowerCase();
      if (tags.test(tag)) found.push(`<${tag}>`);
      for (const { name, value } of element.attributes) {
        if (attributes.test(name)) found.push(name);
        if (name === "target" && value !== "_blank") found.push(`target=${value}`);
        if (name === "style" && /url|position|\\|\dv[hw]\b/i.test(value)) found.push(value);
        if (!addresses.includes(name)) continue;
        const isHarmless =
          name === "href" ? /^(?:https?|mailto|tel):/i : /^data:image\/(?:png|jpe?g|gif|webp);base64,/i;
        if (!isHarmless.test(value)) found.push(`${name}=${value.slice(0, 60)}`);
      }
    }
    const sheets = [...(body.ownerDocument.styleSheets ?? [])].slice(1);
    for (const rule of sheets.flatMap((sheet) => [...sheet.cssRules]))
      if (/url|image|position|inset|\dv[hw]|^(?!\.ib-mail|@media|body:not)/i.test(rule.cssText))
        found.push(rule.cssText);
    return found;
  }, marker);

/** Clicks still reach the product, and the frame lies within the message's pane. */
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

test("no hostile mail runs, loads, opens or covers anything, even without the server's sanitizer [MBX-20]", async ({
  page,
}) => {
  const idOf = (at: number) => `01890000-0000-7000-8000-${String(at).padStart(12, "0")}`;
  const itemOf = (at: number) =>
    ({
      ...{ id: idOf(at), threadId: idOf(at), threadSize: 1, boxId: idOf(0), account: "aarav@acme.test" },
      ...{ from: "mallory@evil.test", fromName: "Mallory", subject: `Vector ${vectors[at]?.id}`, snippet: "" },
      date: new Date(Date.now() - at * 1000).toISOString(),
      ...{ unread: false, starred: false, hasAttachment: false, participants: [], folder: "inbox", folderIds: [] },
      ...{ snoozedUntil: null, wokenAt: null, muted: false },
    }) satisfies AnswerOf<typeof api.inbox.threads>["items"][number];
  const message = (at: number) =>
    ({
      ...itemOf(at),
      ...{ to: [], cc: [], bcc: [], replyTo: [], messageId: null, references: [], bodyText: "", htmlOmitted: false },
      ...{
        blockedImages: 0,
        imagesAllowed: null,
        mayShowImages: true,
        attachments: [],
        calendarPart: null,
        truncated: false,
        automatic: true,
      },
      ...{
        unsubscribe: null,
        unsubscribeTo: null,
        unsubscribedAt: null,
        warnings: [],
        thread: [],
        digest: null,
        preparedDraft: null,
      },
      // A sheet is read only at the beginning.
      bodyHtml: vectors[at]?.html.startsWith("<style>")
        ? `${vectors[at]?.html}<p>marker ${vectors[at]?.id}.</p>`
        : `<p>marker ${vectors[at]?.id}.</p>${vectors[at]?.html}`,
    }) satisfies AnswerOf<typeof api.inbox.message>;
  const list = {
    ...{ items: vectors.map((_, at) => itemOf(at)), nextCursor: null, total: vectors.length, partial: false },
  } satisfies AnswerOf<typeof api.inbox.threads>;
  await page.route("**/api/mail/threads*", (route) => route.fulfill({ json: list }));
  await page.route("**/api/mail/messages/*", (route) => {
    const at = vectors.findIndex((_, one) => route.request().url().endsWith(idOf(one)));
    return at >= 0 ? route.fulfill({ json: message(at) }) : route.fulfill({ status: 404, json: { error: "Gone" } });
  });
  await signInAs(page, "user", "/inbox");
  await expect(rows(page).first()).toBeVisible();
  const seen = watch(page);
  for (const [at, { id, why }] of vectors.entries()) {
    await page.keyboard.press("j");
    expect(await dangers(page, `marker ${id}.`), `${id}: ${why}`).toEqual([]);
    if (at % 20 === 0 || id.startsWith("own-")) await expectNoOverlay(page);
  }
  await expectNoOverlay(page);
  expect(seen).toEqual([]);
  await expect(page).toHaveURL(/\/inbox/);
});

test.describe("through the real server", () => {
  // No more than a first sync brings: all of ours, and a sample of the collection.
  const step = Math.ceil(collection.length / (44 - hostileMails.length));
  const some = [...hostileMails, ...collection.filter((_, at) => at % step === 0)];
  const reader = readerOf(
    some.map(({ id, html }) => ({ subject: `Vector ${id}`, html: `<p>marker ${id}.</p>${html}` })),
  );

  test("hostile mails that arrive by a real sync do nothing either [MBX-19] [MBX-20]", async ({ page }) => {
    await reader.open(page);
    const seen = watch(page);
    for (const { id, why } of some) {
      await page.keyboard.press("j");
      expect(await dangers(page, `marker ${id}.`), `${id}: ${why}`).toEqual([]);
      if (id.startsWith("own-")) await expectNoOverlay(page);
    }
    expect(seen).toEqual([]);
  });

  test("a link in a mail opens in a new tab, and the product stays on its page", async ({ page, context }) => {
    await context.route("https://evil.test/**", (route) => route.fulfill({ body: "elsewhere" }));
    await reader.open(page);
    await row(page, "Vector own-top").click();
    for (const name of ["top", "parent"]) {
      const opened = context.waitForEvent("page");
      await preview(page).frameLocator("iframe").getByRole("link", { name, exact: true }).click();
      const other = await opened;
      await expect(other).toHaveURL(`https://evil.test/${name}`);
      expect(await other.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
      await other.close();
    }
    await expect(page).toHaveURL(/\/inbox/);
  });
});

test.describe("a mail with a style sheet", () => {
  const styled = `<html><head><style>p.MsoNormal{margin:0;color:#004400!important} .hide{display:none}
    #big{font-size:31px} body{background:#fff8e0} @media (max-width:10000px){.wide{display:none}}</style></head>
    <body><p class="MsoNormal">First line</p><p class="hide">Unseen</p><p id="big">Big</p><p class="wide">Other version</p></body></html>`;
  const reader = readerOf([{ subject: "A mail with a style sheet", html: styled }]);

  test("a mail looks as its style sheet says, and is readable in dark colours", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await reader.open(page);
    await row(page, "A mail with a style sheet").click();
    const frame = preview(page).frameLocator("iframe");
    const first = frame.getByText("First line");
    await expect(first).toHaveCSS("margin-bottom", "0px");
    await expect(first).toHaveCSS("color", "rgb(0, 68, 0)");
    await expect(frame.getByText("Big")).toHaveCSS("font-size", "31px");
    for (const text of ["Unseen", "Other version"]) await expect(frame.getByText(text)).toBeHidden();
    await page.getByRole("button", { name: "Show in dark" }).click();
    await expect(first).toHaveCSS("color", "rgb(241, 242, 245)");
    await expect(frame.locator(".ib-body")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  });
});
