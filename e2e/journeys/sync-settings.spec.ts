import { expect, type Page } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { button, newPerson, row, test } from "../inbox-reader.ts";
import { connectMailbox, mailOf, removeMailboxes, waitForMail } from "../mail.ts";
import { people, sessionOf, signInAs } from "../people.ts";
import { editorOf, forgetDraft, sendButton, subject, to, write } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

test.afterAll(async ({ request }) => removeMailboxes({ request }, await sessionOf({ request }, "user")));

const panel = (page: Page) => page.getByRole("tabpanel", { name: "Sync Settings" });
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === "PUT" && /mail\/mailboxes\/[^/]+$/.test(answer.url()));

test("a mailbox gets a name and a colour, which are shown wherever it is named [INB-07] [SYN-02]", async ({
  page,
  dovecot,
}) => {
  const user = newPerson();
  await dovecot.deliver(user, mailOf({ subject: `Named ${user}`, text: "Hello" }));
  const session = await signInAs(page, "user", "/inbox");
  const { id, email } = await connectMailbox(page, session, dovecot, user);
  await waitForMail(page, session, id, 1);
  await page.goto(`/inbox?tab=settings&mailbox=${id}`);
  await panel(page).getByLabel("Mailbox name").fill(`Desk ${user}`);
  const named = saved(page);
  await panel(page).getByRole("button", { name: "Save" }).first().click();
  expect((await named).status()).toBe(200);
  const coloured = saved(page);
  await panel(page).getByText("Teal").click();
  expect((await coloured).status()).toBe(200);
  await expect(panel(page).getByRole("radio", { name: "Teal" })).toBeChecked();
  await expectAccessibleInAllLooks(page);

  await page.getByRole("tab", { name: "Unified Inbox" }).click();
  const filter = page.getByRole("combobox", { name: "Mailbox" });
  await expect(filter.locator("option:checked")).toHaveText(`Desk ${user} · ${email}`);
  await row(page, `Named ${user}`).click();
  const bar = row(page, `Named ${user}`).locator(".bg-box-teal");
  await expect(bar).toHaveCount(1);
  const isPainted = await bar.evaluate((node) => getComputedStyle(node).backgroundColor !== "rgba(0, 0, 0, 0)");
  expect(isPainted).toBe(true);
  await page.getByRole("tab", { name: "Connections" }).click();
  await expect(page.getByRole("table", { name: "Connected Mailboxes" })).toContainText(`Desk ${user} · ${email}`);
});

