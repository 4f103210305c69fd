import { generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { until } from "#test/outbox-world.ts";
import { pushesCounted } from "#test/push-counts.ts";
import { connectAs } from "#test/stand-ins/microsoft/connect.ts";
import { testWorld } from "#test/test-world.ts";
import { keepChannel } from "./channels.ts";

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const strangers = generateKeyPairSync("rsa", { modulusLength: 2048 });
const calls: string[] = [];

/** Delays the next answer. */
let answerAfter: Promise<void> | undefined;

/** A stand-in for Google's watch API and its signed calls. */
const google = createServer(async (request, response) => {
  calls.push(`${request.method} ${request.url}`);
  const wait = answerAfter;
  answerAfter = undefined;
  await wait;
  const answers: Record<string, unknown> = {
    "/.well-known/openid-configuration": { issuer: origin(), jwks_uri: `${origin()}/certs` },
    "/certs": { keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" }] },
    // https://developers.google.com/workspace/gmail/api/reference/rest/v1/users/watch
    "/gmail/v1/users/me/watch": { historyId: "1", expiration: String(Date.now() + 7 * 86_400_000) },
    "/gmail/v1/users/me/stop": {},
  };
  const answer = answers[request.url ?? ""];
  response.writeHead(answer ? 200 : 503, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
});
await new Promise<void>((done) => google.listen(0, "127.0.0.1", done));
const origin = () => `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
afterAll(() => void google.close().closeAllConnections());

const publicUrl = "https://mail.example.test";
const account = "push@project.iam.gserviceaccount.com";
const sharedToken = "a shared token of some length";
const { world, app, person, call, peek } = await testWorld({
  environment: {
    PUBLIC_URL: publicUrl,
    GOOGLE_ISSUER: origin(),
    GMAIL_BASE: origin(),
    GMAIL_PUBSUB_TOPIC: "projects/p/topics/gmail",
    GMAIL_PUSH_ACCOUNT: account,
    GMAIL_PUSH_TOKEN: sharedToken,
  },
});
await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });

function jwt(changes: Record<string, unknown> = {}, { key = keys.privateKey, kid = "one", alg = "RS256" } = {}) {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    ...{ iss: origin(), aud: `${publicUrl}/api/mail/webhook`, sub: "1", email: account, email_verified: true },
    ...{ iat: now, exp: now + 3600 },
    ...changes,
  };
  const body = [{ alg, kid, typ: "JWT" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  return `${body.join(".")}.${sign("sha256", Buffer.from(body.join(".")), key).toString("base64url")}`;
}

let messages = 0;
const noticeOf = (emailAddress: string, messageId = `m${++messages}`) => ({
  message: {
    data: Buffer.from(JSON.stringify({ emailAddress, historyId: "9876543210" })).toString("base64"),
    messageId,
    publishTime: new Date().toISOString(),
  },
  subscription: "projects/p/subscriptions/s",
});
const push = async (payload: object, { bearer, token }: { bearer?: string; token?: string } = {}) =>
  (
    await app.inject({
      method: "POST",
      url: `/api/mail/webhook${token === undefined ? "" : `?token=${encodeURIComponent(token)}`}`,
      headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      payload,
    })
  ).statusCode;

let count = 0;
async function connected(email = `pushed${++count}@gmail.test`) {
  const who = await person("NORMAL_USER");
  const tokens = { access_token: "at", refresh_token: "rt", expires_in: 3600 };
  const key = await connectAs(world, who, { kind: "gmail", email, tokens });
  await keepChannel(world, key);
  // Without the sync that follows a new channel.
  await peek("delete from pgboss.job where name = 'mailbox.sync'");
  return { who, key, email };
}
const syncsAskedFor = async () =>
  (await peek<{ id: string }>("select data->>'id' as id from pgboss.job where name = 'mailbox.sync'")).map(
    ({ id }) => id,
  );
const counted = (outcome: string) => pushesCounted(app, "gmail", outcome);

test("a push that Google signed for us starts a delta sync of that account [MBX-23]", async () => {
  const { key, email } = await connected();
  expect(await push(noticeOf(email.toUpperCase()), { bearer: jwt() })).toBe(202);
  expect(await syncsAskedFor()).toEqual([key.id]);
  const [asked] = await peek<{ soon: boolean }>(
    "select start_after > now() as soon from pgboss.job where name = 'mailbox.sync'",
  );
  expect(asked?.soon).toBe(true);
});

test("a push that is forged, for another audience, of another account or expired starts nothing and is counted [MBX-23]", async () => {
  const { email } = await connected();
  const before = await counted("forged");
  const now = Math.floor(Date.now() / 1000);
  const bad = [
    jwt({ aud: "https://other.example.test/api/mail/webhook" }),
    jwt({ iss: "https://evil.example.test" }),
    jwt({ email: "somebody@else.iam.gserviceaccount.com" }),
    jwt({ email_verified: false }),
    jwt({ exp: now - 3600, iat: now - 7200 }),
    jwt({ iat: now + 7200, exp: now + 10_800 }),
    jwt({}, { key: strangers.privateKey }),
    jwt({}, { kid: "unknown" }),
    jwt({}, { alg: "none" }),
    `${jwt().split(".").slice(0, 2).join(".")}.`,
    jwt().replace(/\.[^.]+\./, `.${Buffer.from('{"email":"x"}').toString("base64url")}.`),
    "not a token at all, but long enough",
  ];
  for (const bearer of bad) expect(await push(noticeOf(email), { bearer })).toBe(401);
  for (const token of ["", "a wrong token of some length", `${sharedToken}x`])
    expect(await push(noticeOf(email), { token })).toBe(401);
  expect(await push(noticeOf(email))).toBe(401);
  expect(await syncsAskedFor()).toEqual([]);
  expect(await counted("forged")).toBe(before + bad.length + 4);
});

test("a small clock difference does not reject Google's pushes", async () => {
  const { key, email } = await connected();
  const now = Math.floor(Date.now() / 1000);
  expect(await push(noticeOf(email), { bearer: jwt({ iat: now + 40, exp: now + 3640 }) })).toBe(202);
  expect(await syncsAskedFor()).toEqual([key.id]);
});

test("with a shared token in the settings, that token is accepted and nothing else is [MBX-23]", async () => {
  const { key, email } = await connected();
  expect(await push(noticeOf(email), { token: sharedToken })).toBe(202);
  expect(await syncsAskedFor()).toEqual([key.id]);
});

test("a repeated push is accepted and starts nothing, and so is one for an unknown account", async () => {
  const { email } = await connected();
  const notice = noticeOf(email);
  expect(await push(notice, { bearer: jwt() })).toBe(202);
  await peek("delete from pgboss.job where name = 'mailbox.sync'");
  const before = { replayed: await counted("replayed"), foreign: await counted("foreign") };
  expect(await push(notice, { bearer: jwt() })).toBe(202);
  expect(await push(noticeOf("nobody@gmail.test"), { bearer: jwt() })).toBe(202);
  expect(await syncsAskedFor()).toEqual([]);
  expect([await counted("replayed"), await counted("foreign")]).toEqual([before.replayed + 1, before.foreign + 1]);
});

test("unknown key ids do not cause a request to Google each time", async () => {
  const { email } = await connected();
  await push(noticeOf(email), { bearer: jwt() });
  const before = calls.filter((one) => one === "GET /certs").length;
  for (let at = 0; at < 20; at++) await push(noticeOf(email), { bearer: jwt({}, { kid: `made up ${at}` }) });
  expect(calls.filter((one) => one === "GET /certs").length - before).toBeLessThanOrEqual(1);
});

test("a process that was paused while it renewed a watch does not overwrite the renewal of another", async () => {
  const { key } = await connected();
  const makeDue = () => peek("update push_channels set renew_at = now() - interval '1 second' where id = $1", [key.id]);
  const channel = () => peek("select renew_at, expires_at, failures from push_channels where id = $1", [key.id]);
  const gate = Promise.withResolvers<void>();
  answerAfter = gate.promise;
  await makeDue();
  const late = keepChannel(world, key);
  await until(() => answerAfter === undefined);
  // The claim expires, and another process renews the watch.
  await makeDue();
  await keepChannel(world, key);
  const renewed = await channel();
  gate.resolve();
  await late;
  expect(await channel()).toEqual(renewed);
});

test("a watch is renewed before it expires, and stopped only with the last mailbox of its account", async () => {
  const one = await connected();
  const other = await connected(one.email);
  expect(await push(noticeOf(one.email), { bearer: jwt() })).toBe(202);
  expect((await syncsAskedFor()).sort()).toEqual([one.key.id, other.key.id].sort());
  const watches = () => calls.filter((call) => call === "POST /gmail/v1/users/me/watch").length;
  const before = watches();
  await keepChannel(world, one.key);
  expect(watches()).toBe(before);
  await peek("update push_channels set renew_at = now() - interval '1 second' where id = $1", [one.key.id]);
  await keepChannel(world, one.key);
  expect(watches()).toBe(before + 1);

  const stops = () => calls.filter((call) => call === "POST /gmail/v1/users/me/stop").length;
  await call(one.who, api.mailboxes.remove, { params: { id: one.key.id } });
  expect(stops()).toBe(0);
  await call(other.who, api.mailboxes.remove, { params: { id: other.key.id } });
  await until(() => stops() === 1);
});
