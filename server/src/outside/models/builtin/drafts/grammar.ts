import { capitalize } from "#outside/models/builtin/text/words.ts";

/** Small repairs to text that somebody typed in a hurry; words and numbers stay as they are. */
export function repair(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/(^|[\s("'])i(?=[\s,.!?'’]|$)/g, "$1I")
    .replace(/\b(can|don|won|doesn|didn|isn|wasn|couldn|wouldn|shouldn|haven|hasn|aren|weren)t\b/gi, "$1't")
    .replace(/\b(I)m\b(?!\.)/g, "$1'm")
    .replace(/\bim\b/g, "I'm")
    .replace(/\bive\b/gi, "I've")
    .replace(/\b(pls|plz)\b/gi, "please")
    .replace(/\bthx\b/gi, "thanks")
    .replace(/\b(mon|tues|wednes|thurs|fri|satur|sun)day\b/g, (day) => capitalize(day))
    .replace(/\b(january|february|april|june|july|august|september|october|november|december)\b/g, (month) =>
      capitalize(month),
    )
    .replace(/\s+([,.!?;:])(?=\s|$)/g, "$1")
    .trim();
}

/** A sentence as it should stand: capital first, one mark at its end. */
export function asSentence(text: string): string {
  const clean = capitalize(repair(text));
  return /[.!?:…。！？؟।]["'”’)]?$/.test(clean) ? clean : `${clean.replace(/[,;–—-]+$/, "")}.`;
}

const determiner =
  /^(?:the|a|an|my|our|your|his|her|its|their|this|that|these|those|some|any|all|every|each|no|both|another|one|two|three|four|five|six|seven|eight|nine|ten|several|many|more|most|few|which|what|whose|how|when|whether|if|who|where|why)\b/i;
const massNouns =
  /^(?:information|feedback|help|support|advice|leave|travel|pricing|training|work|progress|access|availability|equipment|software|hardware|marketing|funding|parking|housing|insurance|research|permission|approval|confirmation|clarification|assistance|compensation|payment|delivery|shipping|staffing|recruitment|onboarding|security|maintenance|lunch|dinner|breakfast|coffee|time|money|interest|patience|understanding|hospitality|guidance|mentoring|business|collaboration|cooperation|partnership|sponsorship|accommodation|everything|anything|something|it|them|him|her|us|you|me|myself|sick|annual|unpaid|parental|maternity|paternity|maternity|remote|vacation)$/i;

/**
 * A noun phrase fit to stand after a preposition: "late delivery" becomes "the late delivery", "our proposal" and
 * "Project Atlas" stay. Left alone wherever an article might be wrong.
 */
export function withArticle(phrase: string): string {
  const text = repair(phrase).replace(/[.!?,;:]+$/, "");
  const [first = ""] = text.split(/\s/);
  if (!text || determiner.test(text) || /^[\d$€£₹{"'“(#]/.test(text) || /ing$/i.test(first)) return text;
  const head = headOf(text);
  if (massNouns.test(head) || massNouns.test(first)) return text;
  // "Project Atlas" is a name, "Q3 budget" is a thing that a name describes.
  if (/^\p{Lu}/u.test(first) && /^\p{Lu}/u.test(head)) return text;
  if (isPlural(head) && !/\b(?:of|for|from|in|that|which|who|we|you|i)\b/i.test(text)) return text;
  return `the ${lowerFirst(text)}`;
}

/** Lower-cases the first letter unless the word is a name, an acronym or a token. */
export function lowerFirst(text: string): string {
  const first = /^[\p{L}'’]+/u.exec(text)?.[0] ?? "";
  if (!first || first === "I" || /^I['’]/.test(first) || /\p{Lu}/u.test(first.slice(1))) return text;
  return sentenceStarters.test(first) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

// Words that are capitalized only because they begin a sentence; any other capital may be a name.
const sentenceStarters =
  /^(?:the|a|an|my|our|your|his|her|its|their|this|that|these|those|some|any|all|every|each|no|both|another|one|we|you|he|she|they|it|there|if|when|while|because|since|as|after|before|in|on|at|by|for|from|to|with|about|of|and|but|or|so|not|late|new|old|next|last|please|is|are|was|were|will|can|could|would|should|do|does|did|have|has|had|follow|following|schedule|arrange|set|ask|request|offer|decline|cancel|reschedule|invite|invitation|introduce|introduction|thank|thanks|apologize|apologise|complain|complaint|remind|reminder|status|update|meeting|payment|invoice|order|delivery|project|proposal|send|tell|let|inform|announce|welcome|apply|application|resign|resignation|leave|sick|annual|job|price|quote|question|feedback|report|delay|delayed|broken|damaged|missing|wrong|poor|bad|good|great|product|service|team|client|customer|contract|interview|position|role|monthly|weekly|quarterly|yearly|upcoming|recent|current|final|first|second|third|open|overdue|outstanding|unpaid|free|special|extra|more|help|support|refund|replacement|discount|birthday|wedding|party|event|conference|workshop|webinar|training|launch|demo|call|lunch|dinner|review|budget|plan|website|office|move|moving|changes?|kick-?off|onboarding|partnership|collaboration|availability|pricing|shipping|subscription|membership|account|appointment|reservation|booking|hotel|flight|trip|travel|vacation|holiday|time|day|today|tomorrow|yesterday)$/i;

function headOf(text: string): string {
  const core =
    text.split(
      /\s(?:of|for|from|in|on|at|with|to|by|about|after|before|since|that|which|who|we|you|i|sent|due|dated|this|next|last|because|and)\s/i,
    )[0] ?? text;
  return core.trim().split(/\s+/).at(-1) ?? "";
}

export const isPlural = (word: string) =>
  /[^su]s$/i.test(word) && !/(?:ss|us|is|news|status|series|lens|bus)$/i.test(word) && !/^\p{Lu}+$/u.test(word);
