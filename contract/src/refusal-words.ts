/** Turns validation issues into sentences for users. The server and the web app pass this to every parse of user input. */
import type { z } from "zod";
import { t } from "./text/t.ts";
import { translatedName } from "./text/translated-name.ts";

type Issue = z.core.$ZodRawIssue;

/** Display names that cannot be derived from the field's name. */
const names: Record<string, string> = {
  apiKey: t("API key"),
  baseUrl: t("Base URL"),
  bodyHtml: t("Message"),
  followsUp: t("Follow-up"),
  gstNumber: t("GST number"),
  html: t("Message"),
  ids: t("Messages"),
  mailboxApproval: t("Mailbox approval"),
  monthlyPriceINR: t("Price"),
  pin: t("PIN"),
  q: t("Search text"),
  roleCode: t("Role"),
  signatureHtml: t("Signature"),
  tenantId: t("Company"),
  undoSeconds: t("Undo time"),
  "idempotency-key": t("Idempotency key"),
  "x-followup-days": t("Follow-up days"),
  "x-from-account": t("From account"),
  "x-mailbox-id": t("Mailbox"),
  "x-send-at": t("Send time"),
  "x-track-engagement": t("Tracking"),
  "x-undo-seconds": t("Undo time"),
};

/** Used inside a union, where the path of the field is not known yet. */
const unnamed = () => t("This value");

/** "contactEmail" → "Contact email"; an entry of a list is named by its number. */
export function fieldName(path: readonly PropertyKey[] = []): string {
  const last = path.at(-1);
  if (last === undefined) return unnamed();
  if (typeof last === "number") {
    const list = fieldName(path.slice(0, -1));
    const number = last + 1;
    return list === unnamed()
      ? t("Entry {number}", { number })
      : t("Entry {number} of {list}", { number, list: list.toLowerCase() });
  }
  const key = String(last);
  if (names[key]) return translatedName(names[key]);
  const words = key
    .replace(/Id$/, "")
    .replaceAll(/[-_]+/g, " ")
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`);
  return translatedName(words.charAt(0).toUpperCase() + words.slice(1));
}

/** For zod's `error`: the sentence for an issue for which the schema has no message. */
export function inWords(issue: Issue): string {
  const name = fieldName(issue.path);
  if (isMissing(issue)) return t("{name} is required", { name });
  switch (issue.code) {
    case "invalid_type":
      return (kinds[issue.expected] ?? otherKind)(name);
    case "invalid_value":
      return t("{name} must be {choices}", { name, choices: choice(issue.values) });
    case "too_small":
      return tooSmall(name, issue);
    case "too_big":
      return tooBig(name, issue);
    case "not_multiple_of":
      return t("{name} must be a multiple of {divisor}", { name, divisor: String(issue.divisor) });
    case "unrecognized_keys":
      return t("Unknown field: {fields}", { fields: issue.keys.join(", ").slice(0, 100) });
    case "invalid_union":
      return ofChoice(name, issue);
    default:
      return t("{name} is not valid", { name });
  }
}

/** For the schemas of text fields: the same message if the field is absent or empty, and another if it is not text. */
export const textOf = (what: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null
      ? t("{name} is required", { name: translatedName(what) })
      : t("{name} must be text", { name: translatedName(what) }),
});

const isMissing = ({ code, input }: Issue) =>
  (code === "invalid_type" || code === "invalid_value" || code === "invalid_union") &&
  (input === undefined || input === null);

const kinds: Record<string, (name: string) => string> = {
  string: (name) => t("{name} must be text", { name }),
  number: (name) => t("{name} must be a number", { name }),
  int: (name) => t("{name} must be a whole number", { name }),
  boolean: (name) => t("{name} must be true or false", { name }),
  array: (name) => t("{name} must be a list", { name }),
  object: (name) => t("{name} must be an object with fields", { name }),
  record: (name) => t("{name} must be an object with fields", { name }),
  date: (name) => t("{name} must be a date and time", { name }),
};
const otherKind = (name: string) => t("{name} must be another kind of value", { name });

function choice(values: readonly unknown[]) {
  const shown = values.map(String);
  const last = shown.pop();
  return shown.length > 0 ? t("{others} or {last}", { others: shown.join(", "), last }) : String(last);
}

function tooSmall(
  name: string,
  { origin, minimum, inclusive }: { origin: string; minimum: unknown; inclusive?: boolean | undefined },
) {
  const limit = String(minimum);
  if (origin === "string" && minimum === 1) return t("{name} is required", { name });
  if (origin === "string") return t("{name} must have at least {minimum} characters", { name, minimum: limit });
  if (origin === "array" || origin === "set")
    return t("{name} must have at least {minimum} entries", { name, minimum: limit });
  return inclusive === false
    ? t("{name} must be more than {minimum}", { name, minimum: limit })
    : t("{name} must be at least {minimum}", { name, minimum: limit });
}

function tooBig(
  name: string,
  { origin, maximum, inclusive }: { origin: string; maximum: unknown; inclusive?: boolean | undefined },
) {
  const limit = String(maximum);
  if (origin === "string") return t("{name} is too long: at most {maximum} characters", { name, maximum: limit });
  if (origin === "array" || origin === "set")
    return t("{name} has too many entries: at most {maximum}", { name, maximum: limit });
  return inclusive === false
    ? t("{name} must be less than {maximum}", { name, maximum: limit })
    : t("{name} must be at most {maximum}", { name, maximum: limit });
}

type Tried = { code?: string; message: string };

/** Chooses the most specific message among the branches of a union. */
function ofChoice(name: string, issue: { errors: readonly (readonly Tried[])[] }) {
  const tried = issue.errors.flatMap(([first]) => first ?? []);
  const own = tried.find(({ message }) => !message.startsWith(unnamed()));
  if (own) return own.message;
  const inside = tried.find(({ code }) => code !== "invalid_value" && code !== "invalid_type");
  return inside ? inside.message.replace(unnamed(), name) : t("{name} is not valid", { name });
}
