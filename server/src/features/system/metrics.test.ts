import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { counters } from "#lib/counters.ts";
import { newId } from "#lib/ids.ts";
import { makeCertificate } from "#test/certificate.ts";
import { testWorld } from "#test/test-world.ts";
import { openInstallationMetrics } from "./installation-metrics.ts";

const { app, world, peek, person, addMailbox } = await testWorld();

const scrape = async () => (await app.inject({ method: "GET", url: "/metrics", remoteAddress: "127.0.0.1" })).body;
const measure = () => openInstallationMetrics(world)();
/** The value of a line such as `outbox_mails{phase="queued"} 2`. */
const seriesOf = (text: string, series: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  );

test("metrics show mails, mailboxes and jobs that wait, and for how long", async () => {
  const who = await person("NORMAL_USER");
  const suspended = await person("NORMAL_USER");
  await peek("update tenants set status = 'Suspended' where id = $1", [suspended.tenantId]);
  const addMail = (owner: typeof who, phase: string, due: string) =>
    peek(
      `insert into outbox (tenant_id, id, user_id, message_id, phase, sender, recipients, request_hash, next_at, quota_month)
       values ($1, $2, $3, 'm', $4, 'a@b.test', '{}', 'h', now() + $5::interval, '2026-11')`,
      [owner.tenantId, newId(), owner.id, phase, due],
    );
  await addMail(who, "queued", "-10 minutes");
  await addMail(who, "queued", "1 day");
  await addMail(who, "connecting", "-1 minute");
  await addMail(who, "sent", "-5 days");
  await addMail(suspended, "queued", "-3 days");
  for (const [address, state, due] of [
    ["a@b.test", "connected", "1 minute"],
    ["c@b.test", "attention", "-30 minutes"],
    ["d@b.test", "retrying", "-2 minutes"],
  ] as const) {
    const id = await addMailbox(who, address, "imap");
    await peek("update mailboxes set status = $2, next_sync_at = now() + $3::interval where id = $1", [id, state, due]);
  }
  await world.queue.boss.createQueue("test.waits");
  await world.queue.boss.send("test.waits", {});
  await world.queue.boss.send("test.waits", {}, { startAfter: 3600 });

  const text = await measure();
  expect(seriesOf(text, "database_up")).toBe(1);
  expect(seriesOf(text, 'outbox_mails{phase="queued"}')).toBe(3);
  expect(seriesOf(text, 'outbox_mails{phase="connecting"}')).toBe(1);
  // Neither the mail of the suspended company nor the scheduled one is late.
  expect(seriesOf(text, "outbox_oldest_due_seconds")).toBeGreaterThan(590);
  expect(seriesOf(text, "outbox_oldest_due_seconds")).toBeLessThan(3600);
  expect(seriesOf(text, 'mailboxes{state="attention"}')).toBe(1);
  expect(seriesOf(text, 'mailboxes{state="connected"}')).toBe(1);
  expect(seriesOf(text, "mailbox_sync_lag_seconds")).toBeGreaterThan(1790);
  expect(seriesOf(text, 'jobs_waiting{job="test.waits"}')).toBe(1);
  expect(seriesOf(text, "data_folder_free_bytes")).toBeGreaterThan(0);
  expect(seriesOf(text, "database_size_bytes")).toBeGreaterThan(1e6);
  expect(text).not.toContain("b.test");
  expect(text).not.toContain(who.tenantId);
});

test("metrics answer while the database does not, and say so", async () => {
  const { connect } = world.db.pool;
  world.db.pool.connect = (() => Promise.reject(new Error("The database is away"))) as never;
  const text = await measure();
  world.db.pool.connect = connect;
  expect(seriesOf(text, "database_up")).toBe(0);
  expect(text).not.toContain("outbox_mails{");
  expect(seriesOf(text, "data_folder_size_bytes")).toBeGreaterThan(0);
});

test("the expiry of the certificate is among the metrics", async () => {
  const { cert, key } = makeCertificate();
  const tls = { cert: Buffer.from(cert), key: Buffer.from(key) };
  const text = await openInstallationMetrics({ ...world, config: { ...world.config, tls } })();
  expect(seriesOf(text, "tls_certificate_end_seconds")).toBeGreaterThan(Date.now() / 1000);
});

const monitoring = (file: string) =>
  readFileSync(new URL(`../../../../deploy/monitoring/${file}`, import.meta.url), "utf8");
type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string } };
const rules = (parse(monitoring("alerts.yaml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
type Panel = { title: string; targets: { expr: string }[] };
const { panels } = JSON.parse(monitoring("dashboard.json")) as { panels: Panel[] };

/** Names of metrics in an expression: what is neither a function, a label nor a keyword. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\b(by|without)\s*\([^)]*\)/g, "")
    .replaceAll(/\[[^\]]*\]/g, "");
  const words = bare.match(/[a-z_][a-z0-9_]*\b(?!\s*\()/gi) ?? [];
  return words.filter((word) => !["and", "or", "unless", "by", "without", "up"].includes(word));
}

test("every metric of the alerts and the dashboard exists", async () => {
  // A metric without a value has no series yet, but a type.
  const types = [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const names = new Set(
    types.flatMap(([, name = "", type]) =>
      type === "histogram" ? ["bucket", "count", "sum"].map((part) => `${name}_${part}`) : [name],
    ),
  );
  names.add("tls_certificate_end_seconds");
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(40);
  for (const expression of expressions)
    for (const name of metricsIn(expression)) expect(names, `${name} in ${expression}`).toContain(name);
});

test("every metric of the product is on the dashboard or in an alert", async () => {
  const used = JSON.stringify([rules, panels]);
  const own = [...(await counters.getMetricsAsArray()).map(({ name }) => name), ...(await measure()).matchAll(/^# TYPE (\w+)/gm).map(([, name]) => name ?? "")]; // biome-ignore format: two lists
  for (const name of own) expect(used, name).toContain(name);
});

test("every alert names a recipe of the operations manual", () => {
  const manual = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
  for (const { alert, annotations } of rules) expect(manual, alert).toContain(`### ${annotations.runbook}\n`);
});
