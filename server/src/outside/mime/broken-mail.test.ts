// Kinds of broken mail that random damage to real mails has found.
import { expect, test } from "vitest";
import { attachmentContent, parseMail } from "./parse.ts";
import { baseSubject } from "./threading.ts";

const sourceOf = (...lines: string[]) => Buffer.from(lines.join("\r\n"));

test("text is cut between characters", async () => {
  for (const pad of ["", "x"]) {
    const long = `${pad}${"😀".repeat(1_500)}`;
    const mail = await parseMail(
      sourceOf(
        `Subject: ${long}`,
        `From: ${long} <${long}@acme.test>`,
        `To: "${long}" <a@acme.test>`,
        `List-Id: ${long}`,
        "Content-Type: multipart/mixed; boundary=x",
        "",
        "--x",
        "Content-Type: image/png",
        `Content-ID: <${long}>`,
        `Content-Disposition: attachment; filename="${long}.png"`,
        "",
        "--x--",
      ),
    );
    expect(JSON.stringify(mail)).not.toMatch(/\\ud[89a-f]../);
    expect(baseSubject(`Re: ${mail.subject}`).isWellFormed()).toBe(true);
  }
});

test("if the boundaries are wrong, the text before them is read", async () => {
  const mail = await parseMail(
    sourceOf(
      "Subject: x",
      "Content-Type: multipart/mixed; boundary=b--",
      "",
      "Dear all, the first part is",
      "--b",
      "Content-Type: text/plain",
      "",
      "and so is the second.",
      "--b--",
    ),
  );
  expect(mail.text).toContain("Dear all");
  expect(mail.text).toContain("and so is the second.");
  const preamble = "This is a multi-part message in MIME format.";
  const head = ["Subject: x", "Content-Type: multipart/mixed; boundary=b"];
  const empty = sourceOf(...head, "", preamble, "--b", "", "", "--b--");
  expect((await parseMail(empty)).text).toBe("");
});

test("if the parts are empty, the text between and after them is read", async () => {
  const head = ["Subject: x", "Content-Type: multipart/mixed; boundary=b", ""];
  const early = sourceOf(
    ...head,
    "--b",
    "Content-Type: text/plain",
    "",
    "--b--",
    "The whole letter",
    "--c",
    "and more.",
  );
  expect((await parseMail(early)).text).toBe("The whole letter\n\nand more.");
  const doubled = sourceOf(
    ...head,
    "--b",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b--",
    "Words after all.",
  );
  expect((await parseMail(doubled)).text).toBe("Words after all.");
  const short = sourceOf(...head, "This is a MIME message.", "--b", "", "--b--", "", "Hello.");
  expect((await parseMail(short)).text).toBe("Hello.");
});

test.each([
  ["iso-8859-1", Buffer.from("Grüße aus Köln"), "Grüße aus Köln"],
  ["iso-8859-1", Buffer.from("Grüße aus Köln", "latin1"), "Grüße aus Köln"],
  ["windows-1252", Buffer.from("naïve – déjà vu"), "naïve – déjà vu"],
  ["utf-8", Buffer.from("Grüße aus Köln", "latin1"), "Grüße aus Köln"],
  ["utf-16", Buffer.from("Plain words"), "Plain words"],
  ["utf-16le", Buffer.from("Zwei\n日本", "utf16le"), "Zwei\n日本"],
  ["utf-16", Buffer.from("\ufeffGrüße\r\n", "utf16le"), "Grüße"],
])("text that is declared as %s is read by its real charset (%#)", async (charset, bytes, words) => {
  const type = `Content-Type: text/plain; charset=${charset}`;
  const raw = sourceOf("Subject: x", type, "Content-Transfer-Encoding: base64", "", bytes.toString("base64"));
  expect((await parseMail(raw)).text.replace("\ufeff", "")).toBe(words);
});

test.each([
  ["plain", "aGVsbG8=", 5],
  ["without padding", "aGVsbG8", 5],
  ["of the web's alphabet", "-_-_", 3],
  ["in pieces, each padded", "aGVsbG8=\r\naGVsbG8gdGhlcmUgYWdhaW4=", 22],
  ["with text behind its padding", "aGVsbG8=\r\n-- \r\nSent by a list", 5],
  ["that is none", "%%% not base64 at all %%%", 10],
])("the size of base64 %s is its decoded size", async (_kind, body, size) => {
  const raw = sourceOf(
    "Content-Type: application/pdf",
    "Content-Disposition: attachment; filename=a.pdf",
    "Content-Transfer-Encoding: base64",
    "",
    body,
  );
  const [attachment] = (await parseMail(raw)).attachments;
  expect(attachment?.size).toBe(size);
  expect((await attachmentContent(raw, attachment?.part ?? ""))?.length).toBe(size);
});
