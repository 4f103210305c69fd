import { api } from "@intellibox/contract/api";
import { afterAll, expect, test, vi } from "vitest";
import { freePort } from "#test/free-port.ts";
import { origin, redirectUri, ssoWorld } from "#test/sso-world.ts";
import { startOpenidProvider } from "#test/stand-ins/openid-provider.ts";
import { testPassword } from "#test/test-world.ts";

vi.setConfig({ testTimeout: 60_000 });

const provider = await startOpenidProvider({ redirectUri });
afterAll(provider.stop);
const { issuer, clientId, clientSecret } = provider;
const client = { issuer, clientId, clientSecret };
const world = await ssoWorld();
const { company, call, person, peek, advance, start, comeBack, finish, save, prove } = world;

let ownerId = "";
/** A super admin of the owner company, of which there is one. */
async function ownerAdmin() {
  const admin = await person("SUPER_ADMIN", ownerId ? { tenantId: ownerId } : { owner: true });
  ownerId = admin.tenantId;
  return admin;
}

let subjects = 0;
/** An account at the provider. */
function account(claims: Parameters<typeof provider.accounts.set>[1]) {
  const id = `subject-${++subjects}`;
  provider.accounts.set(id, { email_verified: true, ...claims });
  return id;
}

/** The whole way of a browser, until the page gets its code. */
async function comeFrom(at: { company: string }, subject: string) {
  const begun = await start(at);
  expect([begun.status, begun.error]).toEqual([200, undefined]);
  return comeBack(await provider.consent(begun.url, subject), begun.held);
}

async function signIn(at: { company: string }, subject: string) {
  const back = await comeFrom(at, subject);
  if (back.error) return { error: back.error, status: 0, body: undefined };
  const { status, body, headers } = await finish(back.code, back.held);
  return { error: null, status, body, headers };
}

test("a person signs in at the company's provider, and has a session as by password [SSO-01]", async () => {
  const { admin, domain } = await company(client);
  const ana = await person("NORMAL_USER", { tenantId: admin.tenantId, email: `ana@${domain}` });
  const begun = await start({ company: ana.email });
  const asked = new URL(begun.url);
  expect(asked.origin).toBe(issuer);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    redirect_uri: `${redirectUri}/${admin.tenantId}`,
    response_type: "code",
    code_challenge_method: "S256",
    login_hint: ana.email,
  });
  expect(asked.searchParams.get("nonce")).toMatch(/^[\w-]{43}$/);
  expect(begun.cookie).toMatch(/Path=\/api\/auth\/sso; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
  const subject = account({ email: ana.email });
  const back = await comeBack(await provider.consent(begun.url, subject), begun.held);
  const { status, body, headers } = await finish(back.code, back.held);
  expect([status, body.user?.email, body.tenant?._id]).toEqual([200, ana.email, admin.tenantId]);
  expect(String(headers["set-cookie"])).toContain("device_");
  expect((await call({ token: body.token }, api.auth.me)).status).toBe(200);
  const actions = await peek("select action, changes from audit_records where actor_id = $1 order by at", [ana.id]);
  expect(actions).toEqual([
    { action: "sso.account-changed", changes: { linked: issuer } },
    { action: "user.signed-in-by-sso", changes: { door: "company" } },
  ]);
});

test("the address, a company code, and any address of the domain lead to the same answer [SSO-02]", async () => {
  const { admin, domain } = await company(client);
  const [{ code } = { code: "" }] = await peek<{ code: string }>("select code from tenants where id = $1", [
    admin.tenantId,
  ]);
  for (const text of [`nobody@${domain}`, admin.email.replace(/@.*/, `@${domain}`), code.toLowerCase()])
    expect((await start({ company: text })).status).toBe(200);
  const other = await person("NORMAL_USER");
  const refusals = await Promise.all(
    [other.email, "nobody@example.test", "NOSUCH", `x@sub.${domain}`].map((text) => start({ company: text })),
  );
  expect(new Set(refusals.map(({ status, error }) => `${status} ${error}`))).toEqual(
    new Set(["404 Single sign-on is not set up for this address or code. Sign in with your password."]),
  );
});

