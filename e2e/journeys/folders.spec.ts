import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { unzip } from "../../server/test/unzip.ts";
import { expectAccessible, expectAccessibleInAllLooks } from "../accessible.ts";
import { button, preview, readerOf, row, rows, test } from "../inbox-reader.ts";
import { mailOf } from "../mail.ts";
import { openAs } from "../people.ts";
import { menu } from "../shell.ts";
import { toastOf } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

const subjects = ["File me", "Star me", "Move me", "New folder for me", "Spam one", "Spam two", "Forward me"];
const textFile = (name: string, content: string) => ({ name, type: "text/plain", content });
const reader = readerOf([
  ...subjects.map((subject) => ({
    ...{ subject, text: `Text of ${subject}` },
    ...(subject === "Forward me" && { files: [textFile("terms.txt", "The terms")] }),
  })),
  {
    ...{ subject: "Print me", text: "Plain text" },
    html: `<style>.old { display: none } dl { display: none }</style><p>Text of Print me</p><p class="old">Old price</p>
      <img src="https://images.example/pixel.png" onerror="top.wasRun = true"><script>top.wasRun = true</script>`,
    files: [
      textFile("terms.txt", "The terms"),
      textFile("terms.txt", "The other terms"),
      textFile("../../up.txt", "Up"),
    ],
  },
]);
test.beforeAll(async () => {
  const { dovecot, user } = reader.it();
  dovecot.admin("mailbox", "create", "-s", "-u", user, "Projects/Zeta");
  await dovecot.deliver(user, mailOf({ subject: "Old plan of Zeta", text: "x" }), {
    folder: "Projects.Zeta",
    seen: true,
  });
  const draft = mailOf({ subject: "Begun elsewhere", text: "Dear Bo", headers: ["Cc: di@example.com"] });
  await dovecot.deliver(user, draft, { folder: "Drafts", seen: true });
});

const folders = (page: Page) => page.getByRole("tree", { name: "Folders" });
/** The line of a unified view, which are the first lines with these names. */
const line = (page: Page, name: string) => folders(page).getByRole("treeitem", { name }).first();
const onServer = (folder: string, count: number) =>
  expect.poll(() => reader.countIn(folder), { timeout: 60_000, message: folder }).toBe(count);
const undo = (page: Page, said: string) => toastOf(page, said).getByRole("button", { name: "Undo" }).click();

/** Opens a message and waits until its pane shows it, because a key or button acts on the shown one. */
async function openMail(page: Page, subject: string) {
  await row(page, subject).click();
  await expect(preview(page)).toContainText(`Text of ${subject}`);
}

/** Opens the inbox, once the folders of the mail server are listed. */
async function open(page: Page) {
  await reader.open(page);
  await button(page, "Refresh").click();
  await expect(folders(page).getByRole("treeitem", { name: /^Projects/ })).toBeVisible({ timeout: 60_000 });
}

test("the folders of a server are a tree for mouse and keyboard, and the shown one is in the address", async ({
  page,
}) => {
  await open(page);
  await folders(page)
    .getByRole("treeitem", { name: /^Projects/ })
    .focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("[role=treeitem]:focus")).toHaveAccessibleName(/^Zeta/);
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("[role=treeitem]:focus")).toHaveAccessibleName(/^Projects/);
  await page.keyboard.press("ArrowLeft");
  await expect(folders(page).getByRole("treeitem", { name: /^Zeta/ })).toHaveCount(0);
  await page.reload();
  await expect(folders(page).getByRole("treeitem", { name: /^Projects/ })).toHaveAttribute("aria-expanded", "false");
  await folders(page)
    .getByRole("treeitem", { name: /^Projects/ })
    .click();

  // A folder that was never opened is synced when it is.
  await folders(page).getByRole("treeitem", { name: /^Zeta/ }).click();
  await expect(page).toHaveURL(/folderId=/);
  await expect(page.getByRole("heading", { name: "Projects / Zeta" })).toBeVisible();
  await expect(row(page, "Old plan of Zeta")).toBeVisible({ timeout: 60_000 });
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(row(page, "Old plan of Zeta")).toBeVisible();
  await page.goBack();
  await expect(row(page, "File me")).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.press("*");
  await expect(page).toHaveURL(/folder=starred/);
  await expect(page.getByText("Nothing is starred yet.")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.keyboard.press("[");
  await expect(folders(page)).toHaveCount(0);
  const starred = menu(page).getByRole("link", { name: "Starred" });
  await expect(starred).toHaveAttribute("aria-current", "page");
  await menu(page).getByRole("link", { name: "Inbox" }).click();
  await expect(row(page, "File me")).toBeVisible();
  await expect(starred).not.toHaveAttribute("aria-current");
  await page.keyboard.press("[");
  await expect(folders(page)).toBeVisible();
});

