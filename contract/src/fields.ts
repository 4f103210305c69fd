import { z } from "zod";
import { fieldName, textOf } from "./refusal-words.ts";
import { isBlankText } from "./rules/blank-text.ts";

/** An identifier: UUIDv7 text in lower case, so that ids can be compared as text. */
export const id = z
  .uuid({
    error: ({ path, input }) =>
      input === undefined || input === null ? `${fieldName(path)} is required` : `${fieldName(path)} is not a valid id`,
  })
  .toLowerCase();

/** A moment: `Date` in server and web, ISO 8601 on the wire. */
export const instant = z.codec(
  z.iso.datetime({ offset: true, error: ({ path }) => `${fieldName(path)} is not a valid date and time` }),
  z.date(),
  {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  },
);

/** A short human key such as ACME: upper-cased, fixed after creation. */
export const code = z
  .string(textOf("Code"))
  .trim()
  .toUpperCase()
  .min(1, "Code is required")
  .max(32, "Code is too long")
  .regex(/^[A-Z0-9][A-Z0-9_-]*$/, "Code may hold letters, digits, dashes and underscores");

/** One line of typed text. Control characters are refused, so that it cannot break out of a header or a log line. */
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

/** Text as it was written, line breaks and all. */
export const text = (what: string, max: number) => z.string(textOf(what)).max(max, `${what} is too long`);

/** A whole number within bounds. One message states the bounds for every fault. */
export const wholeNumber = (what: string, min: number, max: number) => {
  const sentence = `${what} must be a whole number from ${grouped(min)} to ${grouped(max)}`;
  return z.number(sentence).int(sentence).min(min, sentence).max(max, sentence);
};
/** The same, given as text in a query or a header. */
export const wholeNumberText = (what: string, min: number, max: number) => {
  const sentence = `${what} must be a whole number from ${grouped(min)} to ${grouped(max)}`;
  return z.coerce.number(sentence).int(sentence).min(min, sentence).max(max, sentence);
};
const grouped = (value: number) => value.toLocaleString("en");

/** The specification's simple address pattern, without invisible characters and those that could break a header. */
export const emailPattern = /^[^\s\p{C}@<>"(),:;\\[\]]+@[^\s\p{C}@<>"(),:;\\[\]]+\.[^\s\p{C}@<>"(),:;\\[\]]+$/u;

/** Normalized (NFKC, lower case), so that two spellings of an address are one. */
export const oneSpelling = (what: string) => z.string(textOf(what)).trim().normalize("NFKC").toLowerCase();

export const emailField = (what: string) =>
  oneSpelling(what)
    .min(1, `${what} is required`)
    .max(254, `${what} is too long`)
    .regex(emailPattern, "Enter a valid email address");
export const emailAddress = emailField("Email");

/** An IANA name such as Asia/Kolkata. An unknown one counts as UTC. */
export const timeZone = z.string(textOf("Time zone")).regex(/^[\w+/-]{1,64}$/, "Time zone is not valid");

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

/** An answer that says only that it was done. */
export const done = z.object({ ok: z.literal(true) });
