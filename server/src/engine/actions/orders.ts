import { type Token, tokensOf } from "../text/parts-of-speech.ts";
import { taskVerbs } from "./verbs.ts";

const particles = new Set("up out in on off back down over around away through along together".split(" "));
const objects = new Set(
  "my your our his her their its it them him me us this that these those both all each any".split(" "),
);
const neverVerbs = new Set(
  `a an the my your our his her their its this that these those it he she they we you i who what which when where why how if
  and or but so yet nor as at by for from in into of off on onto over per since than through to until up upon via with within
  without after before during about above below under near like no not yes ok okay hello hi hey thanks thank sorry dear please
  is are was were am been being has had having does did will would shall should may might must can could very too also just
  still already only even maybe perhaps here there now then today tomorrow tonight yesterday both all each every any some none
  most many more much few several other another such same first second third last next new old good great best better whoever
  whether because although while once unless despite regarding concerning including following due depending according hope
  welcome well nice glad happy happen seem appear mean need needs want wants wish owe cost belong worth otherwise instead however therefore`.split(
    /\s+/,
  ),
);
const finite =
  /^(?:is|are|was|were|am|has|had|will|would|can|could|should|must|may|might|'s|'re|'ll|isn't|aren't|wasn't|won't|can't)$/i;
/** These are no objects of an order: "cover lapses on 18 November". */
const intransitive = /^(?:lapses|expires|begins|applies|remains|continues|rises|falls)$/i;
const subordinate =
  /^(?:that|which|who|whom|whose|if|whether|what|when|where|how|why|because|so|before|after|until|till|once|while|as|since|unless|,|;|:|\(|–|—|-)$/i;

/**
 * Whether a clause is an order: it begins with the base form of a verb. The words after it decide in doubt, because no noun
 * stands before an article or a pronoun ("empty the hopper"), and no order has a finite verb ("call time is 6:30").
 */
export function isOrder(clause: string): boolean {
  const text = clause.trim().slice(0, 120);
  const first = /^[\p{L}][\p{L}'’-]*/u.exec(text)?.[0] ?? "";
  const lower = first.toLowerCase();
  if (lower.length < 2 || neverVerbs.has(lower)) return false;
  if (/(?:\p{L}{3}ing|\p{L}{2}ed|ly|tion|ment|ness|ity)$/u.test(lower) && !taskVerbs.has(lower)) return false;
  if (/[^s]s$/.test(lower) && !taskVerbs.has(lower)) return false;
  if (/^\p{Lu}{2,}$/u.test(first) || /^\p{L}+ \p{L}+:\s/u.test(text)) return false;
  // "Lunch for your open day: 60 people" and "Price as agreed" are things.
  if (!taskVerbs.has(lower) && /^[\p{L} ]{3,40}:\s/u.test(text)) return false;
  // "Coach for 44" and "quote for the rails" are things too.
  if (/^(?:quote|coach|offer|invoice|estimate|bill|lunch|order|ticket)\s(?:for|from)\b/i.test(text)) return false;
  if (/^\S+\s#?[\w-]*\d[\w-]*\s*:/.test(text)) return false;
  if (/^\S+ as (?:agreed|discussed|before|usual|planned|per)\b/i.test(text)) return false;
  // "reference of the transfer" is a thing.
  if (/^\S+ of\b/i.test(text) && !/^(?:think|dispose|approve|beware|get rid|take care)\b/i.test(text)) return false;
  // "Order number 88213" and "Change request 4" are labels.
  if (
    /^\S+\s+(?:numbers?|no\.?|nr\.?|#|ids?|codes?|dates?|forms?|status|confirmation|summary|requests?|details|total|reference|ref)\b/i.test(
      text,
    )
  )
    return false;
  // After "must" the tagger expects a verb, as the first word of an order is one.
  const tokens = tokensOf(`You must ${lower}${text.slice(first.length)}`).slice(2);
  const [head, next] = tokens;
  if (!head || head.text.toLowerCase() !== lower) return false;
  if (!next || next.pos === "PUNCT") return taskVerbs.has(lower) && head.pos === "VERB" && tokens.length > 2;
  if (/^(?:ADV|ADP|SCONJ|CCONJ|PRON|DET|INTJ)$/.test(head.pos) && !taskVerbs.has(lower)) return false;
  const isBeforeObject =
    (next.pos === "DET" || objects.has(next.text.toLowerCase())) && !/^(?:of|is|are)$/i.test(tokens[2]?.text ?? "");
  const isPhrasal = particles.has(next.text.toLowerCase());
  if (isBeforeObject && (head.pos === "VERB" || taskVerbs.has(lower) || !isAlsoSubject(tokens))) return true;
  if (head.pos !== "VERB" && !taskVerbs.has(lower)) return false;
  if (head.lemma !== lower && !taskVerbs.has(lower)) return false;
  if (isAlsoSubject(tokens)) return false;
  return isPhrasal || taskVerbs.has(lower) || /^(?:NOUN|ADJ|NUM|PROPN|ADP|ADV|SYM)$/.test(next.pos);
}

/** Whether a finite verb follows in the main clause, so that its first words are the subject. */
function isAlsoSubject(tokens: Token[]): boolean {
  for (const token of tokens.slice(1, 14)) {
    if (subordinate.test(token.text)) return false;
    if (finite.test(token.text) || intransitive.test(token.text)) return true;
    if (
      token.pos === "VERB" &&
      /^(?:came|went|got|took|ran|slipped|arrived|failed|passed|closed|says?|shows?|states?|reads?|starts?|ends?|opens?|closes|stays?|moves|takes|goes|comes|looks|works|costs|needs|wants)$/i.test(
        token.text,
      )
    )
      return true;
  }
  return false;
}

// Each possible beginning of a task costs a run of the tagger.
const mostJoints = 8;
const joint =
  /(?:,\s*(?:and\s+)?(?:then\s+|also\s+)?(?:to\s+)?|\s+and\s+(?:then\s+|also\s+)?(?:to\s+)?|;\s*(?:and\s+)?)/gu;
const pronounObject =
  /^[\p{L}-]+(?:\s(?:up|out|in|on|off|back|down|over))?\s(?:it|them|him|her|this|that|these|those)\b/iu;

/** "Pull the files and send a draft by Thursday" is two tasks; "call them and move them" is one. */
export function splitOrders(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let read = 0;
  for (const match of text.slice(0, 600).matchAll(joint)) {
    if (++read > mostJoints) break;
    const rest = text.slice(match.index + match[0].length);
    if (match.index - start < 8 || rest.split(/\s+/).length < 2 || pronounObject.test(rest)) continue;
    if (!isOrder(rest)) continue;
    parts.push(text.slice(start, match.index));
    start = match.index + match[0].length;
  }
  parts.push(text.slice(start));
  return parts;
}
