import { endpoint } from "@intellibox/contract/endpoint";
import { auth } from "@intellibox/contract/endpoints/auth";
import { expect, test } from "vitest";
import * as z from "zod";
import { fakeApi } from "#test/fake-api.ts";
import { fakeUploads } from "#test/fake-upload.ts";
import { sessionOf } from "#test/people.ts";
import { saveSession } from "../session/session.ts";
import { upload } from "./upload.ts";

const send = endpoint({
  method: "POST",
  path: "/send",
  access: "signed-in",
  tenancy: "personal",
  summary: "A mail with files, for these tests",
  headers: z.object({ "x-track-engagement": z.enum(["0", "1"]) }),
  body: z.object({ to: z.array(z.string()), subject: z.string() }),
  files: { field: "files", maxFiles: 10, maxTotalBytes: 10, tooMany: "", tooLarge: "" },
  response: z.object({ messageId: z.string() }),
});
const input = {
  headers: { "x-track-engagement": "1" as const },
  body: { to: ["a@b.test", "c@d.test"], subject: "Terms" },
  files: [new File(["x"], "terms.pdf")],
};
const ok = { status: 200, text: '{"messageId":"<1@test>"}' };

test("files are sent with the fields, comma-separated lists, token and headers, and progress is reported", async () => {
  saveSession(sessionOf("ADMIN"));
  const sent = fakeUploads(() => ok);
  const shares: number[] = [];
  const answer = await upload(send, input, { onProgress: (share) => shares.push(share) });
  expect(answer).toEqual({ messageId: "<1@test>" });
  expect(sent[0]).toMatchObject({
    method: "POST",
    url: "/api/send",
    headers: { authorization: "Bearer access-1", "x-track-engagement": "1" },
  });
  expect(sent[0]?.headers).not.toHaveProperty("content-type");
  expect(sent[0]?.form.get("to")).toBe("a@b.test,c@d.test");
  expect(sent[0]?.form.get("files")).toMatchObject({ name: "terms.pdf" });
  expect(shares).toEqual([0.5]);
});

test("a refused upload shows the server's message, otherwise its status", async () => {
  let text = '{"error":"Attachments exceed 10MB total."}';
  fakeUploads(() => ({ status: 413, text }));
  await expect(upload(send, input)).rejects.toThrow("Attachments exceed 10MB total.");
  text = "<html>";
  await expect(upload(send, input)).rejects.toThrow("Upload failed (413)");
});

test("an upload that does not reach the server says what to check", async () => {
  fakeUploads(() => "unreachable");
  await expect(upload(send, input)).rejects.toThrow(
    "Could not reach the backend. Check VITE_API_BASE or your dev proxy.",
  );
});

test("an expired token is renewed once, and the files are sent again", async () => {
  saveSession(sessionOf("ADMIN"));
  const api = fakeApi();
  api.on(auth.refresh, () => ({ token: "access-2", refreshToken: "refresh-2" }));
  const sent = fakeUploads(({ headers }) =>
    headers.authorization === "Bearer access-2" ? ok : { status: 401, text: "" },
  );
  await upload(send, input);
  expect(sent).toHaveLength(2);
  expect(api.callsOf(auth.refresh)).toHaveLength(1);
});

test("an upload that is aborted before it starts is not sent", async () => {
  const sent = fakeUploads(() => ok);
  await expect(upload(send, input, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
  expect(sent).toHaveLength(0);
});

test("the tokens of a stream are reported, and its last event is the response or the error", async () => {
  saveSession(sessionOf("ADMIN"));
  const tokens: string[] = [];
  const onToken = (text: string) => tokens.push(text);
  const stream = (end: string) => ({
    status: 200,
    text: `event: token\ndata: {"text":"Page 1"}\n\nevent: token\ndata: {"text":"Page 2"}\n\n${end}`,
  });
  let outcome = stream('event: done\ndata: {"messageId":"<1@test>"}\n\n');
  const sent = fakeUploads(() => outcome);
  expect(await upload(send, input, { onToken })).toEqual({ messageId: "<1@test>" });
  expect(tokens).toEqual(["Page 1", "Page 2"]);
  expect(sent[0]?.headers.accept).toContain("text/event-stream");
  outcome = stream('event: error\ndata: {"error":"Too many pages"}\n\n');
  await expect(upload(send, input, { onToken })).rejects.toThrow("Too many pages");
  outcome = { status: 200, text: '{"messageId":"<2@test>"}' };
  expect(await upload(send, input, { onToken })).toEqual({ messageId: "<2@test>" });
});
