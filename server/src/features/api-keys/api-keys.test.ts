import { allEndpoints, api } from "@intellibox/contract/api";
import { isMailCall } from "@intellibox/contract/endpoint";
import { keyAccessOf, scopesNeeded } from "@intellibox/contract/key-calls";
import { isCompanyScope, type KeyScope, keyCallsPerMinute, keyScopeNames } from "@intellibox/contract/rules/key-scopes";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { expireKeys } from "./expire-keys.ts";

const { person, call, peek, advance, visitor, app } = await testWorld({ jobs: false });

const day = 86_400_000;
const inDays = (days: number) => new Date(visitor.now().getTime() + days * day).toISOString();
const form = (scopes: KeyScope[], expiresAt: string | null = inDays(30)) => ({
  body: { name: "Night report", scopes, expiresAt },
});
const make = async (who: Caller, scopes: KeyScope[], expiresAt?: string | null) => {
  const { status, body } = await call(who, api.apiKeys.create, form(scopes, expiresAt));
  expect(status).toBe(201);
  return { id: body.key.id, token: body.secret };
};
const makeOfCompany = async (who: Caller, scopes: KeyScope[]) => {
  const { body } = await call(who, api.apiKeys.createOfCompany, form(scopes));
  return { id: body.key.id, token: body.secret };
};
const threads = async (who: { token: string }) => (await call(who, api.inbox.threads)).status;
const allScopes = [...keyScopeNames];
const paramsOf = (path: string) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? "", newId()]));

test("a key is shown once, stored as a hash, and found by its prefix [KEY-01]", async () => {
  const ana = await person("NORMAL_USER");
  const { status, body } = await call(ana, api.apiKeys.create, form(["mail:read", "mail:read"]));
  expect(status).toBe(201);
  expect(body.secret).toMatch(/^ibx_[\w-]{43}$/);
  expect(body.key).toMatchObject({ name: "Night report", scopes: ["mail:read"], hint: body.secret.slice(0, 8) });
  const listed = (await call(ana, api.apiKeys.list)).body;
  expect(listed).toHaveLength(1);
  expect(JSON.stringify(listed)).not.toContain(body.secret.slice(8));
  const [row] = await peek<Record<string, unknown>>("select * from api_keys where id = $1", [body.key.id]);
  expect(JSON.stringify(row)).not.toContain(body.secret.slice(8));
  const current = (await call({ token: body.secret }, api.apiKeys.current)).body;
  expect(current).toMatchObject({ key: { name: "Night report" }, user: { email: ana.email } });
  expect((await call(ana, api.apiKeys.current)).status).toBe(409);
});

test("a key may do what its scopes say, and nothing else [KEY-02]", async () => {
  const ana = await person("NORMAL_USER");
  const reader = await make(ana, ["mail:read"]);
  expect(await threads(reader)).toBe(200);
  const refused = await call(reader, api.drafts.list);
  expect([refused.status, refused.body.error]).toEqual([403, "This API key lacks the permission drafts"]);
  // Both scopes are needed.
  const summarize = (key: { token: string }) =>
    call(key, api.inbox.summarizeMessage, { params: { id: newId() }, body: {} });
  expect((await summarize(reader)).status).toBe(403);
  expect((await summarize(await make(ana, ["assistant"]))).status).toBe(403);
  expect((await summarize(await make(ana, ["assistant", "mail:read"]))).status).toBe(404);
});

test("no call is open to a key by omission: signing in, secrets, keys and erasing never are [KEY-03]", async () => {
  const ana = await person("SUPER_ADMIN");
  const key = await make(ana, allScopes);
  const never = allEndpoints.filter(
    (endpoint) => endpoint.access !== "public" && scopesNeeded(keyAccessOf(endpoint)) === undefined,
  );
  for (const wanted of [api.apiKeys.create, api.sessions.endOthers, api.auth.changePassword, api.dataTasks.eraseUser])
    expect(never).toContain(wanted);
  for (const endpoint of never) {
    const { status } = await call(key, endpoint, { params: paramsOf(endpoint.path) });
    expect({ path: endpoint.path, status }).toEqual({ path: endpoint.path, status: 403 });
  }
  for (const path of ["/api/events", `/api/people/export?format=csv`]) {
    const { statusCode } = await app.inject({ url: path, headers: { authorization: `Bearer ${key.token}` } });
    expect([path, statusCode]).toEqual([path, 403]);
  }
});

