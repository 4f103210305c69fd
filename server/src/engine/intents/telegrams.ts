// Telegrams: notes whose verb, article or subject is left out, as sentences.
import { isPluralNoun } from "./addressee.ts";
import { pronounOf } from "./reader-notes.ts";
import { finiteVerb, wordsIn } from "./words.ts";

/** Completes the notes of an intent that hurried writers type without their verb. */
export const withWholeTelegrams = (given: string): string =>
  [
    withoutMood,
    withNeeds,
    withEquals,
    withLooseEnds,
    withResigning,
    withQuoteLines,
    withNamedFirm,
    withReminderTimes,
    withStates,
  ].reduce((text, rewrite) => (text.length > 2_000 ? text : rewrite(text)), given);

/** "not angry but needs a plumber": how the writer feels is not told. */
const withoutMood = (text: string): string =>
  text.replace(
    /(^|[.;,] )(?:I['’]m |we['’]re |I am |we are )?not (?:angry|mad|cross|upset|offended|annoyed)(?: at (?:him|her|them|all))?(?:,? but |[,;.] ?|$)(needs? )?/gi,
    (_, mark: string, needs?: string) => `${mark}${needs ? "this needs " : ""}`,
  );

/** "need: photos, the invoice" */
const withNeeds = (text: string): string =>
  text
    .replace(
      /(^|[.;,:] )(?:we |I )?(?:still )?(need|want|require)(?:ed|s)?:\s+(?=\S)/gi,
      (_, mark: string, verb: string) =>
        `${mark.replace(/[,;]/, ".")}${pronounOf(text) === "my" ? "I" : "we"} ${verb.toLowerCase()} the following: `,
    )
    .replace(/(^|[.;,] )still (missing|waiting for|need|needs?) (?=\p{L})/giu, (_, mark: string, verb: string) =>
      /^need/i.test(verb)
        ? `${mark.replace(",", ".")}${pronounOf(text) === "my" ? "I" : "we"} still need `
        : `${mark.replace(",", ".")}${pronounOf(text) === "my" ? "I am" : "we are"} still ${verb.toLowerCase()} `,
    )
    .replace(
      /\b(ask (?:(?:him|her|them) )?(?:if|whether)) (?:ok|okay|fine|possible)(?=[.,;]|$)/gi,
      "$1 this is possible",
    )
    .replace(/\b(ask (?:him|her|them)) \([^()]{2,30}\) (?=(?:if|whether|when|what|how|for|to)\b)/gi, "$1 ");

/** "unit base = quarry car park", "all + VAT" */
const withEquals = (text: string): string =>
  text
    .replace(/(?<=[\p{L}\d)]) = (?=[\p{L}\d])/gu, " is ")
    .replace(/(^|[.;,] )(?:all|everything) (?:\+|plus) (?=\S)/gi, "$1all prices are plus ");

