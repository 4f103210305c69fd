import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { openVisitor } from "#scope.ts";
import { demoMailboxes, demoPeople, demoTenants } from "#features/demo/demo-people.ts";
import { prepareFirstStart } from "#features/demo/first-start.ts";
import { startLocalMailServer } from "#features/local-mail/server.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { noteDelivery } from "#features/sync/local-delivery.ts";
import { until } from "#test/outbox-world.ts";
import { testWorld } from "#test/test-world.ts";
import { loadMail } from "./load-mail.ts";

const { world, call, app, peek } = await testWorld({ environment: { INTELLIBOX_DEMO: "1" }, jobs: true });
await prepareFirstStart(openVisitor(world));
const post = await startLocalMailServer(world, {
  companies: demoTenants.map(({ code }) => code),
  further: demoMailboxes,
  onDelivered: (recipient) => void noteDelivery(world, recipient),
});
/** Stops in the second mailbox. */
let looks = 0;
const stopping = {
  get aborted() {
    return ++looks > 70;
  },
} as AbortSignal;
await loadMail({ ...world, stopping });
const loadedBeforeStop = await peek<{ count: number }>(
  "select count(*)::int as count from mailboxes where kind = 'local'",
);
await loadMail(world);
afterAll(async () => {
  await outboundSenderOf(world).close();
  await post.stop();
});

const signIn = async (email: string) =>
  (await call(null, api.auth.login, { body: { email, password: "intellibox-demo" } })).body;
const everything = async (who: { token: string }) => {
  const pages = await Promise.all(
    ["inbox", "sent"].map((folder) => call(who, api.inbox.threads, { query: { folder, limit: 100 } })),
  );
  return pages.flatMap(({ body }) => body.items);
};

test("a stop ends the loading between two mails, and the next start goes on", () => {
  expect(loadedBeforeStop).toEqual([{ count: 1 }]);
});

test("the demo's trading company has three templates, which its members can use [TPL-10]", async () => {
  const templatesOf = async (email: string) => (await call(await signIn(email), api.templates.list)).body.items;
  const names = ["Payment reminder", "Quote follow-up", "Welcome a new customer"];
  expect((await templatesOf("user@acme.test")).map(({ name, isShared }) => isShared && name)).toEqual(names);
  expect(await templatesOf("user@globex.test")).toEqual([]);
});

test("the demo's trading company knows something, and a reply to its mail cites it [KNO-36]", async () => {
  const who = await signIn("user@acme.test");
  const { items } = (await call(who, api.knowledge.list)).body;
  expect(items.map(({ kind }) => kind).toSorted()).toEqual(["fact", "fact", "page", "qa", "qa", "qa"]);
  expect((await call(await signIn("user@globex.test"), api.knowledge.list)).body.items).toEqual([]);
  const mail = (await everything(who)).find(({ subject }) => subject.includes("pilot in the south"));
  const { body } = await call(who, api.inbox.draftReply, { params: { id: mail?.id ?? "" }, body: {} } as never);
  expect(body.draft).toContain("Delivery to Chennai takes four working days by road.");
  expect(body.sources).toMatchObject([{ title: "Delivery to Chennai", isOutOfDate: false }]);
});

test("every demo user has a local mailbox with about fifty messages, the newest of today [DMO-07] [INB-01] [INB-37]", async () => {
  for (const { email } of demoPeople) {
    const who = await signIn(email);
    const { items } = (await call(who, api.mailboxes.list)).body;
    expect(items[0]).toMatchObject({ email, provider: "local", status: "connected", lastError: null });
    expect(items[0]?.counts.messages).toBeGreaterThanOrEqual(28);
    expect(items[0]?.counts.messages).toBeLessThanOrEqual(60);
    expect(items[0]?.counts.unread).toBeGreaterThan(2);
    const listed = (await call(who, api.inbox.threads, { query: { limit: 100 } })).body.items;
    const inboxOf = listed.filter(({ boxId }) => boxId === items[0]?.id);
    expect(items[0]?.counts.inbox).toBe(inboxOf.length);
    const places = await peek(
      `select count(*) filter (where p.unread)::int as unread from message_folders p
       join messages m on m.tenant_id = p.tenant_id and m.id = p.message_id where p.mailbox_id = $1 and m.folder = 'inbox'`,
      [items[0]?.id],
    );
    expect(places).toEqual([{ unread: items[0]?.counts.unread }]);
    const [newest] = listed;
    const age = Date.now() - Date.parse(String(newest?.date));
    expect(age).toBeGreaterThan(0);
    expect(age).toBeLessThan(24 * 3600 * 1000);
  }
});

