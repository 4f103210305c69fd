// How errors are logged. Messages of errors can quote mail: a mail server's answer names addresses, PostgreSQL quotes a value, JSON
// quotes its text. So a log line has our own words, and what identifies the fault.
import { AppError } from "./errors.ts";

const maxCauses = 5;
const maxMessage = 500;

/** Fields of libraries' errors that show that the message repeats what another server said. */
const signsOfForeignWords = ["fault", "answer", "response", "responseText", "responseBody", "responseCode", "error_description"]; // biome-ignore format: a list reads better in one piece

/** The type, code, stack and causes of an error, and its message without quoted text. Values of queries and bytes are left out. */
export function serializeError(error: unknown): unknown {
  return serialize(error, 0, false);
}

function serialize(error: unknown, depth: number, isForeign: boolean): unknown {
  if (!(error instanceof Error)) return typeof error === "object" ? "[not an error]" : maskText(String(error));
  const { name, message, stack = "", cause } = error;
  const { code, constraint, query, fault } = error as Error &
    Partial<Record<"code" | "constraint" | "query" | "fault", unknown>>;
  // The causes of such an error are errors of its library, which have the same words.
  const quotes = isForeign || repeatsOthers(error);
  const afterMessage = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
  return {
    type: name,
    ...(!quotes && { message: messageOf(message, query) }),
    ...(typeof fault === "string" && { fault }),
    stack: afterMessage.split("\n").filter(isFrame).join("\n"),
    ...(code !== undefined && { code: maskText(String(code)) }),
    ...(constraint !== undefined && { constraint: String(constraint) }),
    ...(cause !== undefined && depth < maxCauses && { cause: serialize(cause, depth + 1, quotes) }),
  };
}

const repeatsOthers = (error: Error) =>
  error instanceof AppError ? error.code === "outside_failed" : signsOfForeignWords.some((field) => field in error);

/** Drizzle writes the values of a query into its message. Its text has only placeholders. */
const messageOf = (message: string, query: unknown) =>
  typeof query === "string" && message.includes(query) ? `Failed query: ${query}` : maskText(message);

/** A line of a stack that names a place in the code, with no space in front of it but the indent. */
const isFrame = (line: string) =>
  /^ {4}at (async )?(new )?[\w$.<>#[\] ]* ?\(?(file:|node:|\/|[A-Z]:\\)[^"]*:\d+:\d+\)?$/.test(line) ||
  /^ {4}at async Promise\.\w+ \(index \d+\)$/.test(line);

const quoted = /"[^"]*"?|'[^']{2,}'|“[^”]*”?|„[^“”]*[“”]?|«[^»]*»?|»[^«]*«?|‘[^’]*’?|`[^`]*`?/gu;
const address = /[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+/gu;

/** Replaces quoted text and mail addresses. */
export const maskText = (text: string) =>
  text.slice(0, maxMessage).replaceAll(address, "[address]").replaceAll(quoted, "[text]");
