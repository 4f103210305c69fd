import { blocksOf, type MailBlock } from "../mail/lists.ts";
import { languageOf } from "../text/language.ts";
import { sentencesOf, splitTyped } from "../text/sentences.ts";
import { withLooseLists } from "./loose-lists.ts";

// A longer point is not read at a glance.
const longestJoined = 340;
const mostJoined = 12;

/** The points of a mail: its sentences, and its lists with the lines that announce them. */
export function pointsIn(text: string, keepsParagraph = false): string[] {
  const isEnglish = languageOf(text) === "en";
  return withLooseLists(blocksOf(text)).flatMap((block) => {
    if (block.kind === "text")
      return sentencesOf(block.text).flatMap((sentence) => (isEnglish ? splitLower(sentence) : sentence));
    if (block.kind === "table") return tablePoints(block);
    // Only the last sentence of a paragraph announces the list below it. A subject looks at the paragraph as a whole.
    const before = keepsParagraph ? [block.lead] : sentencesOf(block.lead);
    const lead = before.pop() ?? "";
    return [...before, ...listPoints({ ...block, lead })];
  });
}

/** Splits at sentences that begin in lower case, if the writer begins them so. */
const splitLower = (sentence: string) => {
  const parts = splitTyped(sentence);
  return parts.every((part) => part.split(/\s+/).length >= 3) ? parts : [sentence];
};

/** Short items are one point with their lead: "What your child needs: a packed lunch; a rain jacket". */
function listPoints({ lead, items }: Extract<MailBlock, { kind: "list" }>): string[] {
  const clean = items
    .map((item) => item.replace(/[;,]\s*(?:and|or)?\s*$/i, "").trim())
    .filter((item) => /\p{L}/u.test(item));
  const joined = `${lead ? `${lead}: ` : ""}${clean.map((item) => item.replace(/\.$/, "")).join("; ")}`;
  const isShort = clean.every((item) => item.split(/\s+/).length <= 12) && clean.length <= mostJoined;
  if ((lead || clean.every(isField)) && clean.length > 0 && isShort && joined.length <= longestJoined) return [joined];
  // A sentence that announces a list says little alone: it goes with the first item.
  const [first = "", ...others] = clean;
  const isSentence = lead.split(/\s+/).length > 3 && !onlyNames.test(lead);
  return lead && isSentence && first && `${lead}: ${first}`.length <= longestJoined
    ? [`${lead}: ${first}`, ...others.flatMap(itemPoints)]
    : clean.flatMap(itemPoints);
}

/** "Amount: 17.40" and "4 cartridges 131.60 €": fields and rows of one record are read together. */
const isField = (item: string) =>
  (/\d|[:：]\s/.test(item) || item.split(/\s+/).length <= 3) && item.split(/\s+/).length <= 10 && !/[.!?]$/.test(item);

/** "Samples 7 and 8 carry the same barcode. Which one is yours?" says little in two parts. */
const itemPoints = (item: string) => (item.length <= longestItem ? [item] : sentencesOf(item));
const longestItem = 160;

/** A line that names the kind of list, but says nothing about its items. */
const onlyNames = /\b(?:recap|updates?|status|summary|minutes|notes|overview|points?|items|news|highlights|topics)\b/i;

function tablePoints({ head, rows }: Extract<MailBlock, { kind: "table" }>): string[] {
  const isNumber = head[0] !== undefined && /^(?:#|no\.?|nr\.?|id|pos\.?)$/i.test(head[0]);
  return rows
    .slice(0, 60)
    .map((row) => (isNumber ? row.slice(1) : row).filter(Boolean).join(" – "))
    .filter((row) => /\p{L}/u.test(row));
}
