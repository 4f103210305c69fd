import { politeRequests } from "../actions/polite-requests.ts";
import { baseForm, isImperative, startsWithTaskVerb } from "../actions/verbs.ts";
import { tokensOf } from "../text/parts-of-speech.ts";
import { withoutStatement } from "../text/second-clause.ts";
import type { Ask } from "./ask.ts";
import { isDangerous } from "./care.ts";
import { reflect } from "./reflect.ts";
import { asAsks, marker } from "./request-kinds.ts";
import { cut, innerReason, objectWord, tasksOf } from "./split-requests.ts";

const condition =
  /^(?:if|in case|should|unless|once|when)\b[^,]{3,80}?(?:,|(?=\s(?:we|i|please|could|can)\b))\s*(?:then\s+)?/i;
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