test("a paused mailbox says so, a sync by hand offers to resume it, and resuming brings the mail [SYN-03] [SYN-04]", async ({
  page,
  dovecot,
}) => {
  const user = newPerson();
  const session = await signInAs(page, "user", "/inbox");
  const { id, email } = await connectMailbox(page, session, dovecot, user);
  await page.goto(`/inbox?tab=settings&mailbox=${id}`);
  await panel(page).getByRole("button", { name: "Pause" }).click();
  await expect(panel(page).getByText("Paused by you")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await dovecot.deliver(user, mailOf({ subject: `Waiting ${user}`, text: "Hello" }));
  await page.getByRole("tab", { name: "Connections" }).click();
  await expect(button(page, `Resume ${email}`)).toBeVisible();
  await page.getByRole("tab", { name: "Unified Inbox" }).click();
  await button(page, "Refresh").click();
  const refused = page.getByRole("alert").filter({ hasText: `${email} is paused.` });
  await refused.getByRole("button", { name: "Resume" }).click();
  await expect(row(page, `Waiting ${user}`)).toBeVisible({ timeout: 45_000 });
  await expect(refused).toHaveCount(0);
});

test("how often, instant delivery, how far back, folders and drafts are saved at once [SYN-05] [SYN-06] [SYN-07] [SYN-08] [SYN-09]", async ({
  page,
  dovecot,
}) => {
  const user = newPerson();
  await dovecot.deliver(user, mailOf({ subject: `Stored ${user}`, text: "Hello" }));
  const session = await signInAs(page, "user", "/inbox");
  const { id } = await connectMailbox(page, session, dovecot, user);
  await waitForMail(page, session, id, 1);
  await page.goto(`/inbox?tab=settings&mailbox=${id}`);
  await expect(panel(page).getByText(/1 message here, \d+ (B|KB)/)).toBeVisible();
  const often = panel(page).getByRole("combobox", { name: "How often mail is fetched" });
  await expect(often.locator("option:checked")).toHaveText("Default (Every 5 minutes)");
  const change = async (act: () => Promise<unknown>, body: object) => {
    const answer = saved(page);
    await act();
    const { status, request } = await answer.then((one) => ({ status: one.status(), request: one.request() }));
    expect([status, request.postDataJSON()]).toEqual([200, body]);
  };
  await change(() => often.selectOption("Every 15 minutes"), { syncMinutes: 15 });
  const push = panel(page).getByRole("switch", { name: /Instant delivery/ });
  await expect(push).toBeChecked();
  await change(() => push.click(), { wantsPush: false });
  const depth = panel(page).getByRole("combobox", { name: "How far back mail is loaded" });
  await change(() => depth.selectOption("All mail"), { historyDays: 0 });
  const drafts = panel(page).getByRole("switch", { name: /Keep drafts/ });
  await change(() => drafts.click(), { keepsDrafts: true });
  await expect(drafts).toBeChecked();
  await page.reload();
  await expect(often.locator("option:checked")).toHaveText("Every 15 minutes");
  await expect(push).not.toBeChecked();
  await expect(depth.locator("option:checked")).toHaveText("All mail");
});

test("Delete is for good if that is chosen, and says so; a sender's name is kept [SYN-10] [SYN-11]", async ({
  page,
  dovecot,
}) => {
  const user = newPerson();
  await dovecot.deliver(user, mailOf({ subject: `Unwanted ${user}`, text: "Hello" }));
  const session = await signInAs(page, "user", "/inbox");
  const { id } = await connectMailbox(page, session, dovecot, user);
  await waitForMail(page, session, id, 1);
  await page.goto(`/inbox?tab=settings&mailbox=${id}`);
  const meaning = panel(page).getByRole("combobox", { name: "What Delete does" });
  const chosen = saved(page);
  await meaning.selectOption("Delete for good");
  expect((await chosen).status()).toBe(200);
  await panel(page).getByLabel("From name").fill("Rohan at the desk");
  const named = saved(page);
  await panel(page).getByRole("button", { name: "Save" }).last().click();
  expect((await named).request().postDataJSON()).toEqual({ fromName: "Rohan at the desk" });
  await expectAccessibleInAllLooks(page);

  await page.getByRole("tab", { name: "Unified Inbox" }).click();
  await row(page, `Unwanted ${user}`).click();
  await page.keyboard.press("#");
  await expect(page.getByText(/deleted for good/)).toBeVisible();
  await expect(row(page, `Unwanted ${user}`)).toHaveCount(0);
  // After the time to undo it is neither in the inbox nor in the trash of the server.
  await expect
    .poll(() => dovecot.admin("search", "-u", user, "mailbox", "*", "ALL").trim(), { timeout: 60_000 })
    .toBe("");
});

test("a POP3 mailbox asks before its mail is removed from the server [SYN-12]", async ({ page, dovecot }) => {
  const user = newPerson();
  await dovecot.deliver(user, mailOf({ subject: `Kept ${user}`, text: "Hello" }));
  const session = await signInAs(page, "user", "/inbox");
  const data = {
    host: "localhost",
    port: dovecot.ports.pop3,
    secure: false,
    username: `${user}@acme.test`,
    password: "test",
  };
  const headers = { authorization: `Bearer ${session.token}` };
  const { id } = await (await page.request.post("/api/mail/connect/pop3", { headers, data })).json();
  await waitForMail(page, session, id, 1);
  const onServer = () => dovecot.admin("search", "-u", user, "mailbox", "INBOX", "ALL").trim();
  expect(onServer()).not.toBe("");
  await page.goto(`/inbox?tab=settings&mailbox=${id}`);
  const leave = panel(page).getByRole("switch", { name: /Leave messages on the server/ });
  await leave.click();
  const question = page.getByRole("alertdialog", { name: "Remove mail from the server?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(leave).toBeChecked();
  await leave.click();
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(question).toHaveCount(0);
  await expect(leave).not.toBeChecked();
  await expect.poll(onServer, { timeout: 45_000 }).toBe("");
  await page.getByRole("tab", { name: "Unified Inbox" }).click();
  await expect(row(page, `Kept ${user}`)).toBeVisible();
});

test("a mailbox has its own signature, and new mail starts from the default mailbox with it [SYN-13] [SYN-14]", async ({
  page,
  dovecot,
}) => {
  const session = await signInAs(page, "user", "/inbox");
  const headers = { authorization: `Bearer ${session.token}` };
  // Its address is that of the user, so mail may leave from it.
  const { id, email } = await connectMailbox(page, session, dovecot, "user");
  const about = `Signed ${newPerson()}`;
  try {
    await page.goto(`/inbox?tab=settings&mailbox=${id}`);
    await panel(page).getByRole("combobox", { name: "Signature" }).selectOption("A signature for this mailbox");
    await editorOf(page, "Signature of this mailbox").fill("Meera, Globex desk");
    const signed = saved(page);
    await panel(page).getByRole("button", { name: "Save" }).last().click();
    expect((await signed).request().postDataJSON()).toEqual({ signatureHtml: "<p>Meera, Globex desk</p>" });
    await expectAccessibleInAllLooks(page);

    await page.goto("/profile");
    await page.getByRole("combobox", { name: "New mail starts from" }).click();
    const chosen = page.waitForResponse((answer) => answer.request().method() === "PUT");
    await page.getByRole("option", { name: `${email} · IMAP` }).click();
    expect((await chosen).request().postDataJSON()).toEqual({ defaultMailboxId: id });
    await expectAccessibleInAllLooks(page);

    // A draft of an earlier journey has its own sender.
    await forgetDraft(page, session, "compose");
    await page.goto("/compose");
    await expect(page.getByText("Meera, Globex desk")).toBeVisible();
    await to(page).fill(people.stranger);
    await subject(page).fill(about);
    await write(page, "The offer is ready.");
    const sent = page.waitForRequest("**/api/compose/send");
    await sendButton(page).click();
    expect((await sent).headers()["x-from-account"]).toBe(email);
    const reader = await sessionOf(page, "stranger");
    const asReader = { headers: { authorization: `Bearer ${reader.token}` } };
    const found = async () => {
      const { items: threads } = await (await page.request.get("/api/mail/threads", asReader)).json();
      return threads.find((thread: { subject: string }) => thread.subject === about)?.id;
    };
    await expect.poll(found, { timeout: 60_000 }).toBeTruthy();
    const { bodyText } = await (await page.request.get(`/api/mail/messages/${await found()}`, asReader)).json();
    expect(bodyText.match(/Meera, Globex desk/g)).toHaveLength(1);
  } finally {
    await page.request.put("/api/profile", { headers, data: { defaultMailboxId: null } });
    await page.request.put(`/api/mail/mailboxes/${id}`, { headers, data: { signatureHtml: null } });
  }
});

test("Reply answers all, Forward attaches, and remote images are never shown, if that is chosen [SYN-15] [SYN-16] [SYN-17] [SYN-28]", async ({
  page,
  dovecot,
}) => {
  const user = newPerson();
  await dovecot.deliver(
    user,
    mailOf({
      ...{ subject: `Pictured ${user}`, to: `${user}@acme.test, legal@meridian.test` },
      html: '<p>Hello</p><img src="https://pictures.test/a.png">',
    }),
  );
  const session = await signInAs(page, "user", "/inbox");
  const headers = { authorization: `Bearer ${session.token}` };
  const { id } = await connectMailbox(page, session, dovecot, user);
  await waitForMail(page, session, id, 1);
  const choose = async (name: string, option: string) => {
    await page.getByRole("combobox", { name }).click();
    const answer = page.waitForResponse((one) => one.request().method() === "PUT");
    await page.getByRole("option", { name: option }).click();
    return (await answer).request().postDataJSON();
  };
  try {
    await page.goto("/profile");
    expect(await choose("The Reply button and R", "Replies to all")).toEqual({ repliesToAll: true });
    const forwards = await choose("The Forward button and F", "Forwards the mail as an attachment");
    expect(forwards).toEqual({ forwardsAsFile: true });
    expect(await choose("Remote images in mail", "Never show them")).toEqual({ imagesPolicy: "never" });
    expect(await choose("Follow-up of new mail", "Off")).toEqual({ followUpDays: null });
    await page.goto(`/inbox?mailbox=${id}`);
    await row(page, `Pictured ${user}`).click();
    await expect(page.getByText("Remote images are never shown, as you chose in My Profile.")).toBeVisible();
    await expect(button(page, "Show images")).toHaveCount(0);
    await expect(button(page, "Reply all").filter({ visible: true })).toHaveCount(1);
    await page.keyboard.press("r");
    const composer = page.getByRole("region", { name: "Reply all" });
    await expect(composer).toContainText("legal@meridian.test");
    await expectAccessibleInAllLooks(page);

    await page.goto(`/inbox?mailbox=${id}`);
    await row(page, `Pictured ${user}`).click();
    await expect(button(page, "Reply all").filter({ visible: true })).toHaveCount(1);
    await page.keyboard.press("f");
    await expect(page).toHaveURL(/\/compose\?forward=[^&]+&as=attachment/);
    await expect(page.getByText(`Pictured ${user}.eml`)).toBeVisible();
  } finally {
    const data = { repliesToAll: false, forwardsAsFile: false, imagesPolicy: "ask", followUpDays: 3 };
    await page.request.put("/api/profile", { headers, data });
  }
});

test("a resync from scratch is explained, and brings what is missing [SYN-18]", async ({ page, dovecot }) => {
  const user = newPerson();
  await dovecot.deliver(user, mailOf({ subject: `Compared ${user}`, text: "Hello" }));
  const session = await signInAs(page, "user", "/inbox");
  const { id, email } = await connectMailbox(page, session, dovecot, user);
  await waitForMail(page, session, id, 1);
  await dovecot.deliver(user, mailOf({ subject: `Missing ${user}`, text: "Hello" }));
  await page.goto(`/inbox?tab=settings&mailbox=${id}`);
  await panel(page).getByRole("button", { name: "Resync…" }).click();
  const question = page.getByRole("alertdialog", { name: `Resync ${email} from scratch?` });
  await expect(question).toContainText("Nothing is deleted on the server");
  await expectAccessibleInAllLooks(page);
  await question.getByRole("button", { name: "Resync" }).click();
  await expect(page.getByText(`${email} is being read again.`)).toBeVisible();
  await page.getByRole("tab", { name: "Unified Inbox" }).click();
  await expect(row(page, `Missing ${user}`)).toBeVisible({ timeout: 60_000 });
  await expect(row(page, `Compared ${user}`)).toHaveCount(1);
});

test("an alias is confirmed by a code, mail leaves from it, and a reply to mail for it, too [SYN-19] [SYN-21]", async ({
  page,
  dovecot,
}) => {
  const user = newPerson();
  const about = `Asked ${user}`;
  // A user of another company reads the code.
  const alias = people.stranger;
  await dovecot.deliver(user, mailOf({ subject: about, to: `${user}@acme.test, ${alias}`, text: "Hello" }));
  const session = await signInAs(page, "user", "/inbox");
  const { id, email } = await connectMailbox(page, session, dovecot, user);
  await waitForMail(page, session, id, 1);
  await page.goto(`/inbox?tab=settings&mailbox=${id}`);
  const aliases = panel(page).getByRole("region", { name: "Aliases" });
  await aliases.getByLabel("Add an alias").fill(alias);
  await aliases.getByRole("button", { name: "Mail a code" }).click();
  const question = page.getByRole("dialog", { name: `Confirm ${alias}` });
  await expect(question).toContainText(`Type the code that we mailed to ${alias}.`);
  await expectAccessibleInAllLooks(page);
  await question.getByLabel("Code").fill("aaaa-aaaa");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question.getByText("The code is not right").first()).toBeVisible();

  const reader = await sessionOf(page, "stranger");
  const asReader = { headers: { authorization: `Bearer ${reader.token}` } };
  const mailsOf = async (matches: RegExp) => {
    const { items } = await (await page.request.get("/api/mail/threads", asReader)).json();
    return items.filter((thread: { subject: string }) => matches.test(thread.subject));
  };
  await expect.poll(async () => (await mailsOf(/^Your code: /)).length, { timeout: 60_000 }).toBeGreaterThan(0);
  const [{ subject: code }] = await mailsOf(/^Your code: /);
  await question.getByLabel("Code").fill(code.replace("Your code: ", ""));
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question).toHaveCount(0);
  await expect(aliases).toContainText("Confirmed by code");
  await expectAccessibleInAllLooks(page);

  await page.goto(`/inbox?mailbox=${id}`);
  await row(page, about).click();
  await button(page, "Reply").click();
  const composer = page.getByRole("region", { name: "Reply", exact: true });
  await composer.getByRole("button", { name: /change recipients and subject/ }).click();
  const from = composer.getByRole("combobox", { name: "From" });
  await expect(from.locator("option:checked")).toHaveText(`${alias} · IMAP`);
  await expectAccessibleInAllLooks(page);
  await page.keyboard.press("Escape");

  await forgetDraft(page, session, "compose");
  await page.goto("/compose");
  await page.getByRole("combobox", { name: "From" }).selectOption(`${alias} · IMAP`);
  await to(page).fill(people.stranger);
  await subject(page).fill(`Sent as ${user}`);
  await write(page, "The offer is ready.");
  // The choice is part of the draft.
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${session.token}` };
      return (await (await page.request.get("/api/compose/drafts/compose", { headers })).json()).draft?.alias;
    })
    .toBe(alias);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "From" }).locator("option:checked")).toHaveText(`${alias} · IMAP`);
  const sent = page.waitForRequest("**/api/compose/send");
  await sendButton(page).click();
  expect((await sent).headers()["x-from-account"]).toBe(alias);
  await expect
    .poll(async () => (await mailsOf(new RegExp(`^Sent as ${user}`)))[0]?.from, { timeout: 60_000 })
    .toBe(alias);
  expect(email).not.toBe(alias);
});
