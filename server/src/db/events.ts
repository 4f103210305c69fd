import { type LiveEvent, liveEvent } from "@intellibox/contract/events";
import pg from "pg";
import type { Log } from "#lib/log.ts";
import type { Database } from "./client.ts";
import type { Tx } from "./fence.ts";
import { sql } from "./orm.ts";

/** One user, or without `userId` all users of a tenant. */
export type Audience = { tenantId: string; userId?: string };
type Listener = (event: LiveEvent) => void;

export type EventHub = {
  subscribe(audience: { tenantId: string; userId: string }, listener: Listener): () => void;
  /** Calls the listener with each tenant whose mail `announceDueMail` announces. */
  onDueMail(listener: (tenantId: string) => void): void;
  /** Calls the listener with what `announceUse` announces, also by this process. */
  onUse(listener: (payload: string) => void): void;
  close(): Promise<void>;
};

const eventChannel = "intellibox_events";
const dueMailChannel = "intellibox_due_mail";
const useChannel = "intellibox_use";

/** How many tenants fit into one notification, whose limit is 8,000 bytes. */
export const maxAnnouncedTenants = 200;

/** Tells the processes that send mail that these tenants have mail to send. */
export async function announceDueMail(tx: Tx, tenantIds: string[]) {
  await tx.execute(sql`select pg_notify(${dueMailChannel}, ${tenantIds.join(" ")})`);
}

/** Tells all processes what this one has used of rate limits. */
export async function announceUse(tx: Tx, payload: string) {
  await tx.execute(sql`select pg_notify(${useChannel}, ${payload})`);
}

/** Sent to every process when the transaction commits; dropped if it rolls back. */
export async function publish(tx: Tx, { tenantId, userId }: Audience, event: LiveEvent) {
  await tx.execute(sql`select pg_notify(${eventChannel}, ${JSON.stringify({ tenantId, userId, event })})`);
}

/** Listens on its own connection and calls the subscribers of this process. Reconnects after the connection was lost. */
export async function openEventHub(url: string, log: Log, database?: Pick<Database, "onBack">): Promise<EventHub> {
  const subscribers = new Set<{ tenantId: string; userId: string; listener: Listener }>();
  const dueMailListeners = new Set<(tenantId: string) => void>();
  const useListeners = new Set<(payload: string) => void>();
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const dispatch = (payload: string) => {
    const { tenantId, userId, event } = JSON.parse(payload || "{}") as {
      tenantId?: string;
      userId?: string;
      event?: unknown;
    };
    const parsed = liveEvent.safeParse(event);
    if (!parsed.success) return log.warn("an event could not be read");
    for (const subscriber of subscribers) {
      if (subscriber.tenantId === tenantId && (!userId || subscriber.userId === userId))
        subscriber.listener(parsed.data);
    }
  };

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: "intellibox events",
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    next.on("error", () => void next.end().catch(() => undefined));
    next.on("end", () => reconnectLater());
    next.on("notification", ({ channel, payload = "" }) => {
      if (channel === eventChannel) return dispatch(payload);
      if (channel === useChannel) for (const listener of useListeners) listener(payload);
      else for (const tenantId of payload.split(" ")) for (const listener of dueMailListeners) listener(tenantId);
    });
    await next.connect();
    await next.query(`listen ${eventChannel}; listen ${dueMailChannel}; listen ${useChannel}`);
    client = next;
  };
  const reconnectLater = () => {
    if (closed || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      connect().catch((error: Error) => {
        log.warn({ error: error.message }, "the event listener could not connect");
        reconnectLater();
      });
    }, 1000);
  };
  await connect();
  // A connection that was open while the database hung may be dead, though no error says so.
  database?.onBack(() => {
    (client as unknown as { connection: { stream: { destroy(): void } } } | undefined)?.connection.stream.destroy();
  });

  return {
    subscribe(audience, listener) {
      const subscriber = { ...audience, listener };
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    onDueMail: (listener) => void dueMailListeners.add(listener),
    onUse: (listener) => void useListeners.add(listener),
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
