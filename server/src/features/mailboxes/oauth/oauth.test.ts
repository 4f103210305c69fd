import { api } from "@intellibox/contract/api";
import { afterAll, expect, test, vi } from "vitest";
import { loadConfig } from "#lib/config.ts";
import { until } from "#test/outbox-world.ts";
import { startGoogle } from "#test/stand-ins/google.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { redirectUriOf } from "./attempts.ts";
import { signState } from "./state.ts";

// Many small calls to the stand-in, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const origin = "https://mail.example.test";
const redirectUri = `${origin}/api/mail/connect/gmail/callback`;
const people = Array.from({ length: 20 }, (_, at) => ({ email: `owner${at}@gmail.test`, name: `Owner ${at}` }));
const google = await startGoogle({ people, redirectUris: [redirectUri, "http://localhost/none"] });
const microsoft = await startMicrosoft();
afterAll(() => Promise.all([google.stop(), microsoft.stop()]));
let taken = 0;
const newAccount = () => people[taken++]?.email ?? "";

const { person, call, app, peek, advance, world } = await testWorld({
  jobs: true,
  environment: { PUBLIC_URL: origin, ...google.settings, ...microsoft.settings },
});
const { inbox, mailboxes } = api;

/** Starts an attempt like the Connect button. Returns the consent page and the cookie. */
async function begin(
  who: Caller,
  endpoint: typeof mailboxes.startGmail | typeof mailboxes.startOutlook = mailboxes.startGmail,
) {
  const { status, body, headers } = await call(who, endpoint);
  expect([status, body.error]).toEqual([200, undefined]);
  const cookie = String(headers["set-cookie"]);
  return { url: new URL(body.url), cookie, held: cookie.split(";")[0] ?? "" };
}

/** Chooses an account on the consent page. Returns the query of the redirect back. */
async function consent(url: URL, email: string) {
  const code = await google.signIn.consent(email, Object.fromEntries(url.searchParams));
  return { code, state: url.searchParams.get("state") ?? "" };
}

async function comeBack(query: Record<string, string>, cookie: string, provider = "gmail") {
  const response = await app.inject({
    url: `/api/mail/connect/${provider}/callback?${new URLSearchParams(query)}`,
    headers: { cookie },
  });
  expect(response.statusCode).toBe(303);
  const target = new URL(String(response.headers.location), origin);
  expect([target.origin, target.pathname, target.searchParams.get("tab")]).toEqual([origin, "/inbox", "connections"]);
  return Object.fromEntries([...target.searchParams].filter(([name]) => name !== "tab"));
}

async function connected(who: Caller, email: string) {
  const { url, held } = await begin(who);
  return comeBack(await consent(url, email), held);
}
const mailboxesOf = async (who: Caller) => (await call(who, mailboxes.list)).body.items;
const refused = (code: string) => ({ connect_error: code, provider: "gmail" });

test("connecting Gmail goes to Google with PKCE and offline access, back, and syncs the mailbox [API-29]", async () => {
  const [who, email] = [await person("NORMAL_USER"), newAccount()];
  for (const subject of ["one", "two"])
    await google.deliver(email, `From: b@x.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@x>\r\n\r\nHi\r\n`);
  const { url, cookie, held } = await begin(who);
  expect(url.href.startsWith(`${google.url}/o/oauth2/v2/auth?`)).toBe(true);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: google.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email https://mail.google.com/",
    access_type: "offline",
    prompt: "consent select_account",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{20,}$/),
  });
  expect(cookie).toMatch(/; Path=\/api\/mail\/connect; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);

  const { connected: id } = await comeBack(await consent(url, email), held);
  const [mailbox] = await mailboxesOf(who);
  expect(mailbox).toMatchObject({ id, email, provider: "gmail", status: "connected", needsReconnect: false });
  const subjects = async () =>
    (await call(who, inbox.threads, { query: {} })).body.items.map(({ subject }) => subject).sort();
  await until(async () => (await subjects()).length === 2);
  expect(await subjects()).toEqual(["one", "two"]);
  // No token is stored in plain text, and no attempt is left.
  const [row] = await peek<{ password_sealed: string }>("select password_sealed from mailboxes where id = $1", [id]);
  expect(row?.password_sealed).toMatch(/^v1\./);
  expect(await peek("select id from oauth_attempts")).toEqual([]);
});

