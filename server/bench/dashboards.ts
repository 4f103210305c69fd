/**
 * Measures the dashboards of a company with a million messages against those of one with a thousand in the same database, through
 * the use cases that the screens call. `BENCH_MESSAGES=100000 npm run bench dashboards` takes fewer.
 */

import pg from "pg";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import { openScope, openVisitor, type Scope, type World } from "#scope.ts";
import { fold } from "#features/dashboards/fold-activity.ts";
import { myDashboard } from "#features/dashboards/my-dashboard.ts";
import { platformDashboard } from "#features/dashboards/platform-dashboard.ts";
import { tenantDashboard } from "#features/dashboards/tenant-dashboard.ts";
import { type BenchRow, goalOf } from "./bench-row.ts";
import { openBenchWorld } from "./mail-bench.ts";

const few = 1_000;
const many = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const batch = 50_000;
const rounds = 60;
const timeZone = "Asia/Kolkata";

export async function run(): Promise<BenchRow[]> {
  const { world, close } = await openBenchWorld();
  try {
    const small = await company(world, "SMALL");
    const large = await company(world, "LARGE");
    await fill(world, small, few);
    await fill(world, large, many);
    await fold(world, {}, openVisitor(world), new AbortController().signal);
    await settle(world);
    const personal = await compare(small, large, (scope) => myDashboard(scope, timeZone));
    const theirs = await compare(small, large, (scope) => tenantDashboard(scope, timeZone));
    const { user } = large;
    const all = openScope(world, { user: { ...user, role: "SUPER_ADMIN", tenantIsOwner: true }, reach: "platform" });
    return [
      ...rowsOf("me", personal),
      ...rowsOf("tenant", theirs),
      { name: "dashboards.platform", value: median(await times(all, platform)), unit: "ms", note: "both companies" },
    ];
  } finally {
    await close();
  }
}

const platform = (scope: Scope) => platformDashboard(scope, timeZone);

const rowsOf = (name: string, { small, large }: { small: number; large: number }): BenchRow[] => [
  { name: `dashboards.${name}.few`, value: small, unit: "ms", note: `${few} messages, median of ${rounds}` },
  { name: `dashboards.${name}.many`, value: large, unit: "ms", note: `${many} messages` },
  { name: `dashboards.${name}.ratio`, value: large / small, unit: "times", ...goalOf(large / small, 1.5), note: "" },
];

async function company(world: World, code: string): Promise<Scope> {
  const address = { line1: "", line2: "", city: "", state: "", pin: "", country: "India" };
  const row = { code, name: code, slug: code.toLowerCase(), address };
  const { tenantId, id } = await fencedTransaction(world.db, "platform", async (tx) => {
    const tenant = only(await tx.insert(tenants).values(row).returning());
    const person = {
      tenantId: tenant.id,
      id: newId(),
      name: code,
      email: `${code.toLowerCase()}@bench.test`,
      passwordHash: "-",
    };
    await tx.insert(users).values({ ...person, roleCode: "ADMIN" });
    return person;
  });
  const names = { name: code, email: `${code.toLowerCase()}@bench.test`, tenantName: code };
  const standing = { role: "ADMIN", mustChangePassword: false, tenantIsOwner: false } as const;
  return openScope(world, { user: { id, tenantId, ...names, ...standing } });
}

/** Mail of the last half year. Every fifth answers the previous one. */
async function fill(world: World, scope: Scope, messages: number) {
  const owner = { tenantId: scope.tenantId, userId: scope.user.id };
  const boxId = newId();
  await scope.tx((tx) => tx.insert(mailboxes).values({ ...owner, id: boxId, kind: "imap", email: scope.user.email }));
  const every = (182 * 24 * 60 * 60) / messages;
  for (let begun = 0; begun < messages; begun += batch) {
    const last = Math.min(messages, begun + batch) - 1;
    await fencedTransaction(
      world.db,
      owner,
      (tx) =>
        tx.execute(sql`
          insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, subject, base_subject, from_name,
            from_address, participants, date, snippet, unread, has_attachment, size)
          select ${owner.tenantId}, gen_random_uuid(), ${owner.userId}, ${boxId}, n::text, case n % 5 when 0 then 'sent' else 'inbox' end,
            md5((n / 5)::text)::uuid, 'S', 'S', '', 'a@b.c', '{}', now() - n * ${every}::float8 * interval '1 second', '', false, false, 1
          from generate_series(${begun}::int, ${last}::int) n`),
      { statementSeconds: 600 },
    );
  }
}

/** As autovacuum does a moment later. */
async function settle(world: World) {
  const client = new pg.Client({ connectionString: world.config.databaseUrl });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}

/** In turns, so that both see the same load of the machine. */
async function compare(small: Scope, large: Scope, work: (scope: Scope) => Promise<unknown>) {
  const [first, second]: [number[], number[]] = [[], []];
  await times(small, work, 5);
  await times(large, work, 5);
  for (let round = 0; round < rounds; round++) {
    first.push(...(await times(small, work, 1)));
    second.push(...(await times(large, work, 1)));
  }
  return { small: median(first), large: median(second) };
}

async function times(scope: Scope, work: (scope: Scope) => Promise<unknown>, count = rounds) {
  const measured: number[] = [];
  for (let round = 0; round < count; round++) {
    const begin = performance.now();
    await work(scope);
    measured.push(performance.now() - begin);
  }
  return measured;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
