import { z } from "zod";
import { pageSizes } from "./rules/limits.ts";

/** An identifier: UUIDv7 text. In one spelling, so that comparing two as text is comparing them. */
export const id = z.uuid("Not a valid id").toLowerCase();

/** A moment: `Date` in both programs, ISO 8601 on the wire. */
export const instant = z.codec(z.iso.datetime({ offset: true, error: "Not a valid date and time" }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** A short human key such as ACME: upper-cased, fixed after creation. */
export const code = z
  .string()
  .trim()
  .toUpperCase()
  .min(1, "Code is required")
  .max(32, "Code is too long")
  .regex(/^[A-Z0-9][A-Z0-9_-]*$/, "Code may hold letters, digits, dashes and underscores");

/** One line of text a person typed; no control characters, so that it can never break out of a header or a log line. */
export const line = (what: string, max = 200) =>
  z
    .string()
    .trim()
    .max(max, `${what} is too long`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, `${what} has characters that are not allowed`);

export const requiredLine = (what: string, max = 200) => line(what, max).min(1, `${what} is required`);

/** The specification's simple address pattern, and nothing that could break a header or that nobody can see. */
export const emailPattern = /^[^\s\p{C}@<>"(),:;\\[\]]+@[^\s\p{C}@<>"(),:;\\[\]]+\.[^\s\p{C}@<>"(),:;\\[\]]+$/u;

/** In one spelling: wide, long and capital letters are the plain ones, so that an address is taken once. */
export const oneSpelling = z.string().trim().normalize("NFKC").toLowerCase();

export const emailAddress = oneSpelling
  .max(254, "Email is too long")
  .regex(emailPattern, "Enter a valid email address");

/** An IANA name such as Asia/Kolkata; one that is not known counts as UTC. */
export const timeZone = z.string().regex(/^[\w+/-]{1,64}$/, "Not a time zone");

export const byId = z.object({ id });

/** Paging, sorting and free text of a list; `sort` is a field name, `-field` for descending. */
export const listQuery = <const Fields extends readonly [string, ...string[]]>(sortable: Fields) =>
  z.object({
    page: z.coerce.number().int("Page must be a whole number").min(1).max(1_000_000).optional(),
    limit: z.coerce.number().int("Limit must be a whole number").min(1).max(1000).optional(),
    q: z.string().trim().max(200, "Search text is too long").optional(),
    sort: z
      .enum(sortable.flatMap((field) => [field, `-${field}`]) as SortKey<Fields[number]>[], "Cannot sort by that field")
      .optional(),
  });
export type SortKey<Field extends string> = Field | `-${Field}`;

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number().int() });

/** An answer that says only that it was done. */
export const done = z.object({ ok: z.literal(true) });

export const defaultPageSize = pageSizes[0];
