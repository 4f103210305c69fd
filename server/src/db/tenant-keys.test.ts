// Tables can be distributed by tenant only if these rules hold; see docs/scale.md.
import { api } from "@intellibox/contract/api";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { mailWorld } from "#test/mail-world.ts";
import { fencedTransaction } from "./fence.ts";
import { sql } from "./orm.ts";

const { world, person, peek, call, giveMail } = await mailWorld();

/** Tables without a tenant: small, or local to one node. */
const otherTables = {
  plans: "a reference table",
  heartbeats: "of the installation, not of a company",
  login_failures: "counted before the company of a person is known",
  sso_attempts: "sign-ins under way, before the company of a person is known",
  sign_in_challenges: "of minutes, before the company of a person is known",
  web_push_keys: "the key pair of the installation",
};

/** Keys without the tenant, each with its reason. */
const otherKeys = {
  api_keys_hash_index: "a call presents a key without its tenant",
  passkeys_credential: "the id of a passkey, by which a sign-in without a password finds the company",
  password_links_pkey: "the hash of a link, which is looked up before its company is known",
  session_tokens_pkey: "the hash of a token, which is looked up before its company is known",
  sso_domains_proven: "the domain of a work address, which leads to one company",
};

const tenantTables = new Set(
  (
    await peek<{ table: string }>(`
      select c.relname as "table" from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  ).map(({ table }) => table),
);

test("every table has a tenant, or is known not to need one", async () => {
  const all = await peek<{ table: string }>(`
    select relname as "table" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`);
  const without = all.map(({ table }) => table).filter((table) => !tenantTables.has(table) && table !== "tenants");
  expect(without.sort()).toEqual(Object.keys(otherTables).sort());
});

test("the tenant is in every primary key and unique key of a tenant's table", async () => {
  const keys = await peek<{ table: string; name: string; columns: string[] }>(`
    select c.relname as "table", k.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace and not c.relispartition
    join pg_class k on k.oid = i.indexrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where i.indisunique group by 1, 2 order by 1, 2`);
  const owned = keys.filter(({ table }) => tenantTables.has(table));
  expect(new Set(owned.map(({ table }) => table))).toEqual(tenantTables);
  const without = owned.filter(({ columns }) => !columns.includes("tenant_id")).map(({ name }) => name);
  expect(without).toEqual(Object.keys(otherKeys).sort());
});

test("a foreign key leads to the same tenant, to the tenant itself or to a table without tenants", async () => {
  const keys = await peek<{ from: string; to: string; name: string; pairs: string[] }>(`
    select f.conrelid::regclass::text as "from", f.confrelid::regclass::text as "to", f.conname as name,
      array_agg(a.attname || ' ' || b.attname) as pairs
    from pg_constraint f
    cross join lateral unnest(f.conkey, f.confkey) as k (own, other)
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own
    join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.other
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and f.conparentid = 0
    group by f.oid, 1, 2, 3`);
  expect(keys.length).toBeGreaterThan(15);
  const crossing = keys.filter(({ from, to, pairs }) => {
    if (!tenantTables.has(from) || to in otherTables) return false;
    return !pairs.includes(to === "tenants" ? "tenant_id id" : "tenant_id tenant_id");
  });
  expect(crossing).toEqual([]);
});

type Statement = { text: string; values: unknown[] };
type PlanNode = { "Relation Name"?: string; Plans?: PlanNode[]; [field: string]: unknown };

/** Records the statements of transactions that are fenced to a tenant. */
async function recordFenced(work: () => Promise<void>): Promise<Statement[]> {
  const recorded = new Map<string, Statement>();
  const fenced = new WeakSet<object>();
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...all: unknown[]) {
    const [given, values] = all as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    const text = typeof given === "string" ? given : given.text;
    if (/^begin/.test(text)) {
      if (text.includes(`'${world.db.roles.tenant}'`)) fenced.add(this);
    } else if (/^(commit|rollback)/.test(text)) fenced.delete(this);
    else if (
      fenced.has(this) &&
      /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
      !/pgboss|set_config|pg_notify/.test(text)
    )
      recorded.set(text, { text, values: (typeof given === "string" ? values : (given.values ?? values)) ?? [] });
    return (query as (...args: unknown[]) => unknown).apply(this, all);
  } as never);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return [...recorded.values()];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Every condition of a scan, as PostgreSQL shows it. */
const conditionsOf = (node: PlanNode) =>
  ["Index Cond", "Recheck Cond", "Filter", "One-Time Filter", "Join Filter"].map((name) => node[name] ?? "").join(" ");

test("no statement of the frequent calls reads a table of tenants without naming the tenant", async () => {
  const ana = await person("ADMIN");
  const mails = Array.from({ length: 3 }, (_, at) => {
    const head = `From: Uma <uma@example.com>\r\nTo: ${ana.email}\r\nSubject: Offer ${at}\r\nMessage-ID: <offer${at}@example.com>`;
    return `${head}\r\nDate: Mon, 5 Jan 2026 10:0${at}:00 +0000\r\n\r\nThe price is ${at}.\r\n`;
  });
  const statements = await recordFenced(async () => {
    await giveMail(ana, mails);
    const { body } = await call(ana, api.inbox.threads, {});
    const id = body.items[0]?.id ?? "";
    expect((await call(ana, api.inbox.message, { params: { id } })).status).toBe(200);
    expect((await call(ana, api.inbox.threads, { query: { q: "price" } })).body.items).not.toHaveLength(0);
    expect((await call(ana, api.dashboards.me, { query: { timeZone: "UTC" } })).status).toBe(200);
    expect((await call(ana, api.dashboards.tenant, { query: { timeZone: "UTC" } })).status).toBe(200);
    // Refused for want of a mail server, after the sender was looked up.
    await call(ana, api.outbox.send, { body: { to: ["priya@example.com"], subject: "Hello", body: "Good day." } });
  });
  expect(statements.length).toBeGreaterThan(15);

  const crossing: string[] = [];
  const seen = new Set<string>();
  for (const { text, values } of statements) {
    const plan = await fencedTransaction(world.db, { tenantId: ana.tenantId, userId: ana.id }, async (tx) => {
      const client = (tx as unknown as { $client: pg.PoolClient }).$client;
      await tx.execute(sql`set local enable_seqscan = off`);
      const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
        `explain (format json) ${text}`,
        values,
      );
      return rows[0]?.["QUERY PLAN"][0].Plan;
    });
    for (const node of plan ? nodesOf(plan) : []) {
      const table = node["Relation Name"];
      if (!table || !/Scan$/.test(String(node["Node Type"])) || !tenantTables.has(table)) continue;
      seen.add(table);
      // The scan of a bitmap's heap repeats the condition of its index.
      if (!conditionsOf(node).includes("tenant_id")) crossing.push(`${table}: ${text}`);
    }
  }
  expect(crossing).toEqual([]);
  expect([...seen]).toEqual(expect.arrayContaining(["mailboxes", "messages", "users", "activity_counts"]));
});
