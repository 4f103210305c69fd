// A connection pool that notices a database which is away or hangs. It then ends every wait, refuses further queries at once, and
// tries until the database answers again. A slow statement is not taken for a hanging database: a new connection asks first.
import pg from "pg";
import { Unavailable } from "#lib/faults.ts";
import type { Log } from "#lib/log.ts";
import { isUnreachable, translateFault } from "./database-faults.ts";

export type WatchOptions = {
  /** After this long without an answer the database is asked over a new connection. */
  suspectMs?: number;
  /** How long that may take on a busy machine. Together less than five seconds, the longest that a call waits. */
  probeMs?: number;
  /** How often a database that is away is tried. */
  retryMs?: number;
  /**
   * A pooler is asked only for a connection, which it gives without the database: a query would wait its turn behind those of other
   * clients. The database itself has another watch.
   */
  isPooler?: boolean;
};

export type Watch = {
  /** Why the database cannot be used; undefined if it can. */
  fault(): Unavailable | undefined;
  /** Calls the listener whenever the database can be used again. */
  onBack(listener: () => void): void;
  /** Notes that somebody waits for a connection, until the returned function is called. */
  wait(onAway: (fault: Unavailable) => void): () => void;
  /** Reports an error of a new connection. */
  connectFailed(error: unknown): void;
  /** Notes that a client sent a query. */
  asked(): void;
  /** Notes that a client received something. */
  heard(): void;
  add(client: WatchedClient): void;
  remove(client: WatchedClient): void;
  close(): void;
};

