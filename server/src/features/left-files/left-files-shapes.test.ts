// Mail of any shape looks the same, whether its attachments come with it or stay on the server.
import { randomBytes } from "node:crypto";
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { syncMailbox } from "#features/sync/sync.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { world, person, peek, call, app } = await testWorld({ jobs: false });
let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  dovecot = await startDovecot({ config: "ssl = no", exactStatus: true });
  for (const name of ["mailbox.sync", "mailbox.fetch-left"])
    await world.queue.boss.createQueue(name, { policy: "short" });
});
afterAll(() => dovecot?.remove());

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
const head = (subject: string, type: string) =>
  `From: a@x.test\r\nTo: b@x.test\r\nSubject: ${subject}\r\nDate: Tue, 17 Nov 2026 10:00:00 +0000\r\nMessage-ID: <${subject}@x>\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n`;
const parts = (boundary: string, all: string[]) =>
  `${all.map((one) => `--${boundary}\r\n${one}\r\n`).join("")}--${boundary}--\r\n`;
const file = (name: string, bytes: Buffer, type = "application/octet-stream") =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(bytes)}`;
const text = (words: string, type = "text/plain") => `Content-Type: ${type}; charset=utf-8\r\n\r\n${words}`;
const large = randomBytes(200_000);
const words = Buffer.from("All the words of a long text file.\r\n".repeat(6_000));
const event =
  "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:one@x\r\nDTSTART:20261120T100000Z\r\nSUMMARY:Talk\r\nEND:VEVENT\r\nEND:VCALENDAR";
const inner = mailOf({ subject: "Inside", files: [{ name: "deep.bin", type: "application/zip", content: large }] });

const shapes: Record<string, { raw: string; left: string[] }> = {
  nested: {
    raw: `${head("nested", 'multipart/mixed; boundary="m"')}\r\n${parts("m", [
      `Content-Type: multipart/related; boundary="r"\r\n\r\n${parts("r", [
        `Content-Type: multipart/alternative; boundary="a"\r\n\r\n${parts("a", [text("Plain"), text("<p>Rich</p><img src='cid:p@x'>", "text/html")])}`,
        `Content-Type: image/png\r\nContent-ID: <p@x>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(randomBytes(50_000))}`,
      ])}`,
      file("one.zip", large),
      text("After the file."),
      file("two.zip", large),
    ])}`,
    left: ["one.zip", "two.zip"],
  },
  "file first": {
    raw: `${head("first", 'multipart/mixed; boundary="m"')}\r\n${parts("m", [file("one.zip", large), text("The words come last.")])}`,
    left: ["one.zip"],
  },
  "attached mail": {
    raw: `${head("attached", 'multipart/mixed; boundary="m"')}\r\n${parts("m", [text("See the mail."), `Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename="Inside.eml"\r\n\r\n${inner}`])}`,
    left: ["Inside.eml"],
  },
  "one file alone": {
    raw: `${head("alone", 'application/pdf; name="scan.pdf"')}Content-Disposition: attachment; filename="scan.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(large)}\r\n`,
    left: ["scan.pdf"],
  },
  "text files alone": {
    raw: `${head("texts", 'multipart/mixed; boundary="m"')}\r\n${parts("m", [file("read.txt", words, "text/plain"), file("other.txt", words, "text/plain")])}`,
    left: ["other.txt"],
  },
  invitation: {
    raw: `${head("invitation", 'multipart/mixed; boundary="m"')}\r\n${parts("m", [
      `Content-Type: multipart/alternative; boundary="a"\r\n\r\n${parts("a", [text("Come."), `Content-Type: text/calendar; method=REQUEST; charset=utf-8\r\n\r\n${event}`])}`,
      file("agenda.pdf", large, "application/pdf"),
    ])}`,
    left: ["agenda.pdf"],
  },
  signed: {
    raw: `${head("signed", 'multipart/signed; protocol="application/pgp-signature"; micalg=pgp-sha256; boundary="s"')}\r\n${parts(
      "s",
      [
        `Content-Type: multipart/mixed; boundary="m"\r\n\r\n${parts("m", [text("Signed words."), file("one.zip", large)])}`,
        `Content-Type: application/pgp-signature; name="signature.asc"\r\n\r\n-----BEGIN PGP SIGNATURE-----`,
      ],
    )}`,
    left: ["one.zip"],
  },
  "no boundary": {
    raw: `${head("broken", "multipart/mixed")}\r\n--x\r\n${text("Words")}\r\n--x\r\n${file("one.zip", large)}\r\n--x--\r\n`,
    left: [],
  },
  "a boundary that is used twice": {
    raw: `${head("twice", 'multipart/mixed; boundary="m"')}\r\n--m\r\nContent-Type: multipart/related; boundary="m"\r\n\r\n${parts("m", [text("Words"), file("one.zip", large)])}\r\n${parts("m", [file("two.zip", large)])}`,
    left: [],
  },
  "an attached mail without a name": {
    raw: `${head("nameless", 'multipart/mixed; boundary="m"')}\r\n${parts("m", [text("See the mail."), `Content-Type: message/rfc822\r\n\r\n${inner}`])}`,
    left: ["Inside.eml"],
  },
  "a report about a large mail": {
    raw: `${head("report", 'multipart/report; report-type=delivery-status; boundary="m"')}\r\n${parts("m", [
      text("It was not delivered."),
      "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x.test\r\n\r\nFinal-Recipient: rfc822; b@x.test\r\nAction: failed\r\nStatus: 5.1.1",
      `Content-Type: message/rfc822\r\n\r\n${inner}`,
    ])}`,
    left: ["Inside.eml"],
  },
  "names that clash, are encoded or are missing": {
    raw: `${head("names", 'multipart/mixed; boundary="m"')}\r\n${parts("m", [
      text("Names"),
      file("same.bin", large),
      file("same.bin", words),
      `Content-Type: application/pdf;\r\n name*0*=utf-8''Gr%C3%B6;\r\n name*1*=%C3%9Fe;\r\n name*2=.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(large)}`,
      `Content-Type: application/pdf; name="=?iso-8859-1?Q?gr=FCn.pdf?="\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(large)}`,
      `Content-Disposition: attachment; filename=../../../etc/passwd\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(large)}`,
      `Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(large)}`,
      `Content-Type: audio\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(large)}`,
    ])}`,
    left: ["same.bin", "same.bin", "Größe.pdf", "grün.pdf", "passwd", "attachment.png", "attachment.txt"],
  },
  "a calendar as a file": {
    raw: `${head("calendar", 'multipart/mixed; boundary="m"')}\r\n${parts("m", [text("Come."), file("invite.ics", Buffer.from(event.replace("SUMMARY", `X-PAD:${"x".repeat(90_000)}\r\nSUMMARY`)), "text/calendar"), file("one.zip", large)])}`,
    left: ["one.zip"],
  },
  "S/MIME, signed and encrypted in one part": {
    raw: `${head("smime", 'application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"')}Content-Disposition: attachment; filename="smime.p7m"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(large)}\r\n`,
    left: ["smime.p7m"],
  },
  "PGP, encrypted": {
    raw: `${head("pgp", 'multipart/encrypted; protocol="application/pgp-encrypted"; boundary="m"')}\r\n${parts("m", [
      "Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1",
      `Content-Type: application/octet-stream; name="encrypted.asc"\r\nContent-Disposition: inline; filename="encrypted.asc"\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n${base64(large)}`,
    ])}`,
    left: ["encrypted.asc"],
  },
  "types in odd spelling": {
    raw: `${head("odd", 'Multipart/MIXED; BOUNDARY="m"')}\r\n${parts("m", [`CONTENT-TYPE: Text/HTML; charset="utf-8"\r\n\r\n<p>Hello</p>`, `Content-Type: Text/Plain; name="x.log"\r\nContent-Disposition: ATTACHMENT\r\n\r\n${words}`, `Content-Type: APPLICATION/PDF (a comment); name=x.pdf\r\nContent-Transfer-Encoding: BASE64\r\n\r\n${base64(large)}`, `Content-Type: x\r\nContent-Disposition: x\r\n\r\n${words}`])}`,
    left: [],
  },
};

