import { createHash } from "node:crypto";
import { sendForm } from "@intellibox/contract/endpoints/outbox";
import { expect, test } from "vitest";
import { hashRequest } from "./hash-request.ts";
import { readRequest, refuseBadTime, type SendRequest } from "./request.ts";

const now = new Date("2026-11-16T08:00:00Z");
const body = { to: ["a@x.test"], subject: "Hi", body: "Text", html: "<p>Text</p>" };
const file = (name: string, bytes = Buffer.from("x")) => ({
  ...{ name, mimeType: "text/plain", bytes },
  sha256: createHash("sha256").update(bytes).digest("base64url"),
});
const read = (changes: object = {}, headers: object = {}, files: ReturnType<typeof file>[] = []) =>
  readRequest({ body: sendForm.parse({ ...body, ...changes }), headers, files } as never, now);

test("a request that names a mail or a mailbox is a reply; all options are off by default", () => {
  expect(read()).toMatchObject({ kind: "mail", references: [], tracked: false, undoSeconds: 0 });
  expect(read({ inReplyTo: "<a@x.test>" }).kind).toBe("reply");
  expect(read({}, { "x-mailbox-id": "1", "x-undo-seconds": 5 })).toMatchObject({ kind: "reply", undoSeconds: 5 });
});

test("a mail can be scheduled from a minute ago up to a year ahead", () => {
  const refusal = (ahead: number, field?: string) => {
    try {
      refuseBadTime(new Date(now.getTime() + ahead), now, field);
    } catch (error) {
      return error as { message: string; fields?: object };
    }
  };
  const year = 366 * 86_400_000;
  for (const ahead of [-60_000, 0, year]) expect(refusal(ahead)).toBeUndefined();
  const past = "Choose a time in the future.";
  expect(refusal(-60_001)).toMatchObject({ message: past, fields: { "x-send-at": past } });
  expect(refusal(-60_001, "sendAt")?.fields).toEqual({ sendAt: past });
  const far = "A mail can be planned up to a year ahead.";
  expect(refusal(year + 1)).toMatchObject({ message: far, fields: { "x-send-at": far } });
  expect(() => read({}, { "x-send-at": new Date(0) })).toThrow(past);
});

test("a file's name is one line of at most 255 characters, and no path", () => {
  expect(read({}, {}, [file("n".repeat(255)), file("Angebot für Höfe.pdf")]).files).toHaveLength(2);
  for (const name of ["", "n".repeat(256), "a\nb", "a\u2028b", "a/b", "a\\b", "a\0"])
    expect(() => read({}, {}, [file("good"), file(name)]), name).toThrow(/^A file's name/);
});

test("pictures in the text count with the files towards ten megabytes [LIM-03]", () => {
  const most = 10 * 1024 * 1024;
  const picture = (bytes: number) => ({
    html: `<img src="data:image/png;base64,${"A".repeat((bytes / 3) * 4)}">`,
  });
  const third = 3 * 1024 * 1024;
  expect(read(picture(third), {}, [file("rest", Buffer.alloc(most - third))]).files).toHaveLength(1);
  expect(() => read(picture(third), {}, [file("rest", Buffer.alloc(most - third + 1))])).toThrow(
    "Attachments exceed 10MB total.",
  );
  expect(() => read(picture(most + 2), {})).toThrow("Attachments exceed 10MB total.");
});

test("two requests have the same hash only if everything but the key is equal [SND-01]", () => {
  const first = read({}, {}, [file("a.txt")]);
  const others: Partial<SendRequest>[] = [
    { to: ["b@x.test"] },
    { subject: "Ho" },
    { body: "Text2" },
    { html: "<p>Text2</p>" },
    { html: "<p>Text</p>T", body: "ext" },
    { tracked: true },
    { undoSeconds: 5 },
    { files: [] },
    { files: [file("b.txt")] },
    { files: [file("a.txt", Buffer.from("y"))] },
    { files: [{ ...file("a.txt"), mimeType: "text/html" }] },
  ];
  const hashes = [first, ...others.map((change) => ({ ...first, ...change }))].map(hashRequest);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashRequest({ ...first, key: "another" })).toBe(hashes[0]);
});

test("a bad address is reported under its field, and too many recipients under To", () => {
  const problems = (changes: object) =>
    sendForm.safeParse({ ...body, ...changes }).error?.issues.map(({ path, message }) => [path.join(), message]);
  const bad = "Not a valid email address: nobody";
  expect(problems({ cc: "c@x.test, nobody", bcc: ["nobody"] })).toEqual([
    ["cc", bad],
    ["bcc", bad],
  ]);
  expect(problems({ to: ["nobody"], cc: "c@x.test" })).toEqual([["to", bad]]);
  const many = Array.from({ length: 100 }, (_, n) => `p${n}@x.test`);
  expect(problems({ bcc: many })).toEqual([["to", "At most 100 recipients can be addressed at once."]]);
});
