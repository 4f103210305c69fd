import { type BrowserContext, expect, type Page } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { type CutNetwork, cutNetwork } from "../cut-network.ts";
import { button, preview, readerOf, row, rows, test } from "../inbox-reader.ts";
import { openAs, people } from "../people.ts";
import { account, profile } from "../shell.ts";
import { editorOf, forgetDraft, sendButton, subject, to, toastOf, write } from "../writing.ts";

test.use({ serviceWorkers: "allow", viewport: { width: 1440, height: 900 } });

// The neighbours of an open message are loaded too, so the one that is never opened stands apart.
const reader = readerOf(
  ["Opened before", "To archive", "To star", "Never opened", "To refuse", "To keep", "To order"].map((title) => ({
    subject: title,
    text: `The text of ${title}`,
  })),
);

let network: CutNetwork;
test.beforeEach(async () => {
  network = await cutNetwork();
});
test.afterEach(() => network.close());

const inbox = () => `${network.url}/inbox?mailbox=${reader.it().mailbox.id}`;
const notice = (page: Page) => page.getByRole("status").filter({ hasText: /offline|wait/ });

/** The content of the browser's offline database: the keys of stored answers, and the number of waiting changes. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const [found] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith("intellibox.offline."));
    if (!found?.name) return { answers: [], changes: 0 };
    const opened = indexedDB.open(found.name);
    const database = await new Promise<IDBDatabase>((done) => {
      opened.onsuccess = () => done(opened.result);
    });
    const read = (store: string) =>
      new Promise<unknown[]>((done) => {
        const all = database.transaction(store).objectStore(store).getAllKeys();
        all.onsuccess = () => done(all.result);
      });
    const kept = { answers: (await read("answers")).map(String), changes: (await read("changes")).length };
    database.close();
    return kept;
  });

/** Opens the inbox, and waits until the app and the list are kept. */
async function openKept(page: Page) {
  await openAs(page, reader.it().session, inbox());
  await expect(rows(page).first()).toBeVisible();
  const isKept = () =>
    page.evaluate(async () => Boolean(navigator.serviceWorker.controller && (await caches.match("/inbox"))));
  await expect.poll(isKept).toBe(true);
  await expect.poll(async () => (await keptIn(page)).answers.join()).toContain('"threads"');
}

async function cut(context: BrowserContext) {
  network.cut();
  await context.setOffline(true);
}

async function mend(context: BrowserContext) {
  network.mend();
  await context.setOffline(false);
}

const actionsSeen = () => network.seen.filter((call) => call === "POST /api/mail/actions").length;

test("without a network the inbox and opened messages are shown, also in a new tab, and what is missing says so [OFF-01] [OFF-02]", async ({
  page,
  context,
}) => {
  await openKept(page);
  await row(page, "Opened before").click();
  await expect(preview(page)).toContainText("The text of Opened before");
  await expect.poll(async () => (await keptIn(page)).answers.join()).toContain('"message"');
  await cut(context);
  await page.close();

  const later = await context.newPage();
  await later.goto(inbox());
  await expect(row(later, "Opened before")).toBeVisible();
  await expect(notice(later)).toContainText(/You are offline\. Showing mail from \d/);
  await row(later, "Opened before").click();
  await expect(preview(later)).toContainText("The text of Opened before");
  await row(later, "Never opened").click();
  await expect(
    later.getByText("This message is not on this device. It opens when you are online again."),
  ).toBeVisible();
  await expectAccessibleInAllLooks(later);

  await mend(context);
  await expect(notice(later)).toHaveCount(0, { timeout: 30_000 });
  await row(later, "Never opened").click();
  await expect(preview(later)).toContainText("The text of Never opened");
});

test("changes wait in their order, survive closing the tab, and are sent once each [OFF-03] [OFF-04]", async ({
  page,
  context,
}) => {
  await openKept(page);
  await row(page, "To archive").click();
  await expect(preview(page)).toContainText("The text of To archive");
  await expect(row(page, "To archive")).not.toHaveAccessibleName(/^Unread\./);
  await expect.poll(() => reader.flagsOf("To archive"), { timeout: 30_000 }).toContain("\\Seen");
  await cut(context);
  await page.keyboard.press("e");
  await expect(row(page, "To archive")).toHaveCount(0);
  await row(page, "To star").click();
  await page.keyboard.press("*");
  await expect.poll(async () => (await keptIn(page)).changes).toBeGreaterThanOrEqual(2);
  await expect(notice(page)).toContainText(/\d changes wait for the network/);
  await page.close();

  const later = await context.newPage();
  await later.goto(inbox());
  await expect(row(later, "To star")).toBeVisible();
  await expect(row(later, "To archive")).toHaveCount(0);
  await notice(later).getByRole("button", { name: "Show" }).click();
  const list = later.getByRole("dialog", { name: "Waiting for the network" });
  // The messages that open by themselves are marked as read, at any place of the list.
  const ordered = list.getByRole("listitem").filter({ hasText: /Archive|Star/ });
  await expect(ordered).toContainText(["Archive 1 message", "Star 1 message"]);
  await expectAccessibleInAllLooks(later);
  await later.keyboard.press("Escape");

  const waiting = (await keptIn(later)).changes;
  const before = actionsSeen();
  await mend(context);
  await expect.poll(async () => (await keptIn(later)).changes, { timeout: 30_000 }).toBe(0);
  expect(actionsSeen() - before).toBe(waiting);
  await expect(notice(later)).toHaveCount(0);
  await expect(row(later, "To archive")).toHaveCount(0);
  await expect.poll(() => reader.countIn("Archive"), { timeout: 60_000 }).toBe(1);
  await expect.poll(() => reader.flagsOf("To star"), { timeout: 60_000 }).toContain("\\Flagged");
});

