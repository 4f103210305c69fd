import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call, peek } = await testWorld();

const stepsOf = async (who: Caller) => (await call(who, api.firstSteps.get)).body;
const doneOf = async (who: Caller) =>
  Object.fromEntries((await stepsOf(who)).steps.map(({ key, isDone }) => [key, isDone]));

const used = (who: Caller, kind: string) =>
  peek(
    `insert into ai_usage (tenant_id, id, user_id, kind, provider, model, tokens_in, tokens_out, duration_ms, succeeded)
     values ($1, $2::uuid, $3, $4, 'builtin', 'm', 1, 1, 1, true)`,
    [who.tenantId, newId(), who.id, kind],
  );

test("each role has its steps, none of them done at first [DLV-04]", async () => {
  const owner = await person("SUPER_ADMIN", { owner: true });
  expect(await doneOf(owner)).toEqual({
    ...{ mailServer: false, ai: false, company: false, people: false },
    ...{ mailbox: false, signature: false, aiDraft: false },
  });
  const admin = await person("ADMIN");
  expect(await doneOf(admin)).toEqual({
    ...{ mailServer: false, ai: false, people: false },
    ...{ mailbox: false, signature: false, aiDraft: false },
  });
  expect(await doneOf(owner)).toMatchObject({ company: true });
  const user = await person("NORMAL_USER");
  expect(await doneOf(user)).toEqual({ mailbox: false, signature: false, aiDraft: false, summary: false });
});

test("a step is done as soon as the data says so, and for its own user only [DLV-04]", async () => {
  const admin = await person("ADMIN");
  const user = await person("NORMAL_USER", { tenantId: admin.tenantId });
  await call(user, api.users.updateProfile, { body: { signatureHtml: "<p>Rohan</p>" } });
  await peek(
    "insert into mailboxes (tenant_id, id, user_id, kind, email, username) values ($1, $2, $3, 'imap', 'x@y.z', 'x')",
    [user.tenantId, newId(), user.id],
  );
  await used(user, "reply");
  await used(user, "summarize");
  expect(await doneOf(user)).toEqual({ mailbox: true, signature: true, aiDraft: true, summary: true });

  const server = { host: "127.0.0.1", port: 2525, secure: false, username: "acme", password: "x", fromName: "Acme" };
  expect((await call(admin, api.mailServers.createSmtp, { body: server })).status).toBe(201);
  const own = { source: "own", provider: "openai", model: "gpt-4o-mini", apiKey: "sk-a-key-of-the-company" } as const;
  expect((await call(admin, api.companyAi.update, { body: own })).status).toBe(200);
  expect(await doneOf(admin)).toEqual({
    ...{ mailServer: true, ai: true, people: true },
    ...{ mailbox: false, signature: false, aiDraft: false },
  });
});

test("the list is dismissed and brought back by its user only [DLV-04]", async () => {
  const admin = await person("ADMIN");
  const user = await person("NORMAL_USER", { tenantId: admin.tenantId });
  expect((await call(user, api.firstSteps.update, { body: { isDismissed: true } })).body.isDismissed).toBe(true);
  expect((await stepsOf(user)).isDismissed).toBe(true);
  expect((await stepsOf(admin)).isDismissed).toBe(false);
  await call(user, api.firstSteps.update, { body: { isDismissed: false } });
  expect((await stepsOf(user)).isDismissed).toBe(false);
});

test("while an admin's mail is closed, the list has only the steps that need none, and can be dismissed", async () => {
  const admin = await person("ADMIN");
  await peek("update users set mail_closed_at = now() where id = $1", [admin.id]);
  expect(await doneOf(admin)).toEqual({ mailServer: false, ai: false, people: false, signature: false });
  expect((await call(admin, api.firstSteps.update, { body: { isDismissed: true } })).body.isDismissed).toBe(true);
});

test("a wrong choice and a visitor are refused", async () => {
  const user = await person("NORMAL_USER");
  const wrong = await call(user, api.firstSteps.update, { body: { isDismissed: "yes" } as never });
  expect(wrong).toMatchObject({ status: 400, body: { fields: { isDismissed: "Say whether the list is dismissed" } } });
  expect((await call(null, api.firstSteps.get)).status).toBe(401);
});
