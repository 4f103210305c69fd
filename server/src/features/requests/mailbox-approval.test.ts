import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { syncMailboxJob } from "#features/mailboxes/request-sync.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const signIns: string[] = [];
const signIn = async ({ username }: { username: string }) => {
  signIns.push(username);
  return { message: "Signed in." };
};
const { person, call, peek, app, world } = await testWorld({
  outside: { testImap: signIn, testPop3: signIn },
  environment: {
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    MICROSOFT_CLIENT_ID: "id",
    MICROSOFT_CLIENT_SECRET: "secret",
  },
});
// The queue of the sync that a new connection enqueues. No worker runs it here.
await world.queue.boss.createQueue(syncMailboxJob.name, syncMailboxJob.options);
const { mailboxes, requests } = api;

const login = (username: string) => ({ host: "127.0.0.1", port: 143, secure: false, username, password: "secret" });
const connect = (who: Caller, username: string, call_: typeof mailboxes.connectImap | typeof mailboxes.connectPop3) =>
  call(who, call_, { body: login(username) });
const connectImap = (who: Caller, username: string) => connect(who, username, mailboxes.connectImap);
const ask = (who: Caller, email: string, kind = "imap") =>
  call(who, requests.create, { body: { type: "Mailbox connect approval", kind, email } });
const decide = (who: Caller, id: string, decision: string) =>
  call(who, requests.decide, { params: { id }, body: { decision } });
const setPolicy = (who: Caller, mailboxApproval: boolean, headers = {}) =>
  call(who, requests.setPolicy, { body: { mailboxApproval } }, headers);

async function people() {
  const ana = await person("ADMIN", { name: "Ana" });
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId, name: "Ben" });
  expect((await setPolicy(ana, true)).status).toBe(200);
  return { ana, ben };
}

test("without the policy mailboxes need no approval; only administrators set the policy", async () => {
  const ana = await person("ADMIN");
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await call(ben, requests.policy)).body).toEqual({ mailboxApproval: false });
  expect((await connectImap(ben, "free@example.test")).status).toBe(201);
  expect(await ask(ben, "free2@example.test")).toMatchObject({
    status: 409,
    body: { error: "You can connect mailboxes without approval" },
  });
  expect((await setPolicy(ben, true)).status).toBe(403);
  const stranger = await person("ADMIN");
  expect((await setPolicy(stranger, true, { "x-tenant-id": ana.tenantId })).status).toBe(403);
  expect((await setPolicy(ana, true)).body).toEqual({ mailboxApproval: true });
  expect((await call(ben, requests.policy)).body).toEqual({ mailboxApproval: true });
  expect(await peek("select changes from audit_records where tenant_id = $1", [ana.tenantId])).toEqual([
    { changes: { mailboxApproval: [false, true] } },
  ]);
});

test("with the policy, a mailbox can be connected once, after an administrator approved it [DSH-09]", async () => {
  const { ana, ben } = await people();
  const refused = await connectImap(ben, "Ben@Example.test");
  expect([refused.status, refused.body.code]).toEqual([403, "approval_required"]);
  expect(refused.body.error).toContain("Ask an admin to approve ben@example.test");
  expect(signIns).not.toContain("Ben@Example.test");

  const { status, body: asked } = await ask(ben, "Ben@Example.test");
  expect(status).toBe(201);
  expect((await call(ana, api.dashboards.tenant)).body.requests).toMatchObject([
    { user: "Ben", type: "Mailbox connect approval", status: "Pending", about: "ben@example.test, IMAP" },
  ]);
  expect((await connectImap(ben, "ben@example.test")).body.error).toContain("is waiting for an admin");
  expect((await ask(ben, "ben@example.test")).body.error).toBe("You have already requested this");
  expect((await decide(ana, asked.id, "approve")).body).toMatchObject({ status: "Approved" });
  expect((await ask(ben, "ben@example.test")).body.error).toBe("This mailbox is approved. You can connect it now.");

  // Neither another address, nor another kind, nor another person.
  expect((await connectImap(ben, "other@example.test")).status).toBe(403);
  expect((await connect(ben, "ben@example.test", mailboxes.connectPop3)).status).toBe(403);
  const cem = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await connectImap(cem, "ben@example.test")).status).toBe(403);

  const { status: connected, body: mailbox } = await connectImap(ben, "ben@example.test");
  expect(connected).toBe(201);
  // A new password for a connected mailbox needs no new approval; connecting the account again after removal does.
  expect((await connectImap(ben, "ben@example.test")).status).toBe(201);
  await call(ben, mailboxes.remove, { params: { id: mailbox.id } });
  expect((await connectImap(ben, "ben@example.test")).status).toBe(403);
  expect((await ask(ben, "ben@example.test")).status).toBe(201);
});