/** "…, sorry." at the end, "no we can't", "mention my name" */
const withLooseEnds = (text: string): string =>
  text
    .replace(
      /[.,;!] (?:so |very )?sorry(?: about (?:that|this)| for (?:that|this))?(?=[.!]|$)/gi,
      () => `. ${pronounOf(text) === "my" ? "I am" : "we are"} sorry about this`,
    )
    .replace(/(^|[.;:] )(no|yes) (?=(?:we|I|it|that|this|he|she|they|you)\b)/gi, "$1$2, ")
    .replace(/(^|[.;,] )(?:(?:he|she|they) (?:can|may) )?(mention|use|give) (my name)(?=[.,;]|$)/gi, "$1you can $2 $3")
    .replace(/(^|[.;] )reasons?:\s*\n/gi, "$1here are the reasons:\n")
    .replace(
      /(^|[.;,\n] ?)((?:[Tt]he |[Oo]ur |[Mm]y )?(?:[\p{L}\d][\p{L}\d.'’-]* ){1,4}?)(slips|moves|ships|starts|ends|closes|opens|leaves|expires|arrives)(?=[.;,\n]|$)/gu,
      (whole, mark: string, what: string, verb: string) =>
        /\b(?:that|if|when|which|who|and|or|the|our|my) $/i.test(what) && !/^(?:the|our|my) \S+ $/i.test(what)
          ? whole
          : `${mark}${what}${later[verb] ?? verb}`,
    );
// The tagger takes "slips" for a noun.
const later: Record<string, string> = { slips: "is delayed", ships: "will ship", moves: "will move" };

/** "I quit" */
const withResigning = (text: string): string =>
  text
    .replace(
      /(^|[.;,:] )(?:I|we) (?:quit|resign|am quitting|am resigning)(?: (?:my|the|this) (?:job|post|position))?(?=[.,;!]|$)/gi,
      "$1resign",
    )
    .replace(/(?<=(?:^|[.;:] )resign\b.*)\b(?:the )?last day(?: is)? (?=\d|\p{L})/gisu, "my last day is ");

const sum = "(?:[€$£₹] ?)?\\d[\\d.,]*\\d?k?(?: ?(?:€|euros?|eur|usd|gbp|£))?";
const quoted = new RegExp(
  `^(?:(?:write|send) (?:an? )?)?(quote|offer|estimate|quotation|price list|prices?) (?:for|to) ([^:.;]{3,50}): ((?:[^,.;:]*?[^\\d,.;:] ${sum}(?: [^,.;:]{2,30})?, )+[^,.;:]*? ${sum}(?: [^,.;:\\d]{2,30})?)(?=[.;]|$)`,
  "iu",
);
/** "quote for Mrs Whitcombe: hedge 3,200, gravel path 1,150": each price has its line. */
const withQuoteLines = (text: string): string =>
  text.replace(quoted, (_, kind: string, who: string, items: string) => {
    const [lastItem = "", ...others] = items.split(/, (?!\d{3}\b)/).reverse();
    const ours = pronounOf(text) === "my" ? "my" : "our";
    return `write an email to ${who}: here is ${ours} ${/^price/i.test(kind) ? "price list" : kind.toLowerCase()}: ${others.reverse().join(", ")} and ${lastItem.trim()}`;
  });

const firm =
  /(?:^|[,.;] )((?:\p{Lu}[\p{L}'’&-]+ ){1,3}(?:& Co|& Sons|Ltd|GmbH|Inc|LLC|AG|PLC|Corp|KG|Bros)\.?)(?=[,.;]|$)[,.;]?\s*/u;
/** A firm that stands alone between commas is the reader. */
function withNamedFirm(text: string): string {
  const found = firm.exec(text);
  if (!found?.[1] || /\b(?:tell|ask|write|remind|mail|e-?mail|to|thank|inform)\s/i.test(text.slice(0, 40))) return text;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  return `write an email to ${found[1]}: ${[before, after].filter(Boolean).join(", ")}`;
}

/** "remind her 2nd time" */
const withReminderTimes = (text: string): string =>
  text.replace(
    /(^|[.;,] )remind (?:him|her|them)(?: (?:for the|the|a))? (2nd|3rd|4th|second|third|fourth|last|final) time(?=[.,;]|$)/gi,
    (_, mark: string, rank: string) =>
      `${mark.replace(",", ".")}this is ${pronounOf(text)} ${ranks[rank.toLowerCase()] ?? rank.toLowerCase()} reminder`,
  );
const ranks: Record<string, string> = { "2nd": "second", "3rd": "third", "4th": "fourth" };

/** Completes each note between two commas. */
function withStates(text: string): string {
  return text
    .split(/(\n|(?<=[^\d\s.]{2}[.!?]|\d[.!?]|\))\s+|[;:] |, (?![^()]*\)))/u)
    .map((piece, i, all) => (i % 2 === 1 ? piece : completedState(piece, all[i - 1] ?? "")))
    .join("");
}

const out =
  "out of order|out of stock|out of service|out of use|on hold|on leave|on holiday|on strike|on sick leave|in hospital|off sick|under repair|under review|in transit|in stock|past due|up to date";
const adverb = "(?:probably |maybe |still |also |all |now |already |currently |again )?";
const state = new RegExp(
  `^((?:(?:the|our|my|your|his|her|their|all|both) )?(?:[\\p{L}\\d][\\p{L}\\d'’#/.-]* ){1,6}?)(${adverb}(?:${out}|(?:up|down) (?:by )?\\d[\\d.,]* ?%|ok|okay|fine(?=[.!]?$)|due(?= (?:on |by |in )?(?:\\d|today|tomorrow|\\p{L}+day|next))))(?= |$|,|\\.)(.*)$`,
  "isu",
);
const faulty =
  /^(wrong|missing|broken|damaged|duplicate|faulty|incorrect|outdated) ((?:\p{Ll}+ ){0,2}\p{Ll}+) ((?:on|in|at|for) (?:the |our |my |your |his |her )?[^,.;]{2,40}?)([.!]*)$/iu;
// "pump 3 stuck", "gate C closed": a thing with its number.
const labelled =
  /^((?:the |our |my )?\p{Ll}{3,} (?:\p{Lu}\d{0,2}|\d[\d/-]*)) (stuck|broken|closed|cancelled|blocked|missing|late|delayed|full|empty|ready|lost|damaged|faulty|leaking|offline|locked|occupied|unavailable|overdue|unpaid|postponed|down)(?= |$|[.,!])(.*)$/su;
// "permit 3391 charged twice"
const happened =
  /^((?:the |our |my )?\p{Ll}{3,} (?:\p{Lu}\d{0,2}|[#\d][\d/-]*)) (charged|delivered|shipped|sold|booked|returned|stolen|found|sent|received|approved|rejected|refused|paid|billed|invoiced|repaired|replaced)(?= (?:twice|by|on|in|at|to|for|yesterday|today|already|again|late|too)\b|$|[.,!])(.*)$/su;
const timed =
  /^((?:the |our |my |new )?(?:\p{Ll}+ ){0,2}(?:call|meeting|start|pick-?up|departure|arrival|rehearsal|briefing|kick-?off|lunch|dinner|check-?in|training|session|service|delivery|handover|doors?)) ((?:at )?\d{1,2}[:.]?\d{2}(?: ?[ap]m)?|\d{1,2} ?[ap]m)( not \d[\d:.]*(?: ?[ap]m)?)?([.!]*)$/iu;
const day =
  "\\d{1,2}(?:st|nd|rd|th)?(?: of)? \\p{L}{3,9}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August|September|October|November|December) \\d{1,2}";
const dated = new RegExp(
  `^((?:the |our |my |your )?(?:last|next|first|final|new) (?:day|one|date|meeting|delivery|session|lesson|shift|visit|round|game|match|class))(?: is)? ((?:on )?(?:${day})\\b.*)$`,
  "isu",
);

function completedState(piece: string, mark: string): string {
  const text = piece.trim();
  if (text === "" || text.split(" ").length > 20 || /[?"“]/.test(text) || /^[-*•]/.test(text)) return piece;
  const [, lastDay, when] = dated.exec(text) ?? [];
  const [, date = when ?? "", wanted] = /^(.*?),? needs? (.+)$/isu.exec(when ?? "") ?? [];
  if (lastDay && when && finiteVerb(wordsIn(date)) < 0) {
    const owner = /^(?:the|our|my|your) /i.test(lastDay) ? "" : "the ";
    const isDay = /(?:day|date)$/i.test(lastDay) || /^on /i.test(when);
    return `${owner}${owner === "" ? lastDay : lastDay.charAt(0).toLowerCase() + lastDay.slice(1)} is ${isDay ? "" : "on "}${date}${wanted ? `. we need ${wanted}` : ""}`;
  }
  const tokens = wordsIn(text);
  const [, thing, time, instead = "", end = ""] = timed.exec(text) ?? [];
  if (thing && time)
    return `${withThe(thing)} is ${/^at /i.test(time) ? time : `at ${time}`}${instead.replace(/^ not/, ", not")}${end}`;
  const [, item, done, tail = ""] = happened.exec(text) ?? [];
  if (item && done) return `${item} was ${done}${tail}`;
  const [, numbered, how, more = ""] = labelled.exec(text) ?? [];
  if (numbered && how) {
    const be = /\b(?:since|for (?:\d+|an?|two|three|several|weeks|days))\b/i.test(more) ? "has been" : "is";
    return `${numbered} ${be} ${how}${more}`;
  }
  const [, fault, what, where, stop = ""] = faulty.exec(text) ?? [];
  if (fault && what && where)
    return `the ${what} ${where} ${isPluralNoun(what.split(" ").at(-1) ?? "") ? "are" : "is"} ${fault.toLowerCase()}${stop}`;
  const [, noun = "", said, rest = ""] = state.exec(text) ?? [];
  if (!said || /^(?:and|or|but|if|when|because|not|it|is|are)$/i.test(noun.trim().split(" ").at(-1) ?? ""))
    return piece;
  const subject = wordsIn(noun.trim());
  if (
    subject.some(({ pos }) => pos === "AUX" || pos === "PRON" || pos === "SCONJ") ||
    /^(?:I|we|he|she|they|it|you)\b/i.test(noun)
  )
    return piece;
  if (finiteVerb(subject) >= 0 && mark === "" && finiteVerb(tokens) > 3) return piece;
  const head =
    noun
      .trim()
      .split(/ (?:in|of|at|for|on|from) /)[0]
      ?.split(" ")
      .at(-1) ?? "";
  const isMany = isPluralNoun(head);
  const isLasting = /\b(?:since|for (?:\d+|an?|two|three|several|weeks|days))\b/i.test(rest);
  const be = isLasting ? (isMany ? "have been" : "has been") : isMany ? "are" : "is";
  return `${withThe(noun.trim())} ${be} ${said.trim().replace(/\bok(?:ay)?$/i, "fine")}${rest}`;
}

/** A thing with an article, unless it has a number, a name or an owner. */
const withThe = (noun: string) =>
  /^(?:[Tt]he|[Oo]ur|my|your|his|her|their|all|both|an?|every|each|no)\b|['’]s\b|\d|\s[A-Z]\d?$/u.test(noun) &&
  !/^\p{Ll}+ \p{Ll}+$/u.test(noun)
    ? noun
    : /^\p{Lu}/u.test(noun) || isPluralNoun(noun.split(" ").at(-1) ?? "")
      ? noun
      : `the ${noun}`;
