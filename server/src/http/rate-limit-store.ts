// Counts the calls of a minute for the rate limits, and shares the counts with the other processes.
import { hash } from "node:crypto";
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";

/** `untold` calls of this process are not known to the others yet. */
type Minute = { count: number; untold: number; beganAt: number };

export const minuteMs = 60_000;
/** The oldest are dropped beyond this number: a caller with many addresses cannot fill the memory. */
const maxKept = 100_000;
/** Most callers stay below this share of a limit, and need not be told. */
const quietShare = 0.1;

/** Tells the other processes what was counted here, and hears what they counted. */
export type RequestCounts = {
  tell(kind: "requests", name: string, count: number): void;
  onTold(kind: "requests", listener: (name: string, count: number) => void): void;
};
type Options = { use: RequestCounts; now?: () => number };

/** A class, because the plugin constructs it itself, and a child for each route. */
export function sharedRateLimits({ use, now = Date.now }: Options): FastifyRateLimitStoreCtor {
  const minutes = new Map<string, Minute>();

  const current = (name: string, windowMs: number): Minute => {
    const found = minutes.get(name);
    const isOver = !found || found.beganAt + windowMs <= now();
    const minute = isOver ? { count: 0, untold: 0, beganAt: now() } : found;
    minutes.delete(name);
    minutes.set(name, minute);
    if (minutes.size > maxKept) minutes.delete(minutes.keys().next().value ?? "");
    return minute;
  };
  use.onTold("requests", (name, count) => {
    current(name, minuteMs).count += count;
  });

  const storeOf = (route: string): FastifyRateLimitStore => ({
    incr(key, callback, windowMs, max) {
      const name = hash("sha256", `${route} ${key}`, "base64url").slice(0, 22);
      const minute = current(name, windowMs);
      minute.count++;
      minute.untold++;
      // The others know enough when what they were told reaches the limit.
      if (minute.count > max * quietShare && minute.count - minute.untold <= max) {
        use.tell("requests", name, minute.untold);
        minute.untold = 0;
      }
      callback(null, { current: minute.count, ttl: minute.beganAt + windowMs - now() });
    },
    // The plugin gives its own options, with the route in `routeInfo`, unlike its types.
    child: (options) => {
      const { method, url } = (options as unknown as { routeInfo: { method: string; url: string } }).routeInfo;
      return storeOf(`${method} ${url}`);
    },
  });
  return function openStore() {
    return storeOf("");
  } as unknown as FastifyRateLimitStoreCtor;
}