test("state and code work once, for a short time, and in one browser [SSO-03]", async () => {
  const { domain } = await company(client);
  const subject = account({ email: `eva@${domain}` });
  const at = { company: `eva@${domain}` };
  const begun = await start(at);
  const query = await provider.consent(begun.url, subject);
  const changed = new URLSearchParams(query);
  changed.set("state", "another state, which nobody began");
  expect((await comeBack(changed, begun.held)).error).toBe("state");
  // Another browser does not end the attempt.
  expect((await comeBack(query, "")).error).toBe("state");
  expect((await comeBack(query, (await start(at)).held)).error).toBe("state");
  const back = await comeBack(query, begun.held);
  expect(back.error).toBeNull();
  expect((await comeBack(query, begun.held)).error).toBe("state");

  expect((await finish(back.code, "")).status).toBe(401);
  expect((await finish("no code", back.held)).status).toBe(401);
  expect((await finish(back.code, back.held)).status).toBe(200);
  expect((await finish(back.code, back.held)).status).toBe(401);

  const slow = await comeFrom(at, subject);
  advance(61_000);
  expect((await finish(slow.code, slow.held)).status).toBe(401);
  const late = await start(at);
  advance(10 * 60_000);
  expect((await comeBack(await provider.consent(late.url, subject), late.held)).error).toBe("state");
  expect((await peek("select hash from sso_attempts where step = 'page'")).length).toBe(0);
});

test("a code of the provider that was stolen from another browser is refused [SSO-03]", async () => {
  const { domain } = await company(client);
  const at = { company: `ira@${domain}` };
  const [victim, thief] = [await start(at), await start(at)];
  const stolen = (await provider.consent(victim.url, account({ email: `ira@${domain}` }))).get("code") ?? "";
  const own = await provider.consent(thief.url, account({ email: `thief@${domain}` }));
  own.set("code", stolen);
  expect((await comeBack(own, thief.held)).error).toBe("provider");
});

test("who comes for the first time gets an account with the default role, within the plan [SSO-04]", async () => {
  const { admin, domain } = await company(client, {}, { maxUsers: 2 });
  const first = account({ email: `Neha@${domain}`, name: "Neha Rao" });
  const { body } = await signIn({ company: `neha@${domain}` }, first);
  expect(body?.user).toMatchObject({
    ...{ email: `neha@${domain}`, name: "Neha Rao", roleCode: "NORMAL_USER" },
    ...{ mustChangePassword: false, mailClosed: false },
  });
  const second = account({ email: `omar@${domain}`, name: "<omar@evil.test>" });
  expect((await signIn({ company: `omar@${domain}` }, second)).error).toBe("plan");
  expect((await signIn({ company: `neha@${domain}` }, first)).status).toBe(200);
  await save(admin, client, { createsUsers: false });
  expect((await signIn({ company: `omar@${domain}` }, second)).error).toBe("account");
  const made = await peek("select changes from audit_records where action = 'user.created' and tenant_id = $1", [
    admin.tenantId,
  ]);
  expect(made).toMatchObject([{ changes: { by: "single sign-on", roleCode: "NORMAL_USER" } }]);
});

test("an address counts only if it is verified and of a proven domain of this company [SSO-05]", async () => {
  const { admin, domain } = await company(client);
  const { domain: foreign, tenantId } = await company(client);
  const uma = await person("NORMAL_USER", { tenantId, email: `uma@${foreign}` });
  const at = { company: `anybody@${domain}` };
  const refused = async (claims: Parameters<typeof account>[0]) => (await signIn(at, account(claims))).error;
  expect(await refused({ email: `ana@${domain}`, email_verified: false })).toBe("email");
  expect(await refused({ email: uma.email })).toBe("email");
  expect(await refused({ email: "ana@gmail.com" })).toBe("email");
  expect(await refused({ email: `ana@sub.${domain}` })).toBe("email");
  expect(await refused({ email: `ana@${domain}\u0000` })).toBe("email");
  expect(await refused({ email: `\uff41na@${domain}` })).toBe("email");
  expect(await refused({ name: "Without address" })).toBe("email");
  // A colleague whose address is elsewhere was invited by password.
  const guest = await person("NORMAL_USER", { tenantId: admin.tenantId, email: "guest@elsewhere.test" });
  expect(await refused({ email: guest.email })).toBe("email");
  expect(await peek("select id from sso_identities where tenant_id = $1", [admin.tenantId])).toEqual([]);
});

