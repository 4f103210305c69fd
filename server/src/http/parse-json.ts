import { t } from "@intellibox/contract/text/t";
import { AppError, invalid } from "#lib/errors.ts";
import { hasMoreValues } from "./json-values.ts";

/** Ten times as many as the longest thread with its action plan has. */
const mostValues = 200_000;

/** Refuses texts whose fields could pollute a prototype. */
export function parseJson(text: string): unknown {
  if (hasMoreValues(text, mostValues))
    throw new AppError(
      "too_large",
      t("The body has too many values: at most {most}", { most: mostValues.toLocaleString("en") }),
    );
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch {
    throw notJson();
  }
  // The name of a field may be written with \u escapes.
  if (/__proto__|constructor|\\u00/i.test(text) && hasPrototype(value)) throw notJson();
  return value;
}

const notJson = () => invalid(t("The body is not valid JSON"));

function hasPrototype(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    if (Object.hasOwn(next, "__proto__")) return true;
    const maker = Object.hasOwn(next, "constructor") ? (next as { constructor: unknown }).constructor : undefined;
    if (typeof maker === "object" && maker !== null && Object.hasOwn(maker, "prototype")) return true;
    for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
}