test("a key of the company reads nobody's mail [KEY-04]", async () => {
  const ana = await person("ADMIN");
  const member = await person("NORMAL_USER");
  const refused = await call(ana, api.apiKeys.createOfCompany, form(["company:read", "mail:read"]));
  expect([refused.status, refused.body.fields]).toEqual([400, { scopes: "A key of the company reads nobody's mail" }]);
  expect((await call(member, api.apiKeys.createOfCompany, form(["company:read"]))).status).toBe(403);
  const key = await makeOfCompany(ana, keyScopeNames.filter(isCompanyScope));
  expect((await call(key, api.users.list)).body).toMatchObject([{ email: ana.email }]);
  expect((await call(key, api.audit.list)).body.items).toMatchObject([{ action: "api-key.created" }]);
  expect((await call(key, api.apiKeys.current)).body).toMatchObject({ user: null, company: { id: ana.tenantId } });
  // Also if a row says more than the form allows.
  await peek("update api_keys set scopes = $1 where id = $2", [allScopes, key.id]);
  for (const endpoint of allEndpoints.filter(isMailCall)) {
    if (keyAccessOf(endpoint) === "any") continue;
    const { status } = await call(key, endpoint, { params: paramsOf(endpoint.path) });
    expect({ path: endpoint.path, status }).toEqual({ path: endpoint.path, status: 403 });
  }
});

test("a key can add members only, without a password [KEY-05]", async () => {
  const ana = await person("ADMIN");
  const key = await makeOfCompany(ana, ["users:add"]);
  const add = (extra: object) =>
    call(key, api.users.create, { body: { name: "New", email: `${newId()}@example.test`, ...extra } });
  expect((await add({ roleCode: "ADMIN" })).status).toBe(403);
  expect((await add({ password: "a chosen long phrase 7" })).status).toBe(403);
  const added = await add({});
  expect([added.status, added.body.roleCode]).toEqual([201, "NORMAL_USER"]);
  const records = await peek("select actor_name from audit_records where target_id = $1", [added.body._id]);
  expect(records).toEqual([{ actor_name: "Night report" }]);
});

test("permissions of the company need an admin, and end with the role [KEY-06]", async () => {
  const [ana, joe] = [await person("ADMIN"), await person("NORMAL_USER")];
  expect((await call(joe, api.apiKeys.create, form(["logs:read"]))).status).toBe(403);
  const key = await make(ana, ["logs:read"]);
  expect((await call(key, api.audit.list)).status).toBe(200);
  await peek("update users set role_code = 'NORMAL_USER' where id = $1", [ana.id]);
  expect((await call(key, api.audit.list)).status).toBe(403);
});

test("the key of a super admin sees its own company only, and acts for none [KEY-07]", async () => {
  const [boss, other] = [await person("SUPER_ADMIN", { owner: true }), await person("ADMIN")];
  const key = await make(boss, ["users:read", "company:read", "logs:read"]);
  const seen = JSON.stringify((await call(key, api.users.list)).body);
  expect(seen).toContain(boss.email);
  expect(seen).not.toContain(other.email);
  expect((await call(key, api.users.list, {}, { "x-tenant-id": other.tenantId })).status).toBe(403);
  expect((await call(key, api.dashboards.platform)).status).toBe(403);
});

test("a revoked or expired key, and one of a deactivated user or suspended company, is refused at once [KEY-08]", async () => {
  const ana = await person("ADMIN");
  const [one, two, three] = [
    await make(ana, ["mail:read"]),
    await make(ana, ["mail:read"]),
    await makeOfCompany(ana, ["company:read"]),
  ];
  expect((await call(ana, api.apiKeys.revoke, { params: { id: one.id } })).status).toBe(200);
  expect([await threads(one), await threads(two)]).toEqual([401, 200]);
  expect((await call(ana, api.apiKeys.revoke, { params: { id: one.id } })).status).toBe(404);
  await peek("update users set status = 'Inactive' where id = $1", [ana.id]);
  expect([await threads(two), (await call(three, api.tenants.list)).status]).toEqual([401, 200]);
  await peek("update users set status = 'Active' where id = $1", [ana.id]);
  await peek("update tenants set status = 'Suspended' where id = $1", [ana.tenantId]);
  expect([await threads(two), (await call(three, api.tenants.list)).status]).toEqual([401, 401]);
  await peek("update tenants set status = 'Active' where id = $1", [ana.tenantId]);
  await peek("update api_keys set expires_at = now() - interval '1 second' where id = $1", [two.id]);
  expect(await threads(two)).toBe(401);
});

test("closed mail and a password that must change hold for keys too [KEY-09]", async () => {
  const ana = await person("NORMAL_USER");
  const key = await make(ana, ["mail:read"]);
  await peek("update users set mail_closed_at = now() where id = $1", [ana.id]);
  const closed = await call(key, api.inbox.threads);
  expect([closed.status, closed.body.code]).toEqual([403, "mail_closed"]);
  // Otherwise whoever set the password would keep a key when the mail opens.
  expect((await call(ana, api.apiKeys.create, form(["mail:read"]))).body.code).toBe("mail_closed");
  await peek("update users set mail_closed_at = null, must_change_password = true where id = $1", [ana.id]);
  expect((await call(key, api.inbox.threads)).body.code).toBe("password_change_required");
});

