import { afterAll, beforeEach, expect, test } from "vitest";
import { startPushService, vapidClaims } from "#test/stand-ins/push-service.ts";
import { openWebPush } from "./web-push.ts";

const { base, subscribe, taken, service, close } = await startPushService();
const open = openWebPush({ allowPrivate: true });
const strict = openWebPush({ allowPrivate: false });
afterAll(() => Promise.all([open.close(), strict.close(), close()]));
beforeEach(() => {
  service.answer = undefined;
});

const identity = { ...(await open.newKeys()), subject: "https://mail.example.test" };
const pushed = { payload: '{"title":"Ada"}', ttlSeconds: 60, urgency: "high", topic: "abc" } as const;

test("a notification is encrypted for the browser, and signed by the installation [NTF-10]", async () => {
  const { path, ...subscription } = subscribe();
  expect(await open.send(subscription, identity, pushed)).toEqual({ kind: "taken" });
  const [got] = taken.slice(-1);
  expect(got).toMatchObject({ path, payload: { title: "Ada" } });
  expect(got?.headers).toMatchObject({ ttl: "60", urgency: "high", topic: "abc", "content-encoding": "aes128gcm" });
  const { publicKey, claims } = vapidClaims(got?.headers.authorization);
  expect(publicKey).toBe(identity.publicKey);
  expect(claims).toMatchObject({ aud: base, sub: "https://mail.example.test" });
  for (const name of ["cookie", "referer", "x-forwarded-for"]) expect(got?.headers[name]).toBeUndefined();
});

test.for([
  [201, undefined, { kind: "taken" }],
  [404, undefined, { kind: "gone" }],
  [410, undefined, { kind: "gone" }],
  [429, "120", { kind: "later", afterSeconds: 120 }],
  [503, undefined, { kind: "later", afterSeconds: undefined }],
  [500, "soon", { kind: "later", afterSeconds: undefined }],
  [400, undefined, { kind: "refused", reason: "status 400" }],
  [403, undefined, { kind: "refused", reason: "status 403" }],
] as const)("an answer %i with Retry-After %s is understood [NTF-12]", async ([status, after, outcome]) => {
  service.answer = (_, response) => void response.writeHead(status, after ? { "retry-after": after } : {}).end();
  expect(await open.send(subscribe(), identity, pushed)).toEqual(outcome);
});

test("a redirect is not followed, and an endless answer does no harm [NTF-11]", async () => {
  const calls = service.calls;
  service.answer = (_, response) => void response.writeHead(307, { location: `${base}/private` }).end();
  expect(await open.send(subscribe(), identity, pushed)).toEqual({ kind: "refused", reason: "status 307" });
  expect(service.calls).toBe(calls + 1);
  service.answer = (_, response) => {
    response.writeHead(201);
    const more = () => void (response.destroyed || response.write("x".repeat(1 << 16), more));
    more();
  };
  expect(await open.send(subscribe(), identity, pushed)).toEqual({ kind: "taken" });
});

test.for([
  "https://127.0.0.1/push",
  "https://169.254.169.254/latest",
  "https://[::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://0x7f.1/",
  "https://10.0.0.1/",
  "https://localhost/",
  "http://example.com/",
  "https://user:secret@example.com/",
  "ftp://push.test/",
  "javascript:alert(1)",
  "no address",
])("%s is refused, when it is added and when it is used [NTF-11]", async (endpoint) => {
  const { p256dh, auth } = subscribe();
  await expect(strict.check({ endpoint, p256dh, auth })).rejects.toThrow();
  await expect(strict.send({ endpoint, p256dh, auth }, identity, pushed)).rejects.toThrow();
});

test("a key that is no point of the curve is refused [NTF-11]", async () => {
  const { path: _, ...subscription } = subscribe();
  await expect(open.check(subscription)).resolves.toBeUndefined();
  const p256dh = Buffer.alloc(65, 4).toString("base64url");
  await expect(open.check({ ...subscription, p256dh })).rejects.toThrow();
});
