import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { parseMail } from "#outside/mime/parse.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { until } from "#test/outbox-world.ts";
import { mailTo, ruleWorld, slowMs } from "#test/rule-world.ts";
import type { Caller } from "#test/test-world.ts";
import { markOf } from "./rule-mark.ts";

const { writer, person, call, peek, world, add, giveMail, settled, historyOf, undo, allow } = await ruleWorld();
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
  "the draft of a rule uses no knowledge, because it does not show what it used [KNO-38]",
  async () => {
    const { who: ana } = await writer("ADMIN");
    const fact = { kind: "fact", text: "A raft for six people costs 4,200 rupees a day." };
    expect((await call(ana, api.knowledge.create, { body: fact } as never)).status).toBe(201);
    await add(ana, { actions: [{ do: "draftReply", intent: "accept" }] });
    const text = "Hello Ana,\r\n\r\nWhat does a raft for six people cost a day?\r\n\r\nRegards,\r\nZoe";
    await giveMail(ana, [mailTo(ana, { subject: "Rafts", id: "raft", text })]);
    await settled(ana);
    const { draft } = (await call(ana, api.drafts.get, { params: { about: "<raft@x.test>" } })).body;
    expect(draft?.bodyHtml).toContain("Zoe");
    expect(draft?.bodyHtml).not.toContain("4,200");
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
