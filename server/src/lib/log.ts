// The program's log: structured, one line for each event, without secrets.
import pino, { type Logger } from "pino";

export type Log = Logger;

/** Names of fields that may hold secrets. Their values are redacted, down to the depth of objects that we log. */
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
      serializers: { err: serializeError },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );

const maxCauses = 5;

/**
 * Logs only the message, stack, code and causes of an error. Libraries attach more: the values of a query (hashes, mail) and the
 * bytes of a request.
 */
function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === "object" ? "[not an error]" : error;
  const { name, message, stack = "", cause } = error;
  const { code, constraint, query } = error as { code?: unknown; constraint?: unknown; query?: unknown };
  // Drizzle writes the values into the message too, and so into the stack.
  const safeMessage = typeof query === "string" && message.includes(query) ? `Failed query: ${query}` : message;
  return {
    type: name,
    message: safeMessage,
    stack: stack.replace(message, () => safeMessage),
    ...(code !== undefined && { code: String(code) }),
    ...(constraint !== undefined && { constraint: String(constraint) }),
    ...(cause !== undefined && depth < maxCauses && { cause: serializeError(cause, depth + 1) }),
  };
}
