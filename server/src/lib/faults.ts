import { t } from "@intellibox/contract/text/t";
// Faults of the parts that every call needs. They are not bugs, and no caller can act on them but by waiting.

/** The database cannot be reached, does not answer, or is too busy. The same call may succeed a little later. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

/** The database answers, but another transaction holds what this one needs. */
export class Busy extends Unavailable {}

/** A disk is full: that of the database, of the object store, or of temporary files. */
export class StorageFull extends Error {
  override readonly name = "StorageFull";
}

/** ENOSPC and EDQUOT are the operating system's, 53100 is PostgreSQL's. */
const fullCodes = new Set(["ENOSPC", "EDQUOT", "53100"]);

export function isStorageFull(error: unknown): boolean {
  for (const cause of causesOf(error))
    if (cause instanceof StorageFull || fullCodes.has(String(cause.code))) return true;
  return false;
}

type Cause = Error & { code?: unknown };

/** The error and its causes. Drizzle wraps the driver's error. A host name with several addresses gives one error for each. */
export function* causesOf(error: unknown): Generator<Cause> {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth++) {
    yield at;
    if (at instanceof AggregateError) for (const one of at.errors) yield* causesOf(one);
  }
}

export const storageFullMessage = t(
  "There is no disk space left on the server. Nothing was saved or sent, and nothing is lost. Ask your admin, and try again later.",
);
