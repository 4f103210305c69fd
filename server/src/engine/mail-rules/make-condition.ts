// Makes the conditions that the patterns of a sentence stand for.
import type { RuleCondition } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { AttachmentType, TextField, TextTest } from "@intellibox/contract/rules/mail-rules";
import { type Part, partsIn, valuesIn } from "./sentence-parts.ts";

const numbers: Record<string, number> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, ten: 10 },
};
const unitDays: [RegExp, number][] = [
  [/^day/i, 1],
  [/^week/i, 7],
  [/^fortnight/i, 14],
  [/^month/i, 30],
  [/^quarter/i, 90],
  [/^year/i, 365],
];

export function age(count: string | undefined, unit: string | undefined): RuleCondition | undefined {
  const text = (count ?? "a").trim().toLowerCase();
  const days = (numbers[text] ?? Number(text)) * (unitDays.find(([pattern]) => pattern.test(unit ?? ""))?.[1] ?? 1);
  return days >= 1 && days <= 365 ? { field: "unreadDays", days } : undefined;
}

export function size(
  test: "over" | "under",
  count: string | undefined,
  unit: string | undefined,
): RuleCondition | undefined {
  const factor = /^g/i.test(unit ?? "") ? 1_000_000 : /^m/i.test(unit ?? "") ? 1000 : 1;
  const kilobytes = Math.round(Number(count) * factor);
  return kilobytes >= 1 && kilobytes <= 100_000 ? { field: "size", test, kilobytes } : undefined;
}

export const testOf = (test: string | undefined): TextTest => {
  if (/^(?:start|begin)/i.test(test ?? "")) return "begins";
  if (/^end/i.test(test ?? "")) return "ends";
  return /exactly|^equals|^=/i.test(test ?? "") ? "is" : "contains";
};

export function texts(
  field: TextField,
  test: TextTest,
  values: string | undefined,
  parts: Part[],
): RuleCondition | undefined {
  const found = valuesIn(values ?? "", parts).map(({ text }) => text);
  return found.length > 0 ? { field, test, values: found } : undefined;
}

/** "Anyone", "the last 7 days": not a part of a name or an address. */
const nobodyInParticular =
  /^(?:(?:every|any|some)(?:one|body)|no[ -]?(?:one|body)|people|persons?|others|whoever|all)$|^(?:(?:last|past|next|this)\s|(?:the\s+)?\d+(?:st|nd|rd|th)?(?:$|\s)|today$|yesterday|(?:january|february|march|july|august|september|october|november|december)\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days?$)/i;

/** Addresses must be the sender's, domains the sender's domain, and other words are a part of the sender's name or address. */
export function senders(values: string | undefined, parts: Part[], test?: TextTest): RuleCondition[] | undefined {
  const found = valuesIn(values ?? "", parts).filter(
    ({ text }) =>
      !/^(?:(?:me|mail|emails?|them|it|him|her)$|(?:outside|inside|external|internal|within)\b)/i.test(text) &&
      !nobodyInParticular.test(text),
  );
  if (found.length === 0) return undefined;
  const groups = Map.groupBy(found, ({ kind, text }): TextTest => {
    if (test && test !== "contains") return test;
    if (kind === "address") return "is";
    return kind === "domain" || (test === undefined && /^[\w-]+(?:\.[\w-]+)+$/.test(text)) ? "domain" : "contains";
  });
  return [...groups].map(([one, own]) => ({ field: "from", test: one, values: own.map(({ text }) => text) }));
}

/** "Somebody writes" names nobody, and "emails" alone is no verb. */
export const writers = (values: string | undefined, parts: Part[]) =>
  partsIn(values ?? "", parts).length > 0 || /^(?:my\s+)?\p{Lu}/u.test(values ?? "")
    ? senders(values, parts)
    : undefined;

export function addressed(
  field: "cc" | "recipient",
  values: string | undefined,
  parts: Part[],
): RuleCondition | undefined {
  const found = partsIn(values ?? "", parts).filter(({ kind }) => kind === "address" || kind === "domain");
  if (found.length === 0) return undefined;
  const isDomain = found.every(({ kind }) => kind === "domain");
  return { field, test: isDomain ? "domain" : "contains", values: found.map(({ text }) => text) };
}

const attachments: [RegExp, AttachmentType][] = [
  [/^pdf/i, "pdf"],
  [/^(?:excel|spreadsheet|xls|csv)/i, "spreadsheet"],
  [/^(?:word|doc)/i, "document"],
  [/^(?:powerpoint|presentation|slides)/i, "presentation"],
  [/^(?:image|picture|photo|jpe?g)/i, "picture"],
  [/^(?:zip|archive)/i, "archive"],
  [/^(?:calendar|ics)/i, "calendar"],
];
/** "PDFs" alone. */
export const attachmentNamed = (name: string): RuleCondition | undefined =>
  /^(?:pdfs?|spreadsheets?|presentations?|slides|pictures?|photos?|images?|zips?|attachments?)(?:\s+(?:files?|attachments?))?$/i.test(
    name,
  )
    ? attachment(name)
    : undefined;
export const attachment = (name: string | undefined): RuleCondition => ({
  field: "attachment",
  type: attachments.find(([pattern]) => pattern.test(name ?? ""))?.[1] ?? "any",
});

const languages = new Map([
  ...([
    ["english", "en"],
    ["german", "de"],
    ["french", "fr"],
    ["spanish", "es"],
    ["italian", "it"],
  ] as const),
  ...([
    ["portuguese", "pt"],
    ["dutch", "nl"],
    ["hindi", "hi"],
    ["arabic", "ar"],
    ["chinese", "zh"],
  ] as const),
  ...([
    ["japanese", "ja"],
    ["korean", "ko"],
    ["russian", "ru"],
  ] as const),
]);
/** "English", "English or German". */
export function language(names = ""): RuleCondition | undefined {
  const codes = names.split(/[^\p{L}]+/u).flatMap((name) => languages.get(name.toLowerCase() as "english") ?? []);
  return codes.length > 0 ? { field: "language", languages: [...new Set(codes)] } : undefined;
}

export function judged(verb: string, matter: string): RuleCondition | undefined {
  const text = matter.trim().replace(/[.!?]+$/, "");
  if (!/\p{L}/u.test(text)) return undefined;
  const question = /^(?:about|regarding|concerning|related)/i.test(verb)
    ? `It is about ${text}`
    : `It ${thirdPerson(verb.toLowerCase())} ${text}`;
  return { field: "assistant", question: question.slice(0, 300) };
}
const thirdPerson = (verb: string) =>
  verb
    .replace(/^(ask|request|complain)ing$/, "$1s")
    .replace(/^(ask|request|complain|need|want)$/, "$1s")
    .replace(/^(look|sound) /, "$1s ");