test("mail is archived, starred and moved by key, each undone by z, and the server follows", async ({ page }) => {
  await open(page);
  await openMail(page, "File me");
  await page.keyboard.press("e");
  await expect(row(page, "File me")).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(row(page, "File me")).toBeVisible();
  await openMail(page, "File me");
  await button(page, "Archive").click();
  await onServer("Archive", 1);
  await line(page, "Archive").click();
  await expect(row(page, "File me")).toBeVisible();
  await openMail(page, "File me");
  await button(page, "Move to Inbox").click();
  await onServer("Archive", 0);
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(row(page, "File me")).toBeVisible();

  await row(page, "Star me").locator("[data-star]").click();
  await expect(row(page, "Star me")).toHaveAccessibleName(/Starred\./);
  await expect.poll(() => reader.flagsOf("Star me"), { timeout: 60_000 }).toContain("\\Flagged");
  await page.keyboard.press("z");
  await expect(row(page, "Star me")).not.toHaveAccessibleName(/Starred\./);
  await expect.poll(() => reader.flagsOf("Star me"), { timeout: 60_000 }).not.toContain("\\Flagged");

  await openMail(page, "Move me");
  await page.keyboard.press("v");
  const picker = page.getByRole("dialog", { name: "Move to" });
  await picker.getByRole("combobox").fill("zet");
  await expect(picker.getByRole("option")).toHaveText(["Projects / Zeta", "Create folder “zet”"]);
  await page.keyboard.press("Enter");
  await expect(row(page, "Move me")).toHaveCount(0);
  await expect(toastOf(page, "Message moved to Projects / Zeta")).toBeVisible();
  await onServer("Projects/Zeta", 2);

  await openMail(page, "New folder for me");
  await page.keyboard.press("v");
  await picker.getByRole("combobox").fill("Invoices 2026");
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Message moved to Invoices 2026")).toBeVisible();
  await onServer("Invoices 2026", 1);
  await expect(folders(page).getByRole("treeitem", { name: /^Invoices 2026/ })).toBeVisible();
});

test("several are spam, then not, then deleted for good after a question", async ({ page }) => {
  await open(page);
  await row(page, "Spam one").click({ modifiers: ["ControlOrMeta"] });
  await row(page, "Spam two").click({ modifiers: ["ControlOrMeta"] });
  await page.keyboard.press("!");
  await expect(toastOf(page, "2 messages moved to Spam")).toBeVisible();
  await onServer("Junk", 2);
  await line(page, "Spam").click();
  await openMail(page, "Spam one");
  await page.keyboard.press("!");
  await onServer("Junk", 1);
  await openMail(page, "Spam two");
  await page.keyboard.press("#");
  const question = page.getByRole("alertdialog", { name: "Delete this message for good?" });
  await question.getByRole("button", { name: "Delete for good" }).click();
  await expect(row(page, "Spam two")).toHaveCount(0);
  await undo(page, "Message deleted for good");
  await expect(row(page, "Spam two")).toBeVisible();
});

