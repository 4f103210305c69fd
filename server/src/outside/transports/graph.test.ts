import { afterAll, beforeAll, expect, test } from "vitest";
import { openOutlookMailbox } from "#outside/mailboxes/outlook/outlook.ts";
import { composeMail, type MailContent } from "#outside/mime/compose.ts";
import { readAttachments, readMail } from "#outside/mime/read-mail.ts";
import { accountAt } from "#test/stand-ins/microsoft/account.ts";
import { headerOf } from "#test/stand-ins/microsoft/mail-store.ts";
import { type Microsoft, startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { threadWorkOf } from "#test/thread-work.ts";
import { openGraphTransport } from "./graph.ts";
import type { SendPhase } from "./transport.ts";

let microsoft: Microsoft;
beforeAll(async () => {
  microsoft = await startMicrosoft();
});
afterAll(() => microsoft.stop());

let count = 0;
function newSender() {
  const email = `sender${++count}@outlook.test`;
  const there = microsoft.addAccount(email);
  const account = accountAt(microsoft, email);
  const phases: SendPhase[] = [];
  const send = async (changes: Partial<MailContent> = {}) => {
    const messageId = `<${email}-${phases.length}@outlook.test>`;
    const to = [{ name: "", address: "ben@acme.test" }];
    const from = { name: "Ana", address: email };
    const letter: MailContent = {
      messageId,
      date: new Date(),
      from,
      to,
      subject: "Hello",
      text: "Good day.",
      ...changes,
    };
    const mail = await composeMail(letter);
    const delivery = await openGraphTransport(account).send(mail, async (phase) => void phases.push(phase));
    return { delivery, messageId: letter.messageId };
  };
  return { there, account, phases, send };
}

test("a mail is sent unchanged with its own Message-ID, and Outlook files the copy", async () => {
  const { there, account, phases, send } = newSender();
  const { delivery, messageId } = await send({ bcc: [{ name: "", address: "hidden@acme.test" }] });
  expect(delivery).toMatchObject({ accepted: ["ben@acme.test", "hidden@acme.test"], refused: [] });
  expect(phases).toEqual(["connecting", "data_sent"]);
  expect(there.sent).toHaveLength(1);
  const [sent] = there.sent;
  expect(sent?.recipients).toEqual(["ben@acme.test", "hidden@acme.test"]);
  const mail = readMail(sent?.raw ?? Buffer.alloc(0));
  expect([mail.messageId, mail.subject, mail.text.trim(), mail.bcc]).toEqual([messageId, "Hello", "Good day.", []]);
  expect(await (await openOutlookMailbox(account)).hasSent(messageId)).toBe(true);
  expect(there.in("drafts")).toEqual([]);
});

test("a reply is created from the mail it answers, and joins its conversation", async () => {
  const { there, send } = newSender();
  const asked = there.add("From: ben@acme.test\r\nSubject: Question\r\nMessage-ID: <q'1@acme.test>\r\n\r\nWhen?\r\n");
  microsoft.seen.length = 0;
  await send({ subject: "Re: Question", inReplyTo: "<q'1@acme.test>", references: ["<q'1@acme.test>"] });
  expect(microsoft.seen.some(({ path }) => path.endsWith(`${asked.id}/createReply`))).toBe(true);
  const [copy] = there.in("sentitems");
  expect(copy?.conversationId).toBe(asked.conversationId);
  expect(headerOf(copy?.raw ?? Buffer.alloc(0), "in-reply-to")).toBe("<q'1@acme.test>");
  // The answered mail may have been moved.
  await send({ inReplyTo: "<unknown@acme.test>", references: ["<unknown@acme.test>"] });
  expect(there.sent).toHaveLength(2);
});

test("large files are uploaded in pieces, small ones at once, and all arrive complete", async () => {
  const { there, send } = newSender();
  const large = Buffer.alloc(7_500_000, "0123456789abcdef");
  const files = [
    { fileName: "large.bin", mimeType: "application/octet-stream", content: large },
    { fileName: "small.txt", mimeType: "text/plain", content: Buffer.from("small") },
  ];
  microsoft.seen.length = 0;
  const { done } = await threadWorkOf(() => send({ attachments: files }));
  expect(done).toMatchObject({ detachBytes: 1 });
  const pieces = microsoft.seen.filter(({ method }) => method === "PUT");
  expect(pieces).toHaveLength(3);
  expect(pieces.some(({ headers }) => headers.authorization)).toBe(false);
  const raw = there.sent[0]?.raw ?? Buffer.alloc(0);
  const { attachments, text } = readMail(raw);
  expect([text.trim(), attachments.map(({ fileName }) => fileName)]).toEqual(["Good day.", ["large.bin", "small.txt"]]);
  expect(readAttachments(raw, [attachments[0]?.part ?? ""])[0]?.equals(large)).toBe(true);
}, 30_000);

test("refusals are told apart, and leave no draft behind", async () => {
  const { there, account, phases, send } = newSender();
  microsoft.refuse(/^POST \/me\/messages$/, { status: 400, code: "ErrorInvalidRecipients" });
  await expect(send()).rejects.toMatchObject({ fault: "permanent" });
  microsoft.refuse(/^POST \/me\/messages$/, { status: 403, code: "ErrorSendAsDenied" });
  await expect(send()).rejects.toMatchObject({ fault: "permanent" });
  microsoft.refuse(/send$/, { status: 429, retryAfter: 0 });
  await expect(send()).rejects.toMatchObject({ fault: "temporary" });
  microsoft.refuse(/^PATCH/, { status: 400, count: 1 });
  await expect(send()).rejects.toMatchObject({ fault: "permanent" });
  expect([there.sent.length, there.in("drafts").length]).toEqual([0, 0]);
  expect(phases.filter((phase) => phase === "data_sent")).toHaveLength(1);
  microsoft.signIn.revoke(account.email);
  await expect(send()).rejects.toMatchObject({ fault: "auth" });
});

test("if it is unknown whether the mail was sent, the fault says so, and the mail can be looked up", async () => {
  const { there, account, send } = newSender();
  for (const status of [500, 503, 504]) {
    microsoft.refuse(/send$/, { status, afterwards: true });
    await expect(send({ messageId: `<lost-${status}@outlook.test>` })).rejects.toMatchObject({
      fault: "unknown_outcome",
    });
  }
  expect(there.sent).toHaveLength(3);
  const mailbox = await openOutlookMailbox(account);
  expect(await mailbox.hasSent("<lost-504@outlook.test>")).toBe(true);
});

test("a connection that breaks while the draft is created means that nothing was sent", async () => {
  const { there, phases, send } = newSender();
  microsoft.setDown(true);
  await expect(send()).rejects.toMatchObject({ fault: "unreachable" });
  microsoft.setDown(false);
  expect([there.sent, phases]).toEqual([[], ["connecting"]]);
});

test("a mail is not handed over if data_sent cannot be stored", async () => {
  const { there, account } = newSender();
  const from = { name: "", address: account.email };
  const letter = { messageId: "<n@outlook.test>", date: new Date(), from, to: [from], subject: "No", text: "no" };
  const lost = openGraphTransport(account).send(await composeMail(letter), async (phase) => {
    if (phase === "data_sent") throw new Error("The lease is lost");
  });
  await expect(lost).rejects.toThrow("The lease is lost");
  expect([there.sent, there.in("drafts")]).toEqual([[], []]);
});

test("drafts of an interrupted attempt are deleted by the next one", async () => {
  const { there, send } = newSender();
  there.add("Subject: Hello\r\n\r\n", { folder: "drafts", isDraft: true, internetMessageId: "<again@outlook.test>" });
  await send({ messageId: "<again@outlook.test>" });
  expect([there.sent.length, there.in("drafts").length]).toEqual([1, 0]);
});
