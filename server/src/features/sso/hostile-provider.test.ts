import { api } from "@intellibox/contract/api";
import { TOTP } from "otpauth";
import { afterAll, expect, test, vi } from "vitest";
import { redirectUri, ssoWorld } from "#test/sso-world.ts";
import { startHostileProvider } from "#test/stand-ins/hostile-provider.ts";
import { testWorld } from "#test/test-world.ts";

vi.setConfig({ testTimeout: 60_000 });

const provider = await startHostileProvider();
const google = await startHostileProvider();
const microsoft = await startHostileProvider();
afterAll(() => Promise.all([provider.stop(), google.stop(), microsoft.stop()]));

const world = await ssoWorld({
  environment: {
    GOOGLE_CLIENT_ID: "intellibox",
    GOOGLE_CLIENT_SECRET: "secret",
    GOOGLE_ISSUER: google.issuer,
    MICROSOFT_CLIENT_ID: "intellibox",
    MICROSOFT_CLIENT_SECRET: "secret",
    MS_ISSUER: microsoft.issuer,
    INTELLIBOX_SIGN_IN_WITH: "google,microsoft",
  },
});
const { company, call, person, peek, start, comeBack, finish, save } = world;
const client = { issuer: provider.issuer, clientId: "intellibox", clientSecret: "a secret" };

type Lie = { claims?: Record<string, unknown>; isForged?: boolean; query?: Record<string, string> };
type At = Parameters<typeof start>[0];

/** Comes back with the right state, and with an ID token that has the right nonce unless the lie says otherwise. */
async function comeWith(at: At, liar: typeof provider, { claims, isForged = false, query }: Lie) {
  const begun = await start(at);
  expect(begun.error).toBeUndefined();
  const asked = new URL(begun.url).searchParams;
  liar.state.claims = { sub: "1", nonce: asked.get("nonce"), ...claims };
  liar.state.isForged = isForged;
  const answer = new URLSearchParams({ code: "a code", state: asked.get("state") ?? "", ...query });
  return comeBack(answer, begun.held);
}

test("an ID token with another nonce, issuer, audience, time or key is refused [SSO-13]", async () => {
  const { domain } = await company(client);
  const email = `ana@${domain}`;
  const at = { company: email };
  const outcome = async (lie: Lie) => {
    const back = await comeWith(at, provider, { ...lie, claims: { email, email_verified: true, ...lie.claims } });
    return back.error ?? "signed in";
  };
  const now = Math.floor(Date.now() / 1000);
  expect(await outcome({ claims: { nonce: "another" } })).toBe("provider");
  expect(await outcome({ claims: { nonce: undefined } })).toBe("provider");
  expect(await outcome({ claims: { iss: "https://other.example" } })).toBe("provider");
  expect(await outcome({ claims: { aud: "another client" } })).toBe("provider");
  expect(await outcome({ claims: { iat: now - 900, exp: now - 600 } })).toBe("provider");
  expect(await outcome({ claims: { sub: undefined } })).toBe("provider");
  expect(await outcome({ isForged: true })).toBe("provider");
  expect(await outcome({ query: { error: "access_denied" } })).toBe("denied");
  expect(await outcome({ query: { iss: "https://other.example" } })).toBe("provider");
  expect(await outcome({})).toBe("signed in");
  // The secret goes to the token endpoint only, and the verifier with it.
  expect(provider.seen.find(({ path }) => path === "/token")?.body).toMatch(/code_verifier=[\w-]{43}/);
});

test("a provider that leads its visitors to another one does not get that one's answer [SSO-15]", async () => {
  const liar = await startHostileProvider();
  afterAll(liar.stop);
  const [hostile, honest] = [await company({ ...client, issuer: liar.issuer }), await company(client)];
  const others = [`${redirectUri}/${honest.tenantId}`, redirectUri];
  for (const registered of others) {
    // The liar sends the browser on to the other provider, which sends it back to the address that it knows.
    const begun = await start({ company: `ana@${hostile.domain}` });
    const state = new URL(begun.url).searchParams.get("state") ?? "";
    const back = await comeBack(new URLSearchParams({ code: "the other's code", state }), begun.held, registered);
    expect(back.error).toBe("state");
    expect((await comeBack(new URLSearchParams({ code: "again", state }), begun.held)).error).toBe("state");
  }
  const begun = await start({ door: "google" });
  const state = new URL(begun.url).searchParams.get("state") ?? "";
  const answer = new URLSearchParams({ code: "a code", state });
  expect((await comeBack(answer, begun.held, `${redirectUri}/${honest.tenantId}`)).error).toBe("state");
  expect([liar, google].flatMap(({ seen }) => seen).filter(({ path }) => path === "/token")).toEqual([]);
});

