import { expect, type Page } from "@playwright/test";
import { button, newPerson, row, rows, test } from "../inbox-reader.ts";
import { connectMailbox, mailOf, removeMailboxes, waitForMail } from "../mail.ts";
import { sessionOf, signInAs } from "../people.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

test.afterAll(async ({ request }) => removeMailboxes({ request }, await sessionOf({ request }, "user")));

const table = (page: Page) => page.getByRole("table", { name: "Connected Mailboxes" });
const form = (page: Page, name: string) => page.getByRole("form", { name });

async function fill(page: Page, name: "IMAP" | "POP3", user: string, port: number) {
  const fields = form(page, name);
  await fields.getByLabel("Username").fill(`${user}@acme.test`);
  await fields.getByLabel("Password", { exact: true }).fill("test");
  await fields.getByLabel("Host").fill("localhost");
  await fields.getByLabel("Port").fill(String(port));
  if (name === "IMAP") await fields.getByLabel("Secure").uncheck();
  await fields.getByRole("button", { name: `Connect ${name}` }).click();
}

test("the forms have the specified defaults, and a known address fills in its servers [INB-29] [INB-30] [INB-38] [LIM-09]", async ({
  page,
}) => {
  // Without a mailbox or company server that would fill in the form.
  await page.route("**/api/mail/config", (route) => {
    const empty = {
      host: "",
      port: 1,
      secure: false,
      username: "",
      passwordSaved: false,
      allowPlain: false,
      trustedFingerprint: "",
    };
    return route.fulfill({
      json: { protocol: "imap", imap: { ...empty, folder: "" }, pop3: { ...empty, leaveOnServer: false } },
    });
  });
  await signInAs(page, "user", "/inbox?tab=connections");
  const imap = form(page, "IMAP");
  await expect(imap.getByLabel("Host")).toHaveValue("");
  await expect(imap.getByLabel("Port")).toHaveValue("993");
  await expect(imap.getByLabel("Secure")).toBeChecked();
  await expect(imap.getByLabel("Folder")).toHaveValue("INBOX");
  await expect(imap.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
  const pop3 = form(page, "POP3");
  await expect(pop3.getByLabel("Port")).toHaveValue("110");
  await expect(pop3.getByLabel("Secure")).not.toBeChecked();
  await expect(pop3.getByLabel("Leave messages on the server")).toBeChecked();
  await expect(page.getByText("POP3 reads only Inbox and has no folders or labels. IMAP is preferred.")).toBeVisible();

  await imap.getByLabel("Username").fill("priya@gmail.com");
  await imap.getByLabel("Username").blur();
  await expect(imap.getByLabel("Host")).toHaveValue("imap.gmail.com");
  await expect(imap.getByText("app password")).toBeVisible();
});

test("a mailbox is connected by IMAP, tested, synced and removed [INB-01] [INB-31] [INB-32] [INB-33] [INB-34] [INB-35] [INB-39]", async ({
  page,
  dovecot,
}) => {
  const user = newPerson();
  await dovecot.deliver(user, mailOf({ subject: "Over IMAP", text: "Hello" }));
  await signInAs(page, "user", "/inbox?tab=connections");
  await fill(page, "IMAP", user, dovecot.ports.imap);
  const line = table(page)
    .getByRole("row")
    .filter({ hasText: `${user}@acme.test` });
  await expect(line).toBeVisible({ timeout: 30_000 });
  await expect(table(page).getByRole("columnheader")).toHaveText([
    "Account",
    "Provider",
    "Status",
    "Last Sync",
    "Test",
    "Sync",
    "Remove",
  ]);
  await expect(line).toContainText("IMAP");
  const badge = line.getByText("Connected");
  await expect(badge).toBeVisible();
  const isGreen = await badge.evaluate((node) => {
    const [red = 0, green = 0] = getComputedStyle(node).color.match(/\d+/g)?.map(Number) ?? [];
    return green > red;
  });
  expect(isGreen).toBe(true);
  await expect(page.getByText(/\d+ mailboxes? connected/)).toBeVisible();

  const tested = page.waitForResponse((answer) => /mailboxes\/[^/]+\/test$/.test(answer.url()));
  await line.getByRole("button", { name: /^Test/ }).click();
  expect((await tested).status()).toBe(200);
  const synced = page.waitForRequest((request) => /mailboxes\/[^/]+\/sync$/.test(request.url()));
  await line.getByRole("button", { name: /^Sync/ }).click();
  expect((await synced).postDataJSON()).toEqual({ limit: 50 });
  await expect(line).not.toContainText("Never", { timeout: 30_000 });

  await line.getByRole("button", { name: /^Remove/ }).click();
  const question = page.getByRole("alertdialog", { name: `Remove ${user}@acme.test?` });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(line).toHaveCount(0);
});

test("a mailbox is connected by POP3, and its mail is there [INB-30]", async ({ page, dovecot }) => {
  const user = newPerson();
  await dovecot.deliver(user, mailOf({ subject: `Over POP3 ${user}`, text: "Hello" }));
  await signInAs(page, "user", "/inbox?tab=connections");
  await fill(page, "POP3", user, dovecot.ports.pop3);
  await expect(table(page)).toContainText(`${user}@acme.test`, { timeout: 30_000 });
  await page.getByRole("tab", { name: "Unified Inbox" }).click();
  await page.getByRole("combobox", { name: "Mailbox" }).selectOption({ label: `${user}@acme.test · POP3` });
  await expect(row(page, `Over POP3 ${user}`)).toBeVisible({ timeout: 45_000 });
});

test("a wrong password is reported at its field, and nothing is connected", async ({ page, dovecot }) => {
  await signInAs(page, "user", "/inbox?tab=connections");
  const fields = form(page, "IMAP");
  await fields.getByLabel("Username").fill("nobody@acme.test");
  await fields.getByLabel("Password", { exact: true }).fill("wrong");
  await fields.getByLabel("Host").fill("localhost");
  await fields.getByLabel("Port").fill(String(dovecot.ports.imap));
  await fields.getByLabel("Secure").uncheck();
  await fields.getByRole("button", { name: "Connect IMAP" }).click();
  await expect(fields.getByRole("alert").first()).toBeVisible({ timeout: 30_000 });
  await expect(fields.getByLabel("Username")).toHaveValue("nobody@acme.test");
  await expect(table(page)).not.toContainText("nobody@acme.test");
});

test("Connect Gmail and Connect Outlook open the address that the server returns, or say what is missing [INB-28]", async ({
  page,
}) => {
  await signInAs(page, "user", "/inbox?tab=connections");
  for (const [name, path] of [
    ["Connect Gmail", "gmail"],
    ["Connect Outlook", "outlook"],
  ] as const) {
    await page.route(`**/api/mail/connect/${path}/start`, (route) =>
      route.fulfill({ status: 409, json: { error: `${path} is not set up: ask an operator` } }),
    );
    await button(page, name).click();
    await expect(page.getByText(`${path} is not set up: ask an operator`)).toBeVisible();
    await page.unroute(`**/api/mail/connect/${path}/start`);
    await page.route(`**/api/mail/connect/${path}/start`, (route) =>
      route.fulfill({ json: { url: `${new URL(page.url()).origin}/icon.svg?${path}` } }),
    );
    await button(page, name).click();
    await expect(page).toHaveURL(new RegExp(`icon\\.svg\\?${path}$`));
    await page.goto("/inbox?tab=connections");
  }
});

test("the webhook endpoint can be copied, and the overview counts [INB-36] [INB-37]", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs(page, "user", "/inbox?tab=connections");
  const endpoint = page.getByRole("textbox", { name: "Webhook endpoint" });
  await expect(endpoint).not.toBeEditable();
  await button(page, "Copy").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(await endpoint.inputValue());
  const overview = page.locator("section", { has: page.getByRole("heading", { name: "Overview" }) }).locator("dl");
  await expect(overview).toContainText("Messages loaded");
  await expect(overview).toContainText("Mailboxes");
  await expect(overview).toContainText("SyncOn demand / Webhooks");
  // There is one scrollbar: content that is hidden in a panel does not lengthen the page.
  await expect.poll(() => page.getByRole("main").evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);
});

