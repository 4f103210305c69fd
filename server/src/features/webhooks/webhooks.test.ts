import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { api } from "@intellibox/contract/api";
import { maxWaitingDeliveries, maxWebhooks } from "@intellibox/contract/rules/webhooks";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { eventsOf, startReceiver, webhookWorld } from "#test/webhook-world.ts";

const { person, call, peek, allow, add, deliver, logOf, hurry } = await webhookWorld({ jobs: false });
const url = "https://hooks.example.com/a";
const form = { name: "CRM", url, events: ["mail.sent"] as const };
const { webhooks, companyWebhooks } = api;

/** The function of the guide. */
async function guideExample() {
  const guide = readFileSync(new URL("../../../../docs/guide/webhooks.md", import.meta.url), "utf8");
  const code = /```ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";
  const source = Buffer.from(stripTypeScriptTypes(code)).toString("base64");
  return (await import(`data:text/javascript;base64,${source}`)) as {
    isFromIntellibox(body: string, header: string, secret: string, now?: number): boolean;
  };
}

test("a webhook is added, changed, switched off and deleted; its secret is shown once and sealed [HOK-01] [HOK-04]", async () => {
  const ana = await person("NORMAL_USER");
  await allow(ana);
  const { webhook, secret } = await add(ana, url, ["mail.sent", "mail.sent"]);
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(webhook).toMatchObject({ name: "Hook", url, events: ["mail.sent"], state: "on", waiting: 0, version: 1 });
  const { body } = await call(ana, webhooks.list);
  expect(body).toEqual({ items: [webhook], refusal: null });
  expect(JSON.stringify(body)).not.toContain(secret);
  const [row] = await peek<{ secret_sealed: string }>("select secret_sealed from webhooks where id = $1", [webhook.id]);
  expect(row?.secret_sealed).not.toContain(secret);
  const params = { id: webhook.id };
  const changed = { ...form, state: "off" as const, basedOn: 1 };
  expect((await call(ana, webhooks.update, { params, body: changed })).body).toMatchObject({
    name: "CRM",
    state: "off",
    version: 2,
  });
  expect(await call(ana, webhooks.update, { params, body: changed })).toMatchObject({ status: 409 });
  expect((await call(ana, webhooks.test, { params })).body.error).toBe("The webhook is off. Switch it on first.");
  expect((await call(ana, webhooks.remove, { params })).body).toEqual({ ok: true });
  expect((await call(ana, webhooks.list)).body.items).toEqual([]);
  const actions = await peek<{ action: string; changes: object }>(
    "select action, changes from audit_records where tenant_id = $1 and action like 'webhook.%' order by at",
    [ana.tenantId],
  );
  expect(actions.map(({ action }) => action)).toEqual(["webhook.created", "webhook.updated", "webhook.deleted"]);
  expect(actions[0]?.changes).toEqual({ kind: "personal", host: "hooks.example.com", events: ["mail.sent"] });
});

test("own webhooks need the company's permission; without it none is added, switched on or called [HOK-01]", async () => {
  const receiver = await startReceiver();
  const ana = await person("NORMAL_USER");
  const refusal =
    "Your company does not allow calls of web addresses. An administrator can allow them in Rules & Automations.";
  expect((await call(ana, webhooks.list)).body.refusal).toBe(refusal);
  expect(await call(ana, webhooks.create, { body: form as never })).toMatchObject({
    status: 403,
    body: { error: refusal },
  });
  await allow(ana);
  const { webhook } = await add(ana, receiver.url, ["mail.sent"]);
  await call(ana, webhooks.test, { params: { id: webhook.id } });
  await peek("update mail_rule_settings set webhooks = false where tenant_id = $1", [ana.tenantId]);
  await deliver();
  expect(receiver.calls).toEqual([]);
  await allow(ana);
  await deliver();
  expect(receiver.calls).toHaveLength(1);
});

test.each([
  ["http://example.com/", "The web address must begin with https://"],
  ["ftp://example.com/", "The web address must begin with https://"],
  ["https://user:secret@example.com/", "The web address must begin with https://"],
  ["nonsense", "The web address must begin with https://"],
])("the address %s is refused when it is saved [HOK-10]", async (bad, error) => {
  const ana = await person("ADMIN");
  const body = { ...form, url: bad } as never;
  expect(await call(ana, companyWebhooks.create, { body })).toMatchObject({
    status: 400,
    body: { error, fields: { url: error } },
  });
});

test.each([
  [{ name: "" }],
  [{ events: [] }],
  [{ events: ["mail.read"] }],
  [{ url: "" }],
  [{ secret: "mine" }],
  [{ url: `https://a.test/${"a".repeat(2000)}` }],
])("a webhook with %j is refused", async (bad) => {
  const ana = await person("ADMIN");
  expect((await call(ana, companyWebhooks.create, { body: { ...form, ...bad } as never })).status).toBe(400);
});

