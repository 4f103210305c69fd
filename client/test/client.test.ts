// The client against the real server.
import { api } from "@intellibox/contract/api";
import type { Endpoint } from "@intellibox/contract/endpoint";
import { keyAccessOf, keyCalls, scopesNeeded } from "@intellibox/contract/key-calls";
import { keyDownloads } from "@intellibox/contract/key-downloads";
import { expect, expectTypeOf, test } from "vitest";
import { rawOperations } from "../../server/src/http/raw-operations.ts";
import { mailOf } from "../../server/test/mail-of.ts";
import { programWorld } from "../../server/test/program-world.ts";
import { ApiError, createClient } from "../src/index.ts";

const { person, writer, call, giveMail, keyOf, url, app, peek } = await programWorld();

const refusal = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};
const clientOf = (key: string) => createClient({ url, key, retries: 0 });

test("the client has every call that a key may make and no other, and each has a route and scopes [CLI-01]", () => {
  const client = createClient({ url, key: "ibx_0123456789abcdef" });
  const wanted = Object.entries<Record<string, Endpoint>>(api).flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(([name, endpoint]) =>
      keyAccessOf(endpoint) === "never" ? [] : [`${group}.${name}`],
    ),
  );
  const { downloads, ...groups } = client;
  const found = Object.entries(groups).flatMap(([group, calls]) =>
    Object.keys(calls).map((name) => `${group}.${name}`),
  );
  expect(found).toEqual(wanted);
  expect(found.length).toBeGreaterThan(120);
  for (const calls of Object.values<Record<string, Endpoint>>(keyCalls))
    for (const endpoint of Object.values(calls)) {
      const { method, path } = endpoint;
      expect({ path, has: app.hasRoute({ method, url: `/api${path.replaceAll(/\{(\w+)\}/g, ":$1")}` }) }).toEqual({
        path,
        has: true,
      });
      expect(scopesNeeded(keyAccessOf(endpoint))).toBeDefined();
    }
  const files = rawOperations.flatMap(({ path, key }) => (key && path.startsWith("/api/") ? [`${key} ${path}`] : []));
  expect(
    Object.values(keyDownloads)
      .map(({ path, scope }) => `${scope} /api${path}`)
      .toSorted(),
  ).toEqual(files.toSorted());
  expect(Object.keys(downloads)).toEqual(Object.keys(keyDownloads));
});

test("types come from the contract: arguments, answers, and which calls there are [CLI-01]", () => {
  const client = createClient({ url, key: "ibx_0123456789abcdef" });
  expectTypeOf(client).not.toHaveProperty("sessions");
  expectTypeOf(client.users).not.toHaveProperty("remove");
  expectTypeOf(client.inbox.threads).toBeCallableWith();
  expectTypeOf(client.inbox.threads).toBeCallableWith({ query: { q: "invoice", folder: "archive" } });
  expectTypeOf(client.inbox.message).parameter(0).toEqualTypeOf<{ params: { id: string } }>();
  expectTypeOf<Awaited<ReturnType<typeof client.inbox.message>>["date"]>().toEqualTypeOf<Date>();
  expectTypeOf(client.inbox.message).not.toHaveProperty("all");
  expectTypeOf(client.ownMail.sent).toHaveProperty("all");
});

test("mail is listed, searched, opened and marked, with dates as dates [CLI-01]", async () => {
  const ana = await person("NORMAL_USER");
  await giveMail(ana, [mailOf({ subject: "Invoice 7", text: "Please pay." }), mailOf({ subject: "Lunch" })]);
  const intellibox = clientOf((await keyOf(ana, ["mail:read", "mail:write"])).key);
  const { items } = await intellibox.inbox.threads({ query: { q: "invoice" } });
  expect(items).toMatchObject([{ subject: "Invoice 7", date: expect.any(Date), unread: true }]);
  const id = items[0]?.id ?? "";
  expect(await intellibox.inbox.message({ params: { id } })).toMatchObject({
    bodyText: expect.stringContaining("Please"),
  });
  expect(await intellibox.inbox.markRead({ params: { id }, body: {} })).toEqual({ id, unread: false });
});

test("all goes through the pages of a list, and asks for no more than the loop needs [CLI-02]", async () => {
  const ana = await person("NORMAL_USER");
  const subjects = Array.from({ length: 7 }, (_, at) => `Report ${at}`);
  await giveMail(
    ana,
    subjects.map((subject, at) => mailOf({ subject, date: new Date(2026, 0, at + 1) })),
  );
  let calls = 0;
  const counted: typeof fetch = (...request) => {
    calls++;
    return fetch(...request);
  };
  const { key } = await keyOf(ana, ["mail:read"]);
  const intellibox = createClient({ url, key, fetch: counted });
  const found: string[] = [];
  for await (const { subject } of intellibox.inbox.threads.all({ query: { limit: 3 } })) found.push(subject);
  expect(found).toEqual(subjects.toReversed());
  expect(calls).toBe(3);
  for await (const _ of intellibox.inbox.threads.all({ query: { limit: 3 } })) break;
  expect(calls).toBe(4);
});

test("a list with page numbers ends with its last page [CLI-02]", async () => {
  const boss = await person("ADMIN");
  const { key } = await keyOf(boss, ["suppressions"]);
  const intellibox = clientOf(key);
  const text = [0, 1, 2, 3, 4].map((at) => `p${at}@example.com`).join("\n");
  await intellibox.suppressions.add({ body: { text } });
  const found: string[] = [];
  for await (const { address } of intellibox.suppressions.list.all({ query: { limit: 2 } })) found.push(address);
  expect(found.toSorted()).toEqual([0, 1, 2, 3, 4].map((at) => `p${at}@example.com`));
});