test("the demo mail has threads, HTML newsletters, readable attachments of several types, tasks and an attempted injection [DMO-08]", async () => {
  const who = await signIn("user@acme.test");
  const items = await everything(who);
  expect(items.filter(({ threadSize }) => threadSize >= 3).length).toBeGreaterThanOrEqual(9);
  // One after the other: so many at once would be refused as too many for one user.
  const messages = [];
  for (const { id } of items) messages.push((await call(who, api.inbox.message, { params: { id } })).body);
  const newsletters = messages.filter(({ automatic, bodyHtml }) => automatic && bodyHtml?.includes("<table"));
  expect(newsletters.length).toBeGreaterThanOrEqual(3);
  expect(newsletters[0]?.blockedImages).toBeGreaterThan(1);

  const files = messages.flatMap(({ id, attachments }) => attachments.map((file) => ({ id, ...file })));
  const endings = new Set(files.map(({ fileName }) => fileName.split(".").at(-1)));
  expect([...endings].sort()).toEqual(["csv", "docx", "ics", "pdf", "png", "txt", "xlsx"]);
  for (const name of ["Quotation SP-2291.pdf", "Revised rates.xlsx", "Agenda.docx"]) {
    const file = files.find(({ fileName }) => fileName === name);
    const { rawPayload } = await app.inject({
      url: `/api/mail/messages/${file?.id}/attachments/${file?.part}`,
      headers: { authorization: `Bearer ${who.token}` },
    });
    const { text } = await world.outside.extractor.extract({ name, bytes: rawPayload });
    expect(text).toMatch(/Corrugated|Returns/);
  }

  const review = messages.find(({ bodyText }) => bodyText.includes("Three things before then"));
  const tasks = await call(who, api.inbox.extractTasks, { params: { id: review?.id ?? "" }, body: {} });
  expect(tasks.body.tasks.some(({ action, due }) => /returns/i.test(action) && due)).toBe(true);
  const trap = messages.find(({ subject }) => subject === "A document was shared with you");
  const summary = await call(who, api.inbox.summarizeMessage, { params: { id: trap?.id ?? "" }, body: {} });
  expect(summary.body.warnings[0]?.kind).toBe("instructions");
});

test("every demo user has four weeks of sent, opened and summarized mail, uses of AI; admins have due follow-ups [DMO-12]", async () => {
  for (const { email, roleCode } of demoPeople) {
    const who = await signIn(email);
    const mine = (await call(who, api.dashboards.me, { query: {} })).body;
    expect(mine.hasActivity).toBe(true);
    expect(mine.replies.value).toBeGreaterThan(2);
    expect(mine.replies.before).toBeGreaterThan(2);
    expect(mine.recent.map(({ action }) => action)).toContain("Summarized");
    for (const { time } of mine.recent) expect(Date.parse(String(time))).toBeLessThanOrEqual(Date.now());
    const due = (await call(who, api.followUps.list, { query: { status: "ready" } })).body.items;
    expect(due.map(({ original }) => original.subject).sort()).toEqual(
      roleCode === "NORMAL_USER" ? [] : ["Freight to Hamburg", "Offer for the pilot"],
    );
    const [logs] = await peek<{ mails: number; opens: number; clicks: number; visits: number; inSent: number }>(
      `select count(*)::int as mails, sum(l.opens)::int as opens, sum(l.clicks)::int as clicks,
         sum((select count(*) from engagements e where e.log_id = l.id))::int as visits,
         count(m.id)::int as "inSent"
       from email_logs l left join messages m on m.tenant_id = l.tenant_id and m.user_id = l.user_id and m.folder = 'sent'
         and m.message_id = l.message_id
       where l.sender = $1`,
      [email],
    );
    expect(logs?.mails).toBeGreaterThan(16);
    expect(logs?.inSent).toBe(logs?.mails);
    expect(logs?.clicks).toBeGreaterThan(2);
    expect(logs?.visits).toBe((logs?.opens ?? 0) + (logs?.clicks ?? 0));
  }
});

test("every demo user has two snoozed mails, which come back in the coming days [DMO-14]", async () => {
  for (const { email } of demoPeople) {
    const { items } = (await call(await signIn(email), api.inbox.threads, { query: { folder: "snoozed" } })).body;
    expect(items).toHaveLength(2);
    for (const { snoozedUntil } of items) expect(Date.parse(String(snoozedUntil))).toBeGreaterThan(Date.now());
  }
});

