// Lets the processes of an installation share their rate limits. Each counts in memory, tells the others once a second what it
// counted, and counts what they tell. So no call waits for the database, and what a caller gets beyond a limit is what reaches other
// processes within that second.
import { randomUUID } from "node:crypto";
import type { Log } from "#lib/log.ts";
import type { Database } from "./client.ts";
import { announceUse, type EventHub } from "./events.ts";
import { fencedTransaction } from "./fence.ts";

/** `requests` are counted by the minute, `recipients` and `aliasCodes` by the hour. */
export type UseKind = "requests" | "recipients" | "aliasCodes";
type Listener = (name: string, count: number) => void;

export type SharedUse = {
  /** Adds to what is told next. */
  tell(kind: UseKind, name: string, count: number): void;
  /** Calls the listener with what other processes told. */
  onTold(kind: UseKind, listener: Listener): void;
};

type Parts = {
  db: Database;
  events: Pick<EventHub, "onUse">;
  log: Log;
  config: { databaseUrl?: string | undefined };
  stopping: AbortSignal;
};

const everyMs = 1000;
/** With names of up to 36 characters, a notification stays below its limit of 8,000 bytes. */
const maxToldAtOnce = 100;
/** A use beyond this limit counts in this process only. */
const maxPending = 2000;

/** One for each process. Names are ids or hashes, never words of a caller. */
export function openSharedUse({ db, events, log, config, stopping }: Parts): SharedUse {
  const from = randomUUID();
  const pending: Record<UseKind, Map<string, number>> = {
    requests: new Map(),
    recipients: new Map(),
    aliasCodes: new Map(),
  };
  const listeners: Record<UseKind, Listener[]> = { requests: [], recipients: [], aliasCodes: [] };
  // The embedded database has one process.
  const isShared = config.databaseUrl !== undefined;

  const flush = async () => {
    const told = (Object.keys(pending) as UseKind[]).flatMap((kind) =>
      [...pending[kind]].map(([name, count]) => [kind, name, count] as const),
    );
    for (const counts of Object.values(pending)) counts.clear();
    if (told.length === 0) return;
    await fencedTransaction(db, "platform", async (tx) => {
      for (let at = 0; at < told.length; at += maxToldAtOnce)
        await announceUse(tx, JSON.stringify({ from, told: told.slice(at, at + maxToldAtOnce) }));
    });
  };
  if (isShared) {
    const timer = setInterval(() => {
      flush().catch((error: Error) => log.debug({ err: error }, "the use of rate limits was not told"));
    }, everyMs).unref();
    stopping.addEventListener("abort", () => clearInterval(timer));
  }
  events.onUse((payload) => {
    const news = JSON.parse(payload) as { from: string; told: [UseKind, string, number][] };
    if (news.from === from) return;
    for (const [kind, name, count] of news.told) for (const listener of listeners[kind] ?? []) listener(name, count);
  });

  return {
    tell(kind, name, count) {
      const counts = pending[kind];
      if (isShared && (counts.has(name) || counts.size < maxPending)) counts.set(name, (counts.get(name) ?? 0) + count);
    },
    onTold: (kind, listener) => void listeners[kind].push(listener),
  };
}