test("nobody reaches webhooks of another person or company; those of the company need an administrator [HOK-11]", async () => {
  const [ana, eve] = [await person("ADMIN"), await person("ADMIN")];
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const kim = await person("ADMIN", { tenantId: ana.tenantId });
  for (const who of [ana, eve]) await allow(who);
  const own = (await add(joe, url, ["mail.sent"])).webhook;
  const shared = (await add(ana, url, ["mail.sent"], "companyWebhooks")).webhook;
  const all = async (calls: "webhooks" | "companyWebhooks", who: typeof ana, id: string) => {
    const group = api[calls];
    const params = { id };
    return [
      (await call(who, group.update, { params, body: { ...form, state: "off", basedOn: 1 } as never })).status,
      (await call(who, group.remove, { params })).status,
      (await call(who, group.replaceSecret, { params })).status,
      (await call(who, group.test, { params })).status,
      (await call(who, group.deliveries, { params })).status,
      (await call(who, group.redeliver, { params: { id, deliveryId: newId() } })).status,
    ];
  };
  const missing = Array.from({ length: 6 }, () => 404);
  for (const who of [ana, eve, kim]) {
    expect(await all("webhooks", who, own.id)).toEqual(missing);
    expect(await all("companyWebhooks", who, own.id)).toEqual(missing);
  }
  expect(await all("webhooks", ana, shared.id)).toEqual(missing);
  expect(await all("companyWebhooks", eve, shared.id)).toEqual(missing);
  expect(await all("companyWebhooks", joe, shared.id)).toEqual(Array.from({ length: 6 }, () => 403));
  expect((await call(joe, companyWebhooks.list)).status).toBe(403);
  expect((await call(joe, companyWebhooks.create, { body: form as never })).status).toBe(403);
  expect((await call(kim, companyWebhooks.list)).body.items.map(({ id }) => id)).toEqual([shared.id]);
  expect((await call(eve, companyWebhooks.list)).body.items).toEqual([]);
  expect((await call(null, webhooks.list)).status).toBe(401);
});

test("calls are signed as the guide says; after a replacement both secrets sign, and then the new one only [HOK-04]", async () => {
  const { isFromIntellibox } = await guideExample();
  const receiver = await startReceiver();
  const ana = await person("ADMIN");
  const { webhook, secret } = await add(ana, receiver.url, ["mail.sent"], "companyWebhooks");
  const params = { id: webhook.id };
  const send = async () => {
    expect((await call(ana, companyWebhooks.test, { params })).status).toBe(200);
    await deliver();
    const { body = "", headers = {} } = receiver.calls.at(-1) ?? {};
    return { body, header: headers["x-intellibox-signature"] ?? "", id: headers["x-intellibox-delivery"] };
  };
  const first = await send();
  expect(JSON.parse(first.body)).toMatchObject({ version: 1, id: first.id, event: "webhook.test" });
  expect(isFromIntellibox(first.body, first.header, secret)).toBe(true);
  expect(isFromIntellibox(`${first.body} `, first.header, secret)).toBe(false);
  expect(isFromIntellibox(first.body, first.header, "whsec_other")).toBe(false);
  expect(isFromIntellibox(first.body, first.header, secret, Date.now() + 600_000)).toBe(false);
  const replaced = (await call(ana, companyWebhooks.replaceSecret, { params })).body;
  expect(replaced.webhook.earlierSecretUntil).not.toBeNull();
  const second = await send();
  for (const one of [secret, replaced.secret]) expect(isFromIntellibox(second.body, second.header, one)).toBe(true);
  await peek("update webhooks set earlier_until = now() - interval '1 second' where id = $1", [webhook.id]);
  const third = await send();
  expect(isFromIntellibox(third.body, third.header, replaced.secret)).toBe(true);
  expect(isFromIntellibox(third.body, third.header, secret)).toBe(false);
});

