import type { LiveEvent } from "@intellibox/contract/events";
import type { Role } from "@intellibox/contract/rules/access";
import type { KeyScope } from "@intellibox/contract/rules/key-scopes";
import type { Config } from "#lib/config.ts";
import type { Owner } from "#lib/fair-queue.ts";
import type { Log } from "#lib/log.ts";
import type { Sealer } from "#lib/seal.ts";
import type { Database } from "#db/client.ts";
import { type Audience, type EventHub, publish } from "#db/events.ts";
import { type FenceOptions, fencedTransaction, type Reach, refuseInsideTransaction, type Tx } from "#db/fence.ts";
import type { Presence } from "#db/presence.ts";
import type { EnqueueOptions, Job, Queue } from "#db/queue.ts";
import type { Outside } from "#outside/outside.ts";

type Parts = {
  config: Config;
  db: Database;
  queue: Queue;
  events: EventHub;
  presence: Presence;
  outside: Outside;
  sealer: Sealer;
  log: Log;
};

/** The resources of the process, opened once in `main.ts`. State that outlives a call belongs here, not in module variables. */
export type World = Parts & {
  /** The value that `open` returned the first time: state that a feature keeps in memory, such as a cache. */
  once<State>(open: (world: World) => State): State;
  /** Aborts when the process begins to stop: nothing new is begun, and long work ends at its next boundary. */
  stopping: AbortSignal;
  beginStop(): void;
};

export function openWorld(parts: Parts): World {
  const states = new Map<unknown, unknown>();
  const stop = new AbortController();
  const world: World = {
    ...parts,
    once<State>(open: (world: World) => State) {
      if (!states.has(open)) states.set(open, open(world));
      return states.get(open) as State;
    },
    stopping: stop.signal,
    beginStop: () => stop.abort(),
  };
  return world;
}

/** The signed-in user, or the user that a job works for. */
export type Person = {
  id: string;
  tenantId: string;
  name: string;
  email: string;
  role: Role;
  mustChangePassword: boolean;
  tenantName: string;
  tenantIsOwner: boolean;
  /** Absent in a job. */
  sessionId?: string;
  /** When the person last proved who they are. Absent in a job. */
  provedAt?: Date;
  /** The company requires a second factor, and the time to set one up is over. Absent in a job. */
  mustAddFactor?: boolean;
  /** The session may not read mail, because another person set the password. Absent in a job. */
  mailClosed?: boolean;
  /** Differs after every change of what their lists of mail show. Only for calls that ask for it, and from before they read. */
  mailState?: string | undefined;
  /** The API key of the call. A key of the company acts as itself: `id` is then the id of the key. */
  key?: { id: string; name: string; scopes: KeyScope[]; expiresAt: Date | null; isCompany: boolean };
};

/** The members that the scopes of visitors and of signed-in users share. */
export type Common = {
  config: Config;
  sealer: Sealer;
  log: Log;
  once: World["once"];
  /** Throws while a transaction is open, so that no slow call holds its locks. */
  readonly outside: Outside;
  now(): Date;
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
  /** The caller's network address, if it is known. */
  address: string;
  userAgent: string;
  /** The value of a cookie. */
  cookie(name: string): string | undefined;
  /** A transaction that sees all tenants. Each use says why it needs that. */
  platformTx<T>(work: (tx: Tx) => Promise<T>, options?: FenceOptions): Promise<T>;
  /** Creates a job if and only if this transaction commits. */
  enqueue<Data extends object>(tx: Tx, job: Job<Data>, data: Data, options?: EnqueueOptions): Promise<void>;
  /** Deletes waiting jobs with this data if this transaction commits. */
  withdraw<Data extends object>(tx: Tx, job: Job<Data>, data: Partial<Data>): Promise<void>;
  /** Sends the event to the browsers of the audience when this transaction commits. */
  publish(tx: Tx, audience: Audience, event: LiveEvent): Promise<void>;
};

/** The argument of a use case that needs no sign-in. */
export type Visitor = Common;

/** The single argument of a use case: who asks, for which tenant, its transactions, the outside. */
export type Scope = Common & {
  user: Person;
  /** The tenant that this call is about: the user's own, or the one that they act for. */
  tenantId: string;
  /** Whether the user acts for a tenant that is not their own. */
  isActing: boolean;
  /** Whose rows `tx` sees. */
  reach: Reach;
  tx<T>(work: (tx: Tx) => Promise<T>, options?: FenceOptions): Promise<T>;
};

/** Whose share of the worker threads a call uses: that of the user's own company, even if they act for another. */
export const ownerOf = ({ user }: Scope): Owner => ({ tenantId: user.tenantId, userId: user.id });

type Call = { log?: Log; signal?: AbortSignal; address?: string; userAgent?: string; cookies?: string };

export function openVisitor(
  world: World,
  { log = world.log, signal, address = "", userAgent = "", cookies = "" }: Call = {},
): Visitor {
  return {
    config: world.config,
    sealer: world.sealer,
    log,
    once: world.once,
    get outside() {
      refuseInsideTransaction("A call to the outside");
      return world.outside;
    },
    now: () => world.outside.now(),
    signal: signal ?? new AbortController().signal,
    address,
    userAgent,
    cookie: (name) => cookieOf(cookies, name),
    platformTx: (work, options) => fencedTransaction(world.db, "platform", work, options),
    enqueue: (tx, job, data, options) => world.queue.enqueue(tx, job, data, options),
    withdraw: (tx, job, data) => world.queue.withdraw(tx, job, data),
    publish,
  };
}

const cookieOf = (cookies: string, name: string) =>
  cookies
    .split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

type Asking = { user: Person; tenantId?: string; reach?: Reach };

export function openScope(world: World, { user, tenantId = user.tenantId, reach }: Asking, call: Call = {}): Scope {
  const own = reach ?? { tenantId, userId: user.id };
  const whose = own === "platform" ? own : { ...own, mailClosed: user.mailClosed };
  return Object.defineProperties(openVisitor(world, call), {
    user: { value: user, enumerable: true },
    tenantId: { value: tenantId, enumerable: true },
    isActing: { value: tenantId !== user.tenantId, enumerable: true },
    reach: { value: whose, enumerable: true },
    tx: {
      value: (work: (tx: Tx) => Promise<unknown>, options?: FenceOptions) =>
        fencedTransaction(world.db, whose, work, options),
      enumerable: true,
    },
  }) as Scope;
}