test("a message is forwarded with its attachment, or as one", async ({ page }) => {
  await open(page);
  await openMail(page, "Forward me");
  await page.keyboard.press("f");
  const forward = page.getByRole("region", { name: "Forward", exact: true });
  await expect(forward.getByRole("textbox", { name: "To", exact: true })).toBeFocused();
  await expect(forward.getByLabel("Subject")).toHaveValue("Fwd: Forward me");
  const original = forward.getByRole("region", { name: "Forwarded message" });
  await original.getByRole("button", { name: /^Forwarded message/ }).click();
  await expect(original).toContainText("Text of Forward me");
  await original.getByRole("button", { name: "Leave out" }).click();
  await expect(original).toContainText("The message is left out.");
  await original.getByRole("button", { name: "Include the message" }).click();
  await expect(forward.getByRole("button", { name: "Remove terms.txt" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(forward).toHaveCount(0);
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Forward as attachment" }).click();
  await expect(page.getByText("Forward me.eml").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "To", exact: true })).toBeFocused();
});

test("a message is printed with its head and files, without what it hides and loads, and all its files are one archive", async ({
  page,
}) => {
  await page.addInitScript(() => {
    // The print dialog of a headless browser is never seen. The frame has no scripts of its own.
    document.addEventListener(
      "load",
      ({ target }) => {
        const { contentWindow } = target as HTMLIFrameElement;
        if (!(target instanceof HTMLIFrameElement) || target.title !== "Print" || !contentWindow) return;
        contentWindow.print = () => {
          const { body } = contentWindow.document;
          const mail = body.querySelector("article > div")?.shadowRoot;
          const shown = [...(mail?.querySelectorAll("p") ?? [])].filter((one) => one.checkVisibility());
          const heads = [...body.querySelectorAll("dt, dd")].filter((one) => one.checkVisibility());
          Object.assign(window, {
            printed: [body.querySelector("h1"), ...heads, ...shown].map((one) => one?.textContent),
          });
        };
      },
      true,
    );
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page);
  await row(page, "Print me").click();
  await expect(button(page, "Download all")).toBeVisible();
  await page.keyboard.press("p");
  type Printing = { printed?: string[]; wasRun?: boolean };
  await expect.poll(() => page.evaluate(() => (window as Printing).printed)).toBeTruthy();
  const printed = (await page.evaluate(() => (window as Printing).printed))?.join("\n");
  expect(printed).toMatch(/^Print me\nFrom\n/);
  expect(printed).toContain("terms.txt (");
  expect(printed).toContain("Text of Print me");
  expect(printed).not.toContain("Old price");
  expect(await page.evaluate(() => (window as Printing).wasRun)).toBeUndefined();
  expect(asked.filter((url) => url.includes("images.example"))).toEqual([]);

  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Download all").click()]);
  expect(download.suggestedFilename()).toMatch(/^Print me.*\.zip$/);
  const files = await unzip(await readFile(await download.path()));
  expect(Object.values(files).sort()).toEqual(["The other terms", "The terms", "Up"]);
  expect(Object.keys(files).filter((name) => /[\\/]/.test(name))).toEqual([]);
});

test("a draft of another program is continued in Compose", async ({ page }) => {
  await open(page);
  await line(page, "Drafts").click();
  await row(page, "Begun elsewhere").click({ timeout: 60_000 });
  await expect(page).toHaveURL(/\/compose\?draft=/);
  await expect(page.getByLabel("Subject")).toHaveValue("Begun elsewhere");
  await expect(page.getByText("di@example.com").first()).toBeVisible();
  await expect(page.getByText("Dear Bo").first()).toBeVisible();
  await page.getByRole("link", { name: "Stop editing" }).click();
  await expect(row(page, "Begun elsewhere")).toBeVisible();
});

test("on a phone the folders are in the drawer", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { session, mailbox } = reader.it();
  await openAs(page, session, `/inbox?mailbox=${mailbox.id}`);
  await button(page, "Menu").click();
  const drawer = page.getByRole("dialog", { name: "Intellibox" });
  await expect(drawer.getByRole("treeitem", { name: "All mail" })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("treeitem", { name: "All mail" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "All mail" })).toBeVisible();
  // Only the first rows are rendered, and mail of other mailboxes may stand above.
  await expect(page.getByRole("listbox", { name: "Messages" }).getByRole("option").first()).toBeVisible();
});
