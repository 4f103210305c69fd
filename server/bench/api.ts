/**
 * Measures what a call costs: CPU time of the program and of the database for one request, with one caller and with several. The
 * limits in the same run are a bare Fastify server that sends the same JSON, and one that gets it by one statement. Then growth:
 * the same calls with a hundred times the messages and a thousand times the companies, and while 64 people sign in at once.
 * `BENCH_FEW`, `BENCH_MESSAGES` and `BENCH_COMPANIES` set the sizes.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { hashPassword } from "#lib/passwords.ts";
import { fencedTransaction } from "#db/fence.ts";
import { eq } from "#db/orm.ts";
import { users } from "#db/tables/users.ts";
import { startAppProcess } from "#test/app-process.ts";
import type { BareRoutes } from "./bare-server.ts";
import { type BenchRow, goalOf } from "./bench-row.ts";
import { cpuTimeOf } from "./cpu-time.ts";
import { type LeanCaller, openLeanCaller } from "./lean-http.ts";
import { type BenchWorld, openBenchWorld } from "./mail-bench.ts";
import { asDatabaseOwner, fill } from "./search.ts";
import { sampleSend, setServer, startReceiver } from "./send.ts";

const login = { email: "bench@bench.test", password: "a good long bench phrase" };
const few = Number(process.env.BENCH_FEW ?? 10_000);
const many = Number(process.env.BENCH_MESSAGES ?? 100_000);
const companies = Number(process.env.BENCH_COMPANIES ?? 10_000);
const pageSize = 26;
/** Calls before a measurement: V8 has then compiled the code of the call, as in a program that has served some pages. */
const warmUp = 500;
/** Calls of one measurement. CPU time is counted in hundredths of a second, so that this is exact to 0.05 ms a call. */
const calls = 200;
const rounds = 3;

type Asked = {
  name: string;
  method?: "POST";
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** How many calls a minute the product allows, or how many take seconds. */
  calls?: number;
  /** More callers of one person are refused, because their calls wait for worker threads. */
  mostCallers?: number;
  anonymous?: true;
};
type Cost = { program: number; database: number };

/** Goals of the milliseconds of the program and of the database for one call. */
const goals: Record<string, Cost> = {
  inbox: { program: 0.9, database: 0.9 },
  message: { program: 0.7, database: 0.5 },
  search: { program: 0.9, database: 0.9 },
};

export async function run(): Promise<BenchRow[]> {
  const bench = await openBenchWorld();
  try {
    await setPassword(bench);
    await fill(bench, few, undefined);
    const receiver = await startReceiver();
    await setReceiver(bench, receiver.port);
    const app = await startAppProcess({ url: bench.world.config.databaseUrl ?? "", dataDir: bench.dataDir });
    try {
      const product = await openProduct(app, bench);
      return [...(await costs(product)), ...(await duringSignIns(product)), ...(await growth(product))];
    } finally {
      await app.kill();
      receiver.stop();
    }
  } finally {
    await bench.close();
  }
}

type Product = {
  bench: BenchWorld;
  pid: number;
  open(asked: Asked, connections: number): Promise<LeanCaller>;
  get(path: string): Promise<unknown>;
  tagOf(path: string): Promise<string>;
};

async function openProduct({ url, pid = 0 }: { url: string; pid: number | undefined }, bench: BenchWorld) {
  const json = { "content-type": "application/json" };
  const response = await fetch(`${url}/api/auth/login`, { method: "POST", headers: json, body: JSON.stringify(login) });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`Signing in was answered with ${response.status}`);
  const authorization = `Bearer ${token}`;
  const product: Product = {
    bench,
    pid,
    open: ({ method, path, body, headers, anonymous }, connections) =>
      openLeanCaller({
        url: `${url}/api${path}`,
        method: method ?? "GET",
        headers: { accept: "application/json", ...(!anonymous && { authorization }), ...(body && json), ...headers },
        body: body && JSON.stringify(body),
        connections,
      }),
    get: async (path) => (await fetch(`${url}/api${path}`, { headers: { authorization } })).json(),
    tagOf: async (path) =>
      (await fetch(`${url}/api${path}`, { headers: { authorization } })).headers.get("etag") ?? "none",
  };
  return product;
}

const inbox: Asked = { name: "inbox", path: `/mail/threads?limit=${pageSize}` };
const conversations: Asked = { name: "conversations", path: `/mail/threads?group=thread&limit=${pageSize}` };
const search: Asked = { name: "search", path: `/mail/threads?limit=${pageSize}&q=hundredth`, mostCallers: 10 };
const thread = [
  { from: "Jo", body: "Can we meet on Monday? We must agree on the price of the boxes." },
  { from: "Sam", body: "Yes, at 10. Please bring the contract." },
];

