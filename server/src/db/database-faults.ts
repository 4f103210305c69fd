import { Busy, causesOf, isStorageFull, StorageFull, Unavailable } from "#lib/faults.ts";

/**
 * 08: connection exceptions. 53200 and 53300: no memory, too many connections. 57014: the statement took too long. 57P01 to 57P05:
 * the server stops, crashed or starts, or ended an idle session. 58: an error of its disk.
 */
const passingStates = /^(?:08...|53[23]00|57014|57P0[1-5]|58...)$/;

/** 55P03: a lock was not free in time. 40P01: deadlock. 40001: another transaction changed the row first. */
const busyStates = new Set(["55P03", "40P01", "40001"]);

/** Codes of sockets. ENOENT is a Unix socket that is not there. */
const socketCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN"],
  ...["EHOSTDOWN", "ENOTFOUND", "EAI_AGAIN", "ENOENT"],
]);

/** The driver has no codes for its own errors. */
const driverMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Turns a fault of the database into `Unavailable` or `StorageFull`; returns any other error unchanged. Only for errors of a query. */
export function translateFault(error: unknown): unknown {
  if (error instanceof Unavailable || error instanceof StorageFull) return error;
  if (isStorageFull(error)) return new StorageFull("The database's disk is full", { cause: error });
  for (const { code, message } of causesOf(error)) {
    if (busyStates.has(String(code)))
      return new Busy(`Another transaction was in the way: ${message}`, { cause: error });
    const isPassing = typeof code === "string" && (passingStates.test(code) || socketCodes.has(code));
    if (isPassing || driverMessages.test(message))
      return new Unavailable(`The database cannot be used now: ${message}`, { cause: error });
  }
  return error;
}

/** Whether the server could not be reached at all, or does not accept anybody yet: 57P03 is "starting up". */
export const isUnreachable = (error: unknown) =>
  [...causesOf(error)].some(({ code }) => code === "57P03" || socketCodes.has(String(code)));
