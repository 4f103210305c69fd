import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { openHostCheck } from "#outside/host-check.ts";
import { parseMail } from "#outside/mime/parse.ts";
import { openWebhooks } from "#outside/webhooks.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { until } from "#test/outbox-world.ts";
import { mailTo, ruleWorld, slowMs } from "#test/rule-world.ts";
import type { Caller } from "#test/test-world.ts";
import { runDueRules } from "../running/run-queue.ts";
import { markOf } from "./rule-mark.ts";

// Rules call https addresses only. The stand-in has the port in its name, and is on this machine.
const local = openWebhooks({ allowPrivate: true });
afterAll(local.close);
const hookUrl = (port: number) => `https://hook-${port}.test/a`;
const callWebhook: typeof local.call = (given) =>
  local.call({ ...given, url: given.url.replace(/^https:\/\/hook-(\d+)\.test/, "http://127.0.0.1:$1") });
const checkHost = openHostCheck({ allowPrivate: false });
const { writer, person, call, peek, world, add, giveMail, settled, historyOf, undo, allow } = await ruleWorld({
  outside: { callWebhook, checkHost },
});
const { mailRules: rules } = api;

const outcomesOf = async (who: Caller) =>
  (await historyOf(who)).map(({ subject, outcome, error }) => [subject, outcome, error]).sort();
const headerOf = (raw: Buffer | undefined, name: string) =>
  new RegExp(`^${name}: (.*)$`, "im")
    .exec(
      raw
        ?.toString("latin1")
        .split("\r\n\r\n")[0]
        ?.replaceAll(/\r\n[ \t]+/g, " ") ?? "",
    )?.[1]
    ?.trim();

test(
  "a mail is forwarded to a colleague with its files, marked as automatic, and never a second time [RUL-24]",
  async () => {
    const { who: ana, server } = await writer("ADMIN", { name: "Ana" });
    const bob = await person("NORMAL_USER", { tenantId: ana.tenantId });
    const rule = await add(ana, { actions: [{ do: "forward", to: bob.email }] });
    const withFile = [
      ...[
        "From: zoe@acme.test",
        `To: ${ana.email}`,
        "Subject: Offer",
        "Message-ID: <offer@acme.test>",
        "MIME-Version: 1.0",
      ],
      ...['Content-Type: multipart/mixed; boundary="b"', "", "--b", "Content-Type: text/plain", "", "Our offer", "--b"],
      ...[
        "Content-Type: application/pdf",
        'Content-Disposition: attachment; filename="offer.pdf"',
        "",
        "%PDF",
        "--b--",
        "",
      ],
    ].join("\r\n");
    const forwarded = mailTo(ana, {
      subject: "Round",
      headers: [`X-Intellibox-Rule: ${markOf(world.sealer, ana.id)}`],
    });
    await giveMail(ana, [withFile, forwarded]);
    await settled(ana);
    await until(() => server.mails.length === 1);
    const [sent] = server.mails;
    expect(sent?.to).toEqual([bob.email]);
    expect([headerOf(sent?.raw, "Auto-Submitted"), headerOf(sent?.raw, "X-Intellibox-Rule")]).toEqual([
      "auto-forwarded",
      markOf(world.sealer, rule.id),
    ]);
    const { subject, text, attachments } = await parseMail(sent?.raw ?? Buffer.alloc(0));
    expect([subject, text.includes("Our offer"), attachments.map(({ fileName }) => fileName)]).toEqual([
      "Fwd: Offer",
      true,
      ["offer.pdf"],
    ]);
    expect(await outcomesOf(ana)).toEqual([
      ["Offer", "done", null],
      ["Round", "skipped", "A rule forwarded this mail already."],
    ]);
    const [done] = await historyOf(ana, { outcome: "done" });
    expect((await undo(ana, { runIds: [done?.id] })).body).toMatchObject({
      undone: 0,
      left: [{ reason: "Mail that was sent stays sent." }],
    });
  },
  slowMs,
);

