import { api } from "@intellibox/contract/api";
import type { EmailLog } from "@intellibox/contract/endpoints/email-logs";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call, app, visitor } = await testWorld();
let owner: Caller;
beforeAll(async () => {
  owner = await person("SUPER_ADMIN", { owner: true });
});

type Row = Partial<typeof emailLogs.$inferInsert>;

async function log(who: Caller, ...rows: Row[]) {
  const values = rows.map((row) => ({
    tenantId: who.tenantId,
    userId: who.id,
    sender: "ana@acme.test",
    recipients: ["priya@example.com"],
    subject: "Hello",
    provider: "smtp" as const,
    status: "sent" as const,
    messageId: `<${newId()}@test>`,
    sentAt: row.status === "queued" || row.status === "failed" ? null : new Date("2026-03-10T10:00:00Z"),
    ...row,
  }));
  return visitor.platformTx((tx) => tx.insert(emailLogs).values(values).returning());
}
type Page = { items: EmailLog[]; total: number };
const list = async (who: Caller, query: Record<string, unknown> = {}, headers = {}) =>
  (await call(who, api.emailLogs.list, { query }, headers)).body as unknown as Page;
const subjects = async (who: Caller, query: Record<string, unknown> = {}) =>
  (await list(who, query)).items.map(({ subject }) => subject);

test("an entry of the log has the fields of the screen [LOG-09] [API-61]", async () => {
  const ana = await person("ADMIN");
  const [row] = await log(ana, {
    recipients: ["a@b.test", "c@d.test"],
    opens: 2,
    clicks: 1,
    tracked: true,
    note: "Kept here",
  });
  const { items, total } = await list(ana);
  expect(total).toBe(1);
  expect(items[0]).toEqual({
    id: row?.id,
    sentAt: "2026-03-10T10:00:00.000Z",
    createdAt: expect.any(String),
    tenant: { code: expect.any(String), name: expect.any(String) },
    from: "ana@acme.test",
    to: ["a@b.test", "c@d.test"],
    subject: "Hello",
    provider: "smtp",
    status: "sent",
    kind: "mail",
    messageId: row?.messageId,
    error: null,
    note: "Kept here",
    tracked: true,
    opens: 2,
    proxyOpens: 0,
    ownOpens: 0,
    clicks: 1,
  });
});

test("an ADMIN gets their company's log, a super admin all or that of the company they act for, a NORMAL_USER none [LOG-10] [ROL-21] [SES-41]", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const mark = newId();
  await log(ana, { subject: `${mark} ana` });
  await log(uma, { subject: `${mark} uma` });
  const seen = async (who: Caller, headers = {}) =>
    (await list(who, { q: mark, sort: "subject" }, headers)).items.map(({ subject }) => subject.slice(mark.length + 1));
  expect(await seen(ana)).toEqual(["ana"]);
  expect(await seen(owner)).toEqual(["ana", "uma"]);
  expect(await seen(await person("SUPER_ADMIN"))).toEqual(["ana", "uma"]);
  expect(await seen(owner, { "x-tenant-id": owner.tenantId })).toEqual(["ana", "uma"]);
  expect(await seen(owner, { "x-tenant-id": uma.tenantId })).toEqual(["uma"]);
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await call(joe, api.emailLogs.list)).status).toBe(403);
});

test("a page has twenty entries, newest first; unsent mail is sorted by the time of its request [LOG-08]", async () => {
  const ana = await person("ADMIN");
  const at = (day: number) => new Date(Date.UTC(2026, 2, day));
  await log(
    ana,
    ...Array.from({ length: 21 }, (_, day) => ({ subject: `d${day + 1}`, sentAt: at(day + 1), createdAt: at(1) })),
    { subject: "waiting", status: "queued", createdAt: new Date(Date.UTC(2026, 2, 20, 12)) },
  );
  const first = await list(ana);
  expect({ total: first.total, shown: first.items.length }).toEqual({ total: 22, shown: 20 });
  expect(first.items.slice(0, 3).map(({ subject }) => subject)).toEqual(["d21", "waiting", "d20"]);
  expect(await subjects(ana, { page: 2 })).toEqual(["d2", "d1"]);
  expect(await subjects(ana, { sort: "sentAt", limit: 2 })).toEqual(["d1", "d2"]);
});

