// A whole product for one test file: a copy of the migrated database, a real queue and events, the app, users in new tenants.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Endpoint, InputOf, ResponseOf } from "@intellibox/contract/endpoint";
import type { ErrorBody } from "@intellibox/contract/errors";
import type { Role } from "@intellibox/contract/rules/access";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { loadConfig } from "#lib/config.ts";
import { newId } from "#lib/ids.ts";
import { openLog } from "#lib/log.ts";
import { hashPassword } from "#lib/passwords.ts";
import { createSealer } from "#lib/seal.ts";
import { openDatabase } from "#db/client.ts";
import { openEventHub } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { asLogin, openLogin } from "#db/login.ts";
import { eq } from "#db/orm.ts";
import { openPooler } from "#db/pooler.ts";
import { openPresence } from "#db/presence.ts";
import { openQueue } from "#db/queue.ts";
import { only } from "#db/rows.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import { type Outside, openOutside } from "#outside/outside.ts";
import { openScope, openVisitor, openWorld, type Person } from "#scope.ts";
import { auditRefusedJob } from "#features/audit/sign-ins.ts";
import { mailFactorChangeJob } from "#features/auth/factors/factor-mail.ts";
import { mailNewDeviceJob } from "#features/auth/new-device.ts";
import { openSession } from "#features/auth/sessions.ts";
import { syncMailboxJob } from "#features/mailboxes/request-sync.ts";
import { outboundSenderOf, sendForOthers } from "#features/outbox/outbound-sender.ts";
import { finishSyncs } from "#features/sync/sync-slots.ts";
import { buildApp } from "../src/app.ts";
import { declareJobs, startJobs } from "../src/jobs.ts";
import { testMasterKey } from "./app-process.ts";
import { databaseUrl, templateName } from "./global-setup.ts";
import { recordStatements, writeStatements } from "./record-statements.ts";
import { type Relay, startRelay } from "./relay.ts";

// Only in `npm test`, which runs the tests on the system's PostgreSQL after these.
const records = inject("database") === "embedded" && Boolean(process.env.TEST_RESULTS);
if (records) recordStatements();

export const testPassword = "a good long test phrase";
/** Hashing is slow on purpose, so the worlds of a worker share one hash. */
let hashOfTestPassword: Promise<string> | undefined;

type Options = {
  /** Replacements for parts of the outside. */
  outside?: Partial<Outside>;
  /** Environment variables. */
  environment?: Record<string, string>;
  /** Start the workers of the job queue. */
  jobs?: boolean;
  /** Connects the program to the database through a relay, and notices faster that the database is away. */
  relayed?: boolean;
  /** The port of a connection pooler that calls use. */
  poolerPort?: number;
  /** The address of a replica's database. */
  replicaUrl?: (database: string) => string;
  /** Receives every line of the log. Without it nothing is logged. */
  logTo?: { write(line: string): void };
};

export type Caller = Person & { token: string };
type PersonOptions = {
  tenantId?: string;
  owner?: boolean;
  name?: string;
  email?: string;
  plan?: Partial<typeof plans.$inferInsert>;
};