test("the same subject in two companies is two people [SSO-05]", async () => {
  const [one, two] = [await company(client), await company(client)];
  const subject = account({ email: `kim@${one.domain}` });
  expect((await signIn({ company: `kim@${one.domain}` }, subject)).status).toBe(200);
  // The provider now says an address of the other company.
  provider.accounts.set(subject, { email: `kim@${two.domain}`, email_verified: true });
  const again = await signIn({ company: `kim@${one.domain}` }, subject);
  expect(again.body?.user).toMatchObject({ email: `kim@${one.domain}` });
  const elsewhere = await signIn({ company: `kim@${two.domain}` }, subject);
  expect(elsewhere.body?.tenant?._id).toBe(two.tenantId);
  expect(elsewhere.body?.user?._id).not.toBe(again.body?.user?._id);
});

test("an address that was given to another person does not open the account of the first [SSO-05]", async () => {
  const { domain } = await company(client);
  const first = account({ email: `lea@${domain}` });
  expect((await signIn({ company: `lea@${domain}` }, first)).status).toBe(200);
  const heir = account({ email: `lea@${domain}` });
  expect((await signIn({ company: `lea@${domain}` }, heir)).error).toBe("account");
});

test("deactivated users, super admins and suspended companies stay out [SSO-06]", async () => {
  const { admin, domain } = await company(client);
  const ben = await person("NORMAL_USER", { tenantId: admin.tenantId, email: `ben@${domain}` });
  const subject = account({ email: ben.email });
  const at = { company: ben.email };
  expect((await signIn(at, subject)).status).toBe(200);
  const waiting = await comeFrom(at, subject);
  await peek("update users set status = 'Inactive' where id = $1", [ben.id]);
  expect((await finish(waiting.code, waiting.held)).status).toBe(401);
  expect((await signIn(at, subject)).error).toBe("account");
  await peek("update users set status = 'Active', role_code = 'SUPER_ADMIN' where id = $1", [ben.id]);
  expect((await signIn(at, subject)).error).toBe("account");
  const root = await person("SUPER_ADMIN", { tenantId: admin.tenantId, email: `root@${domain}` });
  expect((await signIn(at, account({ email: root.email }))).error).toBe("account");
  await peek("update users set role_code = 'NORMAL_USER' where id = $1", [ben.id]);
  const begun = await start(at);
  const query = await provider.consent(begun.url, subject);
  await peek("update tenants set status = 'Suspended' where id = $1", [admin.tenantId]);
  expect((await comeBack(query, begun.held)).error).toBe("account");
  expect((await start(at)).status).toBe(404);
});