test("a declined mailbox stays unconnected, and an administrator needs no approval", async () => {
  const { ana, ben } = await people();
  const { body: asked } = await ask(ben, "ben@example.test", "pop3");
  await decide(ana, asked.id, "decline");
  const refused = await connect(ben, "ben@example.test", mailboxes.connectPop3);
  expect(refused).toMatchObject({ status: 403, body: { code: "approval_required" } });
  expect((await connectImap(ana, "ana@example.test")).status).toBe(201);
  expect((await ask(ana, "other@example.test")).status).toBe(409);
});

test("only the approval of a mailbox can be revoked, and only until it is connected", async () => {
  const { ana, ben } = await people();
  const { body: asked } = await ask(ben, "ben@example.test");
  expect(asked.revocable).toBe(false);
  expect((await decide(ana, asked.id, "approve")).body).toMatchObject({ status: "Approved", revocable: true });
  for (const decision of ["review", "approve"]) expect((await decide(ana, asked.id, decision)).status).toBe(409);
  expect((await decide(ben, asked.id, "decline")).status).toBe(403);
  expect((await decide(await person("ADMIN"), asked.id, "decline")).status).toBe(404);
  expect((await decide(ana, asked.id, "decline")).body).toMatchObject({ status: "Declined", revocable: false });
  expect((await connectImap(ben, "ben@example.test")).status).toBe(403);
  expect(
    await peek("select changes from audit_records where target_id = $1 order by at desc, id desc", [asked.id]),
  ).toContainEqual({
    changes: { status: ["Approved", "Declined"] },
  });

  const { body: again } = await ask(ben, "ben@example.test");
  await decide(ana, again.id, "approve");
  expect((await connectImap(ben, "ben@example.test")).status).toBe(201);
  expect(await decide(ana, again.id, "decline")).toMatchObject({
    status: 409,
    body: { error: "This request is already approved" },
  });
  expect((await call(ben, requests.mine)).body).toMatchObject([{ revocable: false }, { revocable: false }]);
});

test("an approval allows one of two concurrent connections", async () => {
  const { ana, ben } = await people();
  const { body: asked } = await ask(ben, "ben@example.test");
  await decide(ana, asked.id, "approve");
  const answers = await Promise.all([connectImap(ben, "ben@example.test"), connectImap(ben, "ben@example.test")]);
  // The second call finds the mailbox or no approval; it never creates another mailbox.
  expect(answers.map(({ status }) => status)).toContain(201);
  expect(await peek("select 1 from mailboxes where user_id = $1", [ben.id])).toHaveLength(1);
  expect(await peek("select 1 from requests where id = $1 and used_at is not null", [asked.id])).toHaveLength(1);
});

test("the sign-in at a provider starts only with an approval", async () => {
  const { ben } = await people();
  for (const [start, advice] of [
    [mailboxes.startGmail, "approve Gmail."],
    [mailboxes.startOutlook, "approve Outlook."],
  ] as const) {
    const refused = await call(ben, start);
    expect(refused).toMatchObject({ status: 403, body: { code: "approval_required" } });
    expect(refused.body.error).toContain(advice);
  }
});

test("requests are validated", async () => {
  const { ben } = await people();
  const base = { type: "Mailbox connect approval", kind: "imap", email: "ben@example.test" };
  for (const wrong of [
    { ...base, kind: "local" },
    { ...base, kind: "smtp" },
    { ...base, email: "" },
    { ...base, email: "a@b.c\r\nBcc: x" },
    { ...base, status: "Approved" },
  ])
    expect((await call(ben, requests.create, { body: wrong })).status).toBe(400);
  const unsigned = await app.inject({ method: "PUT", url: "/api/requests/policy", payload: { mailboxApproval: true } });
  expect(unsigned.statusCode).toBe(401);
});
