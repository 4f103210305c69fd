import { readFile } from "node:fs/promises";
import { api } from "@intellibox/contract/api";
import { maxExtractBytes } from "@intellibox/contract/rules/limits";
import { expect, test } from "vitest";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call, app } = await testWorld();
const document = (name: string) => readFile(new URL(`../../../test/fixtures/documents/${name}`, import.meta.url));

type Part = { name: string; bytes: Uint8Array | string; field?: string };

async function send(who: Caller | null, parts: Part[], headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const { name, bytes, field = "file" } of parts)
    form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const request = new Request("http://intellibox.test", { method: "POST", body: form });
  const response = await app.inject({
    method: "POST",
    url: `/api${api.summaries.extract.path}`,
    headers: {
      ...(who && { authorization: `Bearer ${who.token}` }),
      "content-type": request.headers.get("content-type") ?? "",
      ...headers,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, text: response.body, body: headers.accept ? {} : response.json() };
}
const sendDocument = async (who: Caller, name: string, as = name) =>
  send(who, [{ name: as, bytes: await document(name) }]);

// The first file starts the child processes, which takes seconds on a busy machine.
const patience = 120_000;

test("a file is read by its content, not by its name [API-17] [SUM-19]", { timeout: patience }, async () => {
  const who = await person("NORMAL_USER");
  const word = await sendDocument(who, "testWORD_various.docx", "holiday.png");
  expect(word).toMatchObject({ status: 200, body: { kind: "docx", truncated: false } });
  expect(word.body.text).toMatch(/\w{4}/);
  const mail = await sendDocument(who, "newOutlook.msg");
  expect(mail.body).toMatchObject({ kind: "msg" });
  expect(mail.body.messages.length).toBeGreaterThan(0);
  expect(Object.keys(mail.body.messages[0]).sort()).toEqual(["at", "body", "from", "to"]);
});

test("a file without text is refused with its name and the reason [API-17] [VAL-15]", {
  timeout: patience,
}, async () => {
  const who = await person("NORMAL_USER");
  const encrypted = await sendDocument(who, "testEXCEL_protected_passtika.xlsx");
  expect(encrypted).toMatchObject({
    status: 400,
    body: { code: "invalid", error: "testEXCEL_protected_passtika.xlsx is protected by a password and cannot be read" },
  });
  const blank = await send(who, [{ name: "blank.txt", bytes: " \n \n" }]);
  expect(blank).toMatchObject({ status: 400, body: { error: "No readable text in blank.txt" } });
  const nothing = await send(who, [{ name: "nothing.pdf", bytes: "" }]);
  expect(nothing).toMatchObject({ status: 400, body: { error: "No readable text in nothing.pdf" } });
  const broken = await send(who, [
    { name: "broken.docx", bytes: Buffer.from("PK\x03\x04 and then nothing", "latin1") },
  ]);
  expect(broken).toMatchObject({ status: 400, body: { error: "broken.docx is damaged and cannot be read" } });
  const archive = await send(who, [{ name: "music.mp3", bytes: emptyZip }]);
  expect(archive).toMatchObject({
    status: 415,
    body: { code: "unsupported", error: "music.mp3 is not a kind of file that can be read" },
  });
});

/** An archive with nothing in it. */
const emptyZip = Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18)]);

test("a file name is shown without folders, control and direction characters", {
  timeout: patience,
}, async () => {
  const who = await person("NORMAL_USER");
  for (const [given, said] of [
    ["invoice\u202efdp.ini", "invoicefdp.ini"],
    ["C:\\boot.ini", "boot.ini"],
    ["../../etc/passwd", "passwd"],
    ["\u200b", "The file"],
  ]) {
    const { body } = await send(who, [{ name: given ?? "", bytes: " " }]);
    expect(body.error).toBe(`No readable text in ${said}`);
  }
});

test("progress is streamed, and the whole answer ends the stream [BYD-08]", {
  timeout: patience,
}, async () => {
  const who = await person("NORMAL_USER");
  const headers = { accept: "text/event-stream" };
  const bytes = await document("testRFC822_multipart_attachments.eml");
  const { status, text } = await send(who, [{ name: "mail.eml", bytes }], headers);
  expect(status).toBe(200);
  const events = text.split("\n\n").filter(Boolean);
  expect(
    events.slice(0, -1).every((event) => /^event: token\ndata: \{"text":"(Reading|Recognising) /.test(event)),
  ).toBe(true);
  expect(events.length).toBeGreaterThan(1);
  expect(events.at(-1)).toMatch(/^event: done\ndata: \{"text":/);
});

test("an upload needs a signed-in user and one file of a bounded size in its field", {
  timeout: patience,
}, async () => {
  const who = await person("NORMAL_USER");
  expect((await send(null, [{ name: "a.txt", bytes: "a" }])).status).toBe(401);
  expect(await send(who, [])).toMatchObject({ status: 400, body: { error: "Choose a file to read" } });
  const two = [
    { name: "a.txt", bytes: "a" },
    { name: "b.txt", bytes: "b" },
  ];
  expect(await send(who, two)).toMatchObject({ status: 400, body: { error: "Send one file at a time" } });
  const misnamed = await send(who, [{ name: "a.txt", bytes: "a", field: "upload" }]);
  expect(misnamed).toMatchObject({ status: 400, body: { error: "Files are expected in the field “file”" } });
  const large = await send(who, [{ name: "a.txt", bytes: Buffer.alloc(maxExtractBytes + 1, "a") }]);
  expect(large).toMatchObject({ status: 413, body: { error: "Files over 25 MB cannot be read" } });
  expect((await call(who, api.summaries.extract, { body: { file: "a" } })).body.error).toBe("Choose a file to read");
});

test("a header that names another tenant has no effect", { timeout: patience }, async () => {
  const [who, other] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const answer = await send(who, [{ name: "a.txt", bytes: "Hello" }], { "x-tenant-id": other.tenantId });
  expect(answer.status).toBe(403);
});

test("a bad file affects neither the next one nor the server", { timeout: patience }, async () => {
  const who = await person("NORMAL_USER");
  const bad = Array.from({ length: 3 }, (_, at) => sendDocument(who, at === 1 ? "helloworld-bad.pdf" : "poi-fuzz.xls"));
  const good = send(who, [{ name: "note.txt", bytes: "A note that is read." }]);
  const answers = await Promise.all([...bad, good]);
  expect(answers.at(-1)).toMatchObject({ status: 200, body: { text: "A note that is read." } });
  for (const { status } of answers) expect([200, 400, 413, 415]).toContain(status);
});
