import { tame } from "../text/tame.ts";
import { isGreetingLine } from "./greetings.ts";
import { type LineKind, markQuotes, unquote } from "./quotes.ts";
import { markSignature } from "./signatures.ts";

export type CleanMail = {
  /** What the sender wrote for this mail: no quotes, greeting, signature or disclaimer. */
  text: string;
  /** The greeting line as it was written, or "". */
  greeting: string;
  /** The lines of closing and signature. */
  signature: string[];
  /** True when the mail holds nothing but quoted text, and `text` is that text without its marks. */
  onlyQuoted: boolean;
};

/** The mail's own words: quotes, signatures, disclaimers and greetings removed. */
export const cleanMail = (body: string, sender = ""): string => readMail(body, sender).text;

export function readMail(body: string, sender = ""): CleanMail {
  const lines = linesOf(body);
  const kinds = markLines(lines, sender);
  const pick = (wanted: (kind: LineKind) => boolean) => lines.filter((_, i) => wanted(kinds[i] ?? "body"));
  const text = tidy(pick((kind) => kind === "body" || kind === "blank"));
  const greeting = pick((kind) => kind === "greeting")
    .join(" ")
    .trim();
  const signature = pick((kind) => kind === "signature" || kind === "closing").map((line) => line.trim());
  if (!text && !kinds.includes("quote")) return { text: behindComma(greeting), greeting, signature, onlyQuoted: false };
  if (text) return { text, greeting, signature, onlyQuoted: false };
  const quoted = pick((kind) => kind === "quote").map(unquote);
  return { text: tidy(quoted), greeting, signature, onlyQuoted: true };
}

/** "Hi, see you on Monday" is a whole mail in the line of its greeting. */
const behindComma = (greeting: string) =>
  /^[^,，]{1,40}[,，]\s*(\S+\s+\S+\s+\S.*|\p{Lo}{4,}.*)$/u.exec(greeting)?.[1] ?? "";

/** What each line of a mail is; exported for the evaluation of the signature rules. */
export function markLines(whole: string[], sender = ""): LineKind[] {
  const lines = whole.map((line) => line.slice(0, longestMark));
  const kinds = markQuotes(lines);
  markSignature(lines, kinds, sender);
  markGreeting(lines, kinds);
  return kinds;
}

// A mail is read by people: what lies beyond this is a log or an attack, and it would only cost time.
const longestMail = 400_000;
// No quote mark, greeting or closing needs more of a line than this to be known.
const longestMark = 400;

export const linesOf = (body: string): string[] =>
  tame(body, longestMail)
    .split("\n")
    .map((line) => line.trimEnd());

function markGreeting(lines: string[], kinds: LineKind[]): void {
  const first = kinds.indexOf("body");
  if (first >= 0 && isGreetingLine(lines[first] ?? "")) kinds[first] = "greeting";
}

const tidy = (lines: string[]) =>
  lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
