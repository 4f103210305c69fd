import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { button, newPerson, preview, row, test } from "../inbox-reader.ts";
import { connectMailbox, mailOf, removeMailboxes, waitForMail } from "../mail.ts";
import { sessionOf, signInAs } from "../people.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

test.afterAll(async ({ request }) => removeMailboxes({ request }, await sessionOf({ request }, "user")));

const panel = (page: Page) => page.getByRole("tabpanel", { name: "Sync Settings" });
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === "PUT" && /mail\/mailboxes\/[^/]+$/.test(answer.url()));

test("a mailbox leaves larger files on its server, and a file that is opened is loaded and kept [SYN-23] [SYN-24] [SYN-25]", async ({
  page,
  dovecot,
}) => {
  const user = newPerson();
  const session = await signInAs(page, "user", "/inbox");
  const { id } = await connectMailbox(page, session, dovecot, user);
  // A sync that is under way goes on as it began.
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${session.token}` };
      const { items } = await (await page.request.get("/api/mail/mailboxes", { headers })).json();
      const box = items.find((one: { id: string }) => one.id === id);
      return box.lastSync !== null && !box.syncing;
    })
    .toBe(true);
  await page.goto(`/inbox?tab=settings&mailbox=${id}`);
  const choice = panel(page).getByRole("combobox", { name: "Load attachments" });
  await expect(choice.locator("option:checked")).toHaveText("With the mail");
  const later = saved(page);
  await choice.selectOption("When opened");
  expect((await later).request().postDataJSON()).toEqual({ leavesFiles: true });
  await expect(panel(page).getByText(/Larger files stay on the server/)).toBeVisible();

  const content = randomBytes(900_000);
  const files = [
    { name: "Survey.zip", type: "application/zip", content },
    { name: "Lists.bin", type: "application/octet-stream", content: randomBytes(300_000) },
    { name: "short.txt", type: "text/plain", content: "A few words" },
  ];
  await dovecot.deliver(user, mailOf({ subject: `Survey ${user}`, text: "Here it is.", files }));
  await panel(page).getByRole("button", { name: "Sync now" }).click();
  await waitForMail(page, session, id, 1);
  await expect(panel(page).getByText(/1(\.\d)? MB of attachments are on the server only/)).toBeVisible();
  await expectAccessibleInAllLooks(page);

  await page.getByRole("tab", { name: "Unified Inbox" }).click();
  await row(page, `Survey ${user}`).click();
  const list = preview(page).getByRole("region", { name: "Attachments" });
  await expect(list.getByText(/· on the server/)).toHaveCount(2);
  await expectAccessibleInAllLooks(page);

  // Away: the page says so, and nothing is lost.
  await dovecot.stop();
  await button(page, "Download Survey.zip").click();
  await expect(page.getByRole("alert").filter({ hasText: "still on the mailbox’s server" })).toBeVisible({
    timeout: 60_000,
  });
  await dovecot.start();

  const loading = page.waitForEvent("download");
  await button(page, "Download Survey.zip").click();
  expect(content.equals(await readFile(await (await loading).path()))).toBe(true);
  await expect(list.getByText(/· on the server/)).toHaveCount(0);
  await page.goto(`/inbox?tab=settings&mailbox=${id}`);
  await expect(choice.locator("option:checked")).toHaveText("When opened");
});

test("a POP3 mailbox says that its attachments always come with the mail [SYN-27]", async ({ page, dovecot }) => {
  const user = newPerson();
  const session = await signInAs(page, "user", "/inbox");
  const data = {
    ...{ host: "localhost", port: dovecot.ports.pop3, secure: false },
    ...{ username: `${user}@acme.test`, password: "test", leaveOnServer: true },
  };
  const headers = { authorization: `Bearer ${session.token}` };
  const answer = await page.request.post("/api/mail/connect/pop3", { headers, data });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = await answer.json();
  await page.goto(`/inbox?tab=settings&mailbox=${id}`);
  await expect(panel(page).getByRole("combobox", { name: "Load attachments" })).toBeDisabled();
  await expect(panel(page).getByText(/POP3 server sends whole messages only/)).toBeVisible();
});
