import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";

const { person, call, giveMail, listOf, peek, advance } = await mailWorld();
const calls = api.proposals;

const keyOf = async (who: Caller) => {
  const body = { name: "Desk agent", scopes: ["mcp"] as "mcp"[], expiresAt: null };
  return { token: (await call(who, api.apiKeys.create, { body })).body.secret };
};
const deletion = (ids: string[]) => ({ body: { kind: "delete" as const, messageIds: ids, reason: "Old news" } });
const mail = { kind: "send" as const, to: "meera@example.com", subject: "Offer", body: "Here it is." };
const waiting = async (who: Caller) => (await call(who, calls.list)).body;
const notices = async (who: Caller) => (await call(who, api.account.notices)).body.items.map(({ kind }) => kind);
const decide = (who: { token: string }, id: string, how: "accept" | "decline" = "accept") =>
  call(who, calls[how], { params: { id } });
async function withMail() {
  const who = await person("NORMAL_USER");
  await giveMail(who, [mailOf({ subject: "Newsletter", messageId: "<n@example.com>", text: "Buy." })]);
  return { who, id: (await listOf(who)).items[0]?.id ?? "" };
}

test("a proposal waits for its person, who is told once, and is carried out once [MCP-08]", async () => {
  const { who, id } = await withMail();
  const key = await keyOf(who);
  const made = await call(key, calls.create, deletion([id, id]));
  expect(made.status).toBe(201);
  await call(key, calls.create, { body: mail });
  expect(await notices(who)).toEqual(["proposal-waiting"]);
  expect(await waiting(who)).toMatchObject([
    { kind: "delete", keyName: "Desk agent", reason: "Old news", messages: [{ id, subject: "Newsletter" }] },
    { kind: "send", to: ["meera@example.com"], subject: "Offer", body: "Here it is." },
  ]);
  expect((await listOf(who)).items).toHaveLength(1);
  expect((await decide(who, made.body.id)).body).toEqual({ kind: "delete", sent: null, deleted: 1 });
  expect((await listOf(who)).items).toHaveLength(0);
  expect((await decide(who, made.body.id)).status).toBe(404);
  const [other] = await waiting(who);
  expect((await decide(who, other?.id ?? "", "decline")).status).toBe(200);
  expect([await waiting(who), await notices(who)]).toEqual([[], []]);
  const audited = await peek("select action from audit_records where actor_id = $1 and action like 'proposal%'", [
    who.id,
  ]);
  expect(audited).toEqual([{ action: "proposal.accepted" }]);
});

test("no key carries out, sees or declines a proposal, and nobody else does [MCP-09]", async () => {
  const { who, id } = await withMail();
  const key = await keyOf(who);
  const { body } = await call(key, calls.create, deletion([id]));
  expect((await decide(key, body.id)).status).toBe(403);
  expect((await decide(key, body.id, "decline")).status).toBe(403);
  expect((await call(key, calls.list)).status).toBe(403);
  const colleague = await person("ADMIN", { tenantId: who.tenantId });
  for (const other of [colleague, await person("ADMIN")]) {
    expect((await decide(other, body.id)).status).toBe(404);
    expect((await decide(other, body.id, "decline")).status).toBe(404);
    expect(await waiting(other)).toEqual([]);
    expect((await call(await keyOf(other), calls.create, deletion([id]))).status).toBe(404);
  }
  // Without a key nothing is proposed.
  expect((await call(who, calls.create, { body: mail })).status).toBe(409);
});

test("a proposal expires after a day, and bad or too many ones are refused [MCP-10]", async () => {
  const { who, id } = await withMail();
  const key = await keyOf(who);
  const { body } = await call(key, calls.create, deletion([id]));
  for (const bad of [
    { ...mail, to: "nobody" },
    { ...mail, to: "" },
    { ...mail, subject: " " },
    { ...mail, body: "" },
    { ...mail, answers: "x" },
    { ...deletion([]).body },
    { ...deletion([newId()]).body, kind: "erase" },
  ])
    expect((await call(key, calls.create, { body: bad })).status, JSON.stringify(bad)).toBe(400);
  expect((await call(key, calls.create, { body: { ...mail, answers: newId() } })).status).toBe(404);
  for (let count = 1; count < 20; count++) await call(key, calls.create, { body: mail });
  expect((await call(key, calls.create, { body: mail })).status).toBe(409);
  advance(24 * 3_600_000 + 1000);
  expect(await waiting(who)).toEqual([]);
  expect((await decide(who, body.id)).status).toBe(404);
  advance(-24 * 3_600_000 - 1000);
});

test("a deletion whose decision cannot be recorded deletes nothing, so that no second one deletes for good [MCP-08]", async () => {
  const { who, id } = await withMail();
  const { body } = await call(await keyOf(who), calls.create, deletion([id]));
  await peek("alter table audit_records add constraint away check (action <> 'proposal.accepted') not valid");
  expect((await decide(who, body.id)).status).toBeGreaterThanOrEqual(500);
  await peek("alter table audit_records drop constraint away");
  expect([(await listOf(who)).items, await waiting(who)]).toMatchObject([[{ id }], [{ id: body.id }]]);
  const both = await Promise.all([decide(who, body.id), decide(who, body.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await listOf(who)).items).toEqual([]);
});

test("a mail that cannot be sent stays proposed, so that its person can try again [MCP-11]", async () => {
  const { who } = await withMail();
  const { body } = await call(await keyOf(who), calls.create, { body: mail });
  const refused = await decide(who, body.id);
  // The company has no mail server.
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(await waiting(who)).toHaveLength(1);
});
