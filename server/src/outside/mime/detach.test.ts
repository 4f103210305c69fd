import { expect, test } from "vitest";
import { composeMail } from "./compose.ts";
import { detachFiles } from "./detach.ts";
import { readMail } from "./read-mail.ts";

const mail = {
  messageId: "<one@acme.test>",
  date: new Date("2026-01-02T03:04:05Z"),
  from: { name: "Ana", address: "ana@acme.test" },
  to: [{ name: "", address: "ben@acme.test" }],
  subject: "Größe",
  html: '<p>Hello <img src="data:image/png;base64,iVBORw0KGgo="></p>',
};

test("attachments are detached with their names and bytes, and the rest is the same mail", async () => {
  const files = [
    { fileName: "Übersicht 2026.pdf", mimeType: "application/pdf", content: Buffer.from([0, 1, 2, 255]) },
    { fileName: "note.txt", mimeType: "text/plain", content: Buffer.from("--not a boundary\r\n") },
  ];
  const { raw } = await composeMail({ ...mail, attachments: files });
  const detached = detachFiles(raw);
  expect(detached.files).toEqual([
    { name: "Übersicht 2026.pdf", type: "application/pdf", bytes: Buffer.from([0, 1, 2, 255]) },
    { name: "note.txt", type: "text/plain", bytes: Buffer.from("--not a boundary\r\n") },
  ]);
  const [before, after] = [readMail(raw), readMail(detached.mail)];
  expect(after.attachments.map(({ inline }) => inline)).toEqual([true]);
  const { attachments: _a, ...rest } = after;
  const { attachments: _b, ...whole } = before;
  expect(rest).toEqual(whole);
});

test("a mail without attachments stays as it is, byte for byte", async () => {
  const { raw } = await composeMail(mail);
  expect(detachFiles(raw)).toEqual({ mail: raw, files: [] });
  for (const odd of ["", "no header", "Content-Disposition: attachment\r\n\r\nalone"])
    expect(detachFiles(Buffer.from(odd))).toEqual({ mail: Buffer.from(odd), files: [] });
});
