import { randomUUID } from "node:crypto";

/** A UUIDv7 (RFC 9562 5.7): sorts by the millisecond it was made in, so that index pages fill in order. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  // What follows the time is random in both versions, and begins with the same variant.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