test(
  "a company that forbids an address meanwhile stops the forwarding, and a mail that comes back pauses its rule [RUL-56]",
  async () => {
    const { who: ana, server } = await writer("ADMIN");
    await allow(ana, { forwardTo: ["@partner.test"] });
    const rule = await add(ana, { name: "Circle", actions: [{ do: "forward", to: "x@partner.test" }] });
    await allow(ana, {});
    await giveMail(ana, [mailTo(ana, { subject: "Late" })]);
    await settled(ana);
    expect(await outcomesOf(ana)).toEqual([
      ["Late", "skipped", "Your company does not allow rules to forward to x@partner.test."],
    ]);
    await allow(ana, { forwardTo: ["@partner.test"] });
    const forged = `X-Intellibox-Rule: ${rule.id}.${"a".repeat(22)}`;
    await giveMail(ana, [mailTo(ana, { subject: "Forged", headers: [forged] })]);
    await settled(ana);
    const stateOf = async () => (await call(ana, rules.list)).body.items[0]?.state;
    expect(await stateOf()).toBe("on");
    await giveMail(ana, [
      mailTo(ana, { subject: "Back", headers: [`X-Intellibox-Rule: ${markOf(world.sealer, rule.id)}`] }),
    ]);
    await settled(ana);
    expect((await call(ana, rules.list)).body.items[0]).toMatchObject({
      state: "paused",
      pausedReason: "A mail that this rule sent came back.",
    });
    expect(server.mails).toEqual([]);
  },
  slowMs,
);

test(
  "a template answers a person once a day with its tokens filled, and never lists, programs or mail to others [RUL-25] [RUL-26]",
  async () => {
    const { who: ana, server } = await writer("ADMIN", { name: "Ana Kumar" });
    await allow(ana, { templateReplies: true });
    const template = { name: "Away", shortName: "", subject: "Away", bodyHtml: "<p>Hi {FirstName}, I am away.</p>" };
    const { id: templateId } = (await call(ana, api.templates.create, { body: template })).body;
    await add(ana, {
      when: [{ field: "size", test: "over", kilobytes: 1 }],
      match: "any",
      actions: [{ do: "sendTemplate", templateId }],
    });
    const text = "x ".repeat(800);
    const mail = (subject: string, parts: object = {}) => mailTo(ana, { subject, text, ...parts });
    await giveMail(ana, [
      mail("Person", { from: "Zoe Miller <zoe@acme.test>", id: "person" }),
      mail("List", { from: "a1@x.test", headers: ["List-Id: <dev.x.test>"] }),
      mail("Bulk", { from: "a2@x.test", headers: ["Precedence: bulk"] }),
      mail("Auto", { from: "a3@x.test", headers: ["Auto-Submitted: auto-generated"] }),
      mail("Bounce", { from: "a4@x.test", headers: ["Return-Path: <>"] }),
      mail("NoReply", { from: "no-reply@x.test" }),
      mail("Suppress", { from: "a5@x.test", headers: ["X-Auto-Response-Suppress: All"] }),
      mail("Others", { from: "a6@x.test", to: "somebody@else.test" }),
      mail("Nameless", { from: "@" }),
      mail("Unfilled", { from: "12@x.test" }),
    ]);
    await settled(ana);
    await giveMail(ana, [mail("Second", { from: "Zoe <ZOE@acme.test>" })]);
    await settled(ana);
    await until(() => server.mails.length === 1);
    const outcomes = new Map(
      (await outcomesOf(ana)).map(([subject, outcome, error]) => [subject, `${outcome}: ${error}`]),
    );
    const automatic = "skipped: A list or a program sent it, which is not answered automatically.";
    expect(Object.fromEntries(outcomes)).toMatchObject({
      ...{
        Person: "done: null",
        List: automatic,
        Bulk: automatic,
        Auto: automatic,
        NoReply: automatic,
        Suppress: automatic,
      },
      Bounce: "skipped: A mail server wrote it, and takes no answers.",
      Others: "skipped: The mail is not addressed to you in To or Cc.",
      Nameless: "skipped: The mail has no sender that could be answered.",
      Unfilled: "skipped: The template has no value for {FirstName} of this sender.",
      Second: "skipped: This sender got a template of a rule today already.",
    });
    const [sent] = server.mails;
    expect([sent?.to, headerOf(sent?.raw, "Auto-Submitted"), headerOf(sent?.raw, "In-Reply-To")]).toEqual([
      ["zoe@acme.test"],
      "auto-replied",
      "<person@x.test>",
    ]);
    expect((await parseMail(sent?.raw ?? Buffer.alloc(0))).text).toContain("Hi Zoe, I am away.");
    const [count] = await peek<{ n: number }>("select sum(accepted)::int as n from send_counts where tenant_id = $1", [
      ana.tenantId,
    ]);
    expect(count?.n).toBe(1);
  },
  slowMs,
);

