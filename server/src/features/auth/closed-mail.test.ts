import { allEndpoints, api } from "@intellibox/contract/api";
import { isMailCall } from "@intellibox/contract/endpoint";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { type Caller, testPassword, testWorld } from "#test/test-world.ts";

const { app, world, person, call, peek } = await testWorld();
const password = "another good long phrase";
const own = "a phrase that only I know";

const login = (email: string, typed: string) => call(null, api.auth.login, { body: { email, password: typed } });
const reset = (who: Caller, id: string) => call(who, api.users.resetPassword, { params: { id } });
const connect = (who: Caller) =>
  peek("insert into mailboxes (tenant_id, id, user_id, kind, email, username) values ($1, $2, $3, 'local', $4, $4)", [
    who.tenantId,
    newId(),
    who.id,
    who.email,
  ]);
const replace = (session: { token: string }, currentPassword: string, newPassword = own) =>
  call(session, api.auth.changePassword, { body: { currentPassword, newPassword } });

/** A user with a mailbox who replaced a password that an admin had set. */
async function closedPerson() {
  const ana = await person("ADMIN", { name: "Ana Rao" });
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  await connect(joe);
  const { temporaryPassword = "" } = (await reset(ana, joe.id)).body;
  const session = (await login(joe.email, temporaryPassword)).body;
  expect((await replace(session, temporaryPassword)).status).toBe(200);
  return { ana, joe, session };
}

test("without a mail server, a reset returns a temporary password once, ends the sessions and closes the mail [SES-33]", async () => {
  const ana = await person("ADMIN");
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const { status, body } = await reset(ana, joe.id);
  expect({ status, body }).toEqual({
    status: 200,
    body: { temporaryPassword: expect.stringMatching(/^(\w{4}-){3}\w{4}$/) },
  });
  expect((await call(joe, api.auth.me)).status).toBe(401);
  expect((await login(joe.email, testPassword)).status).toBe(401);
  expect((await login(joe.email, body.temporaryPassword ?? "")).body.user).toMatchObject({
    mustChangePassword: true,
    mailClosed: true,
  });
});

test("without a mail server, a user whose mail is closed is told who can open it", async () => {
  const { session } = await closedPerson();
  expect((await call(session, api.account.notices)).body.linkByMail).toBe(false);
  expect(await call(session, api.account.sendLink)).toMatchObject({
    status: 409,
    body: { error: "No mail server is set up for links. Ask the owner company to open your mail." },
  });
});

test("every mail call is refused to sessions of a user whose password another person set", async () => {
  const { joe, session } = await closedPerson();
  const later = (await login(joe.email, own)).body;
  expect(later.user).toMatchObject({ mustChangePassword: false, mailClosed: true });
  for (const { token } of [session, later]) {
    for (const endpoint of allEndpoints.filter(isMailCall)) {
      const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, newId()]));
      const { status, body } = await call({ token }, endpoint, { params, body: {} });
      expect([endpoint.path, status, body.code]).toEqual([endpoint.path, 403, "mail_closed"]);
    }
    for (const path of ["attachments/1", "attachments/1/pages/1", "source"]) {
      const answer = await app.inject({
        url: `/api/mail/messages/${newId()}/${path}`,
        headers: { authorization: `Bearer ${token}` },
      });
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, "mail_closed"]);
    }
    const plan = await app.inject({
      url: `/api/summaries/${newId()}/actions.csv`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(plan.statusCode === 404 || plan.json().code === "mail_closed").toBe(true);
  }
});

test("the personal calls that work while mail is closed are listed one by one", () => {
  const open = allEndpoints.filter(
    (call) => call.tenancy === "personal" && call.access !== "public" && !isMailCall(call),
  );
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    "DELETE /account/sessions/{id}",
    "DELETE /api-keys/{id}",
    "DELETE /data-tasks/{id}",
    "GET /account/notices",
    "GET /account/sessions",
    "GET /api-keys",
    "GET /api-keys/current",
    "GET /auth/me",
    "GET /auth/step-up",
    "GET /data-tasks",
    "GET /first-steps",
    "GET /menus",
    "GET /profile",
    "POST /account/notices/{id}/dismiss",
    "POST /account/password-link",
    "POST /account/sessions/end-others",
    "POST /auth/change-password",
    "POST /auth/logout",
    "POST /auth/step-up",
    "POST /auth/step-up/passkey",
    "POST /data-tasks/{id}/link",
    "PUT /api-keys/{id}",
    "PUT /first-steps",
    "PUT /profile",
  ]);
});