test("changes whose calls fail in another order wait in the order in which they were made [OFF-04]", async ({
  page,
  context,
}) => {
  await openKept(page);
  await row(page, "To order").click();
  await expect(preview(page)).toContainText("The text of To order");
  await expect(row(page, "To order")).not.toHaveAccessibleName(/^Unread\./);
  let calls = 0;
  let failFirst = () => undefined as unknown;
  const isFirstHeld = new Promise<void>((resolve) => {
    failFirst = resolve;
  });
  await page.route("**/api/mail/actions", async (route) => {
    if (calls++ === 0) await isFirstHeld;
    await route.abort("internetdisconnected");
  });
  await page.keyboard.press("*");
  await expect.poll(() => calls).toBe(1);
  await page.keyboard.press("e");
  await expect.poll(async () => (await keptIn(page)).changes).toBeGreaterThanOrEqual(1);
  await cut(context);
  failFirst();
  await expect.poll(async () => (await keptIn(page)).changes).toBeGreaterThanOrEqual(2);
  await notice(page).getByRole("button", { name: "Show" }).click();
  const list = page.getByRole("dialog", { name: "Waiting for the network" });
  // The message that opens by itself is marked as read, at any place of the list.
  const ordered = list.getByRole("listitem").filter({ hasText: /Archive|Star/ });
  await expect(ordered).toContainText(["Star 1 message", "Archive 1 message"]);
  await page.unroute("**/api/mail/actions");
  await mend(context);
  await expect.poll(async () => (await keptIn(page)).changes, { timeout: 30_000 }).toBe(0);
});

test("a waiting change can be undone, and one that the server refuses is told and rolled back [OFF-05]", async ({
  page,
  context,
}) => {
  await openKept(page);
  await cut(context);
  await row(page, "To refuse").click();
  await page.keyboard.press("#");
  await expect(row(page, "To refuse")).toHaveCount(0);
  await toastOf(page, "Message deleted").getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "To refuse")).toBeVisible();
  await row(page, "To refuse").click();
  await page.keyboard.press("e");
  await expect(row(page, "To refuse")).toHaveCount(0);
  await expect(notice(page)).toContainText("wait");
  await page.route("**/api/mail/actions", (route) =>
    route.fulfill({ status: 409, json: { error: "The folder is gone", code: "conflict" } }),
  );
  await mend(context);
  await expect(toastOf(page, "Archive 1 message: The folder is gone")).toBeVisible({ timeout: 30_000 });
  await expect(row(page, "To refuse")).toBeVisible();
  expect((await keptIn(page)).changes).toBe(0);
});

test("a mail that is sent without a network waits, survives closing the tab, and is sent once [OFF-06]", async ({
  page,
  context,
}) => {
  await openKept(page);
  const about = `Written offline ${Date.now()}`;
  await forgetDraft(page, reader.it().session, "compose");
  await page.goto(`${network.url}/compose`);
  await expect(editorOf(page)).toBeVisible();
  await cut(context);
  await to(page).fill(`${people.stranger}, `);
  await subject(page).fill(about);
  await write(page, "This was written without a network.", editorOf(page));
  await expect(notice(page)).toContainText("offline");
  await sendButton(page).click();
  await expect(toastOf(page, "There is no network")).toBeVisible();
  await page.close();

  const later = await context.newPage();
  await later.goto(inbox());
  await expect(notice(later)).toContainText("1 change waits for the network");
  const sends = () => network.seen.filter((call) => call === "POST /api/compose/send").length;
  const before = sends();
  await later.route("**/api/compose/send", (route) =>
    route.fulfill({ status: 422, json: { error: "The monthly quota is used up", code: "invalid" } }),
  );
  await mend(context);
  const refused = later.getByRole("status").filter({ hasText: "1 mail was not sent." });
  await refused.getByRole("button", { name: "Show" }).click();
  const list = later.getByRole("dialog", { name: "Waiting for the network" });
  await expect(list).toContainText("The monthly quota is used up");
  await later.unroute("**/api/compose/send");
  await list.getByRole("button", { name: /^Try again: Send/ }).click();
  await expect.poll(async () => (await keptIn(later)).changes, { timeout: 30_000 }).toBe(0);
  expect(sends() - before).toBe(1);
  await expect(list).toContainText("Nothing waits.");
  await expect(
    toastOf(later, about)
      .or(toastOf(later, `Sent to ${people.stranger}`))
      .first(),
  ).toBeVisible();
});

test("signing out with waiting changes asks first, and leaves nothing on the device [OFF-07]", async ({
  page,
  context,
}) => {
  await openKept(page);
  await row(page, "To keep").click();
  await cut(context);
  await page.keyboard.press("e");
  await expect(row(page, "To keep")).toHaveCount(0);
  await expect.poll(async () => (await keptIn(page)).changes).toBeGreaterThanOrEqual(1);
  await account(page).click();
  await profile(page).getByRole("button", { name: "Sign out" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("not sent yet");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(button(page, "Archive").first()).toBeVisible();
  await account(page).click();
  await profile(page).getByRole("button", { name: "Sign out" }).click();
  await question.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  const names = () =>
    page.evaluate(
      async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith("intellibox.")).length,
    );
  await expect.poll(names).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem("intellibox.waiting"))).toBeNull();
});
