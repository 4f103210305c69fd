import { modelAt, scoreOf } from "../actions/linear-model.ts";
import { remarkFeatures } from "./remark-features.ts";
import { wordsIn } from "./words.ts";

const weightsFile = new URL("./remark-weights.json", import.meta.url);

/** How likely a part is a remark about the mail or its reader, as log odds. */
const remarkScore = (part: string) => scoreOf(remarkFeatures(part), modelAt(weightsFile).weights);

const asksForThing = /^(?:(?:and|also) )?(?:his|her|their|your|the|all|both) (?:\p{L}+ ){1,5}(?:pls|plz|please)$/iu;
const namesReader = /^(?:to|for) (?:(?:my|our|the) )?(?:\p{Ll}+ ){0,3}\p{Lu}\p{Ll}+/u;

/** "Thank him for his help" tells what to say, "thank him politely" how to say it. */
const ordersContent =
  /^(?:(?:and|also|but|then|please) )*(?:thank|congratulate|ask|remind|invite|apologi[sz]e|tell|wish|inform|assure|promise|offer)(?: to)? (?:(?:him|her|them|everyone|everybody|all|\p{Lu}\S+|(?:the|my|our) \p{Ll}+) )?(?:for|on|to|if|whether|when|what|which|who|where|how|about|that(?! (?:in|nicely|politely|gently|kindly|way)\b)) \p{L}/iu;

const bareOf = (part: string) => part.replace(/^[\s,;:–—-]+|[\s.!,;:–—-]+$/gu, "");
const breaks = /((?:,|;)\s+|:\s+|\s+[-–—]+\s+|\s+(?=(?:but|so)\s+\p{Ll}))/u;

/** A part with a number is mostly content, and a single word too little to judge. */
function isRemark(part: string, threshold: number): boolean {
  const bare = bareOf(part);
  if (!/\s/.test(bare) || bare.length > 300) return false;
  // "Luis doesn't know yet that …": what is said of a named person is mostly content, and losing it does more harm than a remark.
  const isNamed = wordsIn(bare.slice(0, 60))[0]?.pos === "PROPN";
  // "kids welcome", "lunch included": the state of a thing is content.
  const isState =
    /\s(?:welcome|included|provided|attached|enclosed|cancelled|booked|confirmed|needed|required|available|optional|free|closed|open|paid|covered)$/i.test(
      bare,
    );
  // "If nobody is home he needs to leave the key" says what the reader has to do.
  // So does "she should not post anything about it", unless it is about what the reader feels or finds out.
  const isRule = /^(?:if|unless|when)\b.+\b(?:needs? to|has to|have to|must|should|can)\s/i.test(bare);
  const isDuty =
    /^(?:and |but )?(?:he|she|they) (?:needs? to|has to|have to|must|should|can|may|cannot|can['’]?t|shouldn['’]?t|mustn['’]?t)(?: not)? (?!feel|think|believe|know|notice|find|learn|hear|get the|be (?:offended|worried|scared|upset|angry|happy|able)|see that|understand|realize|realise|sound)/i.test(
      bare,
    );
  // "his insurance details please" asks the reader for something, "to my boss Neil Frobisher" names the reader.
  if (
    asksForThing.test(bare) ||
    namesReader.test(bare) ||
    ordersContent.test(bare) ||
    /^mention (?:my|our|his|her|the)\b|\b(?:last|final|first|second) (?:warning|reminder|notice|chance|offer)\b|\bnext time\b/i.test(
      bare,
    )
  )
    return false;
  const doubts = [/\d/.test(bare), part.includes("?"), isNamed, /\S that \S/.test(bare)].filter(Boolean).length;
  return remarkScore(bare) >= threshold + doubts + (isDuty ? 4 : isState || isRule ? 2 : 0);
}

// A statement about a person that explains the remark before it: "show some understanding, her team is drowning".
const explains =
  /^(?:(?:because|since|as|so) )?(?:he|she|they|people|(?:his|her|their) \p{Ll}+|(?:he|she|they)['’]\p{L}+)\s/iu;
const tells = /\d|\b(?:can|could|should|must|may|will|won['’]t|needs?|has to|have to|gets?|wants?|asked|owes?)\b/i;

const addressed =
  /^(?:please )?(?:tell|ask|remind|thank|inform|notify|invite|write to|e-?mail|let|congratulate|apologi[sz]e to|reply to) \S/i;
// "so be clear about the date" speaks to the writer more often than to the reader.
const askedManner = /^\s*so (?:please )?(?:be|keep|stay|sound|make it|word it|phrase it|go) /i;

/** A text without remarks, sentence by sentence. */
export const withoutLearnedRemarks = (text: string, remarks: string[]): string =>
  text
    .split(/(?<=[\p{L}\d)%"][.!?]+)\s+(?=\p{L})/u)
    .map((sentence) => withoutParts(sentence, remarks))
    .filter(Boolean)
    .join(" ");

/**
 * A sentence without the parts at its start and end that a fitted model takes for remarks to the writer. What is doubtful stays in it.
 */
function withoutParts(sentence: string, remarks: string[]): string {
  const parts = sentence.split(breaks);
  // "remind David about the log, he always forgets so be clear": the end does not make the beginning a remark.
  const [start = ""] = parts;
  if (isRemark(sentence, 0.8) && (parts.length === 1 || !addressed.test(start) || isRemark(start, 0))) {
    remarks.push(bareOf(sentence));
    return "";
  }
  if (parts.length === 1) return sentence;
  const end = /[.!]+\s*$/u.exec(sentence)?.[0].trim() ?? "";
  const dropped: string[] = [];
  while (parts.length > 2 && isRemark(parts[0] ?? "", 2.2)) {
    dropped.push(...parts.splice(0, 2).slice(0, 1));
    // Everything after the remark belongs to it.
    if (
      parts.every((part, i) => i % 2 === 1 || (explains.test(bareOf(part)) && !tells.test(part)) || isRemark(part, 0.5))
    )
      dropped.push(...parts.splice(0).filter((_, i) => i % 2 === 0));
  }
  while (parts.length > 2 && isRemark(parts.at(-1) ?? "", askedManner.test(parts.at(-1) ?? "") ? 0 : 1.8)) {
    const [remark = ""] = parts.splice(-2).slice(1);
    dropped.push(remark);
    // "he always forgets so be clear": the reason of the remark.
    const before = bareOf(parts.at(-1) ?? "");
    if (/^\s*so\s/i.test(remark) && parts.length > 2 && explains.test(before) && !tells.test(before))
      dropped.push(...parts.splice(-2).slice(1));
  }
  if (dropped.length === 0) return sentence;
  remarks.push(...dropped.map(bareOf));
  const kept = parts
    .join("")
    .replace(/^(?:but|so|and) /i, "")
    .trim();
  return kept === "" || /[.!?]$/.test(kept) ? kept : `${kept}${end}`;
}