test("row-level security hides mail and refuses inserts while mail is closed [SES-40]", async () => {
  const fenced = await peek<{ tablename: string; open: boolean }>(
    "select tablename, qual like '%app.mail_closed%' and with_check like '%app.mail_closed%' as open from pg_policies where policyname = 'personal_fence'",
  );
  expect(fenced.length).toBeGreaterThan(10);
  expect(fenced.filter(({ open }) => !open)).toEqual([]);
  const joe = await person("NORMAL_USER");
  await connect(joe);
  const reach = { tenantId: joe.tenantId, userId: joe.id };
  const count = (mailClosed: boolean) =>
    fencedTransaction(world.db, { ...reach, mailClosed }, async (tx) => {
      const { rows } = await tx.execute<{ n: number }>("select count(*)::int as n from mailboxes");
      return rows[0]?.n;
    });
  expect([await count(false), await count(true)]).toEqual([1, 0]);
  const insert = fencedTransaction(world.db, { ...reach, mailClosed: true }, (tx) =>
    tx.execute(
      `insert into mailboxes (tenant_id, id, user_id, kind, email) values ('${joe.tenantId}', '${newId()}', '${joe.id}', 'imap', 'x@y.z')`,
    ),
  );
  await expect(insert).rejects.toThrow();
});

test("replacing the first password opens an account without mail; one that already holds mail stays closed", async () => {
  const ana = await person("ADMIN");
  const create = async (body = {}) => {
    const email = `new-${newId()}@example.test`;
    const made = (await call(ana, api.users.create, { body: { name: "Priya", email, ...body } })).body;
    return { ...made, email };
  };
  const fresh = await create();
  const session = (await login(fresh.email, fresh.temporaryPassword ?? "")).body;
  await replace(session, fresh.temporaryPassword ?? "");
  expect((await call(session, api.auth.me)).body.user.mailClosed).toBe(false);
  expect((await call(session, api.inbox.threads)).status).toBe(200);
  // A password that another person sets later closes it.
  await connect({ ...ana, id: fresh._id, email: fresh.email });
  const again = (await reset(ana, fresh._id)).body.temporaryPassword ?? "";
  const second = (await login(fresh.email, again)).body;
  await replace(second, again, "yet another phrase of mine");
  expect((await call(second, api.inbox.threads)).body.code).toBe("mail_closed");

  const late = await create({ password });
  expect(late.mustChangePassword).toBe(true);
  await connect({ ...ana, id: late._id, email: late.email });
  const taken = (await login(late.email, password)).body;
  await replace(taken, password);
  expect((await call(taken, api.inbox.threads)).body.code).toBe("mail_closed");
});

test("a notice says who set the password, when and from where, until it is dismissed; the audit log says it too", async () => {
  const { ana, joe, session } = await closedPerson();
  const { body } = await call(session, api.account.notices);
  expect(body).toMatchObject({
    linkByMail: false,
    items: [{ kind: "password-set", by: { name: "Ana Rao", email: ana.email }, address: "127.0.0.1" }],
  });
  const id = body.items[0]?.id ?? "";
  const stranger = await person("NORMAL_USER", { tenantId: joe.tenantId });
  expect((await call(stranger, api.account.notices)).body.items).toEqual([]);
  expect((await call(stranger, api.account.dismissNotice, { params: { id } })).status).toBe(404);
  expect((await call(session, api.account.dismissNotice, { params: { id } })).status).toBe(200);
  expect((await call(session, api.account.notices)).body.items).toEqual([]);

  const { items } = (await call(ana, api.audit.list, { query: { action: "user" } })).body;
  expect(items.map(({ action, actor, address }) => [action, actor.email, address])).toEqual([
    ["user.password-changed", joe.email, "127.0.0.1"],
    ["user.signed-in", joe.email, "127.0.0.1"],
    ["user.password-set", ana.email, "127.0.0.1"],
  ]);
});

test("only the owner company releases closed mail, with a reason that its owner sees, and no one releases their own", async () => {
  const { ana, joe, session } = await closedPerson();
  const release = (who: { token: string }, id: string, reason = "Asked for on the phone") =>
    call(who, api.users.releaseMail, { params: { id }, body: { reason } });
  const owner = await person("SUPER_ADMIN", { owner: true });
  expect((await release(ana, joe.id)).status).toBe(403);
  expect((await release(await person("SUPER_ADMIN"), joe.id)).status).toBe(403);
  expect((await release(owner, joe.id, " ")).body.fields).toEqual({ reason: "Reason is required" });
  expect((await release(owner, owner.id)).status).toBe(403);
  expect((await release(owner, joe.id)).body.mailClosed).toBe(false);
  expect((await call(session, api.inbox.threads)).status).toBe(200);
  expect((await call(session, api.account.notices)).body.items[0]).toMatchObject({
    kind: "mail-released",
    reason: "Asked for on the phone",
    by: { email: owner.email },
  });
  expect((await release(owner, joe.id)).status).toBe(409);

  // A super admin whose own mail is closed may not release any.
  await peek("update users set mail_closed_at = now() where id in ($1, $2)", [joe.id, owner.id]);
  expect((await release(owner, joe.id)).status).toBe(403);
});

test("a reset requires the rank for it, and is refused for one's own account", async () => {
  const ana = await person("ADMIN");
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await reset(joe, ana.id)).status).toBe(403);
  expect((await reset(ana, ana.id)).status).toBe(409);
  expect((await reset(await person("ADMIN"), joe.id)).status).toBe(404);
  expect((await reset(ana, (await person("SUPER_ADMIN", { tenantId: ana.tenantId })).id)).status).toBe(403);
  await peek("update users set status = 'Inactive' where id = $1", [joe.id]);
  expect((await reset(ana, joe.id)).status).toBe(409);
});
