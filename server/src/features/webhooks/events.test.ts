import { api } from "@intellibox/contract/api";
import { webhookEvents } from "@intellibox/contract/rules/webhooks";
import { expect, test } from "vitest";
import { parseMail } from "#outside/mime/parse.ts";
import { writeDueDrafts } from "#features/follow-ups/write-drafts.ts";
import { until } from "#test/outbox-world.ts";
import { mailTo, slowMs } from "#test/rule-world.ts";
import { eventsOf, startReceiver, webhookWorld } from "#test/webhook-world.ts";
import { mailPausedJob } from "./mail-paused.ts";

const { writer, person, call, peek, app, world, allow, add, deliver, giveMail, logsOf, logOf, hurry, smtp, pointAt } =
  await webhookWorld({ environment: { PUBLIC_URL: "https://mail.acme.test" } });
const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const all = [...webhookEvents];

/** A user with a webhook of each kind for every event, and strangers of the same and of another company with theirs. */
async function listened() {
  const { who, server, send } = await writer("ADMIN");
  const [own, company, strangers] = [await startReceiver(), await startReceiver(), await startReceiver()];
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  const eve = await person("ADMIN");
  for (const one of [who, eve]) await allow(one);
  await add(who, own.url, all);
  await add(who, company.url, all, "companyWebhooks");
  await add(colleague, strangers.url, all);
  await add(eve, strangers.url, all);
  await add(eve, strangers.url, all, "companyWebhooks");
  const settled = () => deliver();
  const told = async (event: string) => {
    await until(async () => {
      await settled();
      return eventsOf(own.calls).some((one) => one.event === event);
    }, slowMs);
    await settled();
    expect(strangers.calls).toEqual([]);
    const of = (calls: typeof own.calls) => eventsOf(calls).filter((one) => one.event === event);
    return { own: of(own.calls), company: of(company.calls) };
  };
  return { who, server, send, told };
}

test(
  "mail that is sent, opened, clicked and answered is told to its sender and without its content to the company [HOK-02] [HOK-03]",
  async () => {
    const { who, server, send, told } = await listened();
    const html = '<p>See <a href="https://example.com/a">this</a>.</p>';
    const sent = await send(
      { html, to: ["priya@Example.com"], subject: "Secret plan" },
      { "user-agent": "Sender/1.0", "x-track-engagement": "1", "x-followup-days": "3" },
    );
    const mailId = (await logsOf(who))[0]?.id;
    const first = await told("mail.sent");
    expect(first.own).toMatchObject([
      { version: 1, data: { userId: who.id, mailId, recipients: ["priya@Example.com"], subject: "Secret plan" } },
    ]);
    const shared = { userId: who.id, mailId, recipientDomains: ["example.com"], senderDomain: expect.any(String) };
    expect(first.company.map(({ data }) => data)).toEqual([shared]);
    expect(first.company[0]?.id).toBe(first.own[0]?.id);
    const mail = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
    const paths = [...(mail.html ?? "").matchAll(/https:\/\/mail\.acme\.test(\/t\/[oc]\/[\w-]+)/g)].map(
      ([, path = ""]) => path,
    );
    const get = (path = "") => app.inject({ method: "GET", url: path, headers: firefox, remoteAddress: "203.0.113.9" });
    const click = paths.find((path) => path.startsWith("/t/c/"));
    for (let times = 0; times < 3; times++) await get(paths.find((path) => path.startsWith("/t/o/")));
    for (let times = 0; times < 25; times++) await get(click);
    const clicked = await told("mail.clicked");
    expect(clicked.company.map(({ data }) => data)).toEqual(Array.from({ length: 20 }, () => ({ ...shared, link: 0 })));
    expect((await told("mail.opened")).company.map(({ data }) => data)).toEqual([shared]);

    await peek("update follow_ups set due_at = now() - interval '1 minute' where tenant_id = $1", [who.tenantId]);
    await writeDueDrafts(world);
    const due = await told("follow_up.due");
    expect(due.own).toMatchObject([{ data: { mailId, subject: "Secret plan", recipients: ["priya@Example.com"] } }]);
    expect(due.company.map(({ data }) => data)).toEqual([{ userId: who.id, mailId, followUpId: expect.any(String) }]);

    const { messageId } = sent.body;
    const headers = [`In-Reply-To: ${messageId}`];
    await giveMail(who, [
      mailTo(who, { subject: "Out of office", headers: [...headers, "Auto-Submitted: auto-replied"] }),
      mailTo(who, { subject: "Yes", from: "Priya <priya@example.com>", headers }),
    ]);
    const replied = await told("mail.replied");
    expect(replied.own).toMatchObject([{ data: { mailId, from: "priya@example.com", subject: "Secret plan" } }]);
    expect(replied.company.map(({ data }) => data)).toEqual([
      { userId: who.id, mailId, recipientDomains: ["example.com"] },
    ]);
    const received = await told("mail.received");
    expect(received.own.map(({ data }) => data.subject).sort()).toEqual(["Out of office", "Yes"]);
    expect(Object.keys(received.company[0]?.data ?? {}).sort()).toEqual(["mailboxId", "messageId", "userId"]);
  },
  slowMs,
);

