import type { z } from "zod";
import { AppError, invalid } from "#lib/errors.ts";
import { plainText } from "./plain-text.ts";

export type Part = "params" | "query" | "headers" | "body";

/** A part of a request as its schema reads it, or the refusal that says what is wrong with it. */
export function parsePart<S extends z.ZodType>(schema: S, given: unknown, part: Part): z.output<S> {
  const result = schema.safeParse(
    plainText(given, (text, field) => {
      // A query is not stored: it looks for something, and any text may be looked for.
      if (part === "query") return text.replaceAll("\0", "\ufffd");
      throw notAllowed(field || part, part);
    }),
  );
  if (!result.success) throw refusal(result.error, part);
  return result.data;
}

function notAllowed(field: string, part: Part) {
  const sentence = `${field} has characters that are not allowed`;
  return part === "params" ? nowhere() : invalid(sentence, { [field]: sentence });
}

const nowhere = () => new AppError("not_found", "Not found");

/** An id that cannot be one belongs to nothing; the rest is told field by field, the first one as the sentence. */
function refusal(error: z.ZodError, part: Part) {
  if (part === "params") return nowhere();
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join(".") || part] ??= sentenceOf(issue);
  return invalid(Object.values(fields)[0] ?? "The request is not valid", fields);
}

function sentenceOf(issue: z.core.$ZodIssue) {
  if (issue.code === "unrecognized_keys") return `Unknown field: ${issue.keys.join(", ").slice(0, 100)}`;
  const field = issue.path.join(".");
  return issue.message.startsWith("Invalid input") && field
    ? `${field}: ${issue.message.replace("Invalid input: ", "")}`
    : issue.message;
}