async function stored(raw: string, user: string, leavesFiles: boolean) {
  const who = await person("NORMAL_USER");
  const form = { host: "localhost", port: dovecot.ports.imap, secure: false, username: user, password: "test" };
  const { id } = (await call(who, api.mailboxes.connectImap, { body: form })).body;
  await call(who, api.mailboxSettings.update, { params: { id }, body: { leavesFiles } });
  await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
  const [row] = await peek<{ id: string; calendar: string | null; headers: object; words: string; size: string }>(
    `select m.id, m.size, c.calendar, c.headers, c.html_text as words from messages m join message_contents c on c.id = m.id where m.mailbox_id = $1`,
    [id],
  );
  if (!row) throw new Error(`Nothing was stored of ${raw.slice(0, 100)}`);
  return { who, row, message: (await call(who, api.inbox.message, { params: { id: row.id } })).body };
}

const source = async (who: Caller, id: string) => {
  const headers = { authorization: `Bearer ${who.token}` };
  return (await app.inject({ method: "GET", url: `/api/mail/messages/${id}/source`, headers })).rawPayload.toString();
};

describe.skipIf(!hasDovecot)("the shapes of mail", () => {
  test.each(Object.entries(shapes))(
    "%s: the same text, files, calendar and size in both modes [SYN-23]",
    async (_name, { raw, left }) => {
      const user = `shape${randomBytes(6).toString("hex")}`;
      await dovecot.deliver(user, raw);
      const [later, whole] = [await stored(raw, user, true), await stored(raw, user, false)];
      const facts = ({ message, row }: typeof later) => ({
        ...{ text: message.bodyText, html: message.bodyHtml, subject: message.subject, snippet: message.snippet },
        ...{
          calendar: row.calendar,
          headers: row.headers,
          words: row.words,
          size: row.size,
          truncated: message.truncated,
        },
        files: message.attachments.map(({ part, fileName, mimeType, inline }) => ({
          part,
          fileName,
          mimeType,
          inline,
        })),
      });
      expect(facts(later)).toEqual(facts(whole));
      expect(later.message.attachments.flatMap(({ isLeft, fileName }) => (isLeft ? fileName : []))).toEqual(left);
      expect(await source(later.who, later.row.id)).toBe(raw);
      const now = (await call(later.who, api.inbox.message, { params: { id: later.row.id } })).body;
      expect(now.attachments).toEqual(whole.message.attachments);
    },
  );
});