test("a required second factor holds for a person's keys too, after the days of grace and without SSO [KEY-09]", async () => {
  const ana = await person("ADMIN");
  const [key, ofCompany] = [await make(ana, ["mail:read"]), await makeOfCompany(ana, ["company:read"])];
  await peek("update users set created_at = now() - interval '9 days' where id = $1", [ana.id]);
  const required = (days: number) =>
    peek("update tenants set factor_required_at = now() - interval '3 days', factor_grace_days = $2 where id = $1", [
      ...[ana.tenantId, days],
    ]);
  await required(7);
  expect(await threads(key)).toBe(200);
  await required(2);
  const refused = await call(key, api.inbox.threads);
  expect([refused.status, refused.body.code]).toEqual([403, "second_factor_required"]);
  expect((await call(key, api.apiKeys.current)).status).toBe(200);
  expect((await call(ofCompany, api.tenants.list)).status).toBe(200);
  await peek("update users set has_factor = true where id = $1", [ana.id]);
  expect(await threads(key)).toBe(200);
  await peek("update users set has_factor = false where id = $1", [ana.id]);
  expect(await threads(key)).toBe(403);
  await peek(
    "insert into sso_identities (tenant_id, id, user_id, issuer, subject) values ($1, gen_random_uuid(), $2, 'https://id.test', 's')",
    [ana.tenantId, ana.id],
  );
  expect(await threads(key)).toBe(200);
});

test("the key of an admin changes templates, knowledge and rules of its person, not of the company [KEY-06]", async () => {
  const ana = await person("ADMIN");
  const key = await make(ana, ["templates", "knowledge", "rules"]);
  const template = { name: "Offer", shortName: "", subject: "Offer", bodyHtml: "<p>Dear</p>" };
  const fact = { kind: "fact" as const, text: "The office opens at 8:30." };
  const rule = {
    ...{ name: "Acme", actions: [{ do: "star" as const }] },
    when: [{ field: "from" as const, test: "domain" as const, values: ["acme.test"] }],
  };
  const make3 = (who: { token: string }, isShared: boolean) =>
    Promise.all([
      call(who, api.templates.create, { body: { ...template, isShared } }),
      call(who, api.knowledge.create, { body: { ...fact, isShared } }),
      call(who, api.mailRules.create, { body: { ...rule, isShared } }),
    ]);
  const refusal = { status: 403, body: { error: "An API key changes nothing that belongs to the company" } };
  for (const answer of await make3(key, true)) expect(answer).toMatchObject(refusal);
  for (const { status } of await make3(key, false)) expect(status).toBe(201);
  const [ofTemplate, ofKnowledge, ofRule] = await make3(ana, true);
  const removal = (id: string) => ({ params: { id }, query: { basedOn: 1 } });
  expect(await call(key, api.templates.remove, removal(ofTemplate.body.id))).toMatchObject(refusal);
  expect(await call(key, api.knowledge.remove, removal(ofKnowledge.body.id))).toMatchObject(refusal);
  expect(await call(key, api.mailRules.remove, removal(ofRule.body.id))).toMatchObject(refusal);
});

test("the record of a company key's end names the key, and not who made it [KEY-12]", async () => {
  const ana = await person("ADMIN");
  const [own, ofCompany] = [await make(ana, ["mail:read"]), await makeOfCompany(ana, ["company:read"])];
  await peek("update api_keys set expires_at = $1 where id = any ($2)", [inDays(-1), [own.id, ofCompany.id]]);
  await expireKeys(visitor);
  const namesOf = (id: string) =>
    peek("select actor_name from audit_records where action = 'api-key.expired' and target_id = $1", [id]);
  expect([await namesOf(own.id), await namesOf(ofCompany.id)]).toEqual([
    [{ actor_name: ana.name }],
    [{ actor_name: "Night report" }],
  ]);
});