async function askedCalls(product: Product): Promise<Asked[]> {
  const { items } = (await product.get(inbox.path)) as { items: { id: string }[] };
  return [
    { name: "menu", path: "/menus" },
    inbox,
    conversations,
    { name: "message", path: `/mail/messages/${items[3]?.id}`, mostCallers: 10 },
    search,
    { name: "dashboard", path: "/dashboard/me" },
    { name: "send", method: "POST", path: "/compose/send", body: sampleSend },
    // The rest is slow on purpose, or limited a minute.
    { name: "login", method: "POST", path: "/auth/login", body: login, anonymous: true, calls: 40 },
    { name: "summarize", method: "POST", path: "/summarize/generate", body: { thread }, calls: 8 },
  ];
}

async function costs(product: Product): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const asked = await askedCalls(product);
  const bare = await startBare(product, asked);
  try {
    // V8 compiles the code that all calls share during the first ones, whatever they ask for.
    await costOf(product, inbox, 1);
    for (const one of asked) {
      const cost = await costOf(product, one, 1);
      // The whole takes minutes.
      console.log(`${one.name}: program ${cost.program.toFixed(2)} ms, database ${cost.database.toFixed(2)} ms`);
      rows.push(...costRows(one.name, cost, "one caller"));
      if (one.method) continue;
      rows.push(await bareRow(bare, `/json/${one.name}`, one.name, "the same JSON by a bare Fastify server", cost));
      for (const callers of [10, 100].filter((count) => count <= (one.mostCallers ?? count))) {
        const together = await costOf(product, one, callers);
        const value = together.program + together.database;
        const note = `program ${together.program.toFixed(2)}, database ${together.database.toFixed(2)} ms`;
        rows.push({ name: `  ${one.name}, ${callers} callers`, value, unit: "ms of processor", note });
      }
    }
    rows.push(await unchangedRow(product));
    rows.push(await bareRow(bare, "/rows/inbox", "inbox", "a bare Fastify server with one statement", undefined));
    return rows;
  } finally {
    bare.stop();
  }
}

/** A refresh of a list that nothing has changed, in the same moment as the list. */
async function unchangedRow(product: Product): Promise<BenchRow> {
  const totalOf = ({ program, database }: Cost) => program + database;
  const full = totalOf(await costOf(product, inbox, 1));
  const known = { ...inbox, headers: { "if-none-match": await product.tagOf(inbox.path) } };
  const caller = await product.open(known, 1);
  if ((await caller.call()) !== "") throw new Error("An unchanged list was sent again");
  caller.close();
  const cost = await costOf(product, known, 1);
  const ratio = totalOf(cost) / full;
  const note = `program ${cost.program.toFixed(2)}, database ${cost.database.toFixed(2)} ms, against ${full.toFixed(2)} ms; goal 0.1`;
  return { name: "api.inbox-unchanged", value: ratio, unit: "of the list", ...goalOf(ratio, 0.1), note };
}

function costRows(name: string, cost: Cost, note: string): BenchRow[] {
  const goal = goals[name];
  return (["program", "database"] as const).map((who) => ({
    name: `api.${name}.${who}`,
    value: cost[who],
    unit: "ms of processor",
    ...(goal && goalOf(cost[who], goal[who])),
    note: goal ? `${note}; goal ${goal[who]}` : note,
  }));
}

/** The CPU time of one call, as the median of some rounds. */
async function costOf(product: Product, asked: Asked, callers: number): Promise<Cost> {
  const caller = await product.open(asked, callers);
  const count = asked.calls ?? calls;
  try {
    await repeat(asked.calls ? Math.ceil(count / 4) : warmUp, callers, caller);
    const found: Cost[] = [];
    for (let round = 0; round < (asked.calls ? 1 : rounds); round++) {
      const before = spent(product);
      await repeat(count, callers, caller);
      const after = spent(product);
      found.push({
        program: (after.program - before.program) / count,
        database: (after.database - before.database) / count,
      });
    }
    return { program: median(found.map((one) => one.program)), database: median(found.map((one) => one.database)) };
  } finally {
    caller.close();
  }
}

const spent = ({ pid, bench }: Product): Cost => ({
  program: cpuTimeOf([pid]) ?? 0,
  database: bench.databaseCpuMs() ?? 0,
});

async function repeat(times: number, together: number, caller: LeanCaller) {
  let left = times;
  const lane = async () => {
    while (left-- > 0) check(await caller.call());
  };
  await Promise.all(Array.from({ length: together }, lane));
}

function check(answer: string) {
  if (answer.startsWith('{"error"')) throw new Error(`A call was answered with ${answer.slice(0, 200)}`);
}

type Bare = { pid: number; url: string; stop(): void };

