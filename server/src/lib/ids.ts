import { randomUUID } from "node:crypto";

/** A UUIDv7 (RFC 9562 5.7). Sorts by its millisecond of creation, so that index pages fill in order. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  // The rest of a UUIDv4 is random too, with the same variant bits.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** The millisecond of creation of a UUIDv7. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
