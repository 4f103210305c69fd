// Proposed mail, sent through a real SMTP server on loopback.
import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { outboxWorld } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";

const { writer, call, peek, rowsOf } = await outboxWorld();
const calls = api.proposals;

async function propose(who: Caller) {
  const key = { name: "Desk agent", scopes: ["mcp"] as "mcp"[], expiresAt: null };
  const { body } = await call(who, api.apiKeys.create, { body: key });
  const mail = { kind: "send" as const, to: "meera@example.com", subject: "Offer", body: "Here it is." };
  const made = await call({ token: body.secret }, calls.create, { body: mail });
  expect(made.status).toBe(201);
  return { params: { id: made.body.id } };
}
const stateOf = async (id: string) =>
  (await peek<{ state: string }>("select state from proposals where id = $1", [id]))[0]?.state;
const acceptedOf = (id: string) =>
  peek("select action from audit_records where target_id = $1 and action like 'proposal%'", [id]);

test("a mail that was sent without its record cannot be declined, and is not sent twice [MCP-08]", async () => {
  const { who, server } = await writer();
  const proposal = await propose(who);
  await peek("alter table audit_records add constraint away check (action <> 'proposal.accepted') not valid");
  expect((await call(who, calls.accept, proposal)).status).toBeGreaterThanOrEqual(500);
  await peek("alter table audit_records drop constraint away");
  const declined = await call(who, calls.decline, proposal);
  expect([declined.status, declined.body.error]).toEqual([
    ...[409, "This mail is being sent, or was sent already. It cannot be declined any more."],
  ]);
  expect((await call(who, calls.accept, proposal)).status).toBe(200);
  expect([server.mails.length, await stateOf(proposal.params.id)]).toEqual([1, "accepted"]);
});

test("a proposal that is declined or expires while its mail is sent is recorded as accepted [MCP-08]", async () => {
  for (const change of ["state = 'declined'", "expires_at = now() - interval '1 hour'"]) {
    const { who, server } = await writer();
    const { params } = await propose(who);
    await peek(`create function meanwhile() returns trigger language plpgsql security definer as $$
      begin update public.proposals set ${change} where id = '${params.id}'; return new; end $$`);
    await peek("create trigger meanwhile before insert on outbox for each row execute function meanwhile()");
    const { status } = await call(who, calls.accept, { params });
    await peek("drop trigger meanwhile on outbox");
    await peek("drop function meanwhile");
    expect([change, status, server.mails.length, await stateOf(params.id)]).toEqual([change, 200, 1, "accepted"]);
    expect(await acceptedOf(params.id)).toHaveLength(1);
  }
});

test("a proposal whose mail failed can be declined [MCP-11]", async () => {
  const { who, server } = await writer();
  const proposal = await propose(who);
  server.script.rcpt = "550 5.1.1 Unknown user";
  expect((await call(who, calls.accept, proposal)).status).toBeGreaterThanOrEqual(400);
  expect(await rowsOf(who)).toMatchObject([{ phase: "failed" }]);
  expect((await call(who, calls.decline, proposal)).status).toBe(200);
});
