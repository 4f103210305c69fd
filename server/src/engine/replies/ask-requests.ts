import { politeRequests } from "../actions/polite-requests.ts";
import { baseForm, isImperative, startsWithTaskVerb } from "../actions/verbs.ts";
import { type Token, tokensOf } from "../text/parts-of-speech.ts";
import { withoutStatement } from "../text/second-clause.ts";
import type { Ask } from "./ask.ts";
import { isDangerous } from "./care.ts";
import { reflect } from "./reflect.ts";

const adverbs =
  "(?:please|pls|plz|kindly|remember to|be sure to|make sure to|don['’]t forget to|also|just|maybe|perhaps|possibly|quickly|then|both|all|still|at least|be able to|be so kind as to|be kind enough to|take a moment to)";
const condition =
  /^(?:if|in case|should|unless|once|when)\b[^,]{3,80}?(?:,|(?=\s(?:we|i|please|could|can)\b))\s*(?:then\s+)?/i;
const marker = new RegExp(
  [
    `\\b(?:can|could|would|will|might)\\s+(?:you|u|someone|somebody|anyone|one of you)\\s+(?:${adverbs}\\s+)*`,
    `\\b(?:if|whether) you (?:could|would|can|might)\\s+(?:${adverbs}\\s+)*`,
    "\\b(?:don't|do not) forget to\\s+|\\b(?:remember|be sure|make sure)\\s+(?:to|that you|you)\\s+",
    `\\b(?:please|pls|plz|kindly)[,:]?\\s+(?:${adverbs}\\s+)*`,
    "\\b(?:i|we|they|he|she)(?:'d| would| must| have to)?(?: also| really| now| hereby| formally| therefore| kindly| respectfully)*\\s+(?:need|want|like|expect|ask|require|advise|encourage|request|invite|urge|beg)\\s+(?:for\\s+)?(?:you|that you)\\s+(?:all\\s+)?(?:to\\s+)?",
    "\\bhoping (?:that )?you (?:could|can|would|might)\\s+",
    "^(?:i |we )?(?:will |'ll |would )?need (?:someone|somebody) to\\s+",
    "\\b(?:someone|somebody) (?:has to|must|needs to|should)\\s+",
    "\\b(?:i|we)(?: also| still| only)? need (?:someone|somebody) to\\s+",
    "\\byou(?:'ll| will)? (?:only |just |also |still )?(?:need to|have to|must|are to|'ve got to|are (?:asked|requested|required) to)\\s+(?:also\\s+|then\\s+)?",
  ].join("|"),
  "i",
);
const needed =
  /(?<!\b(?:whether|if|what|how|why|where|when) )\b(?:(?:i|we|they|he|she|(?:our|the|my) [\p{L} ]{2,30}?)(?: also| still| really| urgently| only| now)?(?:'ll|'d| will| would)?(?: also| still)?\s+(?:need|needs|require|requires|miss|lack|await|am waiting for|are waiting for|'m waiting for|are missing|am missing))\s+(?!to\b|you\b|help$)(.+)$/iu;
const listed = /\b(?:need|needs|needed|missing|miss|require[sd]?|outstanding|lacking|owe us)\s*:\s*(.+)$/i;
const missing = /^(?:the |your |our )?(.{3,60}?) (?:is|are) (?:still )?(?:missing|outstanding)\b/i;

/** The requests of a sentence, each with its own verb. `isPolite`: a bare imperative or a need is none. */
export function requestsIn(text: string, sentence: string, isPolite = false): Ask[] {
  if (isOffered(text)) return [];
  const plain = text
    .replace(innerReason, "")
    .replace(/\bdo the needful(?:,? and)?\s*/i, "")
    .replace(politelyLast, (order, first: string) => (isImperative(first) ? `please ${first}` : order))
    .replace(/\brevert(?: back)?(?: to us)? with\b/i, "send me");
  const conditional = condition.exec(plain);
  const isConditional =
    conditional !== null &&
    /\b(?:you (?:accept|agree|are (?:happy|interested)|decide|come|attend|join|want|wish|(?:would |'d )like)|so|yes)\b/i.test(
      conditional[0],
    );
  const main = conditional ? withAntecedent(plain.slice(conditional[0].length), conditional[0]) : plain;
  // "If you can't, tell Noreen": only for a reader who cannot.
  if (conditional && /\b(?:not|can't|cannot|unable|no longer)\b/i.test(conditional[0]) && !marker.test(main)) return [];
  if (
    conditional &&
    /\b(?:neither|none|no(?:thing)? (?:of|suits|works)|(?:does not|doesn't|don't|do not|won't) (?:suit|work))\b/i.test(
      conditional[0],
    )
  )
    return [];
  const asked = marker.exec(main);
  const rest = asked ? main.slice(asked.index + asked[0].length).replace(/^([^()]*)\)[\s.!]*$/, "$1") : undefined;
  const minding = /\bwould you mind (\p{L}+ing)\b(.*)$/iu.exec(main);
  const order = minding
    ? `${baseForm(minding[1] ?? "")}${minding[2]}`
    : (rest ?? (isPolite ? undefined : orderOf(main)));
  const found = order
    ? tasksOf(order).flatMap((task) => asAsks(task, sentence))
    : isPolite
      ? []
      : neededIn(main, sentence);
  return (
    found
      // "If the client asks, don't promise anything" is advice. It is not a request to accept or decline.
      .filter((ask) => !(conditional && ask.kind === "request" && /^(?:don['’]t|do not|never)\b/i.test(ask.task)))
      .map((ask) => (ask.kind === "request" && isConditional ? { ...ask, isConditional } : ask))
  );
}

/** "Bring a guest if you like" offers something, and asks for nothing. */
export const isOffered = (text: string): boolean =>
  !/\?\s*$/.test(text) && offered.test(text) && !/\b(?:please|could|can|would) you\b/i.test(text);
const offered =
  /^(?:please |do |feel free to )?(?!let\b|tell\b|say\b|ask\b)\p{L}+\b.*(?<!\b(?:know|tell (?:me|us)|say|ask|advise|see|check),? )\bif you(?:['’]d| would)? (?:like|wish|want(?: to)?|prefer|fancy(?: it)?|feel like it)\W*$|^(?:please )?feel free to\b/iu;

/** "Give her an answer today please, the fee starts tomorrow" */
const politelyLast =
  /^(?!.*\b(?:can|could|would|will) you\b)(\p{L}+ [^,;?]{3,120}?),? (?:please|pls)(?=\s*[,.;!]|\s*$)/iu;

/** "If you have the notes, please bring them" asks for the notes. */
function withAntecedent(main: string, conditional: string): string {
  const thing = /^if you (?:still )?have ((?:the|any|a|an|your) [^,]{3,60}?),?\s*$/i.exec(conditional.trim())?.[1];
  return thing ? main.replace(/\b(?:them|it)\b/, () => thing) : main;
}

/** An imperative without "please": "Sign the attached form." */
function orderOf(text: string): string | undefined {
  const plain = text.replace(
    /^(?:just|simply|then|next|now|first|second|third|otherwise|always|never mind|lamps)[,:]?\s+/i,
    "",
  );
  if (/^meet \p{Lu}/u.test(plain)) return undefined;
  if (!startsWithTaskVerb(plain) || !isImperative(plain) || /\?$/.test(plain)) return undefined;
  const [first, second] = tokensOf(plain.slice(0, 300));
  const hasObject = second !== undefined && objectWord.test(second.text);
  if (!first || (!hasObject && (!/^(?:VERB|AUX)$/.test(first.pos) || first.lemma !== first.text.toLowerCase())))
    return undefined;
  return second && /^(?:VERB|AUX)$/.test(second.pos) && second.lemma !== "be" ? undefined : plain;
}

/** A word that begins the object of a verb, so that the word before it is no noun. */
const objectWord =
  /^(?:me|us|it|them|him|her|the|this|that|these|those|your|my|our|a|an|all|any|both|each|every|anything|everything|something|what|whatever)$/i;

/** Demands of a complaint. Only the reader knows whether they can be met. */
const demanded =
  /\b(?:i|we) (?:also |now |really )?(?:want|expect|demand|insist on) (?!to\b|you\b|that\b|it\b|this\b|nothing\b)((?:an?|the|my|our|some|your|somebody|someone|\p{Lu}\p{L}+['’]s) .{3,140}?)(?: to be \p{L}+.*)?[.!]?$/iu;

function neededIn(text: string, sentence: string): Ask[] {
  const demand = demanded.exec(text)?.[1];
  if (demand) {
    const about = reflect(
      demand
        .replace(/,? and (?:i|we) (?:expect|want|demand)\b.*$/i, "")
        // "the whole amount refunded by Friday", "February's fee back"
        .replace(/^(.{3,60}?) (?:(?:to be )?refunded|paid back|back)\b/i, "the refund of $1"),
    );
    return [{ kind: "question", sentence, ...(about && { about }) }];
  }
  const given = /^(?:just |simply |please )*(?:reply|respond|come back to (?:me|us)) with (.{3,140}?)[.!]?$/i.exec(
    text,
  )?.[1];
  if (given && !isDangerous(given)) {
    const about = reflect(given);
    return [{ kind: "question", sentence, ...(about && { about }) }];
  }
  const list = listed.exec(text)?.[1];
  // "Missing: Otto and the lady from the bakery" names people, whom nobody sends.
  if (list && itemsOf(list).some((item) => person.test(item))) return [];
  if (list) return itemsOf(list).flatMap((item) => itemAsked(item, sentence));
  const thing = (isMissed.test(text) || isOtherCase.test(text) ? undefined : needed.exec(text)?.[1])?.replace(
    /,?\s+and to \p{L}+\b.*$|,\s+(?:somebody|someone|nobody)\b.*$/u,
    "",
  );
  // "We need the kegs rinsed", "needs the machine cold and empty": a state, which nobody sends.
  if (thing && isThing(thing) && inState.test(thing)) {
    const about = reflect(cut(thing).replace(/[\s.!]+$/, ""));
    return [{ kind: "question", sentence, ...(about && { about }) }];
  }
  // A thing that others need is rarely sent by mail: "They'd need the kitchen, too".
  if (thing && isThing(thing) && /^(?:they|he|she)\b/i.test(needed.exec(text)?.[0] ?? "")) {
    const about = reflect(cut(thing).replace(/[\s.!]+$/, ""));
    return [{ kind: "question", sentence, ...(about && { about }) }];
  }
  if (thing && isThing(thing)) return thingsAsked(thing, sentence);
  const applied = requested.exec(text)?.[1];
  if (applied && isThing(applied)) return thingsAsked(applied, sentence);
  const awaited = politeRequests
    .map(({ test, make }) => (test.test(text) ? make(test.exec(text) as RegExpExecArray) : null))
    .find((task) => task);
  const owed = /^Provide (.+)$/.exec(awaited?.text ?? "")?.[1];
  if (owed && isThing(owed)) return thingsAsked(withoutStatement(owed), sentence);
  const short = /^needs? (?!to\b|you\b)(.+)$/i.exec(text)?.[1];
  if (short && isThing(short)) return itemAsked(short, sentence);
  const welcome = welcomed.exec(text)?.[1];
  if (welcome && isThing(welcome)) return itemAsked(welcome, sentence);
  const lost = missing.exec(text)?.[1];
  return lost && isThing(lost) ? itemAsked(lost, sentence) : [];
}

/** "or we miss the boat" */
const isMissed =
  /\bmiss(?:es)? (?:the|our|his|her|that) (?:boat|train|deadline|slot|ferry|flight|plane|bus|chance|date|window|connection|press)\b/i;
/** "Over 19 I need a different trailer": only in that case. */
const isOtherCase = /^(?:over|above|under|below|otherwise|then|in that case|if not|with more|with less)\b/i;

const person =
  /^\p{Lu}\p{Ll}+(?: and .*)?$|^(?:the |a |an |our )?(?:\p{Ll}+ )?(?:lady|man|woman|guy|girl|boy|driver|colleague|client|guest|speaker|player|person|people|couple|family)\b/u;

/** "Under Article 15 I request a copy of my data." */
const requested =
  /\b(?:i|we) (?:hereby |also |kindly |formally )*request ((?:an?|the|all|copies|details|information|access) .{4,140}?)[.!]?$/i;

/** "a copy of the policy, the name of a supervisor and the working hours" are three things. */
function thingsAsked(text: string, sentence: string): Ask[] {
  const items = text.split(/,\s+(?:and\s+)?|\s+and\s+(?=(?:the|a|an|your|his|her|their|proof|details)\b)/);
  const areThings =
    items.length > 1 &&
    items.length < 8 &&
    !items.some((item) =>
      /\b(?:told|said|is|are|was|were|has|have|had|will|stays?|needs?|asked|wants?)\b/i.test(
        item.replace(/ (?:that|which|who|you|of somebody|of someone)\b.*$/i, ""),
      ),
    ) &&
    items.every(
      (item) =>
        /^(?:the|an?|your|his|her|their|proof|details|copies|some|both|two|three|all)\b/i.test(item) &&
        item.split(" ").length > 1,
    );
  return (areThings ? items : [text]).flatMap((item) => itemAsked(item, sentence));
}

/** "A price list would be helpful", "any feedback by tomorrow would be great". */
const welcomed =
  /(?:^|,\s+(?:so|and)\s+|,\s+)((?:any|your|a|an|some) [^,.]{3,60}?) would (?:also |really )?be (?:great|helpful|appreciated|good|nice|perfect|ideal|welcome)\b/i;

const inState =
  /^(?:the|your|our|my|all|both|this|these|those) (?:\p{L}+ ){0,2}?\p{L}+ (?:(?!signed|completed|attached|requested|needed)\p{L}+ed|cold|warm|empty|ready|open|free|clean|off|dry|quiet|done|back|there|cleared|gone)\b/iu;

const isThing = (given: string) => {
  // "the final number by 22 May and the name of somebody on site": only the first thing decides.
  const text = given.split(/\s(?:by|until|before|and|of)\s/)[0] ?? given;
  const [first] = tokensOf(text.slice(0, 120));
  return first !== undefined && /^(?:DET|NOUN|PROPN|ADJ|NUM|PRON)$/.test(first.pos) && !isNoThing.test(text);
};
const isNoThing =
  /^(?:(?:a (?:moment|minute|break|holiday|rest|bit|few)|some time|more (?:time|days)|this to|that to|(?:about |at least |another |some |only |just )?(?:\d+|an?|one|two|three|four|five|six|seven|eight|ten|a few|several)(?: more| working| full| clear)? (?:minutes?|hours?|days?|weeks?|months?|years?)|it|them|him|her|us|me|something|nothing|everything|more|less)\b)|\b(?:partner|person|people|somebody|someone|man|woman|volunteers?|favou?r|word with)\b/i;

const itemsOf = (list: string) => {
  const items = list
    .replace(/\([^)]*\)/g, " ")
    .split(/,\s+(?:and\s+|or\s+)?|;\s+|\s+and\s+(?=(?:the|a|an|your|our)\b)/)
    .map((item) => item.replace(/[.\s]+$/, "").trim())
    .filter(Boolean);
  return items.length > 8 ? [list] : items;
};

/** "Bank confirmation for the USD account" → "send me the bank confirmation for the USD account". */
export function itemAsked(text: string, sentence: string): Ask[] {
  // "whether you want the cheese course" is a question.
  if (/^(?:whether|if|how|which|when|what|who|where|why)\b/i.test(text)) {
    const about = reflect(
      text
        .replace(/\([^)]*\)/g, " ")
        .replace(/\s+/g, " ")
        .replace(/[\s.;,]+$/, "")
        .replace(/^if\b/i, "whether"),
    );
    return [{ kind: "question", sentence, ...(about && { about: about.charAt(0).toLowerCase() + about.slice(1) }) }];
  }
  // Rooms and places are not sent.
  if (isPlaces.test(text)) return [{ kind: "question", sentence }];
  // "I would need a yes by 22 May" wants a decision, and nothing is sent.
  const [, decision, until = ""] =
    /^(?:an?|your|the) (?:clear |firm |quick |simple |definite )*(yes(?: or (?:a )?no)?|no|ok(?:ay)?|go-ahead|commitment)((?: (?:by|before|until|from you)\b.*)?)[.!]?$/i.exec(
      text,
    ) ?? [];
  if (decision)
    return [{ kind: "question", sentence, about: `the ${decision} that you need${until.replace(/[.!\s]+$/, "")}` }];
  // The reply itself is the answer that they need.
  if (/^(?:your|an?|the) (?:quick |prompt |early |written )?(?:answer|reply|response|decision)\b/i.test(text))
    return [];
  // An apology or a refund is never promised with one click.
  if (isRedress.test(text)) {
    const about = reflect(cut(text).replace(/[\s.;,]+$/, ""));
    return [{ kind: "question", sentence, ...(about && { about }) }];
  }
  const item = cut(text.replace(/\([^)]*\)/g, " ").replace(/\s+/g, " ")).replace(/[\s.;,]+$/, "");
  if (item.length < 3 || item.length > 160 || isDangerous(item)) return item ? [{ kind: "question", sentence }] : [];
  const small = item.charAt(0).toLowerCase() + item.slice(1);
  const [first] = tokensOf(small.slice(0, 200));
  // A list item begins with a capital; a name or an abbreviation keeps it.
  const isPersons = /^\p{Lu}\p{Ll}+(?:['’]s?) /u.test(item);
  const isNamed =
    isPersons || first === undefined || first.pos === "PROPN" || /^\S?\p{Lu}|^\S*\d/u.test(item.slice(1, 3));
  const lower = isNamed ? item : small;
  const hasArticle =
    isPersons ||
    /^\p{L}+ \d/u.test(lower) ||
    /^(?:the|a|an|your|our|my|his|her|their|its|this|these|those|some|all|both|any|two|three|four|five|\d|copies|proof|details)\b/i.test(
      lower,
    );
  return [{ kind: "request", sentence, task: `send me ${hasArticle ? lower : `the ${lower}`}` }];
}

const isRedress = /\b(?:apolog\w+|refunds?|compensation|money back|discount|goodwill)\b/i;
const isPlaces =
  /^(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:\p{L}+\s+)?(?:doubles?|singles?|twins?|rooms?|beds?|seats?|tables?|places?|spaces?|pitch(?:es)?)\b/iu;

/** Splits "stop the work, and send me a statement" at verbs in their base form. */
export function tasksOf(order: string): string[] {
  const text = cut(order.replace(/\s+/g, " ").trim());
  const tokens = tokensOf(text.slice(0, 600));
  if (tokens.length === 0 || !beginsTask(tokens, 0)) return [];
  const starts = [0];
  for (let i = 1; i < tokens.length; i++) if (opensTask(tokens, i)) starts.push(tokens[i]?.start ?? 0);
  const tasks = starts.map((start, i) =>
    text
      .slice(start, starts[i + 1] ?? text.length)
      .replace(/\s+(?:though|too|as well|by the way)[\s.!]*$/i, (end) => (/too|well/i.test(end) ? end : ""))
      .replace(/[\s,;.!?]+$/, "")
      .replace(/[,;]?\s+(?:and|or|and then|and also|and please|but)$/i, "")
      .replace(/[\s,;.!?]+$/, ""),
  );
  // "ring him and tell us by the 15th" is one task.
  const told = tasks.length === 2 && onlyTells.test(tasks[1] ?? "");
  // "review and sign the contract" is one task with two verbs.
  return told || (tasks.some((task) => !task.includes(" ")) && tasks.length > 1)
    ? [text.replace(/[\s,;.!?]+$/, "")]
    : tasks;
}

const onlyTells =
  /^(?:tell|let|inform|update|write(?: to)?|get back to|report(?: back)? to) (?:me|us)(?: know)?(?: (?:by|before|until|on|today|tomorrow|asap|as soon)\b.*)?$/i;

const beginsTask = (tokens: Token[], at: number) => {
  const token = tokens[at];
  if (!token) return false;
  // "You kindly said you'd cover for me" tells.
  if (
    at === 0 &&
    /^(?:said|told|gave|sent|offered|agreed|promised|helped|lent|let)$/i.test(token.text) &&
    token.lemma !== token.text.toLowerCase()
  )
    return false;
  // "Three changes please: territory should include Wales" states a wish.
  if (/^(?:should|shall|is|are|must|will|would|can|could)$/i.test(tokens[at + 1]?.text ?? "")) return false;
  return (
    ((/^(?:VERB|AUX|NOUN)$/.test(token.pos) || startsWithTaskVerb(token.text)) &&
      !/^(?:be|been|not|is|are|was|were|will|would|can|could|have|has|had|do|does|know|think|see|believe|remember|like|want|prefer)$/i.test(
        token.text,
      )) ||
    (token.pos === "PROPN" && objectWord.test(tokens[at + 1]?.text ?? "")) ||
    (/^(?:have|do|see)$/i.test(token.text) && at === 0)
  );
};

function opensTask(tokens: Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!before || !token || !/^(?:and|,|;|then|also|please)$/i.test(before.text)) return false;
  if (!startsWithTaskVerb(token.text) || /^(?:have|do|let|work|order|plan|view)$/i.test(token.text)) return false;
  if (after !== undefined && objectWord.test(after.text)) return true;
  if (token.pos !== "VERB" || token.lemma !== token.text.toLowerCase()) return false;
  return after !== undefined && /^(?:DET|PRON|NOUN|PROPN|ADJ|NUM|ADP|PART|ADV|SCONJ)$/.test(after.pos);
}

/** "write it by 1 July because …, and send it to her": a reason in the middle does not end the request. */
const innerReason =
  /\s+(?:because|since|as) (?:the|we|i|it|he|she|they|my|our|this)\b[^.;,]*(?=,\s+and\s+(?:please\s+|also\s+)?\p{Ll}+\s+(?:it|them|me|us|him|her|the|a|an|your|this|that)\b)/iu;
const aside =
  /,\s+(?:last (?:time|week|month|year)|otherwise|usually|normally|apparently|unfortunately|sorry|so far)\b.*$/iu;

/** "tell reception so they move the patients": what is to be told is no mere purpose. */
const tellsPurpose = /^(?:tell|inform|notify|remind)\s+(?:\S+\s+){1,3}so (?:that )?(?:they|he|she)\b[^,;]*$/i;

/** The purpose and the threat behind a request are not part of the promise. */
const cut = (text: string) =>
  tellsPurpose.test(text)
    ? text.replace(aside, "")
    : withoutStatement(text.replace(aside, "")).replace(
        /(?:,|\s+[–-])?\s+(?:so (?:that\b|i\b|we\b|the\b|it\b|he\b|she\b|they\b|\p{L}+ (?:doesn't|can|does|is)\b)|otherwise\b|because\b|since (?:we|i|it|the)\b|as (?:otherwise|we|i|it|this)\b|in order\b|or else\b|or (?:the|we|i|it|they) \p{L}+\b|or (?:do|does|should|shall|will|can) (?:we|i|you)\b|before our (?:opinion)\b|and (?:i|we)(?:'ll| will)\b|(?<=[,–-]\s)thanks\b|thanks[ !.]*$|(?<!to )thank you\b|please\b\W*$).*$|,\s+(?:we|i|they|he|she|it|this|that)(?:'ll|'s| will| can| have| has| is| are| was| need)\b.*$|,\s+(?:his|her|their|its|\p{Lu}\p{Ll}+)\s(?:\p{L}+ )?(?:is|was|are|were|has|will)\b.*$|,\s+(?:the|my|our|your|there)\s(?:\p{L}+ ){0,3}?(?:is|was|are|were|has|have|will|went|got|came|meets?|needs?|comes?|closes?|starts?|ends?|leaves?)\b.*$/iu,
        "",
      );

// A reply already fulfils these requests.
const isAnsweredByReply =
  /^(?:rsvp|reply|respond|get back to (?:me|us)|answer|write back|let (?:me|us) know(?: (?:by|before|within|as soon|soon|asap|today|tomorrow|right away|at once|immediately|your answer).*)?$|confirm(?: (?:receipt|by|your attendance|attendance|asap|once|that you (?:have )?received).*)?$|tell (?:me|us)(?: (?:by|before|within|asap|today|tomorrow)\b.*)?$|advise$|(?:ring|call|phone|e-?mail|write to|contact) (?:me|us)\b.*\bor (?:just )?(?:reply|answer|respond|write back)\b.*$)/i;
const asksForFacts =
  /^(?:confirm|advise|clarify|specify|indicate|(?:tell|inform|remind) (?:me|us)(?: of| about)?|let (?:me|us) (?:know|have)(?: of| about)?)\s+((?:the|your|a|an|about|any|how|what|which|who|when|where)\b.*)$/i;
/** "Please confirm that somebody will be at home" asks whether it is so. */
const asksWhether =
  /^confirm (?:to (?:me|us) )?(?:that (?!(?:is|was|works|suits|will)\b)(.+)|((?:that|this|it|he|she|they|we|you|someone|somebody|everyone|the|your|our|my|\p{Lu}\p{L}+)\b[^,;]*?\s(?:is|are|was|were|will|can|has|have|had|would|does|works?|suits?)\b.*))$/iu;
const asksForData =
  /^(?:provide|share|(?:send|give|email)(?: (?:me|us))?|submit)\s+(your (?:\p{L}+ ){0,4}(?:address|number|name|id|birthday|date of birth|preference|size|availability|vat|opinion|thoughts|feedback|view|views|answer|decision|choice|preferences)\b.*)$/iu;

/** "Please forget what I wrote", "please don't give it a thought": nobody answers it, or declines it. */
const isReassurance =
  /^(?:forget|ignore|disregard|scrap|mind)\b|^(?:don['’]t|do not|never) (?:give (?:it|this|that) a thought|worry|bother|trouble|apologi[sz]e|hurry|rush|mention it)\b/i;

/** Whether a request only asks for the reply itself: "Could you let us know by Friday?" */
export function asksOnlyForReply(text: string): boolean {
  const asked = marker.exec(text);
  return asked !== null && isAnsweredByReply.test(text.slice(asked.index + asked[0].length).replace(/[\s.!?]+$/, ""));
}

const objectless =
  /^((?:let (?:me|us) have|send|resend|provide|share|forward|give|bring|supply|submit|upload|attach|show)(?: (?:me|us|him|her|it to (?=$)))?|(?:provide|supply) (?:me|us) with)(?=\s*(?:[:,]|$)|\s+(?:by|before|until|on|asap|today|tomorrow|as soon)\b)/i;
/** Whether a request names nothing that is to be sent: "send us by Friday". */
export const lacksObject = (task: string) => objectless.test(task) || /\[what\]/.test(task);
/** A promise without its object is a blank, never "I will send you." */
const withObject = (task: string) => task.replace(objectless, "$1 [what]");

function asAsks(task: string, sentence: string): Ask[] {
  // "Would you take 180?" asks for a decision, not for an action.
  if (
    /^(?:take (?:about )?[\d€$£₹]|accept\b|consider\b|prefer\b|live with|agree\b|be willing|be interested)/i.test(
      task,
    ) &&
    /\?/.test(sentence)
  )
    return [{ kind: "question", sentence }];
  const given = /^(?:reply|respond|answer|write back) with (.+)$/i.exec(task)?.[1];
  if (given && !isDangerous(given)) {
    const about = reflect(given);
    return [{ kind: "question", sentence, ...(about && { about }) }];
  }
  if (isAnsweredByReply.test(task) || isReassurance.test(task)) return [];
  if (isDangerous(task)) return [{ kind: "question", sentence }];
  const [, said, plain] = asksWhether.exec(task) ?? [];
  const told = said ?? plain;
  const fact = (told ? `whether ${told}` : (asksForFacts.exec(task) ?? asksForData.exec(task))?.[1])
    ?.replace(/^about\s+/i, "")
    .replace(
      /,?\s+or (?:suggest|propose|offer|give|name|reply) (?:me |us )?(?:with )?(?:another|an alternative|some other)\b.*$/i,
      "",
    )
    .replace(/\s+(?:by|before)\s+(?:the end of )?\S+(?:\s+\S+)?$/i, "");
  // "have ready: the logs, the list" is prepared.
  const prepared = task.replace(/^have ready:?\s+/i, "prepare ");
  if (!fact) return [{ kind: "request", sentence, task: withObject(prepared) }];
  const about = reflect(fact.replace(/^if\b/i, "whether"));
  return [{ kind: "question", sentence, ...(about && { about }) }];
}

const wishes =
  /^(?:[^,]{0,60},\s+|(?:i|we)\b.{3,90}?\band (?=would))?(?:(?:i|we)(?:'d| would)|would)(?: very much| also| really)? (?:like|love|wish) to ((?:book|borrow|reserve|order|buy|return|cancel|change|exchange|hire|rent|register|enrol|enroll|take|have|get|move|extend|renew|postpone|bring|use|see|view|try|visit|arrange|organi[sz]e)\b.+)$/i;

/** "Can we change Saturday's order, please: …" */
const permissions =
  /^(?:please )?(?:can|could|may|might) (?:i|we) (?:please |also |just |possibly )*((?:change|cancel|swap|book|borrow|reserve|order|return|exchange|hire|rent|extend|postpone|add|increase|reduce)\b.+)$/i;

/** "We would like to book a table for two": the writer wants it confirmed. */
export function wishIn(text: string): Ask | undefined {
  const task = (wishes.exec(text) ?? permissions.exec(text))?.[1]?.replace(/,? please(?=[\s:,.?!]|$)/i, "");
  return task && !isDangerous(task) && !/^have (?:you|your)\b/i.test(task)
    ? { kind: "wish", sentence: text, task: cut(task).replace(/[\s.!?]+$/, "") }
    : undefined;
}
