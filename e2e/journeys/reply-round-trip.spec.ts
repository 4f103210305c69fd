import { expect, type Page, test } from "@playwright/test";
import { preview, row } from "../inbox-reader.ts";
import { openAs, people, sessionOf } from "../people.ts";
import {
  answered,
  goToReply,
  openReply,
  press,
  reply,
  sendButton,
  setUndoSeconds,
  subject,
  write,
} from "../writing.ts";

test.describe.configure({ timeout: 300_000 });

type Session = { token: string };

/** The raw source of the received mail. */
async function sourceOf(page: Page, { token }: Session, about: string) {
  const headers = { authorization: `Bearer ${token}` };
  const find = async () => {
    const { items } = await (await page.request.get("/api/mail/threads", { headers })).json();
    return items.find((item: { subject: string }) => item.subject === about)?.id;
  };
  await expect.poll(find, { timeout: 30_000 }).toBeTruthy();
  const answer = await page.request.get(`/api/mail/messages/${await find()}/source`, { headers });
  return answer.text();
}

test("a mail is answered from the inbox, and the answer appears in its thread, with one signature [RPL-20]", async ({
  page,
}) => {
  const about = `Delivery of PO-${Date.now()}`;
  const writer = await sessionOf(page, "user");
  const sent = await page.request.post("/api/compose/send", {
    headers: { authorization: `Bearer ${writer.token}` },
    data: { to: [people.stranger], subject: about, body: "Could you confirm the delivery for Thursday?" },
  });
  const { messageId } = await sent.json();

  const reader = await sessionOf(page, "stranger");
  await setUndoSeconds(page, reader.token, 0);
  await page.request.put("/api/profile", {
    headers: { authorization: `Bearer ${reader.token}` },
    data: { signatureHtml: "<p>Meera Iyer</p><p>Globex India</p>" },
  });
  await openAs(page, reader, "/inbox");
  await row(page, about).click({ timeout: 30_000 });
  await expect(preview(page).getByRole("heading", { name: about })).toBeVisible();
  await press(page, "Reply");
  await press(page, "Open in Reply Assistant");
  await expect(subject(page)).toHaveValue(`Re: ${about}`);
  await expect(page.getByText("Meera Iyer · Globex India")).toBeVisible();
  await write(page, "Confirmed for Thursday.", reply(page));
  const answer = page.waitForResponse("**/api/compose/send");
  await sendButton(page, "Reply & Send").click();
  const { messageId: answerId } = await (await answer).json();
  await expect(page.getByText(`Message id ${answerId}`)).toBeVisible();

  const source = (await sourceOf(page, writer, `Re: ${about}`)).replaceAll(/\r\n[ \t]+/g, " ");
  expect(source).toContain(`\r\nIn-Reply-To: ${messageId}\r\n`);
  expect(source).toMatch(new RegExp(`\\r\\nReferences: .*${messageId?.replaceAll(/[.+]/g, "\\$&")}`));
  expect(source).toContain("Confirmed for Thursday.");
  const text = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(source)?.[1] ?? "";
  expect(text.match(/Globex India/g)).toHaveLength(1);
  await page.request.put("/api/profile", {
    headers: { authorization: `Bearer ${reader.token}` },
    data: { signatureHtml: "" },
  });
});

test("an unfinished reply is restored after a crash, for its own mail and no other, until it is sent [BYD-06]", async ({
  page,
}) => {
  const thread = (name: string) => ({ ...answered, subject: name, inReplyTo: `<${name}-${Date.now()}@example.com>` });
  const goTo = async (mail: ReturnType<typeof thread>) => {
    await goToReply(page, mail);
    await expect(subject(page)).toHaveValue(mail.subject);
  };
  const [one, other] = [thread("one"), thread("other")];
  await openReply(page, one);
  await write(page, "Begun here.", reply(page));
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("Begun here.");
  await page.reload();
  await expect(reply(page)).toContainText("Begun here.");
  await press(page, "••• Show quoted original");
  await expect(reply(page).getByText("On 14 November Anita wrote:")).toBeVisible();
  await goTo(other);
  await expect(reply(page)).not.toContainText("Begun here.");
  await goTo(one);
  await expect(reply(page)).toContainText("Begun here.");

  await page.route("**/api/compose/send", (route) =>
    route.fulfill({ json: { messageId: "<r@acme.test>", status: "sent" } }),
  );
  await sendButton(page, "Reply & Send").click();
  await expect(page.getByText("Message id <r@acme.test>")).toBeVisible();
  await expect(reply(page)).toContainText("Begun here.");
  await goTo(other);
  await goTo(one);
  await expect(reply(page)).not.toContainText("Begun here.");
});