test(
  "a mail that was refused or reported as not delivered is told as bounced; a forged report tells nothing [HOK-02]",
  async () => {
    const { who, send, told } = await listened();
    const { body } = await send({ subject: "Offer" });
    const report = (name: string) =>
      mailTo(who, {
        ...{ from: "MAILER-DAEMON@mx.example.test", subject: "Undelivered" },
        text: `Your mail was not delivered.\n\nFinal-Recipient: rfc822; priya@example.com\nAction: failed\nStatus: 5.1.1\n\nMessage-ID: ${name}`,
      });
    await giveMail(who, [report("<other@example.com>"), report(String(body.messageId))]);
    const bounced = await told("mail.bounced");
    expect(bounced.own).toMatchObject([
      { data: { reason: "report", subject: "Offer", recipients: ["priya@example.com"] } },
    ]);
    expect(bounced.company[0]?.data).not.toHaveProperty("subject");
    const refusing = await smtp({ user: { name: "relay", password: "another" } });
    await pointAt(who.tenantId, refusing);
    await send({ subject: "Refused" });
    const again = await until(async () => {
      const { own } = await told("mail.bounced");
      return own.length === 2 && own;
    }, slowMs);
    expect(again[1]).toMatchObject({ data: { reason: "not_sent", subject: "Refused" } });
  },
  slowMs,
);

test(
  "a stored summary is told; its title only to its owner [HOK-02] [HOK-03]",
  async () => {
    const { who, told } = await listened();
    const summary = {
      title: "Kick-off",
      thread: [],
      summary: ["We start."],
      summarySources: [null],
      actions: [],
      written: null,
    };
    const { body, status } = await call(who, api.summaries.keep, { body: summary as never });
    expect(status).toBe(201);
    const done = await told("summary.done");
    expect(done.own.map(({ data }) => data)).toEqual([
      { userId: who.id, summaryId: body.id, title: "Kick-off", tasks: 0 },
    ]);
    expect(done.company.map(({ data }) => data)).toEqual([{ userId: who.id, summaryId: body.id }]);
  },
  slowMs,
);

test("a webhook that is off or wants other events is told nothing", async () => {
  const receiver = await startReceiver();
  const { who, send } = await writer("ADMIN");
  const { webhook } = await add(who, receiver.url, ["mail.sent"], "companyWebhooks");
  await add(who, receiver.url, ["mail.opened"], "companyWebhooks");
  const body = { name: "Hook", url: receiver.url, events: ["mail.sent"], state: "off", basedOn: 1 };
  await call(who, api.companyWebhooks.update, { params: { id: webhook.id }, body: body as never });
  await send();
  await until(async () => (await logsOf(who))[0]?.status === "sent");
  expect(await peek("select from webhook_deliveries where tenant_id = $1", [who.tenantId])).toEqual([]);
});

test(
  "a webhook that fails for three days or is gone is paused, its owner is told once, and it goes on when switched on [HOK-07]",
  async () => {
    const receiver = await startReceiver();
    const { who, send } = await writer("ADMIN");
    const { webhook } = await add(who, receiver.url, ["mail.sent"], "companyWebhooks");
    const params = { id: webhook.id };
    const shown = async () => (await call(who, api.companyWebhooks.list)).body.items[0];
    const notices = () =>
      peek("select from pgboss.job where name = $1 and data ->> 'webhookId' = $2", [mailPausedJob.name, webhook.id]);
    receiver.status = 503;
    await send();
    await until(async () => (await logOf(who, webhook.id, "companyWebhooks")).length === 1);
    await deliver();
    expect(await shown()).toMatchObject({ state: "on", failingSince: expect.any(String) });
    await peek("update webhooks set failing_since = now() - interval '73 hours' where id = $1", [webhook.id]);
    await hurry(who);
    await deliver();
    expect(await shown()).toMatchObject({
      state: "paused",
      pausedReason: "Its calls failed for 3 days. The last time: The web address answered with status 503.",
    });
    expect(await notices()).toHaveLength(1);
    await hurry(who);
    await deliver();
    expect(receiver.calls).toHaveLength(2);
    receiver.status = 204;
    const version = (await shown())?.version ?? 0;
    const body = { name: "Hook", url: receiver.url, events: ["mail.sent"], state: "on", basedOn: version };
    expect((await call(who, api.companyWebhooks.update, { params, body: body as never })).body).toMatchObject({
      state: "on",
      failingSince: null,
    });
    await deliver();
    expect(await logOf(who, webhook.id, "companyWebhooks")).toMatchObject([{ state: "delivered" }]);
    receiver.status = 410;
    await call(who, api.companyWebhooks.test, { params });
    await deliver();
    expect(await shown()).toMatchObject({
      state: "paused",
      pausedReason: "The web address answered that it is gone for good.",
    });
  },
  slowMs,
);