test("tabs, filter and one Refresh with Reload and Sync are there, and an empty inbox says what to do [INB-04] [INB-05] [INB-06] [INB-07] [INB-08] [INB-09] [INB-15]", async ({
  page,
  dovecot,
}) => {
  const session = await signInAs(page, "user", "/inbox?tab=rules");
  const user = newPerson();
  const mailbox = await connectMailbox(page, session, dovecot, user);
  await expect(page.getByRole("tab")).toHaveText([
    "Unified Inbox",
    "Connections",
    "Rules & Automations",
    "Sync Settings",
  ]);
  await expect(page.getByRole("tabpanel").getByRole("button", { name: "New rule" })).toBeVisible();
  await page.getByRole("tab", { name: "Sync Settings" }).click();
  await expect(page.getByRole("tabpanel").getByRole("heading", { name: "Sync Settings" })).toBeVisible();
  await page.getByRole("tab", { name: "Unified Inbox" }).click();
  for (const name of ["Search", "Refresh"]) await expect(button(page, name)).toBeVisible();
  const filter = page.getByRole("combobox", { name: "Mailbox" });
  await expect(filter.locator("option:checked")).toHaveText("All mailboxes");
  await filter.selectOption({ label: `${mailbox.email} · IMAP` });
  await expect(page.getByText("No messages. Connect and sync to load emails.")).toBeVisible();

  const asked = page.waitForRequest((request) => /\/mail\/mailboxes\/[^/]+\/sync$/.test(request.url()));
  const half = async (name: string) => {
    await button(page, "More ways to refresh").click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await half("Sync");
  expect((await asked).postDataJSON()).toEqual({ limit: 50 });
  // Only now: the mailbox is watched, so that mail may arrive at any moment and replace the empty list with its Sync.
  await dovecot.deliver(user, mailOf({ subject: "First of all", text: "x" }));
  const all = page.waitForRequest((request) => request.url().endsWith("/mail/sync"));
  await half("Sync all mailboxes");
  expect((await all).postDataJSON()).toEqual({ limit: 50 });
  await expect(rows(page)).toHaveCount(1, { timeout: 45_000 });
  const again = page.waitForResponse((answer) => answer.url().includes("/mail/threads"));
  await half("Reload");
  // 304: nothing changed since.
  expect([200, 304]).toContain((await again).status());
  // Refresh does both.
  const both = Promise.all([
    page.waitForResponse((answer) => answer.url().includes("/mail/threads")),
    page.waitForRequest((request) => /\/mail\/mailboxes\/[^/]+\/sync$/.test(request.url())),
  ]);
  await button(page, "Refresh").click();
  expect([200, 304]).toContain((await both)[0].status());
});

test("a mailbox whose server is down shows a plain message, and recovers when the server is back [INB-27]", async ({
  page,
  dovecot,
}) => {
  const session = await sessionOf(page, "user");
  const mailbox = await connectMailbox(page, session, dovecot, newPerson());
  await waitForMail(page, session, mailbox.id, 0);
  await signInAs(page, "user", "/inbox?tab=connections");
  const line = table(page).getByRole("row").filter({ hasText: mailbox.email });
  const health = page.getByRole("list", { name: "Health" }).getByRole("listitem").filter({ hasText: mailbox.email });
  await expect(health).toContainText("Healthy");
  await expect(health).toContainText("Last errorNone");
  await dovecot.stop();
  try {
    await line.getByRole("button", { name: /^Test/ }).click();
    const banner = page.getByRole("alert").filter({ hasText: mailbox.email });
    await expect(banner).toBeVisible({ timeout: 30_000 });
    await banner.getByRole("button", { name: "Dismiss" }).click();
    await expect(banner).toHaveCount(0);
    await line.getByRole("button", { name: /^Sync/ }).click();
    await expect(line).toContainText("Retrying", { timeout: 45_000 });
    await expect(health).toContainText("Last sync failed. Retrying automatically.");
    await expect(health).not.toContainText("Last errorNone");
    await expect(health).toContainText(/Next try(In \d+|Shortly)/);
  } finally {
    await dovecot.start();
  }
  await line.getByRole("button", { name: /^Sync/ }).click();
  await expect(line).toContainText("Connected", { timeout: 45_000 });
  await expect(health).toContainText("Healthy");
});
