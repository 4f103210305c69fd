// The program's log: structured, one line an event, with no secret in it.
import pino, { type Logger } from "pino";

export type Log = Logger;

/** Names under which a secret could travel; their values never reach the log, at any of the depths we log at. */
const secretNames = [
  "password", "currentPassword", "newPassword", "token", "refreshToken", "accessToken", "apiKey", "secret", "authorization", "cookie", "passwordHash", "sealed", "set-cookie",
]; // biome-ignore format: a list reads better in one piece

const paths = secretNames.flatMap((name) =>
  ["", "*.", "*.*.", "*.*.*."].map((depth) =>
    name.includes("-") ? `${depth.slice(0, -1)}["${name}"]` : `${depth}${name}`,
  ),
);

export const openLog = (level: string, destination?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      redact: { paths, censor: "[secret]" },
      serializers: { err: tellError },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );

const deepestCause = 5;

/**
 * What went wrong and where. Nothing else of an error: what libraries hang on them are the values of a query (hashes, mail) and
 * the bytes of a request.
 */
function tellError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === "object" ? "[not an error]" : error;
  const { name, message, stack = "", cause } = error;
  const { code, constraint, query } = error as { code?: unknown; constraint?: unknown; query?: unknown };
  // The query builder writes the values into the message too, and with it into the stack.
  const told = typeof query === "string" && message.includes(query) ? `Failed query: ${query}` : message;
  return {
    type: name,
    message: told,
    stack: stack.replace(message, () => told),
    ...(code !== undefined && { code: String(code) }),
    ...(constraint !== undefined && { constraint: String(constraint) }),
    ...(cause !== undefined && depth < deepestCause && { cause: tellError(cause, depth + 1) }),
  };
}