test("connecting Outlook works the same way with Microsoft's multi-tenant issuer [API-30]", async () => {
  const who = await person("NORMAL_USER");
  microsoft.addAccount("ben@outlook.test", "Ben Roy");
  const { url, held } = await begin(who, mailboxes.startOutlook);
  expect(url.href.startsWith(`${microsoft.url}/common/oauth2/v2.0/authorize?`)).toBe(true);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: microsoft.clientId,
    redirect_uri: `${origin}/api/mail/connect/outlook/callback`,
    scope: expect.stringMatching(/offline_access.*Mail\.ReadWrite.*Mail\.Send/),
    code_challenge_method: "S256",
    prompt: "select_account",
  });
  const decide = (account: string) =>
    microsoft.signIn.decide(new URLSearchParams([...url.searchParams, ["account", account]])).headers?.location ?? "";
  const answer = Object.fromEntries(new URL(decide("ben@outlook.test")).searchParams);
  const { connected: id } = await comeBack(answer, held, "outlook");
  expect(await mailboxesOf(who)).toMatchObject([{ id, email: "ben@outlook.test", provider: "outlook" }]);
});

test("a denial, a foreign state, a used state and a used code each have their own error", async () => {
  const [who, email] = [await person("NORMAL_USER"), newAccount()];
  const denied = await begin(who);
  const state = denied.url.searchParams.get("state") ?? "";
  expect(await comeBack({ error: "access_denied", state }, denied.held)).toEqual(refused("denied"));
  expect(await comeBack({ error: "access_denied", state }, denied.held)).toEqual(refused("expired"));

  const first = await begin(who);
  const answer = await consent(first.url, email);
  for (const forged of ["", "x", `${answer.state}x`, answer.state.slice(0, -2), answer.state.replace(/^./, "f")])
    expect(await comeBack({ ...answer, state: forged }, first.held), forged).toEqual(refused("state"));
  expect(await comeBack(answer, first.held)).toHaveProperty("connected");
  expect(await comeBack(answer, first.held)).toEqual(refused("expired"));

  // The same code with another attempt: Google accepts a code once, and PKCE binds it to its attempt.
  const second = await begin(who);
  expect(await comeBack({ ...answer, state: second.url.searchParams.get("state") ?? "" }, second.held)).toEqual(
    refused("code"),
  );
  const [third, fourth] = [await begin(who), await begin(who)];
  const stolen = await consent(third.url, email);
  expect(await comeBack({ code: stolen.code, state: fourth.url.searchParams.get("state") ?? "" }, fourth.held)).toEqual(
    refused("code"),
  );
  expect(await mailboxesOf(who)).toHaveLength(1);
});

test("an attempt is refused after ten minutes, after its session ended, and for another provider", async () => {
  const who = await person("NORMAL_USER");
  const other = await begin(who);
  const answer = await consent(other.url, newAccount());
  expect(await comeBack(answer, other.held, "outlook")).toEqual({ connect_error: "expired", provider: "outlook" });
  const late = await begin(who);
  const lateAnswer = await consent(late.url, newAccount());
  advance(10 * 60_000 + 1);
  expect(await comeBack(lateAnswer, late.held)).toEqual(refused("expired"));
  advance(-10 * 60_000 - 1);
  const left = await begin(who);
  const leftAnswer = await consent(left.url, newAccount());
  await call(who, api.auth.logout);
  expect(await comeBack(leftAnswer, left.held)).toEqual(refused("expired"));
  expect(await peek("select id from mailboxes where user_id = $1", [who.id])).toEqual([]);
});

