import { tame } from "../text/tame.ts";
import { isGreetingLine } from "./greetings.ts";
import { type LineKind, markQuotes, unquote } from "./quotes.ts";
import { markSignature } from "./signatures.ts";

export type CleanMail = {
  /** The sender's new text, without quotes, greeting, signature and disclaimer. */
  text: string;
  /** The greeting line, or "". */
  greeting: string;
  /** The lines of closing and signature. */
  signature: string[];
  /** True if the mail holds only quoted text; `text` is then that text without its marks. */
  onlyQuoted: boolean;
};

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

/** The text after the greeting's comma, for a mail of one line: "Hi, see you on Monday". */
const behindComma = (greeting: string) =>
  /^[^,，]{1,40}[,，]\s*(\S+\s+\S+\s+\S.*|\p{Lo}{4,}.*)$/u.exec(greeting)?.[1] ?? "";

/** The kind of each line. Exported for the evaluation of the signature rules. */
export function markLines(whole: string[], sender = ""): LineKind[] {
  const lines = whole.map((line) => line.slice(0, longestMark));
  const kinds = markQuotes(lines);
  markSignature(lines, kinds, sender);
  markGreeting(lines, kinds);
  return kinds;
}

// Text beyond this length is a log or an attack, not something a person wrote.
const longestMail = 400_000;
// Quote marks, greetings and closings are recognized within this many characters of a line.
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