/** Call it at the top of a test file: `const { person, call } = await testWorld();` */
export async function testWorld(options: Options = {}) {
  const {
    outside: doors = {},
    environment = {},
    jobs = false,
    relayed = false,
    poolerPort,
    replicaUrl,
    logTo,
  } = options;
  const adminUrl = inject("adminUrl");
  const name = `test_${newId().replaceAll("-", "")}`;
  // Copying files takes half the time of copying through the WAL, which is the default.
  await asAdmin(adminUrl, `create database ${name} template ${templateName} strategy file_copy`);
  const url = databaseUrl(adminUrl, name);
  const dataDir = await mkdtemp(join(tmpdir(), "intellibox-world-"));
  const config = loadConfig({
    DATABASE_URL: url,
    INTELLIBOX_DATA: dataDir,
    INTELLIBOX_ALLOW_PRIVATE_HOSTS: "1",
    INTELLIBOX_ALLOW_PRIVATE_LINKS: "1",
    // Otherwise a mailbox goes on loading while a test looks at it.
    INTELLIBOX_HISTORY_DAYS: "off",
    ...environment,
  });

  const log = logTo ? openLog("trace", logTo) : openLog("silent");
  const clock = { offset: 0 };
  const real = openOutside(config);
  const outside: Outside = { ...real, now: () => new Date(Date.now() + clock.offset), ...doors };
  const sealer = createSealer(() => [testMasterKey]);
  const ownLogin = await openLogin(url, sealer);
  const relay = relayed ? await startRelay(socketOf(ownLogin)) : undefined;
  const login = relay ? throughPort(ownLogin, relay.port) : ownLogin;
  const db = openDatabase(login, log, {
    connections: 6,
    watch: relay ? { suspectMs: 300, probeMs: 1_500, retryMs: 50 } : {},
    poolerUrl: poolerPort
      ? await openPooler(url, login, `postgres://127.0.0.1:${poolerPort}/${name}?sslmode=disable`)
      : undefined,
    replicaUrl: replicaUrl && asLogin(replicaUrl(name), login),
  });
  const queue = await openQueue(login, log, { works: config.role !== "web" });
  const events = await openEventHub(login, log, db);
  const presence = await openPresence(login, log, { settleMs: 0 });
  const world = openWorld({ config, db, queue, events, presence, outside, sealer, log });
  if (jobs) await startJobs(world);
  else if (config.role === "web") await declareJobs(world);
  // A sync that fails enqueues the next one, and sign-ins and factors enqueue mails to their person.
  else
    for (const { name: kind, options: settings } of [
      syncMailboxJob,
      mailNewDeviceJob,
      mailFactorChangeJob,
      auditRefusedJob,
    ])
      await queue.boss.createQueue(kind, { notify: true, ...settings });
  // Without the web app, whose files would be a hundred routes of each world if it is built.
  const app = await buildApp(world, { webRoot: "/nowhere" });
  await app.ready();
  hashOfTestPassword ??= hashPassword(testPassword);
  const passwordHash = await hashOfTestPassword;

  async function person(
    role: Role,
    { tenantId, owner = false, name: called, email, plan }: PersonOptions = {},
  ): Promise<Caller> {
    return fencedTransaction(db, "platform", async (tx) => {
      const tenant = tenantId ?? (await createTenant(tx, { owner, plan }));
      const id = newId();
      const address = email ?? `${role.toLowerCase()}-${id}@example.test`;
      const row = {
        tenantId: tenant,
        id,
        name: called ?? `Test ${role}`,
        email: address,
        roleCode: role,
        passwordHash,
      };
      await tx.insert(users).values(row);
      const pair = await openSession(tx, {
        tenantId: tenant,
        userId: id,
        address: "",
        userAgent: "",
        now: outside.now(),
      });
      return {
        id,
        tenantId: tenant,
        name: row.name,
        email: address,
        role,
        mustChangePassword: false,
        provedAt: outside.now(),
        tenantName: "Test company",
        tenantIsOwner: owner || (tenantId !== undefined && (await isOwner(tx, tenantId))),
        token: pair.token,
      };
    });
  }

  // A new connection costs several times as much as a query, and tests that wait for a state ask many times.
  const peeks = new pg.Pool({ connectionString: url, max: 4 });
  // Some tests end all connections of the database.
  peeks.on("error", () => undefined);

  /**
   * Runs a query as the superuser, without the fence. `settings` are statements that run before it on the same connection, which
   * no other query gets.
   */
  const peek = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = [], settings: string[] = []) => {
    // Anything else may change its session.
    if (settings.length === 0 && /^\s*(select|with|insert|update|delete)\b/i.test(text))
      return (await peeks.query<Row>(text, values)).rows;
    return withConnection(url, async (client) => {
      for (const setting of settings) await client.query(setting);
      return (await client.query<Row>(text, values)).rows;
    });
  };

  /** A worker of the same installation, with connections of its own. */
  const openWorker = async () => {
    const ownDb = openDatabase(login, log, { connections: 4 });
    const parts = {
      ...world,
      config: { ...config, role: "worker" as const },
      db: ownDb,
      queue: await openQueue(login, log),
      events: await openEventHub(login, log, ownDb),
    };
    const worker = openWorld(parts);
    await startJobs(worker);
    sendForOthers(worker);
    others.push(async () => {
      await outboundSenderOf(worker).close();
      await parts.queue.stop();
      await parts.events.close();
      await parts.db.close();
    });
    return worker;
  };
  const others: (() => Promise<void>)[] = [];

  const close = async () => {
    await app.close();
    for (const end of others) await end();
    world.beginStop();
    await finishSyncs(world);
    await queue.stop();
    await events.close();
    await presence.close();
    await outside.close();
    await db.close();
    await peeks.end();
    if (records) writeStatements();
    await relay?.stop();
    await asAdmin(adminUrl, `drop database if exists ${name} with (force)`);
    await rm(dataDir, { recursive: true, force: true });
  };
  afterAll(close);

  return {
    world,
    app,
    /** Between the program and the database, if it was asked for. */
    relay: relay as Relay,
    /** The database's address, as the superuser. */
    url,
    /** Moves the program's clock. The database keeps its own. */
    advance: (milliseconds: number) => {
      clock.offset += milliseconds;
    },
    person,
    scopeOf: (user: Person) => openScope(world, { user }),
    visitor: openVisitor(world),
    peek,
    openWorker,
    /** Inserts a mailbox without connecting it. */
    addMailbox: async (who: { tenantId: string; id: string }, email: string, kind: string) => {
      const id = newId();
      await peek(
        "insert into mailboxes (tenant_id, id, user_id, kind, email, username) values ($1, $2, $3, $4, $5, $5)",
        [who.tenantId, id, who.id, kind, email],
      );
      return id;
    },
    call: caller(app),
  };
}