/** Remembers since when it waits for an answer. */
export class WatchedClient extends pg.Client {
  waitingSince: number | undefined;
  /** Set by its pool. */
  onWait: () => void = () => undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("drain", () => {
      this.waitingSince = undefined;
    });
  }

  override query(...args: unknown[]): never {
    this.waitingSince ??= Date.now();
    this.onWait();
    return (super.query as (...given: unknown[]) => unknown).apply(this, args) as never;
  }

  /** Rows that arrive show that the server works. */
  heard() {
    if (this.waitingSince !== undefined) this.waitingSince = Date.now();
  }

  /** Ends it without a word to the server, which may not answer. */
  cut() {
    (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

export function openWatch(
  url: string,
  log: Log,
  { suspectMs = 1_500, probeMs = 3_000, retryMs = 500, isPooler = false }: WatchOptions = {},
): Watch {
  const watched = isPooler ? "connection pooler" : "database";
  const clients = new Set<WatchedClient>();
  const waits = new Set<{ since: number; onAway: (fault: Unavailable) => void }>();
  const backListeners = new Set<() => void>();
  let fault: Unavailable | undefined;
  let timer: NodeJS.Timeout | undefined;
  let probing = false;
  let heardAt = 0;
  let closed = false;

  const oldestWait = () => {
    let oldest = Number.POSITIVE_INFINITY;
    for (const { since } of waits) oldest = Math.min(oldest, since);
    for (const { waitingSince } of clients) oldest = Math.min(oldest, waitingSince ?? Number.POSITIVE_INFINITY);
    return oldest;
  };
  const schedule = (ms: number) => {
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void check();
    }, ms).unref();
  };
  const check = async () => {
    if (closed || probing) return;
    const oldest = oldestWait();
    const isSuspect = Date.now() - oldest >= suspectMs;
    if (!fault && !isSuspect) {
      if (oldest !== Number.POSITIVE_INFINITY) schedule(250);
      return;
    }
    probing = true;
    const begun = Date.now();
    const error = await probe(url, probeMs, isPooler);
    probing = false;
    if (closed) return;
    // A database that answers other queries meanwhile is only slow to accept a connection.
    const isOnlySlow = error instanceof NoAnswer && heardAt >= begun;
    if (error && !isOnlySlow) goAway(error);
    else comeBack();
    schedule(fault ? retryMs : 1_000);
  };
  const goAway = (error: Error) => {
    if (fault) return;
    fault = new Unavailable(`The ${watched} cannot be used now: ${error.message}`, { cause: error });
    log.warn({ error: error.message }, `the ${watched} does not answer`);
    for (const client of clients) client.cut();
    for (const { onAway } of [...waits]) onAway(fault);
    schedule(retryMs);
  };
  const comeBack = () => {
    if (!fault) return;
    fault = undefined;
    log.warn(`the ${watched} answers again`);
    for (const listener of backListeners) listener();
  };

  return {
    fault: () => fault,
    onBack: (listener) => void backListeners.add(listener),
    wait(onAway) {
      const entry = { since: Date.now(), onAway };
      waits.add(entry);
      schedule(250);
      return () => void waits.delete(entry);
    },
    connectFailed(error) {
      if (isUnreachable(error)) goAway(error as Error);
    },
    asked: () => schedule(250),
    heard: () => {
      heardAt = Date.now();
    },
    add: (client) => void clients.add(client),
    remove: (client) => void clients.delete(client),
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** Watches the way to the database at two points. A new connection is made to the first. */
export function watchBoth(first: Watch, second: Watch): Watch {
  const both = [first, second];
  return {
    ...first,
    fault: () => first.fault() ?? second.fault(),
    onBack: (listener) => both.forEach((watch) => void watch.onBack(listener)),
    wait(onAway) {
      const ends = both.map((watch) => watch.wait(onAway));
      return () => ends.forEach((end) => void end());
    },
    asked: () => both.forEach((watch) => void watch.asked()),
    heard: () => both.forEach((watch) => void watch.heard()),
    add: (client) => both.forEach((watch) => void watch.add(client)),
    remove: (client) => both.forEach((watch) => void watch.remove(client)),
    close: () => both.forEach((watch) => void watch.close()),
  };
}

class NoAnswer extends Error {}

/** Undefined if the server answers, also if it refuses: then it works. */
async function probe(url: string, ms: number, isPooler: boolean): Promise<Error | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: "intellibox probe" });
  client.on("error", () => undefined);
  const late = Promise.withResolvers<never>();
  // After the pending input was read, so that a process which was held up itself does not take its own delay for the server's.
  const timer = setTimeout(() => setImmediate(() => setImmediate(() => late.reject(new NoAnswer("no answer")))), ms);
  try {
    const asked = client.connect().then(() => (isPooler ? undefined : client.query("select 1")));
    asked.catch(() => undefined);
    await Promise.race([asked, late.promise]);
    return undefined;
  } catch (error) {
    const { code } = error as { code?: string };
    const hasAnswered = /^[0-9A-Z]{5}$/.test(code ?? "") && !isUnreachable(error) && !code?.startsWith("57P0");
    return hasAnswered ? undefined : (error as Error);
  } finally {
    clearTimeout(timer);
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

export class WatchedPool extends pg.Pool {
  readonly #watch: Watch;

  constructor(options: pg.PoolConfig, watch: Watch) {
    super({ Client: WatchedClient, ...options } as unknown as pg.PoolConfig);
    this.#watch = watch;
    this.on("connect", (connected) => {
      const client = connected as unknown as WatchedClient;
      client.onWait = watch.asked;
      watch.add(client);
      (client as unknown as { connection: { stream: NodeJS.EventEmitter } }).connection.stream.on("data", () => {
        client.heard();
        watch.heard();
      });
    });
    this.on("remove", (client) => watch.remove(client as unknown as WatchedClient));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (err: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(callback?: (err: Error | undefined, client: pg.PoolClient | undefined, done: never) => void) {
    const client = this.#acquire();
    if (!callback) return client;
    client.then(
      (acquired) => callback(undefined, acquired, acquired.release as never),
      (error: Error) => callback(error, undefined, (() => undefined) as never),
    );
    return undefined as never;
  }

  #acquire(): Promise<pg.PoolClient> {
    const watch = this.#watch;
    const fault = watch.fault();
    if (fault) return Promise.reject(fault);
    return new Promise((resolve, reject) => {
      let isGivenUp = false;
      const stopWaiting = watch.wait((away) => {
        isGivenUp = true;
        stopWaiting();
        reject(away);
      });
      super.connect().then(
        (client) => {
          stopWaiting();
          if (isGivenUp) client.release();
          else resolve(client);
        },
        (error: unknown) => {
          stopWaiting();
          watch.connectFailed(error);
          reject(translateFault(error) as Error);
        },
      );
    });
  }
}
