import type { Addressee, Clause } from "./clause.ts";
import { readDirective } from "./directive.ts";
import { readNounOpening } from "./noun-opening.ts";
import { readVocative, withNames } from "./opening.ts";
import { turnToReader } from "./person.ts";
import { type Reader, readerOf } from "./reader.ts";
import { splitClauses } from "./split-clauses.ts";
import { readStatement } from "./statement.ts";
import { isDirection, type Style, styleOf, withoutManner } from "./style.ts";
import { repairTyping } from "./typing.ts";
import { unwrap } from "./unwrap.ts";
import { baseOfGerund, verbRule } from "./verbs.ts";
import { lowerOf, wordsIn } from "./words.ts";
import { withoutApposition, withoutWriterNotes } from "./writer-notes.ts";

/** A clause that speaks to the reader. */
export type SpokenClause = Clause & {
  /** Whether the clause comes from a list or from the notes, where a fragment is a detail. */
  isNote: boolean;
  /** A pronoun in it may mean the reader or somebody else. */
  isUncertain: boolean;
  /** The name of the person whom the clause addresses, if it is not the reader of the whole mail. */
  aside?: string | undefined;
};

export type Intent = {
  clauses: SpokenClause[];
  reader: Reader;
  style: Style;
  /** Whether the writer speaks as "we". */
  isPlural: boolean;
  isReply: boolean;
  /** Persons or groups whom the intent addresses besides the reader. */
  otherReaders: number;
};

type Request = { intent: string; context: string; to?: string | undefined };

/** Understands an intent and its notes as clauses in the person of the writer and the reader. */
export function readIntent({ intent, context, to = "" }: Request): Intent {
  const directions: string[] = [];
  const typed = withoutApposition(withNames(withoutWriterNotes(repairTyping(intent))));
  const called = readVocative(typed.text);
  const wrapped = unwrap(called.text);
  wrapped.addressee ??= called.addressee;
  const fromIntent = readParts(withBaseVerbs(wrapped.text), {
    isIntent: true,
    isAbout: wrapped.isAbout,
    isDirect: called.isDirect ? "called" : wrapped.isDirect ? "told" : false,
    directions,
  });
  const notes = readParts(repairTyping(context), {
    isIntent: false,
    isAbout: false,
    isDirect: false,
    directions,
  }).filter(({ source }) => !isAddressLine(source));
  if (typed.addressee && !fromIntent.some(({ addressee }) => addressee && addressee.kind !== "pronoun"))
    wrapped.addressee ??= typed.addressee;
  const clauses = [
    ...fromIntent.map((clause) => ({ ...clause, isNote: clause.isListed })),
    ...notes.map((clause) => ({ ...clause, isNote: true })),
  ];
  settleActors(clauses);
  const reader = { ...readerOf({ to, context, intent, clauses, addressee: wrapped.addressee }) };
  const words = `${intent} ${context}`;
  // A reader who is called "he" or "she" is not called "they".
  if (reader.isPerson && /\b(?:he|she|him|his)\b/i.test(words)) reader.mayBeThey = false;
  const count = (pattern: RegExp) => words.match(pattern)?.length ?? 0;
  const spoken = speak(clauses, reader);
  return {
    clauses: spoken,
    reader,
    style: styleOf([
      ...directions,
      ...(/\b(?:short|brief)\b.{0,12}\b(?:e-?mail|mail|note|message)\b/i.test(intent) ? ["short"] : []),
    ]),
    isPlural:
      count(/\b(?:we|us|our|ours|we['’]\p{L}+)\b/giu) > count(/\b(?:i|me|my|mine|i['’]\p{L}+|myself|im|ive)\b/giu),
    isReply: wrapped.isReply,
    otherReaders: new Set(spoken.map(({ aside }) => aside).filter(Boolean)).size,
  };
}

/** Whether the text speaks to the reader itself: after "Olu, …" every order is the reader's, after "mail to Olu: …" those without speech. */
type Directness = "called" | "told" | false;
type PartOptions = { isIntent: boolean; isAbout: boolean; isDirect: Directness; directions: string[] };

function readParts(
  text: string,
  { isIntent, isAbout, isDirect, directions }: PartOptions,
): (Clause & { isListed: boolean })[] {
  const parts = splitClauses(text, { areNotes: !isIntent });
  return parts.flatMap(({ text: part, isListed }, i) => {
    const isFirst = isIntent && i === 0;
    if (isDirection(part) && !(isFirst && parts.length === 1)) {
      directions.push(part);
      return [];
    }
    const bare = withoutManner(part);
    const asked = i > 0 || !isIntent ? pleaseOrder(part) : undefined;
    if (asked) return [{ ...asked, isListed }];
    if (bare !== part) directions.push(part);
    if (isFirst && isAbout)
      return [{ act: "write", form: "about", content: bare.replace(/[.,;:]+$/, ""), source: part, isListed }];
    return [{ ...readClause(bare, { isFirst, isIntent, isListed, isDirect }), isListed }];
  });
}