test("another browser cannot finish an attempt, so a consent link sent to another person connects nothing", async () => {
  const [attacker, victim] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const theirs = await begin(attacker);
  const answer = await consent(theirs.url, newAccount());
  const own = await begin(victim);
  for (const cookie of ["", own.held, `${theirs.held.split("=")[0]}=${own.held.split("=")[1]}`])
    expect(await comeBack(answer, cookie)).toEqual(refused("browser"));
  expect(await mailboxesOf(attacker)).toEqual([]);
  // The refused browsers did not use it up.
  expect(await comeBack(answer, `a=b; ${theirs.held}; c=d`)).toHaveProperty("connected");
});

test("a user who was deactivated meanwhile cannot connect an account", async () => {
  const who = await person("NORMAL_USER");
  const { url, held } = await begin(who);
  const answer = await consent(url, newAccount());
  await peek("update users set status = 'Inactive' where id = $1", [who.id]);
  expect(await comeBack(answer, held)).toEqual(refused("session"));
});

test("a consent without access to mail is refused with the missing scope", async () => {
  const who = await person("NORMAL_USER");
  google.signIn.allowed = "openid email";
  expect(await connected(who, newAccount())).toEqual(refused("scope"));
  google.signIn.allowed = undefined;
  expect(await mailboxesOf(who)).toEqual([]);
});

test("connecting an account again repairs its mailbox and keeps its mail", async () => {
  const [who, email] = [await person("NORMAL_USER"), newAccount()];
  await google.deliver(email, "From: b@x.test\r\nSubject: kept\r\nMessage-ID: <kept@x>\r\n\r\nHi\r\n");
  const { connected: id = "" } = await connected(who, email);
  await until(async () => (await mailboxesOf(who))[0]?.counts.messages === 1);
  google.signIn.revoke(email);
  await call(who, mailboxes.sync, { params: { id }, body: {} });
  const broken = await until(async () => (await mailboxesOf(who)).find(({ needsReconnect }) => needsReconnect));
  expect(broken).toMatchObject({ id, status: "attention", lastError: expect.stringMatching(/Reconnect/) });
  expect(broken.counts.messages).toBe(1);

  expect(await connected(who, email)).toEqual({ connected: id });
  const healed = await until(async () => (await mailboxesOf(who)).find(({ lastSync }) => lastSync !== broken.lastSync));
  expect(healed).toMatchObject({ id, status: "connected", needsReconnect: false, lastError: null });
  expect(await mailboxesOf(who)).toHaveLength(1);
  expect((await call(who, inbox.threads, { query: {} })).body.items).toHaveLength(1);
});

test("an outage of Google at either step is reported as such, and nothing is stored", async () => {
  const who = await person("NORMAL_USER");
  const { url, held } = await begin(who);
  const answer = await consent(url, newAccount());
  google.trouble({ status: 503, reason: "backend", matches: /oauth2\/token/ });
  expect(await comeBack(answer, held)).toEqual(refused("unavailable"));
  expect(await mailboxesOf(who)).toEqual([]);
});

test("without client ids an admin is told which settings and redirect address to use, and other users whom to ask", async () => {
  const bare = await testWorld({ environment: { PUBLIC_URL: origin } });
  const who = await bare.person("ADMIN");
  const member = await bare.person("NORMAL_USER", { tenantId: who.tenantId });
  expect((await bare.call(member, mailboxes.startGmail)).body.error).toBe(
    "Gmail is not available yet. Ask your admin.",
  );
  for (const [endpoint, provider, names] of [
    [mailboxes.startGmail, "gmail", ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"]],
    [mailboxes.startOutlook, "outlook", ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"]],
  ] as const) {
    const { status, body } = await bare.call(who, endpoint);
    expect(status).toBe(409);
    for (const part of [...names, `${origin}/api/mail/connect/${provider}/callback`])
      expect(body.error).toContain(part);
  }
  expect(redirectUriOf(loadConfig({ PORT: "4000" }), "gmail")).toBe(
    "http://localhost:4000/api/mail/connect/gmail/callback",
  );
});

test("a validly signed state without an attempt is refused", async () => {
  const who = await person("NORMAL_USER");
  const state = signState(world.sealer, { tenantId: who.tenantId, userId: who.id, id: crypto.randomUUID() });
  expect(await comeBack({ code: "x", state }, "connect_x=y")).toEqual(refused("expired"));
});