type CallResult<E extends Endpoint> = {
  status: number;
  body: ResponseOf<E> & ErrorBody;
  headers: Record<string, unknown>;
};

/** Calls an endpoint through the real HTTP stack, as a user or without a token. The body is the JSON, so dates are strings. */
const caller =
  (app: FastifyInstance) =>
  async <E extends Endpoint>(
    who: { token: string } | null,
    endpoint: E,
    input: InputOf<E> | Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<CallResult<E>> => {
    const given = input as {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      headers?: Record<string, string>;
      body?: unknown;
    };
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(given.params?.[key] ?? ""),
    );
    const query = Object.entries(given.query ?? {}).map(([key, value]): [string, string] => [key, String(value)]);
    const response = await app.inject({
      method: endpoint.method,
      url: `/api${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ""}`,
      headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...given.headers, ...headers },
      ...(given.body !== undefined && { payload: given.body as object }),
    });
    const isJson = String(response.headers["content-type"]).includes("json");
    return {
      status: response.statusCode,
      body: (isJson ? response.json() : response.body) as never,
      headers: response.headers,
    };
  };

async function createTenant(tx: Tx, { owner, plan }: { owner: boolean; plan: PersonOptions["plan"] }) {
  const key = newId();
  const code = `T${key.replaceAll("-", "").slice(-16).toUpperCase()}`;
  const { id: planId } = only(
    await tx
      .insert(plans)
      .values({ code: `P${code}`, name: "Test plan", maxUsers: 100, ...plan })
      .returning(),
  );
  const address = { line1: "", line2: "", city: "", state: "", pin: "", country: "India" };
  const tenant = only(
    await tx
      .insert(tenants)
      .values({ code, name: `Company ${code}`, slug: code.toLowerCase(), isOwner: owner, planId, address })
      .returning(),
  );
  return tenant.id;
}

/** The Unix socket of a test database. */
function socketOf(url: string) {
  const { port, searchParams } = new URL(url);
  return join(searchParams.get("host") ?? "", `.s.PGSQL.${port}`);
}

function throughPort(url: string, port: number) {
  const changed = new URL(url);
  changed.searchParams.delete("host");
  changed.hostname = "127.0.0.1";
  changed.port = String(port);
  return changed.href;
}

async function isOwner(tx: Tx, tenantId: string) {
  const [row] = await tx.select({ isOwner: tenants.isOwner }).from(tenants).where(eq(tenants.id, tenantId));
  return row?.isOwner ?? false;
}

const asAdmin = (adminUrl: string, statement: string) => withConnection(adminUrl, (client) => client.query(statement));

/** Runs queries on a connection of their own. */
async function withConnection<Result>(url: string, run: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
