import { z } from "zod";
import { fieldName, textOf } from "./refusal-words.ts";
import { isBlankText } from "./rules/blank-text.ts";
import { emailPattern } from "./rules/email-pattern.ts";
import { isKeptMoment } from "./rules/kept-moment.ts";
import { isKnownZone } from "./rules/wall-time.ts";
import { t } from "./text/t.ts";
import { translatedName } from "./text/translated-name.ts";

/** A UUIDv7 in lower case, so that ids can be compared as text. */
export const id = z
  .uuid({
    error: ({ path, input }) =>
      input === undefined || input === null
        ? t("{name} is required", { name: fieldName(path) })
        : t("{name} is not a valid id", { name: fieldName(path) }),
  })
  .toLowerCase();

/** A point in time: a `Date` in code, ISO 8601 in JSON. */
export const instant = z.codec(
  z.iso
    .datetime({
      offset: true,
      error: ({ path }) => t("{name} is not a valid date and time", { name: fieldName(path) }),
    })
    .refine(isKeptMoment, {
      error: ({ path }) => t("{name} is not a valid date and time", { name: fieldName(path) }),
    }),
  z.date(),
  {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  },
);

/** A day as YYYY-MM-DD. */
export const calendarDay = (error: string | (() => string)) => z.iso.date({ error }).refine(isKeptMoment, { error });

/** A short readable key such as ACME: upper case, fixed after creation. */
export const code = z
  .string(textOf(t("Code")))
  .trim()
  .toUpperCase()
  .min(1, t("Code is required"))
  .max(32, t("Code is too long"))
  .regex(/^[A-Z0-9][A-Z0-9_-]*$/, t("Code may hold letters, digits, dashes and underscores"));

/** One line of text. No control characters, so that it cannot break out of a header or a log line. */
export const line = (what: string, max = 200) =>
  z
    .string(textOf(what))
    .trim()
    .max(max, tooLong(what))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, {
      error: () => t("{name} has characters that are not allowed", { name: translatedName(what) }),
    });

/** A name that recipients of mail see. Bidirectional controls reverse the text that follows, which can then show another address. */
export const shownName = (what: string, max?: number) =>
  line(what, max).regex(/^[^\u202a-\u202e\u2066-\u2069]*$/, {
    error: () => t("{name} has characters that are not allowed", { name: translatedName(what) }),
  });

export const requiredLine = (what: string, max = 200) =>
  line(what, max)
    .min(1, required(what))
    .refine((value) => !isBlankText(value), required(what));

/** Text of several lines, not trimmed. */
export const text = (what: string, max: number) => z.string(textOf(what)).max(max, tooLong(what));

/** A whole number within bounds. Every error states the allowed range. */
export const wholeNumber = (what: string, min: number, max: number) => {
  const sentence = inRange(what, min, max);
  return z.number(sentence).int(sentence).min(min, sentence).max(max, sentence);
};
/** The same from a query string or a header. */
export const wholeNumberText = (what: string, min: number, max: number) => {
  const sentence = inRange(what, min, max);
  return z.coerce.number(sentence).int(sentence).min(min, sentence).max(max, sentence);
};
const inRange = (what: string, min: number, max: number) => ({
  error: () =>
    t("{name} must be a whole number from {min} to {max}", {
      name: translatedName(what),
      min: grouped(min),
      max: grouped(max),
    }),
});
const grouped = (value: number) => value.toLocaleString("en");
const required = (what: string) => ({ error: () => t("{name} is required", { name: translatedName(what) }) });
const tooLong = (what: string) => ({ error: () => t("{name} is too long", { name: translatedName(what) }) });

/** Normalizes width, compatibility forms and case, so that one address cannot be registered twice. */
export const oneSpelling = (what: string) => z.string(textOf(what)).trim().normalize("NFKC").toLowerCase();

export const emailField = (what: string) =>
  oneSpelling(what)
    .min(1, required(what))
    .max(254, tooLong(what))
    .regex(emailPattern, t("Enter a valid email address"));
export const emailAddress = emailField(t("Email"));

/** An IANA name such as Asia/Kolkata; an unknown name counts as UTC. */
export const timeZone = z.string(textOf(t("Time zone"))).regex(/^[\w+/-]{1,64}$/, t("Time zone is not valid"));
/** One that exists: where it decides what is found, another than the reader meant must not be guessed. */
export const knownTimeZone = timeZone.refine(isKnownZone, t("There is no such time zone"));

/** A Message-ID with or without its angle brackets; with them afterwards. */
export const messageIdText = z
  .string()
  .regex(/^<?[^\s<>]{1,250}>?$/, t("Not a valid message id"))
  .transform((text) => (text.startsWith("<") ? text : `<${text}>`));

export const byId = z.object({ id });

/** Paging, sorting and free text of a list; `sort` is a field name, `-field` for descending. */
export const listQuery = <const Fields extends readonly [string, ...string[]]>(sortable: Fields) =>
  z.object({
    page: wholeNumberText(t("Page"), 1, 1_000_000).optional(),
    limit: wholeNumberText(t("Limit"), 1, 1000).optional(),
    q: z
      .string(textOf(t("Search text")))
      .trim()
      .max(200, t("Search text is too long"))
      .optional(),
    sort: z
      .enum(
        sortable.flatMap((field) => [field, `-${field}`]) as SortKey<Fields[number]>[],
        t("Cannot sort by that field"),
      )
      .optional(),
  });
export type SortKey<Field extends string> = Field | `-${Field}`;

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number().int() });

/** The response of a call that returns no data. */
export const done = z.object({ ok: z.literal(true) });