test("groups decide the role, and nobody becomes a super admin or leaves the company without an admin [SSO-07]", async () => {
  const groupRoles = [{ group: "Mail admins", role: "ADMIN" as const }];
  const { admin, domain } = await company(client, { groupRoles });
  const subject = account({ email: `gus@${domain}`, groups: ["Mail admins", "SUPER_ADMIN"] });
  const at = { company: `gus@${domain}` };
  const roleAfter = async (groups: string[] | undefined) => {
    provider.accounts.set(subject, { email: `gus@${domain}`, email_verified: true, ...(groups && { groups }) });
    return (await signIn(at, subject)).body?.user?.roleCode;
  };
  expect(await roleAfter(["Mail admins", "SUPER_ADMIN"])).toBe("ADMIN");
  // Without the claim, such as for too many groups, the role stays.
  expect(await roleAfter(undefined)).toBe("ADMIN");
  expect(await roleAfter(["mail admins"])).toBe("NORMAL_USER");
  expect(await roleAfter(["Mail admins"])).toBe("ADMIN");
  await peek("update users set status = 'Inactive' where id = $1", [admin.id]);
  expect(await roleAfter([])).toBe("ADMIN");
  const refused = await call(admin, api.sso.save, {
    params: { id: admin.tenantId },
    body: { groupRoles: [{ group: "x", role: "SUPER_ADMIN" }], defaultRole: "SUPER_ADMIN" },
  });
  expect(refused.status).toBe(401);
  await peek("update users set status = 'Active' where id = $1", [admin.id]);
  for (const settings of [
    { groupRoles: [{ group: "x", role: "SUPER_ADMIN" as never }] },
    { defaultRole: "SUPER_ADMIN" as never },
  ])
    expect((await save(admin, client, settings)).status).toBe(400);
});

test("if only single sign-on is allowed, passwords are refused with the usual words, but for the admin's [SSO-08]", async () => {
  const { admin, domain } = await company(client);
  const ana = await person("NORMAL_USER", { tenantId: admin.tenantId, email: `ana@${domain}` });
  const login = ({ email }: { email: string }, password = testPassword) =>
    call(null, api.auth.login, { body: { email, password } });
  expect((await login(ana)).status).toBe(200);
  const hasty = await save(admin, client, { isOnly: true, keepsPassword: false });
  expect([hasty.status, hasty.body.error]).toEqual([
    409,
    "Keep your password until somebody has signed in by single sign-on",
  ]);
  expect((await signIn({ company: ana.email }, account({ email: ana.email }))).status).toBe(200);
  const saved = await save(admin, client, { isOnly: true });
  expect(saved.body.passwordUser?.id).toBe(admin.id);
  const [own, wrong] = [await login(ana), await login({ email: "nobody@example.test" })];
  expect([own.status, own.body]).toEqual([401, wrong.body]);
  expect((await login(admin)).status).toBe(200);
  const reset = await call(admin, api.users.resetPassword, { params: { id: ana.id } });
  expect([reset.status, reset.body.error]).toEqual([
    409,
    "People of this company sign in by single sign-on only, so no password was set and no link mailed",
  ]);
  expect((await save(admin, client, { isOnly: true, keepsPassword: false })).body.passwordUser).toBeNull();
  expect((await login(admin)).status).toBe(401);
  expect((await save(admin, client)).status).toBe(200);
  expect((await login(ana)).status).toBe(200);
});

test("the owner company cannot refuse the passwords of a company in which nobody could sign in then [SSO-08]", async () => {
  const { admin, domain, tenantId } = await company(client);
  const owner = await ownerAdmin();
  const saveAsOwner = () => save({ ...owner, tenantId }, client, { isOnly: true });
  const refused = await saveAsOwner();
  expect([refused.status, refused.body.error]).toEqual([
    409,
    "An admin of the company must switch this on, and keep a password, until somebody has signed in by single sign-on",
  ]);
  expect((await call(null, api.auth.login, { body: { email: admin.email, password: testPassword } })).status).toBe(200);
  expect((await signIn({ company: `ana@${domain}` }, account({ email: `ana@${domain}` }))).status).toBe(200);
  expect((await saveAsOwner()).status).toBe(200);
});

test("links to choose a password are refused if only single sign-on is allowed [SSO-08]", async () => {
  const { admin, domain } = await company(client);
  const ana = await person("NORMAL_USER", { tenantId: admin.tenantId, email: `ana@${domain}` });
  const token = "a link that was mailed before";
  const { hashToken } = await import("#lib/tokens.ts");
  await peek(
    "insert into password_links (hash, kind, tenant_id, user_id, by_name, expires_at) values ($1, 'reset', $2, $3, '', now() + interval '1 hour')",
    [hashToken(token), admin.tenantId, ana.id],
  );
  expect((await call(null, api.account.readLink, { body: { token } })).status).toBe(200);
  await save(admin, client, { isOnly: true });
  expect((await call(null, api.account.readLink, { body: { token } })).status).toBe(404);
  const used = await call(null, api.account.useLink, { body: { token, password: "a new long phrase of mine" } });
  expect(used.status).toBe(404);
});

