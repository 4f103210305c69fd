import { fieldName, inWords } from "@intellibox/contract/refusal-words";
import type { z } from "zod";
import { AppError, invalid } from "#lib/errors.ts";
import { plainText } from "./plain-text.ts";

export type Part = "params" | "query" | "headers" | "body";

/** A part of a request as its schema reads it, or the refusal that says what is wrong with it. */
export function parsePart<S extends z.ZodType>(schema: S, given: unknown, part: Part): z.output<S> {
  if (typeof given !== "object" || Array.isArray(given)) {
    throw invalid(`The ${part} must be an object with fields`, { [part]: "Must be an object with fields" });
  }
  const result = schema.safeParse(
    plainText(given, (text, field) => {
      // A query is not stored: it looks for something, and any text may be looked for.
      if (part === "query") return text.replaceAll("\0", "\ufffd");
      throw notAllowed(field || part, part);
    }),
    { error: inWords },
  );
  if (!result.success) throw refusal(result.error, part);
  return result.data;
}

function notAllowed(field: string, part: Part) {
  const sentence = `${fieldName(field.split("."))} has characters that are not allowed`;
  return part === "params" ? nowhere() : invalid(sentence, { [field]: sentence });
}

const nowhere = () => new AppError("not_found", "Not found");

/** Of a list with a fault in each of its thousands the first ones tell enough. */
const mostFaults = 100;

/** An id that cannot be one belongs to nothing; the rest is told field by field, the first one as the sentence. */
function refusal(error: z.ZodError, part: Part) {
  if (part === "params") return nowhere();
  const fields: Record<string, string> = {};
  for (const issue of error.issues.slice(0, mostFaults)) {
    for (const path of pathsOf(issue)) fields[path.join(".") || part] ??= issue.message;
  }
  return invalid(Object.values(fields)[0] ?? "The request is not valid", fields);
}

/** A field that no form has is at fault itself; of a flood of them the first ones tell enough. */
const pathsOf = (issue: z.core.$ZodIssue) =>
  issue.code === "unrecognized_keys" ? issue.keys.slice(0, 20).map((key) => [...issue.path, key]) : [issue.path];