test(
  "without mail left in the plan, the action fails with the reason and the others go on [RUL-25]",
  async () => {
    const { who: ana, server } = await writer("ADMIN", { plan: { emailQuota: 1000 } });
    const bob = await person("NORMAL_USER", { tenantId: ana.tenantId });
    await add(ana, { actions: [{ do: "forward", to: bob.email }, { do: "star" }] });
    await giveMail(ana, [mailTo(ana, { subject: "Fits" })]);
    await settled(ana);
    await until(() => server.mails.length === 1);
    await peek("update send_counts set accepted = 1000 where tenant_id = $1", [ana.tenantId]);
    await giveMail(ana, [mailTo(ana, { subject: "Quota" })]);
    await settled(ana);
    const items = (await historyOf(ana)).filter(({ subject }) => subject === "Quota");
    expect(items.map(({ did, outcome }) => [did, outcome]).sort()).toEqual([
      [`Forward to ${bob.email}`, "failed"],
      ["Star", "done"],
    ]);
    expect(items.find(({ outcome }) => outcome === "failed")?.error).toMatch(/quota|plan/i);
    expect(server.mails).toHaveLength(1);
  },
  slowMs,
);

test(
  "a rule sends within its owner's limit of recipients an hour [RUL-25]",
  async () => {
    const { who: ana, server } = await writer("ADMIN");
    const bob = await person("NORMAL_USER", { tenantId: ana.tenantId });
    await add(ana, { actions: [{ do: "forward", to: bob.email }] });
    const { hourly } = outboundSenderOf(world);
    hourly.take(ana.id, hourly.most, new Date());
    await giveMail(ana, [mailTo(ana, { subject: "Much" })]);
    await settled(ana);
    const wait = "It waits for your limit of recipients an hour.";
    expect(await outcomesOf(ana)).toEqual([["Much", "waiting", wait]]);
    const again = async () => {
      await peek("update mail_rule_runs set next_at = now() where user_id = $1 and outcome = 'waiting'", [ana.id]);
      await settled(ana);
    };
    await again();
    expect(await outcomesOf(ana)).toEqual([["Much", "waiting", wait]]);
    expect(server.mails).toHaveLength(0);
    hourly.giveBack(ana.id, 5, new Date());
    await again();
    await until(async () => server.mails.length === 1, slowMs);
    await again();
    expect(await outcomesOf(ana)).toEqual([["Much", "done", null]]);
    expect(server.mails).toHaveLength(1);
  },
  slowMs,
);

test(
  "a reply is drafted and kept, and never replaces what the user wrote; tasks join the plan of that name [RUL-27] [RUL-28]",
  async () => {
    const { who: ana, server } = await writer("ADMIN");
    await add(ana, {
      actions: [
        { do: "draftReply", intent: "accept" },
        { do: "addToPlan", plan: "From mail" },
      ],
    });
    const text = "Hello Ana,\r\n\r\nPlease send me the signed contract by Friday.\r\n\r\nRegards,\r\nZoe";
    await call(ana, api.drafts.keep, {
      params: { about: "<kept@x.test>" },
      body: {
        version: "a".repeat(32),
        basedOn: null,
        intent: "",
        tone: "professional",
        extra: "",
        to: "",
        subject: "",
        bodyHtml: "<p>Mine</p>",
      },
    });
    await giveMail(ana, [
      mailTo(ana, { subject: "Contract", id: "c", text }),
      mailTo(ana, { subject: "Kept", id: "kept", text }),
    ]);
    await settled(ana);
    const draftOf = async (about: string) => (await call(ana, api.drafts.get, { params: { about } })).body.draft;
    expect(await draftOf("<c@x.test>")).toMatchObject({
      to: "zoe@acme.test",
      subject: "Re: Contract",
      bodyHtml: expect.stringMatching(/\w/),
    });
    expect((await draftOf("<kept@x.test>"))?.bodyHtml).toBe("<p>Mine</p>");
    const errors = (await historyOf(ana)).flatMap(({ error }) => error ?? []);
    expect(errors).toEqual(["There is a draft of a reply to this mail already."]);
    const items = (await call(ana, api.summaries.list)).body;
    expect(items).toMatchObject([{ title: "From mail" }]);
    const plan = (await call(ana, api.summaries.get, { params: { id: items[0]?.id ?? "" } })).body;
    expect(plan.actions.filter(({ action }) => /contract/i.test(action))).toHaveLength(2);
    expect(server.mails).toEqual([]);
  },
  slowMs,
);

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
  for (const [url, error] of [
    ["https://10.0.0.1/x", "This web address is not allowed."],
    ["https://[::1]/", "This web address is not allowed."],
    ["https://0x7f.1/", "This web address is not allowed."],
    ["https://localhost/", "This web address is not allowed."],
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