test("a password that another person set ends with the first sign-in at the provider, and the mail opens [SSO-09]", async () => {
  const { admin, domain } = await company(client);
  const ana = await person("NORMAL_USER", { tenantId: admin.tenantId, email: `ana@${domain}` });
  await peek("update users set must_change_password = true, mail_closed_at = now() where id = $1", [ana.id]);
  const { body } = await signIn({ company: ana.email }, account({ email: ana.email }));
  expect(body?.user).toMatchObject({ mustChangePassword: false, mailClosed: false });
  expect((await call(ana, api.auth.me)).status).toBe(401);
  expect((await call(null, api.auth.login, { body: { email: ana.email, password: testPassword } })).status).toBe(401);
});

test("another issuer ends the proofs of the domains and drops the secret [SSO-10]", async () => {
  const { admin, domain } = await company(client);
  const ana = await person("NORMAL_USER", { tenantId: admin.tenantId, email: `ana@${domain}` });
  const params = { id: admin.tenantId };
  const before = (await call(admin, api.sso.get, { params })).body;
  const other = { ...client, issuer: "http://127.0.0.1:9/own" };
  const { clientSecret: _secret, ...withoutSecret } = other;
  const usual = {
    isOn: true,
    createsUsers: true,
    defaultRole: "NORMAL_USER",
    groupsClaim: "groups",
    groupRoles: [],
    isOnly: false,
  };
  const refused = await call(admin, api.sso.save, { params, body: { ...withoutSecret, ...usual } });
  expect([refused.status, refused.body.fields]).toEqual([400, { clientSecret: "Client secret is required" }]);
  const moved = await save(admin, other);
  expect(moved.body.domains).toMatchObject([{ domain, provenAt: null }]);
  expect(moved.body.domains[0]?.recordValue).not.toBe(before.domains[0]?.recordValue);
  // The DNS still has the value of the first issuer.
  const proof = { ...params, domain: moved.body.domains[0]?.id ?? "" };
  expect((await call(admin, api.sso.verifyDomain, { params: proof })).status).toBe(409);
  expect((await start({ company: ana.email })).status).toBe(404);
  expect((await save(admin, other, { isOnly: true })).status).toBe(409);
});

test("a domain belongs to one company, and is proven by DNS or by the owner company [SSO-10]", async () => {
  const [one, two] = [await company(client), await company(client)];
  const owner = await ownerAdmin();
  const params = { id: two.tenantId };
  const add = (domain: string) => call(two.admin, api.sso.addDomain, { params, body: { domain } });
  const statuses = await Promise.all(
    ["acme", "-a.com", "a b.com", "1.2.3.4", ""].map(async (d) => (await add(d)).status),
  );
  expect(statuses).toEqual([400, 400, 400, 400, 400]);
  const { body: taken } = await add(one.domain);
  const which = { ...params, domain: taken.id };
  const missing = await call(two.admin, api.sso.verifyDomain, { params: which });
  expect([missing.status, missing.body.error]).toEqual([
    409,
    `_intellibox.${one.domain} has another TXT value. Correct it, and wait until the change has spread.`,
  ]);
  world.records.set(`_intellibox.${one.domain}`, ["v=spf1 -all", taken.recordValue]);
  expect((await call(two.admin, api.sso.verifyDomain, { params: which })).body.error).toBe(
    "Another company has proven this domain. Ask the owner company.",
  );
  const { body: fresh } = await add("fresh.test");
  const confirm = (who: typeof owner) => call(who, api.sso.confirmDomain, { params: { ...params, domain: fresh.id } });
  expect((await confirm(two.admin)).status).toBe(403);
  expect((await confirm(await person("SUPER_ADMIN"))).status).toBe(403);
  expect((await confirm(owner)).body).toMatchObject({ domain: "fresh.test", provenBy: owner.name });
  expect((await start({ company: "a@fresh.test" })).status).toBe(200);
  const removed = await call(two.admin, api.sso.removeDomain, { params: { ...params, domain: fresh.id } });
  expect(removed.status).toBe(200);
  expect((await start({ company: "a@fresh.test" })).status).toBe(404);
});

