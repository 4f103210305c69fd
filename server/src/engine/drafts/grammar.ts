import { capitalize } from "../text/words.ts";

/** Corrects contractions, short forms, capitals and spacing of hurried text. */
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
    .replace(/\b(am|are) sorry but\b/g, "$1 sorry, but")
    .replace(/\b(mon|tues|wednes|thurs|fri|satur|sun)day\b/g, (day) => capitalize(day))
    .replace(/\b(january|february|april|june|july|august|september|october|november|december)\b/g, (month) =>
      capitalize(month),
    )
    .replace(/\s+([,.!?;:])(?=\s|$)/g, "$1")
    .trim();
}

const participle =
  /^((?:(?!\b(?:is|was|were|are|has|have|had|will|be|been|not|it|he|she|they|we|i|you|got|gets|get)\b)[\p{L}\p{N}#-]+\s){1,4})(delayed|cancelled|canceled|postponed|moved|damaged|lost|shipped|delivered|approved|rejected|rescheduled|blocked)\s+(by|to|until|because|due|in|on|from|at)\b/iu;

/** "order 8841 delayed by customs" → "order 8841 was delayed by customs". */
const withAuxiliary = (text: string) =>
  text.replace(
    participle,
    (_, noun: string, verb: string, next: string) =>
      `${noun}${/s\s$/.test(noun) && !/\d/.test(noun) ? "were" : "was"} ${verb} ${next}`,
  );

/** Gives a sentence its capital and one mark at the end. */
export function asSentence(text: string): string {
  const clean = capitalize(withAuxiliary(repair(text)));
  return /[.!?:…。！？؟।]["'”’)]?$/.test(clean) ? clean : `${clean.replace(/[,;–—-]+$/, "")}.`;
}

const determiner =
  /^(?:the|a|an|my|our|your|his|her|its|their|this|that|these|those|some|any|all|every|each|no|both|another|one|two|three|four|five|six|seven|eight|nine|ten|several|many|more|most|few|which|what|whose|how|when|whether|if|who|where|why)\b/i;
const massNouns =
  /^(?:water|food|milk|coffee|cash|proof|identification|information|homework|input|feedback|help|support|advice|leave|travel|pricing|training|work|progress|access|availability|equipment|software|hardware|marketing|funding|parking|housing|insurance|research|permission|clarification|assistance|compensation|shipping|staffing|recruitment|onboarding|security|maintenance|lunch|dinner|breakfast|coffee|money|patience|understanding|hospitality|guidance|mentoring|collaboration|cooperation|sponsorship|accommodation|everything|anything|something|it|them|him|her|us|you|me|myself|sick|annual|unpaid|parental|maternity|paternity|maternity|remote|vacation)$/i;

/** Numbered things ("invoice 4471") take no article. */
const numbered =
  /^(?:invoice|order|ticket|room|case|account|contract|po|phase|flight|booking|policy|claim|item|number|no\.?|bill|batch|version)\s+#?[\w-]*\d/i;
const nounInIng =
  /^(?:heating|building|meeting|wedding|painting|booking|opening|briefing|filing|listing|setting|ceiling|lighting|offering|warning|recording|drawing|kick-?off meeting)$/i;
const adjectival =
  /^(?:leaking|missing|pending|outstanding|upcoming|existing|ongoing|remaining|missing|failing|flickering|rising|growing|underlying)$/i;

/**
 * A noun phrase that can follow a preposition: "late delivery" becomes "the late delivery", "our proposal" and
 * "Project Atlas" stay. No article is added if it might be wrong.
 */
export function withArticle(phrase: string): string {
  const text = repair(phrase).replace(/[.!?,;:]+$/, "");
  const [first = ""] = text.split(/\s/);
  if (
    numbered.test(text) ||
    /^\p{L}+ #?\d[\w/-]*(?:\s|$)/u.test(text) ||
    /^time off\b/i.test(text) ||
    // "gloves + water", "wed or Thursday": no single thing.
    /^\p{L}+s \+ |^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b/iu.test(text) ||
    /['’]s$/.test(first)
  )
    return text;
  if (
    adjectival.test(first) &&
    /^\S+ (?!the|a|an|my|our|your|his|her|their|this|that)/i.test(text) &&
    !isPlural(headOf(text))
  )
    return `the ${lowerFirst(text)}`;
  if (!text || determiner.test(text) || /^[\d$€£₹{"'“(#]/.test(text) || (/ing$/i.test(first) && !nounInIng.test(first)))
    return text;
  const head = headOf(text);
  if (massNouns.test(head)) return text;
  if (/^\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+/u.test(text)) return text;
  // "Project Atlas" is a name; in "Q3 budget" the name only describes the noun.
  if (/^\p{Lu}/u.test(first) && /^\p{Lu}/u.test(head)) return text;
  if (isPlural(head) && !/\b(?:of|for|from|in|that|which|who|we|you|i)\b/i.test(text)) return text;
  return `the ${lowerFirst(text)}`;
}

/** An indefinite thing: "replacement" → "a replacement", "refund or exchange" → "a refund or exchange". */
export function indefinite(phrase: string): string {
  const text = repair(phrase).replace(/[.!?,;:]+$/, "");
  if (/^(?:some|any|no|every)(?:one|body|thing)\b/i.test(text)) return text;
  const definite = withArticle(text);
  if (!definite.startsWith("the ") || /^the /i.test(text)) return definite;
  if (isPlural(headOf(text)) || isPlural(headOf(text.split(/\s(?:or|and)\s/)[0] ?? text))) return lowerFirst(text);
  return `${/^[aeiou]/i.test(text) ? "an" : "a"} ${lowerFirst(text)}`;
}

const noObject =
  /^(?:p\.? ?\d+|pages? \d.*|me|us|him|her|them|you|it|this|that|by|to|on|in|at|with|from|for|about|of|up|out|off|back|over|into|as|if|whether|when|what|how|where|who|that|early|soon|late|here|there|please|again|today|tomorrow|someone|somebody|anyone|everything|everyone|nobody|nothing|anything|anybody|no|before|after|until|till|under|without|within|against|through|another|more|and|or|not|sure|clear|certain|now|right|straight|directly|along|alone|together|forward|down|away|home|abroad|upstairs|downstairs|asap|earlier|later|first|once|twice|inside|outside|black|white|dark|warm|smart|casual|formal|sturdy)\b/i;

/** Adds the missing article of a verb's object: "fix heating" → "fix the heating". */
export function withObject(verbPhrase: string): string {
  const match = /^(\p{Ll}+)\s+(\p{Ll}.*)$/su.exec(verbPhrase);
  const [, verb = "", object = ""] = match ?? [];
  if (!match || noObject.test(object) || /^\p{L}+ly\b/u.test(object)) return verbPhrase;
  if (verb === "confirm" && /^(?:attendance|participation|availability)\b/i.test(object)) return `confirm my ${object}`;
  return `${verb} ${/^(?:send|bring|book|hire|order|propose|suggest|request|arrange|schedule|organi[sz]e)$/.test(verb) ? indefinite(object) : withArticle(object)}`;
}

/** Lower-cases the first letter unless the word is a name, an acronym or a token. */
export function lowerFirst(text: string): string {
  const first = /^[\p{L}'’]+/u.exec(text)?.[0] ?? "";
  if (!first || first === "I" || /^I['’]/.test(first) || /\p{Lu}/u.test(first.slice(1))) return text;
  return sentenceStarters.test(first) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

// Words that have a capital only at the beginning of a sentence; any other capital may be a name.
const sentenceStarters =
  /^(?:the|a|an|my|our|your|his|her|its|their|this|that|these|those|some|any|all|every|each|no|both|another|one|we|you|he|she|they|it|there|if|when|while|because|since|as|after|before|in|on|at|by|for|from|to|with|about|of|and|but|or|so|not|late|new|old|next|last|please|is|are|was|were|will|can|could|would|should|do|does|did|have|has|had|follow|following|schedule|arrange|set|ask|request|offer|decline|cancel|reschedule|invite|invitation|introduce|introduction|thank|thanks|apologize|apologise|complain|complaint|remind|reminder|status|update|meeting|payment|invoice|order|delivery|project|proposal|send|tell|let|inform|announce|welcome|apply|application|resign|resignation|leave|sick|annual|job|price|quote|question|feedback|report|delay|delayed|broken|damaged|missing|wrong|poor|bad|good|great|product|service|team|client|customer|contract|interview|position|role|monthly|weekly|quarterly|yearly|upcoming|recent|current|final|first|second|third|open|overdue|outstanding|unpaid|free|special|extra|more|help|support|refund|replacement|discount|birthday|wedding|party|event|conference|workshop|webinar|training|launch|demo|call|lunch|dinner|review|budget|plan|website|office|move|moving|changes?|kick-?off|onboarding|partnership|collaboration|availability|pricing|shipping|subscription|membership|account|appointment|reservation|booking|hotel|flight|trip|travel|vacation|holiday|time|day|today|tomorrow|yesterday)$/i;

function headOf(text: string): string {
  const core =
    text.split(
      /\s(?:of|for|from|in|on|at|with|to|by|about|after|before|since|that|which|who|we|you|i|sent|due|dated|this|next|last|because|and)\s/i,
    )[0] ?? text;
  return (
    core
      .replace(/\s(?:instead|too|along|again|please|today|tomorrow)$/i, "")
      .trim()
      .split(/\s+/)
      .at(-1) ?? ""
  );
}

export const isPlural = (word: string) =>
  /[^su]s$/i.test(word) && !/(?:ss|us|is|news|status|series|lens|bus)$/i.test(word) && !/^\p{Lu}+$/u.test(word);