const subordinate =
  /^((?:if|unless|when|once|in case|because|since|as soon as|after|before|until|although|even though|while|given that|as)\b[^,]{3,160}),\s*(?:then\s+)?(.+)$/is;

type ClauseOptions = { isFirst: boolean; isIntent: boolean; isListed: boolean; isDirect: Directness };

export function readClause(text: string, options: ClauseOptions): Clause {
  const [, condition, main] = subordinate.exec(text) ?? [];
  if (condition && main) {
    const clause = readClause(withoutManner(main), options);
    return { ...clause, condition, source: text };
  }
  const isAsked =
    /^(?:also )?(?:what|when|where|who|how|which|why)(?:['’]s|\s(?:is|are|was|do|does|did|can|could|will|would|should)\b)/i.test(
      text,
    ) || /^(?:is|are|can|could|would|will|do|does|did) (?:you|it|there|they|the|we|he|she)\b/i.test(text);
  if (isAsked && !/\?$/.test(text))
    return { act: "question", form: "none", content: `${text.replace(/[.,;]+$/, "")}?`, source: text };
  if (/\?["')]?$/.test(text)) return { act: "question", form: "none", content: text, source: text };
  if (!options.isListed || options.isIntent) {
    const nested = options.isFirst ? undefined : unwrap(text);
    const inner = nested && nested.text !== text && nested.addressee ? nested : undefined;
    const order =
      (options.isDirect ? directOrder(text, options.isDirect) : undefined) ??
      (options.isDirect === "called" ? undefined : readDirective(inner?.text ?? text));
    if (order) return { ...order, addressee: order.addressee ?? inner?.addressee, source: text };
  }
  const statement = readStatement(text);
  const opening =
    options.isFirst || /^(?:thanks|thank you|many thanks|sorry|apologies|congrat\w*) (?:for|about|on|to)\b/i.test(text)
      ? readNounOpening(text)
      : undefined;
  if (opening) return opening;
  if (statement) return statement;
  const order = options.isDirect ? undefined : readDirective(text);
  return order ?? { act: "fragment", form: "none", content: text.replace(/[.,;]+$/, ""), source: text };
}

const services =
  /^(?:fix|repair|replace|clean|deliver|ship|stop|return|call|reply|respond|answer|come|provide|resend|correct|help|process|bring|submit|sign|wear|park|remember|complete|fill|review|contact|register|use|collect|pick|hold|keep|approve|acknowledge|pay|check)\b/i;

/**
 * Decides who does what an order without a reader names. After an apology the writer makes good ("refund the shipping"); after
 * a cancellation the reader confirms. A refund without either could be owed by both sides, so it is not understood.
 */
function settleActors(clauses: (Clause & { isNote: boolean })[]): void {
  const isSorry = clauses.some(({ act }) => act === "apologize");
  const isDemand = clauses.some(({ act }) => /^(?:complain|request|ask|remind|cancel|follow-up|decline)$/.test(act));
  clauses.forEach((clause, i) => {
    if (clause.act === "confirm" && clause.form === "thing" && !clause.addressee && i > 0 && isDemand)
      Object.assign(clause, { act: "instruct", form: "to", content: clause.source.replace(/[.,;:!]+$/, "") });
    if (clause.act !== "instruct" || clause.isNote || /\b(?:me|us)\b/.test(clause.content)) return;
    if (isSorry) Object.assign(clause, { act: "promise" });
    else if (/^(?:refund|pay|credit|compensate|reimburse)\b/i.test(clause.content) && !isDemand && !clause.isDirect)
      Object.assign(clause, { act: "fragment", content: clause.source });
    else if (i === 0 && !clause.isDirect && !services.test(clause.content))
      Object.assign(clause, { act: "fragment", content: clause.source });
  });
}

/** "please check hair tonight" is the reader's action; "refund please" is a request for a thing. */
function pleaseOrder(part: string): Clause | undefined {
  const thing = /^(\p{L}+(?: \p{L}+){0,2}),? please[.!]?$/iu.exec(part)?.[1];
  if (thing) return { act: "request", form: "thing", content: thing, source: part };
  const action = /^(?:and |so |but )?please (\p{L}+ .+)$/isu.exec(part)?.[1];
  const [first, second] = wordsIn(action ?? "");
  const rule = verbRule(lowerOf(first));
  const isAction =
    first &&
    second &&
    !rule?.isSpeech &&
    (rule?.act === "instruct" ||
      first.pos === "VERB" ||
      /^(?:check|confirm|note|book|order|report|contact)$/.test(lowerOf(first)));
  return action &&
    isAction &&
    !/^(?:write|draft|compose|keep|make|be|decline|cancel|offer|propose|suggest|request|invite)$/.test(lowerOf(first))
    ? { act: "instruct", form: "to", content: action.replace(/[.,;:!]+$/, ""), source: part, isDirect: true }
    : undefined;
}

/** In a text that speaks to the reader, every order is the reader's. */
function directOrder(text: string, directness: Directness): Clause | undefined {
  const [first, second] = wordsIn(text);
  const rule = verbRule(lowerOf(first));
  if (directness === "told" && rule && rule.act !== "instruct" && rule.act !== "intend" && rule.act !== "confirm")
    return undefined;
  // "merge freeze from Thursday" is a thing.
  if (!rule && second?.pos === "NOUN") return undefined;
  if (/^(?:need|want|have|be|hope|wish|thank|apologize)$/.test(lowerOf(first))) return undefined;
  const isVerb =
    first &&
    (verbRule(lowerOf(first)) || (first.pos === "VERB" && lowerOf(first) === first.lemma)) &&
    second &&
    second.pos !== "AUX" &&
    second.pos !== "PUNCT";
  return isVerb
    ? { act: "instruct", form: "to", content: text.replace(/[.,;:!]+$/, ""), source: text, isDirect: true }
    : undefined;
}

/** "asking for a date and thanking her" → "ask for a date and thank her". */
function withBaseVerbs(text: string): string {
  return text.replace(
    /(^|(?:,|\band|\bthen|\bbut)\s+)(\p{L}+ing)\b(?=\s)/giu,
    (whole, before: string, word: string) => {
      const base = baseOfGerund(word);
      const rule = base === undefined ? undefined : verbRule(base);
      const isOrder =
        rule &&
        (rule.isSpeech ||
          (before === "" && !/^(?:intend|instruct|cancel)$/.test(rule.act)) ||
          /^(?:ask|request|offer|confirm|propose|decline|mention|invite)$/.test(rule.act));
      return base && isOrder ? `${before}${base}` : whole;
    },
  );
}

/** Turns every clause to the reader, or to the other person whom it addresses. */
function speak(clauses: (Clause & { isNote: boolean })[], reader: Reader): SpokenClause[] {
  let earlier = "";
  return clauses.map((clause) => {
    const other = otherAddressee(clause.addressee, reader);
    const spokenTo = other ? readerOf({ to: "", context: "", intent: "", clauses: [clause] }) : reader;
    const turn = (text: string) => turnToReader(text, spokenTo, other ? "" : earlier);
    const content = turn(clause.content);
    const condition = clause.condition === undefined ? undefined : turn(clause.condition);
    earlier += ` ${clause.content}`;
    return {
      ...clause,
      content: content.text,
      condition: condition?.text,
      isUncertain: content.isUncertain || condition?.isUncertain === true,
      aside: other ? spokenTo.name || other.text : undefined,
    };
  });
}

function otherAddressee(addressee: Addressee | undefined, reader: Reader): Addressee | undefined {
  if (!addressee || addressee.kind === "pronoun") return undefined;
  const words = addressee.text.toLowerCase().replace(/^(?:all|the|my|our|a|an)\s+/, "");
  const isReader = reader.mentions.some(
    (mention) => mention === words || words.split(/\s+/).includes(mention) || mention.split(/\s+/).includes(words),
  );
  return isReader || (addressee.kind !== "name" && reader.isPerson && reader.name !== "" && addressee.kind !== "group")
    ? undefined
    : addressee;
}

/** Lines such as "To: Priya", which only name the reader, or "sign as Maria", which name the writer. */
const isAddressLine = (text: string) =>
  /^(?:[Tt]o|[Rr]ecipient|[Dd]ear|[Hh]i|[Hh]ello|[Cc]andidate|[Aa]ttn)\s*:?\s+(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s)?\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)?\s*[,.]?$/u.test(
    text,
  ) ||
  /^(?:(?:her|his|their|the) )?name is \p{L}+[.]?$/iu.test(text) ||
  signerPattern.test(text);

const signerPattern =
  /^(?:[Ss]ign(?:ed)?(?: it)?(?: off)? as|[Ff]rom|[Ss]ender|[Mm]y name(?: is)?|[Rr]egards,?|[Ss]ignature)\s*:?\s+(\p{Lu}[\p{L}'’. -]{1,40})$/u;

/** The name with which the user wants to sign. */
export function signerIn(context: string): string | undefined {
  for (const line of context.slice(0, 5_000).split(/\n|(?<=[.!])\s+/)) {
    const name = signerPattern.exec(line.trim().replace(/\.$/, ""))?.[1];
    if (name) return name.trim();
  }
  return undefined;
}