test("nobody sees or changes the single sign-on of another company [SSO-11]", async () => {
  const { admin, tenantId } = await company(client);
  const eve = await person("ADMIN");
  const ana = await person("NORMAL_USER", { tenantId });
  const stranger = await person("SUPER_ADMIN");
  const params = { id: tenantId };
  const [domain] = (await call(admin, api.sso.get, { params })).body.domains;
  const one = { ...params, domain: domain?.id ?? "" };
  const body = {
    ...client,
    isOn: true,
    createsUsers: true,
    defaultRole: "NORMAL_USER",
    groupsClaim: "groups",
    groupRoles: [],
    isOnly: false,
  };
  const statuses = async (who: typeof eve) =>
    Promise.all([
      call(who, api.sso.get, { params }),
      call(who, api.sso.save, { params, body }),
      call(who, api.sso.remove, { params }),
      call(who, api.sso.test, { params, body: { issuer } }),
      call(who, api.sso.addDomain, { params, body: { domain: "x.test" } }),
      call(who, api.sso.verifyDomain, { params: one }),
      call(who, api.sso.removeDomain, { params: one }),
      call(who, api.sso.makeScimToken, { params }),
      call(who, api.sso.removeScimToken, { params }),
    ]).then((answers) => new Set(answers.map(({ status }) => status)));
  expect(await statuses(eve)).toEqual(new Set([404]));
  expect(await statuses(ana)).toEqual(new Set([403]));
  expect(await statuses(stranger)).toEqual(new Set([403]));
  const own = await call(eve, api.sso.verifyDomain, { params: { id: eve.tenantId, domain: one.domain } });
  expect(own.status).toBe(404);
  const secrets = await peek<{ client_secret_sealed: string }>(
    "select client_secret_sealed from sso_connections where tenant_id = $1",
    [tenantId],
  );
  expect(secrets[0]?.client_secret_sealed).toMatch(/^v1\./);
  expect(JSON.stringify((await call(admin, api.sso.get, { params })).body)).not.toContain(clientSecret);
  expect((await call(admin, api.sso.remove, { params })).status).toBe(200);
  expect((await call(admin, api.sso.get, { params })).body).toMatchObject({ issuer: null, domains: [], isOn: false });
});

test("the test of an issuer says what is wrong, and the issuer must be one's own [SSO-12]", async () => {
  const admin = await person("ADMIN");
  const params = { id: admin.tenantId };
  const tested = async (which: string) => (await call(admin, api.sso.test, { params, body: { issuer: which } })).body;
  expect(await tested(issuer)).toMatchObject({ ok: true });
  expect(await tested(`http://localhost:${await freePort()}`)).toMatchObject({
    ok: false,
    findings: [{ text: "The server refused the connection. Check the host and the port." }],
  });
  expect(await tested(`${issuer}/nothing`)).toMatchObject({ ok: false });
  for (const shared of ["common", "consumers", "9188040d-6c67-4c5b-b112-36a304b66dad"]) {
    const saved = await save(admin, { ...client, issuer: `https://login.microsoftonline.com/${shared}/v2.0` });
    expect([saved.status, saved.body.fields?.issuer]).toEqual([400, expect.stringContaining("your own directory")]);
  }
  for (const bad of ["javascript:alert(1)", "https://a.test/?x=1", "acme"])
    expect((await save(admin, { ...client, issuer: bad })).status).toBe(400);
  const { body: shown } = await call(admin, api.sso.get, { params });
  expect(shown.redirectUri).toBe(`${redirectUri}/${admin.tenantId}`);
  expect(origin).toMatch(/^https:/);
  expect((await prove(admin, "later.test")).provenAt).toBeNull();
});
