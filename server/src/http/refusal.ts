import { fieldName, inWords } from "@intellibox/contract/refusal-words";
import { t } from "@intellibox/contract/text/t";
import type { z } from "zod";
import { AppError, invalid } from "#lib/errors.ts";
import { storableText } from "./storable-text.ts";

export type Part = "params" | "query" | "headers" | "body";

/** Parses a part of a request with its schema, or throws an error that names the invalid fields. */
export function parsePart<S extends z.ZodType>(schema: S, given: unknown, part: Part): z.output<S> {
  if (typeof given !== "object" || Array.isArray(given)) {
    throw invalid(t("The {part} must be an object with fields", { part }), {
      [part]: t("Must be an object with fields"),
    });
  }
  const result = schema.safeParse(
    storableText(given, (text, field) => {
      // A query is not stored, and a search may contain any text.
      if (part === "query") return text.replaceAll("\0", "\ufffd");
      throw notAllowed(field || part, part);
    }),
    { error: inWords },
  );
  if (!result.success) throw refusal(result.error, part);
  return result.data;
}

function notAllowed(field: string, part: Part) {
  const sentence = t("{field} has characters that are not allowed", { field: fieldName(field.split(".")) });
  return part === "params" ? pathNotFound() : invalid(sentence, { [field]: sentence });
}

const pathNotFound = () => new AppError("not_found", t("Not found"));

/** Limits the answer to a list with thousands of invalid items. */
const mostFaults = 100;

/** An invalid id in the path is answered with 404. Otherwise every invalid field is named, and the first one is the message. */
function refusal(error: z.ZodError, part: Part) {
  if (part === "params") return pathNotFound();
  const fields: Record<string, string> = {};
  for (const issue of error.issues.slice(0, mostFaults)) {
    for (const path of pathsOf(issue)) fields[path.join(".") || part] ??= issue.message;
  }
  return invalid(Object.values(fields)[0] ?? t("The request is not valid"), fields);
}

/** For unknown fields, the fields themselves; at most 20 of them. */
const pathsOf = (issue: z.core.$ZodIssue) =>
  issue.code === "unrecognized_keys" ? issue.keys.slice(0, 20).map((key) => [...issue.path, key]) : [issue.path];
