/** Turns validation issues into sentences for users. The server and the web app pass this to every parse of user input. */
import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

/** Display names that cannot be derived from the field's name. */
const names: Record<string, string> = {
  apiKey: "API key",
  baseUrl: "Base URL",
  bodyHtml: "Message",
  followsUp: "Follow-up",
  gstNumber: "GST number",
  html: "Message",
  ids: "Messages",
  mailboxApproval: "Mailbox approval",
  monthlyPriceINR: "Price",
  pin: "PIN",
  q: "Search text",
  roleCode: "Role",
  signatureHtml: "Signature",
  tenantId: "Company",
  "idempotency-key": "Idempotency key",
  "x-followup-days": "Follow-up days",
  "x-from-account": "From account",
  "x-mailbox-id": "Mailbox",
  "x-send-at": "Send time",
  "x-track-engagement": "Tracking",
  "x-undo-seconds": "Undo time",
};

/** Used inside a union, where the path of the field is not known yet. */
const unnamed = "This value";

/** "contactEmail" → "Contact email"; an entry of a list is named by its number. */
export function fieldName(path: readonly PropertyKey[] = []): string {
  const last = path.at(-1);
  if (last === undefined) return unnamed;
  if (typeof last === "number") {
    const list = fieldName(path.slice(0, -1));
    return list === unnamed ? `Entry ${last + 1}` : `Entry ${last + 1} of ${list.toLowerCase()}`;
  }
  const key = String(last);
  if (names[key]) return names[key];
  const words = key
    .replace(/Id$/, "")
    .replaceAll(/[-_]+/g, " ")
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** For zod's `error`: the sentence for an issue for which the schema has no message. */
export function inWords(issue: Issue): string {
  const name = fieldName(issue.path);
  if (isMissing(issue)) return `${name} is required`;
  switch (issue.code) {
    case "invalid_type":
      return `${name} must be ${kinds[issue.expected] ?? "another kind of value"}`;
    case "invalid_value":
      return `${name} must be ${choice(issue.values)}`;
    case "too_small":
      return tooSmall(name, issue);
    case "too_big":
      return tooBig(name, issue);
    case "not_multiple_of":
      return `${name} must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `Unknown field: ${issue.keys.join(", ").slice(0, 100)}`;
    case "invalid_union":
      return ofChoice(name, issue);
    default:
      return `${name} is not valid`;
  }
}

/** For the schemas of text fields: the same message if the field is absent or empty, and another if it is not text. */
export const textOf = (what: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? `${what} is required` : `${what} must be text`,
});

const isMissing = ({ code, input }: Issue) =>
  (code === "invalid_type" || code === "invalid_value" || code === "invalid_union") &&
  (input === undefined || input === null);

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with fields",
  record: "an object with fields",
  date: "a date and time",
};

function choice(values: readonly unknown[]) {
  const shown = values.map(String);
  const last = shown.pop();
  return shown.length > 0 ? `${shown.join(", ")} or ${last}` : String(last);
}

function tooSmall(
  name: string,
  { origin, minimum, inclusive }: { origin: string; minimum: unknown; inclusive?: boolean | undefined },
) {
  if (origin === "string" && minimum === 1) return `${name} is required`;
  if (origin === "string") return `${name} must have at least ${minimum} characters`;
  if (origin === "array" || origin === "set") return `${name} must have at least ${minimum} entries`;
  return inclusive === false ? `${name} must be more than ${minimum}` : `${name} must be at least ${minimum}`;
}

function tooBig(
  name: string,
  { origin, maximum, inclusive }: { origin: string; maximum: unknown; inclusive?: boolean | undefined },
) {
  if (origin === "string") return `${name} is too long: at most ${maximum} characters`;
  if (origin === "array" || origin === "set") return `${name} has too many entries: at most ${maximum}`;
  return inclusive === false ? `${name} must be less than ${maximum}` : `${name} must be at most ${maximum}`;
}

type Tried = { code?: string; message: string };

/** Chooses the most specific message among the branches of a union. */
function ofChoice(name: string, issue: { errors: readonly (readonly Tried[])[] }) {
  const tried = issue.errors.flatMap(([first]) => first ?? []);
  const own = tried.find(({ message }) => !message.startsWith(unnamed));
  if (own) return own.message;
  const inside = tried.find(({ code }) => code !== "invalid_value" && code !== "invalid_type");
  return inside ? inside.message.replace(unnamed, name) : `${name} is not valid`;
}