test("a provider that names a script or another issuer sends nobody anywhere [SSO-13]", async () => {
  const { admin, domain } = await company(client);
  const params = { id: admin.tenantId };
  const liar = await startHostileProvider();
  afterAll(liar.stop);
  const own = { ...client, issuer: liar.issuer };
  for (const discovery of [
    { authorization_endpoint: "javascript:alert(1)" },
    { issuer: "https://accounts.google.com" },
    { authorization_endpoint: undefined },
  ]) {
    liar.state.discovery = discovery;
    const { body } = await call(admin, api.sso.test, { params, body: { issuer: liar.issuer } });
    expect([body.ok, body.findings[0]?.ok]).toEqual([false, false]);
    await save(admin, own);
    const [row] = (await call(admin, api.sso.get, { params })).body.domains;
    world.records.set(`_intellibox.${domain}`, [row?.recordValue ?? ""]);
    await call(admin, api.sso.verifyDomain, { params: { ...params, domain: row?.id ?? "" } });
    expect((await start({ company: `a@${domain}` })).status).toBe(502);
  }
});

test("an issuer in the private network is refused, when it is saved and when it is called [SSO-13]", async () => {
  const strict = await testWorld({ environment: { INTELLIBOX_ALLOW_PRIVATE_HOSTS: "0" } });
  const admin = await strict.person("ADMIN");
  const params = { id: admin.tenantId };
  const body = {
    clientId: "x",
    clientSecret: "y",
    isOn: true,
    createsUsers: false,
    defaultRole: "NORMAL_USER",
    groupsClaim: "g",
    groupRoles: [],
    isOnly: false,
  };
  for (const issuer of [provider.issuer, "https://127.0.0.1:9", "https://169.254.169.254", "https://[::1]"]) {
    expect((await strict.call(admin, api.sso.save, { params, body: { ...body, issuer } })).status).toBe(400);
    const { body: tested } = await strict.call(admin, api.sso.test, { params, body: { issuer } });
    expect(tested.ok).toBe(false);
  }
});

test("Google signs in who has an account, if Google speaks for the address [SSO-14]", async () => {
  expect((await call(null, api.sso.doors)).body).toEqual({ doors: ["google", "microsoft"] });
  const ana = await person("NORMAL_USER", { email: "ana.lima@gmail.com" });
  const ben = await person("NORMAL_USER", { email: "ben@workspace.test" });
  const at = { door: "google" as const };
  const come = (claims: Record<string, unknown>) => comeWith(at, google, { claims });
  const known = await come({ sub: "g1", email: ana.email, email_verified: true });
  expect((await finish(known.code, known.held)).body.user?.email).toBe(ana.email);
  // From now on by the subject, whatever the address.
  const again = await come({ sub: "g1", email: "other@gmail.com", email_verified: true });
  expect((await finish(again.code, again.held)).body.user?.email).toBe(ana.email);
  expect((await come({ sub: "g2", email: ana.email, email_verified: true })).error).toBe("account");
  expect((await come({ sub: "g3", email: "nobody@gmail.com", email_verified: true })).error).toBe("account");
  // Made with an address elsewhere, which may have another owner by now.
  expect((await come({ sub: "g4", email: ben.email, email_verified: true })).error).toBe("email");
  expect((await come({ sub: "g4", email: ben.email, email_verified: false, hd: "workspace.test" })).error).toBe(
    "email",
  );
  expect((await come({ sub: "g4", email: ben.email, email_verified: true, hd: "workspace.test" })).error).toBeNull();
  const root = await person("SUPER_ADMIN", { email: "root@gmail.com" });
  expect((await come({ sub: "g5", email: root.email, email_verified: true })).error).toBe("account");
});

test("Microsoft's address counts only if the directory owns its domain [SSO-14]", async () => {
  const ana = await person("NORMAL_USER", { email: "ana@directory.test" });
  const come = (claims: Record<string, unknown>) => comeWith({ door: "microsoft" }, microsoft, { claims });
  expect((await come({ email: ana.email, email_verified: true })).error).toBe("email");
  expect((await come({ email: ana.email, xms_edov: false })).error).toBe("email");
  expect((await come({ preferred_username: ana.email, xms_edov: true })).error).toBe("email");
  expect((await come({ email: ana.email, xms_edov: true })).error).toBeNull();
});

test("a proven domain lets new people come by Google, unless the company wants its own provider only [SSO-14]", async () => {
  const { admin, domain, tenantId } = await company(client);
  const come = (sub: string) =>
    comeWith({ door: "google" }, google, {
      claims: { sub, email: `${sub}@${domain}`, email_verified: true, hd: domain },
    });
  const made = await come("first");
  expect((await finish(made.code, made.held)).body.tenant?._id).toBe(tenantId);
  expect((await save(admin, client, { isOnly: true })).status).toBe(200);
  expect([(await come("first")).error, (await come("second")).error]).toEqual(["account", "account"]);
  expect((await save(admin, client, { createsUsers: false })).status).toBe(200);
  expect([(await come("first")).error, (await come("second")).error]).toEqual([null, "account"]);
});