test("the log is filtered by text, provider, status and days, first and last day included [LOG-01] [LOG-06] [LOG-07]", async () => {
  const ana = await person("ADMIN");
  await log(
    ana,
    {
      subject: "Invoice",
      recipients: ["x@y.test", "Bob@Acme.test"],
      provider: "gmail",
      sentAt: new Date("2026-03-01T00:00:00Z"),
    },
    { subject: "100% off_er", provider: "outlook", sentAt: new Date("2026-03-02T23:59:59.999Z") },
    {
      subject: "Broken",
      provider: "other",
      status: "failed",
      error: "550",
      createdAt: new Date("2026-03-03T00:00:00Z"),
    },
    { subject: "Waiting", status: "queued", createdAt: new Date("2026-03-04T00:00:00Z") },
  );
  expect(await subjects(ana, { q: "bob@acme" })).toEqual(["Invoice"]);
  expect(await subjects(ana, { q: "100%" })).toEqual(["100% off_er"]);
  expect(await subjects(ana, { q: "%" })).toEqual(["100% off_er"]);
  for (const [provider, subject] of [
    ["smtp", "Waiting"],
    ["gmail", "Invoice"],
    ["outlook", "100% off_er"],
    ["other", "Broken"],
  ]) {
    expect(await subjects(ana, { provider })).toEqual([subject]);
  }
  expect(await subjects(ana, { status: "failed" })).toEqual(["Broken"]);
  expect(await subjects(ana, { status: "queued" })).toEqual(["Waiting"]);
  expect(await subjects(ana, { start: "2026-03-01", end: "2026-03-02" })).toEqual(["100% off_er", "Invoice"]);
  expect(await subjects(ana, { start: "2026-03-03" })).toEqual(["Waiting", "Broken"]);
  expect(await subjects(ana, { end: "2026-03-01T00:00:00Z" })).toEqual(["Invoice"]);
  expect(await list(ana, { status: "sent", limit: 1 })).toMatchObject({
    total: 2,
    items: [{ subject: "100% off_er" }],
  });
});

test.each([
  [{ sort: "body" }],
  [{ sort: "-tenantId" }],
  [{ tenantId: newId() }],
  [{ provider: "fax" }],
  [{ status: "lost" }],
  [{ start: "yesterday" }],
  [{ end: "2026-02-30" }],
  [{ page: -1 }],
])("a log asked for with %j is refused", async (query) => {
  expect((await call(owner, api.emailLogs.list, { query })).status).toBe(400);
});

test("every column sorts in both directions", async () => {
  const ana = await person("ADMIN");
  await log(
    ana,
    { subject: "a", sender: "a@x", recipients: ["a@x"], provider: "gmail", status: "failed", opens: 1, clicks: 1 },
    { subject: "b", sender: "b@x", recipients: ["b@x"], provider: "smtp", status: "sent", opens: 2, clicks: 2 },
  );
  for (const sort of ["from", "to", "subject", "provider", "status", "opens", "clicks"]) {
    expect(await subjects(ana, { sort }), sort).toEqual(["a", "b"]);
    expect(await subjects(ana, { sort: `-${sort}` }), sort).toEqual(["b", "a"]);
  }
  expect((await list(owner, { sort: "tenant", limit: 100 })).items.length).toBeGreaterThan(1);
});

test("an entry shows its sender and why it failed; one of another company is not found", async () => {
  const [ana, uma] = [await person("ADMIN", { name: "Ana" }), await person("ADMIN")];
  const [row] = await log(ana, { status: "failed", error: "550 5.1.1 No such user" });
  const get = (who: Caller, id = row?.id ?? "") => call(who, api.emailLogs.get, { params: { id } });
  for (const who of [ana, owner]) {
    expect(await get(who)).toMatchObject({
      status: 200,
      body: { id: row?.id, error: "550 5.1.1 No such user", sentAt: null, sentBy: { name: "Ana", email: ana.email } },
    });
  }
  expect((await get(uma)).status).toBe(404);
  expect((await get(ana, newId())).status).toBe(404);
  const [orphan] = await log(ana, { userId: newId() });
  expect((await get(ana, orphan?.id)).body.sentBy).toBeNull();
});

