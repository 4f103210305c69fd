import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { openWebhooks } from "#outside/webhooks.ts";
import { mailTo, ruleWorld, slowMs } from "#test/rule-world.ts";
import type { Caller } from "#test/test-world.ts";
import { runDueRules } from "../running/run-queue.ts";

// Rules call https addresses only. The stand-in has the port in its name, and is on this machine.
const local = openWebhooks({ allowPrivate: true });
afterAll(local.close);
const hookUrl = (port: number) => `https://hook-${port}.test/a`;
const callWebhook: typeof local.call = (given) =>
  local.call({ ...given, url: given.url.replace(/^https:\/\/hook-(\d+)\.test/, "http://127.0.0.1:$1") });
const strict = openWebhooks({ allowPrivate: false });
afterAll(strict.close);
const { writer, person, call, peek, world, add, giveMail, settled, historyOf, allow } = await ruleWorld({
  // Mail servers may be internal, as on an installation with the demo data. Web addresses of rules may not.
  environment: { INTELLIBOX_ALLOW_PRIVATE_HOSTS: "1" },
  outside: { callWebhook, checkWebhook: strict.check },
});
const { mailRules: rules } = api;

const outcomesOf = async (who: Caller) =>
  (await historyOf(who)).map(({ subject, outcome, error }) => [subject, outcome, error]).sort();

async function startHook() {
  const calls: { body: string; headers: Record<string, unknown> }[] = [];
  const hook = { calls, status: 204 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      calls.push({ body: Buffer.concat(parts).toString(), headers: request.headers });
      response.writeHead(hook.status, hook.status === 302 ? { location: "http://127.0.0.1:1/" } : {}).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  afterAll(() => server.close());
  return {
    ...hook,
    set: (status: number) => Object.assign(hook, { status }),
    port: (server.address() as AddressInfo).port,
  };
}

test(
  "a web address is called with a signature, again after a failure, and never after it accepted [RUL-29]",
  async () => {
    const hook = await startHook();
    const { who: ana } = await writer("ADMIN");
    await allow(ana, { webhooks: true });
    const rule = await add(ana, { actions: [{ do: "webhook", url: hookUrl(hook.port) }] });
    hook.set(500);
    await giveMail(ana, [mailTo(ana, { subject: "Hook" })]);
    await settled(ana);
    expect(await outcomesOf(ana)).toEqual([["Hook", "waiting", "The web address answered with status 500."]]);
    const again = async () => {
      await peek("update mail_rule_runs set next_at = now() where user_id = $1 and outcome = 'waiting'", [ana.id]);
      await settled(ana);
    };
    hook.set(302);
    await again();
    expect(await outcomesOf(ana)).toEqual([["Hook", "waiting", "The web address answered with status 302."]]);
    hook.set(204);
    await again();
    await again();
    await runDueRules(world);
    expect(await outcomesOf(ana)).toEqual([["Hook", "done", null]]);
    expect(hook.calls).toHaveLength(3);
    const { body, headers } = hook.calls[2] ?? { body: "", headers: {} };
    const { secret } = (await call(ana, rules.webhookSecret)).body;
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-intellibox-signature"])) ?? [];
    expect(createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")).toBe(mac);
    expect(JSON.parse(body)).toMatchObject({
      rule: { id: rule.id },
      message: { from: "Zoe <zoe@acme.test>", subject: "Hook" },
    });
    expect(new Set(hook.calls.map((one) => one.headers["x-intellibox-delivery"])).size).toBe(1);
  },
  slowMs,
);

test(
  "an action that fails five times in a row pauses the rule [RUL-57]",
  async () => {
    const hook = await startHook();
    hook.set(500);
    const { who: ana } = await writer("ADMIN");
    await allow(ana, { webhooks: true });
    await add(ana, { name: "Broken", actions: [{ do: "webhook", url: hookUrl(hook.port) }] });
    await giveMail(
      ana,
      Array.from({ length: 5 }, (_, at) => mailTo(ana, { subject: `F${at}` })),
    );
    await settled(ana);
    // The last of six attempts.
    await peek("update mail_rule_runs set attempts = 5, next_at = now() where user_id = $1", [ana.id]);
    await settled(ana);
    expect((await historyOf(ana)).map(({ outcome }) => outcome)).toEqual(Array.from({ length: 5 }, () => "failed"));
    expect((await call(ana, rules.list)).body.items[0]).toMatchObject({
      state: "paused",
      pausedReason: "Its actions failed 5 times in a row. The last time: The web address answered with status 500.",
    });
  },
  slowMs,
);

test.each([
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://10.0.0.1/x",
  "https://169.254.169.254/latest/meta-data",
  "https://0x7f.1/",
  "https://localhost/",
  "http://example.com/",
  "https://user:secret@example.com/",
  "file:///etc/passwd",
])("a web address of an internal host or without https is refused: %s [RUL-34]", async (url) => {
  const { call: callHook, close } = openWebhooks({ allowPrivate: false });
  const refused = callHook({ url, id: "1", body: "{}", secret: "s", at: new Date() }).finally(close);
  await expect(refused).rejects.toThrow(/not allowed|could not be reached|must begin with https/);
});

test("a rule with such a web address is refused when it is saved [RUL-34]", async () => {
  const ana = await person("NORMAL_USER");
  const kept = await add(ana, { state: "off" });
  const notPublic = "This web address is not public. Rules call only addresses on the internet.";
  for (const [url, error] of [
    ["https://10.0.0.1/x", notPublic],
    ["https://[::1]/", notPublic],
    ["https://0x7f.1/", notPublic],
    ["https://localhost/", notPublic],
    ["https://user:secret@example.test/", "A web address of a rule has no user name and no password."],
    ["https://a:99999/", "This is not a web address."],
    ["https://%%%", "This is not a web address."],
  ] as const) {
    const rule = {
      ...{ name: "Hook", when: [{ field: "importance" as const, important: true }] },
      actions: [{ do: "star" as const }, { do: "webhook" as const, url }],
    };
    const refusal = { status: 400, body: { error, fields: { "actions.1": error } } };
    expect(await call(ana, rules.create, { body: rule }), url).toMatchObject(refusal);
    const change = { params: { id: kept.id }, body: { ...rule, basedOn: kept.version } };
    expect(await call(ana, rules.update, change), url).toMatchObject(refusal);
  }
});
