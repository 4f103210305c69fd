import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { composeMail, InvalidMailError, type MailContent, newMessageId } from "./compose.ts";
import { attachmentContent, parseMail } from "./parse.ts";

const list = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../test/fixtures/lists/${name}.json`, import.meta.url), "utf8"));
const injections: { field: string; value: string }[] = list("header-injection");
const fileNames: string[] = list("file-names");

const content: MailContent = {
  messageId: "<m1@acme.test>",
  date: new Date("2026-04-07T08:00:01Z"),
  from: { name: "Ané Khan", address: "ana@acme.test" },
  to: [{ name: "Roy, Priya", address: "priya@example.com" }],
  cc: [{ name: "", address: "cc@example.com" }],
  bcc: [{ name: "Hidden", address: "hidden@example.com" }],
  replyTo: { name: "", address: "replies@acme.test" },
  subject: "Grüße 📈",
  html: '<p>See <a href="https://acme.test/x">the plan</a>.</p>',
  inReplyTo: "<m0@x.test>",
  references: ["<a@x.test>", "<m0@x.test>"],
};
const headerOf = (raw: Buffer) => raw.toString("latin1").split("\r\n\r\n")[0] ?? "";

test("a mail arrives as it was written", async () => {
  const { raw, envelope } = await composeMail(content);
  const mail = await parseMail(raw);
  expect(mail).toMatchObject({
    messageId: "<m1@acme.test>",
    inReplyTo: "<m0@x.test>",
    references: ["<a@x.test>", "<m0@x.test>"],
    subject: "Grüße 📈",
    from: { name: "Ané Khan", address: "ana@acme.test" },
    to: [{ name: "Roy, Priya", address: "priya@example.com" }],
    replyTo: [{ name: "", address: "replies@acme.test" }],
    date: content.date,
    text: "See the plan [https://acme.test/x].",
  });
  expect(mail.html).toBe(content.html);
  expect(envelope).toEqual({
    from: "ana@acme.test",
    to: ["priya@example.com", "cc@example.com", "hidden@example.com"],
  });
});

test("a Bcc recipient is in the envelope only", async () => {
  const { raw } = await composeMail(content);
  expect(raw.toString()).not.toMatch(/bcc|hidden/i);
});

test("every line is short enough for SMTP and ends with CRLF", async () => {
  const { raw } = await composeMail({ ...content, html: `<p>${"wörd ".repeat(50_000)}</p>${"x".repeat(5000)}` });
  const lines = raw.toString("latin1").split("\r\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
  expect(lines.some((line) => /[\r\n]/.test(line))).toBe(false);
});

const ours = new Set([
  "subject",
  "to",
  "fromName",
  "replyTo",
  "attachment.filename",
  "attachment.contentType",
  "inReplyTo",
]);
for (const { field, value } of injections.filter((injection) => ours.has(injection.field))) {
  test(`${JSON.stringify(value)} as ${field} adds no header and no recipient`, async () => {
    const hostile: MailContent = { ...content };
    if (field === "subject") hostile.subject = value;
    else if (field === "fromName") hostile.from = { name: value, address: "ana@acme.test" };
    else if (field === "replyTo") hostile.replyTo = { name: "", address: value };
    else if (field === "attachment.contentType")
      hostile.attachments = [{ fileName: "x.txt", mimeType: value, content: Buffer.from("x") }];
    else if (field === "attachment.filename")
      hostile.attachments = [{ fileName: value, mimeType: "text/plain", content: Buffer.from("x") }];
    else if (field === "inReplyTo") hostile.inReplyTo = value;
    else hostile.to = [{ name: "", address: value }];
    const composed = await composeMail(hostile).catch((error: unknown) => error);
    if (composed instanceof InvalidMailError) return;
    const { raw, envelope } = composed as Awaited<ReturnType<typeof composeMail>>;
    const [first, ...others] = envelope.to;
    expect(first).toBe(field === "to" ? value : "priya@example.com");
    expect(others).toEqual(["cc@example.com", "hidden@example.com"]);
    expect(headerOf(raw)).not.toMatch(/^(bcc|x):/im);
    const mail = await parseMail(raw);
    if (field === "subject") expect(mail.subject).toBe(value.trim());
    if (field === "fromName") expect(mail.from).toEqual({ name: value.trim(), address: "ana@acme.test" });
  });
}

test("line breaks are refused in every field", async () => {
  const broken = "a\r\nBcc: evil@evil.invalid";
  const bad: Partial<MailContent>[] = [
    { subject: broken },
    { from: { name: broken, address: "ana@acme.test" } },
    { from: { name: "", address: broken } },
    { to: [{ name: broken, address: "a@b.test" }] },
    { cc: [{ name: "", address: `a@b.test\n${broken}` }] },
    { bcc: [{ name: "", address: "a@b.test\0" }] },
    { replyTo: { name: broken, address: "a@b.test" } },
    { messageId: "<a@b>\r\nX: y" },
    { inReplyTo: "<a@b>\nX: y" },
    { references: ["<a@b\r\n>"] },
    { to: [], cc: [], bcc: [] },
  ];
  for (const change of bad)
    await expect(composeMail({ ...content, ...change })).rejects.toBeInstanceOf(InvalidMailError);
});

test("attachments keep their bytes and get names without a path", async () => {
  const attachments = fileNames.map((fileName, at) => ({
    fileName,
    mimeType: "application/pdf",
    content: Buffer.from([at, 0, 255]),
  }));
  const { raw } = await composeMail({ ...content, attachments });
  const mail = await parseMail(raw);
  expect(mail.attachments).toHaveLength(fileNames.length);
  for (const [at, { fileName, part }] of mail.attachments.entries()) {
    expect(fileName).not.toMatch(/[/\\\p{Cc}\p{Cf}:|"<>*?]|^[.~-]|^$|^aux\./u);
    expect(Buffer.from((await attachmentContent(raw, part)) ?? [])).toEqual(Buffer.from([at, 0, 255]));
  }
});

test("a pasted picture becomes an inline part", async () => {
  const png = "iVBORw0KGgo=";
  const { raw } = await composeMail({ ...content, html: `<p><img alt="x" src="data:image/png;base64,${png}"></p>` });
  const mail = await parseMail(raw);
  const [image] = mail.attachments;
  expect(image).toMatchObject({ inline: true, mimeType: "image/png", size: 8 });
  expect(mail.html).toContain(`src="cid:${image?.contentId}"`);
  expect(raw.toString()).not.toContain("data:image");
});

test("an address that two programs could read differently is refused", async () => {
  for (const address of [
    "",
    "a",
    "a@",
    "@b",
    "a@b@c",
    '"a"@b.test',
    "a@b.test,c@d.test",
    "a@b.test>",
    "a b@c.test",
    "x".repeat(65).concat("@b.test"),
  ])
    await expect(composeMail({ ...content, to: [{ name: "", address }] })).rejects.toMatchObject({ field: "to" });
});

test("new message ids differ and carry the sender's domain", () => {
  expect(newMessageId("ana@Acme.test")).toMatch(/^<[0-9a-f-]{36}@acme\.test>$/);
  expect(newMessageId("nobody")).not.toBe(newMessageId("nobody"));
});