test("a refusal says its code, status and fields; a missing permission is named [CLI-03]", async () => {
  const ana = await person("NORMAL_USER");
  const intellibox = clientOf((await keyOf(ana, ["mail:read", "mail:send"])).key);
  expect(await refusal(intellibox.drafts.list())).toMatchObject({
    ...{ code: "forbidden", status: 403, message: "This API key lacks the permission drafts" },
  });
  const invalid = await refusal(intellibox.outbox.send({ body: { to: ["nobody"], subject: "A", body: "B" } }));
  expect(invalid).toMatchObject({ code: "invalid", status: 400, fields: { to: expect.any(String) } });
  const foreign = await refusal(intellibox.inbox.message({ params: { id: "0199aaaa-0000-7000-8000-000000000009" } }));
  expect(foreign).toMatchObject({ code: "not_found", status: 404 });
  await peek("delete from api_keys where user_id = $1", [ana.id]);
  expect(await refusal(intellibox.inbox.threads())).toMatchObject({ code: "unauthenticated", status: 401 });
});

test("a send whose answer is lost is repeated with the same key, and sends once [CLI-04]", async () => {
  const { who, server } = await writer();
  const { key } = await keyOf(who, ["mail:send"]);
  const keys: (string | null)[] = [];
  const losing: typeof fetch = async (address, init) => {
    keys.push(new Headers(init?.headers).get("idempotency-key"));
    const answer = await fetch(address, init);
    if (keys.length > 1) return answer;
    await answer.arrayBuffer();
    throw new TypeError("fetch failed");
  };
  const intellibox = createClient({ url, key, fetch: losing });
  const file = { name: "terms, final.txt", type: "text/plain", content: "The terms." };
  const body = { to: ["priya@example.com"], subject: "Offer", body: "Good day." };
  const sent = await intellibox.outbox.send({ body, files: [file] });
  expect(sent.status).toBe("sent");
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.raw.toString()).toContain("terms, final.txt");
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
  // Another call is another mail.
  await intellibox.outbox.send({ body });
  expect(server.mails).toHaveLength(2);
});

test("an answer with references and files keeps its thread [CLI-04]", async () => {
  const { who, server } = await writer();
  const intellibox = clientOf((await keyOf(who, ["mail:send"])).key);
  const body = { to: "priya@example.com", subject: "Re: Offer", body: "Yes.", inReplyTo: "<b,1@example.com>" };
  const references = ["<a,1@example.com>", "<b,1@example.com>"];
  await intellibox.outbox.send({ body: { ...body, references }, files: [new File(["x"], "x.txt")] });
  expect(server.mails[0]?.raw.toString()).toMatch(/References: <a,1@example\.com>\s+<b,1@example\.com>/);
});

test("attachments and sources are streamed, with the name that their sender chose [CLI-05]", async () => {
  const ana = await person("NORMAL_USER");
  const content = "A,B\n1,2\n";
  await giveMail(ana, [mailOf({ subject: "Figures", files: [{ name: "figures.csv", type: "text/csv", content }] })]);
  const { key } = await keyOf(ana, ["mail:read"]);
  const intellibox = clientOf(key);
  const [item] = (await intellibox.inbox.threads()).items;
  const id = item?.id ?? "";
  const { attachments } = await intellibox.inbox.message({ params: { id } });
  const file = await intellibox.downloads.attachment({ params: { id, part: attachments[0]?.part ?? "" } });
  expect([file.name, new TextDecoder().decode(await file.bytes())]).toEqual(["figures.csv", content]);
  const source = await intellibox.downloads.source({ params: { id } });
  expect(await new Response(source.body).text()).toContain("Subject: Figures");
  expect(await refusal(intellibox.downloads.attachment({ params: { id, part: "99" } }))).toMatchObject({ status: 404 });
  const other = clientOf((await keyOf(await person("NORMAL_USER"), ["mail:read"])).key);
  expect(await refusal(other.downloads.source({ params: { id } }))).toMatchObject({ code: "not_found" });
});

test("files are uploaded, and what the assistant writes is streamed [CLI-05]", async () => {
  const ana = await person("NORMAL_USER");
  const intellibox = clientOf((await keyOf(ana, ["summaries", "assistant"])).key);
  const files = [{ name: "note.txt", type: "text/plain", content: "Deliver on Friday." }];
  expect(await intellibox.summaries.extract({ files })).toMatchObject({ text: "Deliver on Friday." });
  const shown: string[] = [];
  const body = { intent: "thank Priya for the offer", to: "Priya <priya@example.com>" };
  const answer = await intellibox.assistant.draftEmail({ body }, { onText: (soFar) => shown.push(soFar) });
  expect(answer.body).toContain("Priya");
  expect(shown.length).toBeGreaterThan(1);
  const { key } = await keyOf(ana, ["mail:read"]);
  const refused = clientOf(key).assistant.draftEmail({ body }, { onText: () => undefined });
  expect(await refusal(refused)).toMatchObject({ code: "forbidden" });
});

test("a key of the company lists users, and reads no mail [CLI-03]", async () => {
  const ana = await person("ADMIN");
  const form = { name: "Directory", scopes: ["users:read" as const], expiresAt: null };
  const { body } = await call(ana, api.apiKeys.createOfCompany, { body: form });
  const intellibox = clientOf(body.secret);
  expect(await intellibox.users.list()).toMatchObject([{ email: ana.email }]);
  expect(await refusal(intellibox.inbox.threads())).toMatchObject({ code: "forbidden" });
});