test("each company of the demo has its own days of sent mail and its own number of them", async () => {
  const days = await peek<{ company: string; day: string; mails: number }>(
    `select split_part(sender, '@', 2) as company, created_at::date::text as day, count(*)::int as mails from email_logs
     where sender = any($1) group by 1, 2 order by 2`,
    [demoPeople.map(({ email }) => email)],
  );
  const of = (company: string) =>
    days.filter((one) => one.company === company).map(({ day, mails }) => `${day} ${mails}`);
  const total = (company: string) =>
    days.filter((one) => one.company === company).reduce((sum, { mails }) => sum + mails, 0);
  expect(of("acme.test").length).toBeGreaterThan(8);
  expect(of("acme.test")).not.toEqual(of("globex.test"));
  expect(total("acme.test")).not.toBe(total("globex.test"));
});

test("the admins of the demo have further mailboxes with a colour each, drafts, mail that waits, and rules with a history [DMO-13]", async () => {
  for (const [email, names] of [
    ["admin@acme.test", ["Accounts", "Priya", "Sales"]],
    ["admin@globex.test", ["Kavya", "Sales"]],
  ] as const) {
    const who = await signIn(email);
    const { items } = (await call(who, api.mailboxes.list)).body;
    expect(items.map(({ name }) => name).toSorted()).toEqual(names);
    expect(new Set(items.map(({ color }) => color)).size).toBe(items.length);
    for (const { counts, lastError } of items) expect([counts.messages > 3, lastError]).toEqual([true, null]);
    const waiting = (await call(who, api.ownMail.outbox, { query: { state: "scheduled" } })).body.items;
    expect(waiting).toHaveLength(2);
    for (const { sendAt } of waiting) expect(Date.parse(String(sendAt))).toBeGreaterThan(Date.now());
    const drafts = (await call(who, api.drafts.list)).body.items;
    expect(drafts.filter(({ answeredId }) => answeredId)).toHaveLength(2);
    const begun = (await call(who, api.inbox.threads, { query: { folder: "drafts" } })).body.items;
    expect(begun.map(({ subject }) => subject)).toEqual(["Linen trolleys: our offer"]);
    expect((await call(who, api.folders.list)).body.unified.drafts.messages).toBe(3);
    const rules = (await call(who, api.mailRules.list)).body.items;
    expect(rules.map(({ state, hits }) => [state, hits > 0])).toEqual([
      ["on", true],
      ["watch", false],
    ]);
  }
  expect((await call(await signIn("user@acme.test"), api.mailRules.list)).body.items).toEqual([]);
});

test("mail to a further address of the demo arrives in its mailbox, and leaves from it [DMO-13]", async () => {
  const [user, admin] = [await signIn("user@globex.test"), await signIn("admin@acme.test")];
  await call(user, api.outbox.send, {
    body: { to: ["sales@acme.test"], subject: "A question for your sales team", body: "Do you sell crates?" },
  });
  const inSales = () => call(admin, api.inbox.threads, { query: { q: "subject:sales crates" } });
  const found = await until(async () => (await inSales()).body.items[0], 30_000);
  const sales = (await call(admin, api.mailboxes.list)).body.items.find(({ name }) => name === "Sales");
  expect(found).toMatchObject({ boxId: sales?.id, subject: "A question for your sales team" });
  const sent = await call(admin, api.outbox.send, {
    body: { to: ["user@globex.test"], subject: "Crates", body: "Yes, in three sizes." },
    headers: { "x-mailbox-id": sales?.id },
  });
  expect(sent.status).toBe(200);
  const answer = await until(async () => {
    const { items } = (await call(user, api.inbox.threads, { query: { q: "subject:crates three sizes" } })).body;
    return items[0];
  }, 30_000);
  expect(answer).toMatchObject({ from: "sales@acme.test" });
});

test("loading again adds nothing", async () => {
  const count = () =>
    peek(`select (select count(*) from messages)::int as messages, (select count(*) from outbox)::int as mails,
      (select count(*) from drafts)::int as drafts, (select count(*) from mail_rules)::int as rules,
      (select count(*) from mailboxes)::int as mailboxes`);
  const before = await count();
  for (const name of await readdir(join(world.config.dataDir, "local-mail")))
    await rm(join(world.config.dataDir, "local-mail", name, ".demo"));
  await loadMail(world);
  expect(await count()).toEqual(before);
});

test("a mail from user@acme.test is found by user@globex.test after signing in [DMO-10]", async () => {
  const [acme, globex] = [await signIn("user@acme.test"), await signIn("user@globex.test")];
  const sent = await call(acme, api.outbox.send, {
    body: { to: ["user@globex.test"], subject: "Hello across the street", body: "Lunch on Friday?" },
  });
  expect(sent.status).toBe(200);
  const found = await until(async () => {
    const { items } = (await call(globex, api.inbox.threads, { query: { q: "from:acme subject:street lunch" } })).body;
    return items[0];
  }, 30_000);
  expect(found).toMatchObject({ from: "user@acme.test", subject: "Hello across the street", unread: true });
});