const csv = async (who: Caller, query = "", headers = {}) => {
  const answer = await app.inject({
    url: `/api/t/email-logs.csv${query}`,
    headers: { authorization: `Bearer ${who.token}`, ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, lines: answer.body.split("\r\n") };
};

test("the export has every entry that the filters match, each once", async () => {
  const ana = await person("ADMIN");
  // All with one timestamp, so that batches are separated by id, and with microseconds that a Date would lose.
  await log(
    ana,
    ...Array.from({ length: 1203 }, (_, n) => ({ subject: `n${n}`, sentAt: new Date("2026-03-01T00:00:00.123Z") })),
  );
  await log(ana, { subject: "other", provider: "gmail" });
  const { headers, lines } = await csv(ana, "?provider=smtp");
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(headers["content-disposition"]).toMatch(/^attachment; filename="email-logs-\d{4}-\d\d-\d\d\.csv"$/);
  expect(lines[0]).toBe("\uFEFFDate,From,To,Subject,Provider,Status,Opens,Clicks,Error,Note");
  const found = lines.slice(1, -1).map((line) => line.split(",")[3]);
  expect(found).toHaveLength(1203);
  expect(new Set(found).size).toBe(1203);
  expect((await csv(ana)).lines).toHaveLength(1203 + 1 + 2);
});

test("batches that end between microseconds neither lose nor repeat an entry", async () => {
  const ana = await person("ADMIN");
  await log(ana, ...Array.from({ length: 700 }, (_, n) => ({ subject: `n${n}` })));
  await visitor.platformTx((tx) =>
    tx.execute(
      `update email_logs set sent_at = timestamptz '2026-03-01 00:00:00+00' + (substr(subject, 2)::int) * interval '1 microsecond' where tenant_id = '${ana.tenantId}'`,
    ),
  );
  const found = (await csv(ana)).lines.slice(1, -1).map((line) => line.split(",")[3]);
  expect(found).toEqual(Array.from({ length: 700 }, (_, n) => `n${699 - n}`));
});

test("cells that a spreadsheet would run as a formula are escaped", async () => {
  const ana = await person("ADMIN");
  await log(ana, {
    subject: "=cmd|' /C calc'!A0",
    recipients: ["+1@x.test", "b@c.test"],
    error: "@SUM(1)",
    note: 'a "b", c',
  });
  const [, line] = (await csv(ana)).lines;
  expect(line).toContain(`"'+1@x.test, b@c.test",'=cmd|' /C calc'!A0,`);
  expect(line).toContain(`'@SUM(1),"a ""b"", c"`);
});

test("the export checks the role, the company, acting and unknown filters", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const mark = newId();
  await log(ana, { subject: `${mark} ana` });
  await log(uma, { subject: `${mark} uma` });
  expect((await csv(ana, `?q=${mark}`)).text).not.toContain("uma");
  const all = await csv(owner, `?q=${mark}`);
  expect(all.lines[0]).toContain("Date,Company,From");
  expect(all.lines).toHaveLength(4);
  const acted = await csv(owner, `?q=${mark}`, { "x-tenant-id": uma.tenantId });
  expect(acted.text).toContain(`${mark} uma`);
  expect(acted.text).not.toContain(`${mark} ana`);
  expect((await csv(ana, "", { "x-tenant-id": uma.tenantId })).status).toBe(403);
  expect((await csv(await person("NORMAL_USER"))).status).toBe(403);
  for (const query of ["?nothing=1", "?status=lost", "?sort=subject"]) expect((await csv(ana, query)).status).toBe(400);
  expect((await app.inject({ url: "/api/t/email-logs.csv" })).statusCode).toBe(401);
});