async function startBare(product: Product, asked: Asked[]): Promise<Bare> {
  const answers: BareRoutes["answers"] = {};
  for (const { name, path, method } of asked) if (!method) answers[name] = await product.get(path);
  const { tenantId, userId } = product.bench.owner;
  const routes: BareRoutes = {
    databaseUrl: product.bench.world.config.databaseUrl ?? "",
    answers,
    statements: {
      inbox: {
        text: `select id, thread_id, subject, from_name, from_address, date, snippet, unread, starred, has_attachment, mailbox_id
          from messages where tenant_id = $1 and user_id = $2 and folder = 'inbox' and woken_at is null and remove_at is null
          order by date desc, id desc limit ${pageSize}`,
        values: [tenantId, userId],
      },
    },
  };
  const file = join(product.bench.dataDir, "bare-routes.json");
  writeFileSync(file, JSON.stringify(routes));
  const child = spawn(process.execPath, [fileURLToPath(new URL("bare-server.ts", import.meta.url)), file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { pid: child.pid ?? 0, url: String(line).trim(), stop: () => child.kill() };
}

async function bareRow({ url, pid }: Bare, path: string, name: string, note: string, ours: Cost | undefined) {
  const caller = await openLeanCaller({ url: `${url}${path}`, method: "GET", headers: {}, connections: 1 });
  await repeat(calls, 1, caller);
  const before = cpuTimeOf([pid]) ?? 0;
  await repeat(calls * rounds, 1, caller);
  const value = ((cpuTimeOf([pid]) ?? 0) - before) / (calls * rounds);
  caller.close();
  const times = ours && value > 0 ? `; the program takes ${(ours.program / value).toFixed(1)} times as much` : "";
  return { name: `  ${name}, bare`, value, unit: "ms of processor", note: `${note}${times}` };
}

/** The other routes while 64 people sign in: a hash takes a core for 35 ms. */
async function duringSignIns(product: Product): Promise<BenchRow[]> {
  const caller = await product.open(inbox, 1);
  const signIn = await product.open(
    { name: "login", method: "POST", path: "/auth/login", body: login, anonymous: true },
    64,
  );
  try {
    const times = async (isOver: (count: number) => boolean) => {
      const found: number[] = [];
      while (!isOver(found.length)) {
        const begun = performance.now();
        check(await caller.call());
        found.push(performance.now() - begun);
      }
      return quantile(found, 0.95);
    };
    const alone = await times((count) => count >= 200);
    let isSignedIn = false;
    const signingIn = Promise.all(Array.from({ length: 64 }, () => signIn.call())).then(() => {
      isSignedIn = true;
    });
    const beside = await times((count) => isSignedIn && count > 0);
    await signingIn;
    const note = `p95 of the inbox ${beside.toFixed(1)} ms beside 64 sign-ins, ${alone.toFixed(1)} ms alone; goal 2`;
    return [{ name: "api.beside-sign-ins", value: beside / alone, unit: "times", ...goalOf(beside / alone, 2), note }];
  } finally {
    caller.close();
    signIn.close();
  }
}

/** Costs with many messages and companies against those with few. */
async function growth(product: Product): Promise<BenchRow[]> {
  const asked = [inbox, conversations, search];
  const small = await totals(product, asked);
  await addCompanies(product.bench, companies);
  const withCompanies = await totals(product, asked);
  await fill(product.bench, many - few, undefined);
  await settle(product.bench);
  const large = await totals(product, asked);
  return asked.flatMap(({ name }, at) => {
    const row = (what: string, value: number) => ({
      name: `api.${name}.${what}`,
      value: value / (small[at] ?? 1),
      unit: "times",
      note: `${value.toFixed(2)} ms of processor against ${small[at]?.toFixed(2)}`,
    });
    return [row(`${companies}-companies`, withCompanies[at] ?? 0), row(`${many}-messages`, large[at] ?? 0)];
  });
}

async function totals(product: Product, asked: Asked[]) {
  const found: number[] = [];
  for (const one of asked) {
    const { program, database } = await costOf(product, one, 1);
    found.push(program + database);
  }
  return found;
}

/** Companies with a person, a mailbox and a message each. */
async function addCompanies({ world }: BenchWorld, count: number) {
  await asDatabaseOwner(
    world,
    `with company as (
      insert into tenants (id, code, name, slug, address)
      select gen_random_uuid(), 'C' || n, 'Company ' || n, 'company-' || n, '{"line1":"","line2":"","city":"","state":"","pin":"","country":"India"}'
      from generate_series(1, ${count}) n returning id, code
    ), person as (
      insert into users (tenant_id, id, name, email, password_hash)
      select id, gen_random_uuid(), code, lower(code) || '@bench.test', '-' from company returning tenant_id, id, email
    )
    insert into mailboxes (tenant_id, id, user_id, kind, email)
    select tenant_id, gen_random_uuid(), id, 'imap', email from person`,
  );
  await asDatabaseOwner(world, "vacuum analyze tenants, users, mailboxes");
}

/** After a large load, vacuuming and the judging of new mail would count as the cost of the calls. */
async function settle({ world }: BenchWorld) {
  await asDatabaseOwner(world, "vacuum analyze messages, message_contents, message_folders, message_search");
  await sleep(30_000);
}

async function setReceiver({ world }: BenchWorld, port: number) {
  const database = new pg.Client({ connectionString: world.config.databaseUrl });
  await database.connect();
  await setServer(database, port).finally(() => database.end());
}

async function setPassword({ world, owner }: BenchWorld) {
  const passwordHash = await hashPassword(login.password);
  await fencedTransaction(world.db, "platform", (tx) =>
    tx.update(users).set({ passwordHash }).where(eq(users.id, owner.userId)),
  );
}

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const median = (values: number[]) => quantile(values, 0.5);