test("nobody sees, renames or revokes the key of somebody else [KEY-10]", async () => {
  const ana = await person("ADMIN");
  const [ben, eve] = [await person("ADMIN", { tenantId: ana.tenantId }), await person("ADMIN")];
  const [own, ofCompany] = [await make(ana, ["mail:read"]), await makeOfCompany(ana, ["company:read"])];
  const body = { name: "Mine" };
  for (const who of [ben, eve]) {
    expect((await call(who, api.apiKeys.revoke, { params: { id: own.id } })).status).toBe(404);
    expect((await call(who, api.apiKeys.rename, { params: { id: own.id }, body })).status).toBe(404);
    expect((await call(who, api.apiKeys.revokeOfCompany, { params: { id: own.id } })).status).toBe(404);
    expect((await call(who, api.apiKeys.list)).body).toEqual([]);
  }
  expect((await call(eve, api.apiKeys.revokeOfCompany, { params: { id: ofCompany.id } })).status).toBe(404);
  expect((await call(eve, api.apiKeys.listOfCompany)).body).toEqual([]);
  const renamed = await call(ben, api.apiKeys.renameOfCompany, { params: { id: ofCompany.id }, body });
  expect(renamed.body.name).toBe("Mine");
  expect((await call(ben, api.apiKeys.listOfCompany)).body).toMatchObject([{ name: "Mine", createdBy: ana.name }]);
  expect(await threads(own)).toBe(200);
});

test("an end that is past or too far, no permission and too many keys are refused [KEY-11]", async () => {
  const ana = await person("NORMAL_USER");
  const status = async (body: object) => (await call(ana, api.apiKeys.create, { body })).status;
  const name = "Report";
  expect(await status({ name, scopes: [], expiresAt: null })).toBe(400);
  expect(await status({ name, scopes: ["everything"], expiresAt: null })).toBe(400);
  expect(await status({ name: " ", scopes: ["mail:read"], expiresAt: null })).toBe(400);
  expect(await status({ name, scopes: ["mail:read"] })).toBe(400);
  const past = await call(ana, api.apiKeys.create, form(["mail:read"], inDays(-1)));
  expect(past.body.fields).toEqual({ expiresAt: "The end of the key must be in the future" });
  expect((await call(ana, api.apiKeys.create, form(["mail:read"], inDays(400)))).status).toBe(400);
  await make(ana, ["mail:read"], null);
  await peek(
    `insert into api_keys (tenant_id, id, user_id, name, hash, hint, scopes, created_by)
     select $1, gen_random_uuid(), $2, 'k', gen_random_uuid()::text, 'ibx_', '{mail:read}', 'x' from generate_series(1, 19)`,
    [ana.tenantId, ana.id],
  );
  const over = await call(ana, api.apiKeys.create, form(["mail:read"]));
  expect([over.status, over.body.error]).toEqual([409, "There can be at most 20 keys. Revoke one first."]);
});

test("the last use is noted with its address, and the audit log has creation, use, end and revocation [KEY-12]", async () => {
  const ana = await person("NORMAL_USER");
  const key = await make(ana, ["templates"]);
  const used = async () => (await call(ana, api.apiKeys.list)).body[0];
  expect(await used()).toMatchObject({ lastUsedAt: null });
  await call(key, api.templates.list);
  const first = await used();
  expect(first).toMatchObject({ lastUsedAddress: "127.0.0.1" });
  await call(key, api.templates.list);
  expect((await used())?.lastUsedAt).toBe(first?.lastUsedAt);
  await peek("update api_keys set expires_at = $1 where id = $2", [inDays(-1), key.id]);
  await expireKeys(visitor);
  await expireKeys(visitor);
  const other = await make(ana, ["mail:read"]);
  await call(ana, api.apiKeys.revoke, { params: { id: other.id } });
  const records = await peek<{ action: string }>(
    "select action from audit_records where tenant_id = $1 order by at, id",
    [ana.tenantId],
  );
  expect(records.map(({ action }) => action)).toEqual([
    ...["api-key.created", "api-key.expired", "api-key.created", "api-key.revoked"],
  ]);
  advance(200 * day);
  await expireKeys(visitor);
  expect(await peek("select id from api_keys where user_id = $1", [ana.id])).toEqual([]);
  advance(-200 * day);
});

test("each key has a rate limit of its own [KEY-13]", async () => {
  const ana = await person("NORMAL_USER");
  const [busy, calm] = [await make(ana, ["mail:read"]), await make(ana, ["mail:read"])];
  const statuses = new Set<number>();
  for (let count = 0; count < keyCallsPerMinute; count++) statuses.add((await call(busy, api.apiKeys.current)).status);
  expect([...statuses]).toEqual([200]);
  const refused = await call(busy, api.apiKeys.current);
  expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
  expect(await threads(calm)).toBe(200);
});

test("a call that needs a fresh proof is for no key, and making a key needs one [KEY-14]", async () => {
  for (const endpoint of allEndpoints.filter(({ stepUp }) => stepUp))
    expect([endpoint.path, keyAccessOf(endpoint)]).toEqual([endpoint.path, "never"]);
  const ana = await person("ADMIN");
  await peek("update sessions set proved_at = now() - interval '1 hour' where user_id = $1", [ana.id]);
  for (const endpoint of [api.apiKeys.create, api.apiKeys.createOfCompany])
    expect((await call(ana, endpoint, form(["company:read"]))).body.code).toBe("step_up_required");
});
