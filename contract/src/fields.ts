import { z } from "zod";
import { fieldName, textOf } from "./refusal-words.ts";
import { isBlankText } from "./rules/blank-text.ts";
import { emailPattern } from "./rules/email-pattern.ts";
import { isKnownZone } from "./rules/wall-time.ts";

/** A UUIDv7 in lower case, so that ids can be compared as text. */
export const id = z
  .uuid({
    error: ({ path, input }) =>
      input === undefined || input === null ? `${fieldName(path)} is required` : `${fieldName(path)} is not a valid id`,
  })
  .toLowerCase();

/** A point in time: a `Date` in code, ISO 8601 in JSON. */
export const instant = z.codec(
  z.iso.datetime({ offset: true, error: ({ path }) => `${fieldName(path)} is not a valid date and time` }),
  z.date(),
  {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  },
);

/** A short readable key such as ACME: upper case, fixed after creation. */
export const code = z
  .string(textOf("Code"))
  .trim()
  .toUpperCase()
  .min(1, "Code is required")
  .max(32, "Code is too long")
  .regex(/^[A-Z0-9][A-Z0-9_-]*$/, "Code may hold letters, digits, dashes and underscores");

/** One line of text. No control characters, so that it cannot break out of a header or a log line. */
export const line = (what: string, max = 200) =>
  z
    .string(textOf(what))
    .trim()
    .max(max, `${what} is too long`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, `${what} has characters that are not allowed`);

export const requiredLine = (what: string, max = 200) =>
  line(what, max)
    .min(1, `${what} is required`)
    .refine((value) => !isBlankText(value), `${what} is required`);

/** Text of several lines, not trimmed. */
export const text = (what: string, max: number) => z.string(textOf(what)).max(max, `${what} is too long`);

/** A whole number within bounds. Every error states the allowed range. */
export const wholeNumber = (what: string, min: number, max: number) => {
  const sentence = `${what} must be a whole number from ${grouped(min)} to ${grouped(max)}`;
  return z.number(sentence).int(sentence).min(min, sentence).max(max, sentence);
};
/** The same from a query string or a header. */
export const wholeNumberText = (what: string, min: number, max: number) => {
  const sentence = `${what} must be a whole number from ${grouped(min)} to ${grouped(max)}`;
  return z.coerce.number(sentence).int(sentence).min(min, sentence).max(max, sentence);
};
const grouped = (value: number) => value.toLocaleString("en");

/** Normalizes width, compatibility forms and case, so that one address cannot be registered twice. */
export const oneSpelling = (what: string) => z.string(textOf(what)).trim().normalize("NFKC").toLowerCase();

export const emailField = (what: string) =>
  oneSpelling(what)
    .min(1, `${what} is required`)
    .max(254, `${what} is too long`)
    .regex(emailPattern, "Enter a valid email address");
export const emailAddress = emailField("Email");

/** An IANA name such as Asia/Kolkata; an unknown name counts as UTC. */
export const timeZone = z.string(textOf("Time zone")).regex(/^[\w+/-]{1,64}$/, "Time zone is not valid");
/** One that exists: where it decides what is found, another than the reader meant must not be guessed. */
export const knownTimeZone = timeZone.refine(isKnownZone, "There is no such time zone");

export const byId = z.object({ id });

/** Paging, sorting and free text of a list; `sort` is a field name, `-field` for descending. */
export const listQuery = <const Fields extends readonly [string, ...string[]]>(sortable: Fields) =>
  z.object({
    page: wholeNumberText("Page", 1, 1_000_000).optional(),
    limit: wholeNumberText("Limit", 1, 1000).optional(),
    q: z.string(textOf("Search text")).trim().max(200, "Search text is too long").optional(),
    sort: z
      .enum(sortable.flatMap((field) => [field, `-${field}`]) as SortKey<Fields[number]>[], "Cannot sort by that field")
      .optional(),
  });
export type SortKey<Field extends string> = Field | `-${Field}`;

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number().int() });

/** The response of a call that returns no data. */
export const done = z.object({ ok: z.literal(true) });