test("a failed delivery is tried ten times in a day, with the same id, and the log says what happened [HOK-06] [HOK-08]", async () => {
  const receiver = await startReceiver();
  Object.assign(receiver, { status: 500, answer: "Out of\norder \u0000 ".repeat(100) });
  const ana = await person("ADMIN");
  const { webhook } = await add(ana, receiver.url, ["mail.sent"], "companyWebhooks");
  const { body: sent } = await call(ana, companyWebhooks.test, { params: { id: webhook.id } });
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt++) {
    await hurry(ana);
    await deliver();
    const [row] = await logOf(ana, webhook.id, "companyWebhooks");
    expect(row).toMatchObject({
      id: sent.id,
      attempts: attempt,
      status: 500,
      error: "The web address answered with status 500.",
    });
    if (row?.nextAt) waits.push(new Date(row.nextAt).getTime() - Date.now());
  }
  const [row] = await logOf(ana, webhook.id, "companyWebhooks");
  expect(row).toMatchObject({ state: "failed", nextAt: null, durationMs: expect.any(Number) });
  expect(row?.answer).toMatch(/^Out of order Out of/);
  expect(row?.answer?.length).toBeLessThanOrEqual(500);
  expect(waits).toHaveLength(9);
  expect(waits.reduce((sum, one) => sum + one, 0) / 3600_000).toBeGreaterThan(18);
  await hurry(ana);
  await deliver();
  expect(receiver.calls).toHaveLength(10);
  expect(new Set(eventsOf(receiver.calls).map(({ id }) => id)).size).toBe(1);
});

test("a delivery is sent again with the same id; of another webhook it is not found [HOK-09]", async () => {
  const receiver = await startReceiver();
  const ana = await person("ADMIN");
  const { webhook } = await add(ana, receiver.url, ["mail.sent"], "companyWebhooks");
  const other = (await add(ana, receiver.url, ["mail.sent"], "companyWebhooks")).webhook;
  const { body: sent } = await call(ana, companyWebhooks.test, { params: { id: webhook.id } });
  await deliver();
  const again = await call(ana, companyWebhooks.redeliver, { params: { id: webhook.id, deliveryId: sent.id } });
  expect(again.body).toMatchObject({ id: sent.id, eventId: sent.eventId, state: "waiting" });
  await deliver();
  expect(eventsOf(receiver.calls).map(({ id }) => id)).toEqual([sent.eventId, sent.eventId]);
  expect(await logOf(ana, webhook.id, "companyWebhooks")).toMatchObject([
    { state: "delivered", status: 204, error: null },
  ]);
  const wrong = { params: { id: other.id, deliveryId: sent.id } };
  expect((await call(ana, companyWebhooks.redeliver, wrong)).body.error).toBe(
    "This delivery is not in the log any more.",
  );
});

test("the webhooks of an account or a company that is not active are not called [HOK-12]", async () => {
  const receiver = await startReceiver();
  const ana = await person("ADMIN");
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  await allow(ana);
  const own = (await add(joe, receiver.url, ["mail.sent"])).webhook;
  const shared = (await add(ana, receiver.url, ["mail.sent"], "companyWebhooks")).webhook;
  await call(joe, webhooks.test, { params: { id: own.id } });
  await call(ana, companyWebhooks.test, { params: { id: shared.id } });
  await peek("update users set status = 'Inactive' where id = $1", [joe.id]);
  await peek("update tenants set status = 'Inactive' where id = $1", [ana.tenantId]);
  await deliver();
  expect(receiver.calls).toEqual([]);
  await peek("update tenants set status = 'Active' where id = $1", [ana.tenantId]);
  await deliver();
  expect(eventsOf(receiver.calls).map(({ data }) => data.webhookId)).toEqual([shared.id]);
  // A delivery that waited for longer than a day fails.
  await peek("update users set status = 'Active' where id = $1", [joe.id]);
  await peek("update webhook_deliveries set created_at = now() - interval '2 days' where webhook_id = $1", [own.id]);
  await deliver();
  expect(receiver.calls).toHaveLength(1);
  expect(await logOf(joe, own.id)).toMatchObject([{ state: "failed", error: "It waited for longer than a day." }]);
});

test("there are bounds for webhooks and for waiting deliveries [HOK-13]", async () => {
  const ana = await person("ADMIN");
  await allow(ana);
  const added = [];
  for (let at = 0; at < maxWebhooks.person; at++) added.push((await add(ana, url, ["mail.sent"])).webhook);
  const refused = await call(ana, webhooks.create, { body: form as never });
  expect(refused).toMatchObject({
    status: 409,
    body: { error: "There are 5 webhooks already. Delete one that is not used any more." },
  });
  const [hook] = added;
  await peek(
    `insert into webhook_deliveries (tenant_id, id, user_id, webhook_id, event_id, event, body, next_at)
     select $1, gen_random_uuid(), $2, $3, gen_random_uuid(), 'mail.sent', '{}', now() + interval '1 day' from generate_series(1, $4)`,
    [ana.tenantId, ana.id, hook?.id, maxWaitingDeliveries],
  );
  const params = { id: hook?.id ?? "" };
  expect((await call(ana, webhooks.test, { params })).body.error).toBe(
    "Too many deliveries of this webhook wait already.",
  );
  expect(
    (await call(ana, webhooks.deliveries, { params, query: { state: "waiting", limit: "5" } as never })).body,
  ).toMatchObject({
    total: maxWaitingDeliveries,
  });
});
