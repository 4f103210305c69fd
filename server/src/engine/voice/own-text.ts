import { maxFrameLength } from "@intellibox/contract/rules/voice";
import { linesOf, markLines } from "../mail/clean-mail.ts";
import { forwardedMail } from "../mail/forwarded.ts";
import { isClosingLine } from "../mail/signatures.ts";
import { greetingBefore } from "./greeting-shape.ts";

/** The writer's own text in a mail: without quotes, forwarded mail, signature and disclaimer. */
export type OwnText = {
  greeting: string;
  text: string;
  /** The closing phrase without a name; empty if there is none. */
  closing: string;
  /** The name below the closing; empty if there is none. */
  name: string;
};

/** A longer mail is pasted material. Its first part shows the style. */
const longest = 20_000;

/** Undefined if the mail has no words of its writer's own. `names` are those of its readers, in lower case. */
export function ownTextOf(body: string, writer: string, names: ReadonlySet<string>): OwnText | undefined {
  const given = body.slice(0, longest);
  const lines = linesOf(given);
  const kinds = markLines(lines, writer);
  const pick = (kind: string) => lines.filter((_, at) => kinds[at] === kind);
  const whole = lines
    .filter((_, at) => kinds[at] === "body" || kinds[at] === "blank")
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  const greeting = pick("greeting").join(" ").trim();
  const before = greeting ? "" : greetingBefore(whole, names);
  const text = whole.slice(before.length).trim();
  // A line or two above a forwarded mail says what it is, not how its writer writes.
  if (wordCount(text) < fewestWords || (wordCount(text) < 12 && forwardedMail(given, writer))) return undefined;
  return { greeting: greeting || before, text, ...endOf(lines, kinds, writer) };
}

const fewestWords = 3;
/** Scripts without spaces count two characters as a word. */
export const wordCount = (text: string) => {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const words = text.match(/[\p{L}\p{N}\p{M}]+(?:['’_-][\p{L}\p{N}\p{M}]+)*/gu)?.length ?? 0;
  return dense > 0 ? Math.round(dense / 2) : words;
};

function endOf(lines: string[], kinds: readonly string[], writer: string) {
  const first = kinds.findIndex((kind) => kind === "closing" || kind === "signature");
  if (first < 0) return { closing: "", name: "" };
  const end = lines
    .slice(first)
    .filter((line, at) => line.trim() && /^(?:closing|signature)$/.test(kinds[first + at] ?? ""));
  // Of "Thanks." and "Best," the second one closes.
  const count = end.findIndex((line) => !isClosingLine(line));
  const closings = kinds[first] === "closing" ? end.slice(0, count < 0 ? end.length : Math.max(1, count)) : [];
  const under = nameIn(end[closings.length] ?? "");
  const { phrase, name } = splitClosing((closings.at(-1) ?? "").trim(), writer);
  return { closing: phrase.length <= maxFrameLength ? phrase : "", name: name || under };
}

/** One to three words, as a person signs: "Asha", "A. Rao", "ar". A line of contact data or a role is none. */
const nameIn = (line: string) => {
  const text = line
    .trim()
    .replace(/^[-–—~*\s]+/, "")
    .replace(/[,.!\s]+$/, (end) => (end.startsWith(".") ? "." : ""));
  return /^[\p{L}\p{M}][\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}][\p{L}\p{M}.'’-]*){0,2}$/u.test(text) && text.length <= 40
    ? text.replace(/(?<=\p{L}{2})\.$/u, "")
    : "";
};

/** "Thanks, Ada" is the phrase "Thanks," and the name "Ada". */
function splitClosing(line: string, writer: string): { phrase: string; name: string } {
  const parts = /^(.*?[,!–—-])\s*(\S.*)$/u.exec(line);
  const own = new Set(writer.toLowerCase().match(/\p{L}{2,}/gu) ?? []);
  const isOwn = (text: string) =>
    text.split(/\s+/).every((word) => own.has(word.toLowerCase().replaceAll(/\P{L}/gu, "")));
  if (parts?.[1] && parts[2] && (isOwn(parts[2]) || /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*)?[.]?$/u.test(parts[2])))
    return { phrase: parts[1].trim(), name: nameIn(parts[2]) };
  const words = line.split(/\s+/);
  const last = words.at(-1) ?? "";
  if (words.length > 1 && isOwn(last)) return { phrase: words.slice(0, -1).join(" "), name: nameIn(last) };
  return { phrase: line, name: "" };
}