test("a company that adds a stranger's address does not get their first sign-in by Google [SSO-14]", async () => {
  const comeAs = (email: string) =>
    comeWith({ door: "google" }, google, {
      claims: { sub: email, email, email_verified: true, hd: email.split("@")[1] },
    });
  /** Another company's admin adds the address, and uses the account. */
  const plant = async (email: string) => {
    const eve = await person("NORMAL_USER", { email });
    await peek("update users set last_sign_in_at = now() where id = $1", [eve.id]);
  };
  const { admin, domain, tenantId } = await company(client);
  await person("NORMAL_USER", { tenantId, email: `ana@${domain}` });
  await person("NORMAL_USER", { tenantId, email: `ben@${domain}` });
  for (const name of ["ana", "ben", "new", "nobody"]) await plant(`${name}@${domain}`);
  const companyOf = async (email: string) => {
    const back = await comeAs(email);
    return back.error ?? (await finish(back.code, back.held)).body.tenant?._id;
  };
  expect(await companyOf(`ana@${domain}`)).toBe(tenantId);
  expect(await companyOf(`new@${domain}`)).toBe(tenantId);
  expect((await save(admin, client, { isOn: false })).status).toBe(200);
  expect(await companyOf(`ben@${domain}`)).toBe(tenantId);
  expect(await companyOf(`nobody@${domain}`)).toBe("account");
  // No company owns the domain, so no account is preferred.
  await person("NORMAL_USER", { email: "twice@gmail.com" });
  await plant("twice@gmail.com");
  expect(await companyOf("twice@gmail.com")).toBe("account");
});

test("Google and Microsoft stand neither for a second factor nor for the company's requirement [SSO-14] [FAC-03] [FAC-13]", async () => {
  const ana = await person("ADMIN", { email: "ana.two@gmail.com" });
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId, email: "ben.two@gmail.com" });
  const { secret, setup } = (await call(ana, api.factors.startTotp)).body;
  const totp = new TOTP({ secret });
  expect((await call(ana, api.factors.addTotp, { body: { setup, code: totp.generate() } })).status).toBe(201);
  const comeAs = async ({ email }: { email: string }) => {
    const back = await comeWith({ door: "google" }, google, { claims: { sub: email, email, email_verified: true } });
    return finish(back.code, back.held);
  };
  const first = await comeAs(ana);
  expect([first.status, first.body.code, "token" in first.body]).toEqual([401, "second_step_required", false]);
  const body = {
    challenge: first.body.secondStep?.challenge ?? "",
    code: totp.generate({ timestamp: Date.now() + 30_000 }),
  };
  const done = await call(null, api.secondStep.finish, { body });
  expect([done.status, done.body.user._id]).toEqual([200, ana.id]);
  const signedIn = await peek(
    "select action, changes ->> 'door' as door from audit_records where actor_id = $1 and action like 'user.signed-in%'",
    [ana.id],
  );
  expect(signedIn).toEqual([{ action: "user.signed-in-by-sso", door: "google" }]);

  const rules = { requiresFactor: true, graceDays: 0, allowsPasskeySignIn: false };
  await call(ana, api.factorRules.save, { params: { id: ana.tenantId }, body: rules });
  await peek("update tenants set factor_required_at = now() - interval '1 day' where id = $1", [ana.tenantId]);
  await peek("update users set created_at = now() - interval '2 days' where id = $1", [ben.id]);
  const session = (await comeAs(ben)).body;
  expect(session.user.factor).toBe("required");
  expect((await call(session, api.sessions.list)).status).toBe(403);
  expect((await call(session, api.stepUp.ways)).body).toMatchObject({ signIn: true });
});

test("an issuer that everybody can have an account at needs a verified address [SSO-05]", async () => {
  const { addressOf } = await import("./read-claims.ts");
  const email = "ana@acme.com";
  const of = (iss: string, claims: Record<string, unknown>) => addressOf("company", { iss, sub: "1", ...claims });
  expect(of("https://gitlab.com", { email })).toBeUndefined();
  expect(of("https://gitlab.com", { email, email_verified: true })).toBe(email);
  expect(of("https://login.acme.com", { email })).toBe(email);
  expect(of("https://login.acme.com", { preferred_username: email })).toBeUndefined();
  expect(of("https://login.microsoftonline.com/0/v2.0", { preferred_username: email })).toBe(email);
});
