/** Reads and rewrites calendar files in worker threads, because their cost is the sender's choice. */
import type { Owner } from "#lib/fair-queue.ts";
import { threaded } from "#lib/threads.ts";
import { WorkerLostError } from "#lib/worker-pool.ts";
import type { CalendarReader, EventVersion, ReadCalendar } from "./read-calendar.ts";

const reading = threaded<typeof import("./read-calendar.ts")>(new URL("./read-calendar.ts", import.meta.url));
const publishing = threaded<typeof import("./publish-calendar.ts")>(new URL("./publish-calendar.ts", import.meta.url));
const timeoutMs = 3_000;

/** Null if it cannot be read. */
export const openCalendar = (text: string, reader: CalendarReader, owner: Owner): Promise<ReadCalendar | null> =>
  reading("readCalendar", [text, reader], { owner, timeoutMs }).catch(nothingIfLost);

export const openVersions = (texts: string[], owner: Owner): Promise<(EventVersion | null)[]> =>
  reading("readVersions", [texts], { owner, timeoutMs }).catch((error) => nothingIfLost(error) ?? []);

export const calendarCopy = (text: string, now: Date, owner: Owner): Promise<string | null> =>
  publishing("publishCalendar", [text, now.getTime()], { owner, timeoutMs }).catch(nothingIfLost);

/** A file that takes too long is treated as one that cannot be read. */
function nothingIfLost(error: unknown): null {
  if (error instanceof WorkerLostError) return null;
  throw error;
}
