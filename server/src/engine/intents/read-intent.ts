import type { Addressee, Clause } from "./clause.ts";
import { reference } from "./completed.ts";
import { isDictation, readDictation } from "./dictation.ts";
import { readDirective } from "./directive.ts";
import { type Label, readLabel } from "./label.ts";
import { withNamedReader } from "./named-reader.ts";
import { readNounOpening } from "./noun-opening.ts";
import { readVocative, withNames } from "./opening.ts";
import { turnToReader } from "./person.ts";
import { type Reader, readerOf } from "./reader.ts";
import { type Directness, directOrder, pleaseOrder } from "./reader-orders.ts";
import { restated } from "./restated.ts";
import { settleActors } from "./settle-actors.ts";
import { type Part, splitClauses } from "./split-clauses.ts";
import { readStatement } from "./statement.ts";
import { isDirection, type Style, styleOf, withoutManner } from "./style.ts";
import { repairTyping } from "./typing.ts";
import { unwrap } from "./unwrap.ts";
import { baseOfGerund, verbRule, withSingleVerb } from "./verbs.ts";
import { finiteVerb, lowerOf, wordsIn } from "./words.ts";
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
  /** The heading that the user gave the mail. */
  topic: string;
};

type Request = { intent: string; context: string; to?: string | undefined; remarks?: string[] };

/** Understands an intent and its notes as clauses in the person of the writer and the reader. */
export function readIntent({ intent, context, to = "", remarks = [] }: Request): Intent {
  const directions = [...remarks];
  const named = withNamedReader(restated(withNames(withoutWriterNotes(repairTyping(intent)))));
  const typed = withoutApposition(named.text);
  const heading = readLabel(typed.text);
  const isHeaded = heading !== undefined && (heading.isKind || startsWithReader(heading.text));
  const vocative = isHeaded ? undefined : readVocative(typed.text);
  const label = isHeaded || !vocative?.addressee ? heading : undefined;
  const called =
    label || !vocative ? { text: label?.text ?? typed.text, isDirect: false, addressee: undefined } : vocative;
  const wrapped = unwrap(called.text);
  wrapped.addressee = named.addressee ?? wrapped.addressee ?? called.addressee ?? label?.addressee;
  const fromIntent =
    context === "" && !wrapped.isAbout && isDictation(wrapped.text)
      ? readDictation(wrapped.text)
      : readParts(withBaseVerbs(wrapped.text), {
          isIntent: true,
          isAbout: wrapped.isAbout,
          isDirect: called.isDirect ? "called" : wrapped.isDirect || label ? "told" : false,
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
    ...labelClause(label),
    ...fromIntent.map((clause) => ({ ...clause, isNote: clause.isListed })),
    ...notes.map((clause) => ({ ...clause, isNote: true })),
  ];
  settleActors(clauses, wrapped.addressee?.kind === "group");
  const reader = { ...readerOf({ to, context, intent, clauses, addressee: wrapped.addressee }) };
  const words = `${intent} ${context}`;
  // A reader who is called "he" or "she" is not called "they".
  // The answer to a request is written to those whom it calls "they".
  if (label?.isKind && reader.name === "") reader.mayBeThey = true;
  const isHer = reader.gender !== "he" && /\bhers?\b/i.test(words);
  if (reader.isPerson && (isHer || /\b(?:he|she|him|his)\b/i.test(words))) reader.mayBeThey = false;
  // A guess from the first name gives way to the pronoun that the user's words have for the reader.
  const pronoun = /\b(?:whether|if|that|when|until|because|unless|as) (he|she)(?=['’ ])/i
    .exec(fromIntent[0]?.content ?? "")?.[1]
    ?.toLowerCase();
  if (reader.isPerson && (pronoun === "he" || pronoun === "she") && !/^(?:Mr|Mrs|Ms|Miss)\b/.test(reader.name)) {
    const other = pronoun === "he" ? /\b(?:she|hers?)\b/i : /\b(?:he|him|his)\b/i;
    if (!other.test(words) && !kin.test(words)) reader.gender = pronoun;
  }
  // "ask her not to feed him": an order names its reader's gender.
  const told = new Set(
    clauses
      .map(({ addressee }) => (addressee?.kind === "pronoun" ? addressee.text : ""))
      .filter((text) => /^h(?:im|er)$/.test(text)),
  );
  if (reader.isPerson && reader.gender === undefined && told.size === 1) reader.gender = told.has("him") ? "he" : "she";
  // "cow 118 has fever, she …. can he come?": with two kinds of pronouns, only the one that is asked is known to be the reader's.
  if (
    reader.isPerson &&
    reader.gender === undefined &&
    /\b(?:he|him|his)\b/i.test(words) &&
    /\b(?:she|hers?)\b/i.test(words)
  ) {
    const asked = /\b(?:can|could|will|would) (he|she)\b/i.exec(intent)?.[1]?.toLowerCase();
    if (asked === "he" || asked === "she") reader.gender = asked;
  }
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
    topic: label?.topic ?? "",
    otherReaders: new Set(spoken.map(({ aside }) => aside).filter(Boolean)).size,
  };
}

const kin = /\b(?:father|mother|husband|wife|son|daughter|brother|sister|mum|mom|dad|colleague|boss)\b/i;

/** Whether the text after a heading names its reader itself: "gym: inform all members …". */
function startsWithReader(text: string): boolean {
  const order = readDirective(text);
  return order?.addressee !== undefined && order.act !== "instruct" && order.act !== "intend";
}

/** A heading that is no kind of mail is the matter, which the mail names first. */
const labelClause = (label: Label | undefined): (Clause & { isNote: boolean })[] =>
  label && !label.isKind && /\s/.test(label.topic)
    ? [{ act: "write", form: "about", content: label.topic, source: label.topic, isNote: false }]
    : [];

type PartOptions = { isIntent: boolean; isAbout: boolean; isDirect: Directness; directions: string[] };

function readParts(
  text: string,
  { isIntent, isAbout, isDirect, directions }: PartOptions,
): (Clause & { isListed: boolean })[] {
  const parts = withoutSecrets(splitClauses(text, { areNotes: !isIntent }));
  return parts.flatMap(({ text: part, isListed }, i) => {
    const isFirst = isIntent && i === 0;
    if (isDirection(part) && !(isFirst && parts.length === 1)) {
      directions.push(part);
      return [];
    }
    const bare = withoutManner(part)
      .replace(/^(?:answer|reply|response|message|text|tell (?:him|her|them)|say)\s*:\s*(?=\S)/i, "")
      .replace(/^(?:explain|explanation|reason)\s*:\s*(?=\p{Ll})(.+)$/isu, (_, reason: string) =>
        finiteVerb(wordsIn(reason)) < 0 ? `the reason is the ${reason.replace(/^(?:the|an?) /i, "")}` : reason,
      )
      .replace(
        /^(?:[Aa]nd )?[Tt]hat (?=(?:I|[Ww]e|you|he|she|they|it|the|our|my|his|her|their|your|there|this|these|those|every\p{Ll}+|each|all|no|nobody|anyone|an?|\d+|\p{Lu}\p{Ll}+)\b)/u,
        i > 0 ? "" : "that ",
      );
    const asked = i > 0 || !isIntent ? pleaseOrder(part) : undefined;
    if (asked) return [{ ...asked, isListed }];
    if (bare !== part) directions.push(part);
    if (isFirst && isAbout)
      return [{ act: "write", form: "about", content: bare.replace(/[.,;:]+$/, ""), source: part, isListed }];
    return [{ ...readClause(bare, { isFirst, isIntent, isListed, isDirect }), isListed }];
  });
}

/** "I found a cheaper one but don't tell them that": what must not be told, and the order not to tell it, stay out of the mail. */
function withoutSecrets(parts: Part[]): Part[] {
  const all: Part[] = [];
  let isSecretNext = false;
  for (const part of parts) {
    const last = all.at(-1);
    if (isSecretNext || isSecretLead.test(part.text)) {
      isSecretNext = !isSecretNext;
      continue;
    }
    if (!secrecy.test(part.text)) {
      const bare = part.text.replace(secretInside, "").trim();
      if (bare) all.push(bare === part.text ? part : { ...part, text: bare });
      continue;
    }
    if (!last) continue;
    // Only the reason of an order is secret: "cancel it because they overcharge, don't tell them that".
    const open = last.text.replace(/,? (?:because|since|as|due to|but|so)\b.+$/is, "");
    if (open !== last.text) all[all.length - 1] = { ...last, text: open };
    else if (!readDirective(last.text)) all.pop();
    else all[all.length - 1] = { ...last, text: `${last.text.replace(/[.,;]+$/, "")} (${part.text})` };
  }
  return all;
}
const isSecretLead =
  /^\(?(?:but |and )?(?:between us|between you and me|off the record|internally|not for (?:him|her|them))[,:.]?$/i;
const secrecy =
  /^(?:but |and |please |so )*(?:do not|don['’]?t|never|no need to|must not|should not|shouldn['’]?t) (?:mention|say|tell|reveal|write|disclose|let)(?: (?:him|her|them|anyone))? (?:(?:know )?(?:that|this|it|why|so)|(?:know )?the reason|about (?:it|that|this))(?: part)?[.!]*$|^(?:but |and )*(?:that|this)(?: part)? (?:is|stays) (?:between us|secret|internal|confidential|not for (?:him|her|them))[.!]*$/i;
// "the real reason is his attitude", "(between us: …)"
const secretInside =
  /^(?:but |and |the |our |my )*(?:real|true|actual) reason(?: (?:is|was|being))?[ :].+$|[,;]? ?\(?(?:between us|off the record|not for (?:him|her|them)|internally)\s*[:,].+$/is;

const subordinate =
  /^((?:if|unless|when|once|in case|because|since|as soon as|after|before|until|although|even though|while|given that|as)\b[^,]{3,160}),\s*(?:then\s+)?(.+)$/is;

type ClauseOptions = { isFirst: boolean; isIntent: boolean; isListed: boolean; isDirect: Directness };

export function readClause(text: string, options: ClauseOptions): Clause {
  const [, condition, main] = subordinate.exec(text) ?? [];
  // "if nobody is home he leaves the key with the caretaker, Mrs Finch": a name is no main clause.
  const isNamed =
    main !== undefined && /^(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?[.]?$/u.test(main);
  if (condition && main && !isNamed) {
    const clause = pleaseOrder(main) ?? readClause(withoutManner(main), options);
    return { ...clause, condition, source: text };
  }
  const isAsked =
    /^(?:also )?(?:what|when|where|who|how|which|why)(?:['’]s|\s(?:is|are|was|do|does|did|can|could|will|would|should)\b)/i.test(
      text,
    ) ||
    /^(?:is|are|can|could|would|will|do|does|did) (?:you|it|there|they|the|we|he|she|that|this|my|our|his|her)\b/i.test(
      text,
    );
  if (isAsked && !/\?$/.test(text) && !/^do it\b/i.test(text))
    return { act: "question", form: "none", content: `${text.replace(/[.,;]+$/, "")}?`, source: text };
  // "also ask when the reprint comes?" is an order with the mark of its question.
  const meant = /^ask\b/i.test(text) ? readDirective(text.replace(/\?+$/, "")) : undefined;
  if (/\?$/.test(text) && meant) return { ...meant, source: text };
  // "resend as dxf?" asks for it.
  const [asked] = /\?$/.test(text) ? wordsIn(text) : [];
  if (
    asked &&
    ((asked.pos === "VERB" && asked.text.toLowerCase() === asked.lemma) ||
      /^(?:instruct|send)$/.test(verbRule(lowerOf(asked))?.act ?? "")) &&
    !/^(?:need|want|have|do|does|be)$/.test(asked.lemma) &&
    text.split(" ").length > 2 &&
    !/^\p{L}+ (?:I|we|you|he|she|they|it)\b/iu.test(text)
  )
    return { act: "instruct", form: "to", content: text.replace(/\?+$/, ""), source: text, isDirect: true };
  if (/\?["')]?$/.test(text)) return { act: "question", form: "none", content: text, source: text };
  // "don't send old quotes any more", said after a statement, is for the reader.
  const [, forbidden] = forbids.exec(text) ?? [];
  if (forbidden && !options.isFirst)
    return { act: "request", form: "to", content: `not ${forbidden.replace(/[.,;!]+$/, "")}`, source: text };
  const thing = text.replace(/[.,;]+$/, "");
  if (options.isIntent && !options.isFirst && !options.isListed && reference.test(thing))
    return { act: "state", form: "that", content: `this concerns ${thing}`, source: text };
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
      : /^\p{L}+ (?:\p{L}+ ){0,3}(?:condolences|congratulations)\b/iu.test(text)
        ? readNounOpening(withSingleVerb(text))
        : undefined;
  if (opening) return opening;
  if (statement) return statement;
  const order = options.isDirect ? undefined : readDirective(text);
  return order ?? fragment(text);
}

const forbids =
  /^(?:please )?(?:do not|don['’]?t) ((?:send|order|use|open|pay|ship|deliver|book|park|bring|enter|touch|sign|share|forward|call|reply|respond|change|move|start|publish|print|buy|install|click|delete|leave|wait|hesitate|worry|contact|accept|make|take|put|give|close|switch|turn|drive|drink|eat|feed|throw|block)(?: .+)?|(?:worry|wait|hesitate|reply))$/is;

const fragment = (text: string): Clause => ({
  act: "fragment",
  form: "none",
  content: text.replace(/[.,;]+$/, ""),
  source: text,
});

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
    const turn = (text: string) => turnToReader(text, spokenTo, other || isTold(clause, reader) ? "" : earlier);
    const turned = turn(clause.content);
    const content = { ...turned, text: withYourThings(turned.text) };
    const condition = clause.condition === undefined ? undefined : turn(clause.condition);
    earlier += ` ${isNamedOrder(clause) ? clause.source : clause.content}`;
    return {
      ...clause,
      content: content.text,
      condition: condition?.text,
      isUncertain: content.isUncertain || condition?.isUncertain === true,
      aside: other ? spokenTo.name || other.text : undefined,
    };
  });
}

/** "the application 24/0913 of you" → "your application 24/0913", "invoice 77 from you is" → "your invoice 77 is". */
const withYourThings = (text: string) =>
  text
    .replace(/\b(?:the|an?) ((?:\p{Ll}+ )?\p{Ll}+(?: [\p{L}-]*\d[\d/-]*)?) of you(?=[\s,.(]|$)/iu, "your $1")
    .replace(
      /^(?:the |an? )?((?:\p{Ll}+ ){0,2}?(?:invoice|order|quote|offer|bill|report|application|mail|e-?mail|delivery|parcel|message|letter|request)(?: [\p{L}-]*\d[\d/-]*)?) from you(?= (?:\(|\p{Ll}))/iu,
      "your $1",
    );

/** "ask Ruth Abara to swap, I would take her 19th": the order names who is meant after it. */
const isNamedOrder = ({ addressee, source }: Clause) => addressee?.kind === "name" && source.includes(addressee.text);

/** "tell her she is getting a day off": whom the order names is the one who is spoken of. */
const isTold = ({ act, addressee, content }: Clause, { gender, isPerson }: Reader) =>
  (addressee?.kind === "name" && isPerson && /^(?:he|she)\b/i.test(content)) ||
  (act === "dictated" &&
    addressee?.kind === "pronoun" &&
    (gender === undefined || (addressee.text === "him") === (gender === "he")));

function otherAddressee(addressee: Addressee | undefined, reader: Reader): Addressee | undefined {
  if (!addressee || addressee.kind === "pronoun") return undefined;
  const words = addressee.text.toLowerCase().replace(/^(?:all|the|my|our|a|an)\s+/, "");
  const isReader = reader.mentions.some(
    (mention) => mention === words || words.split(/\s+/).includes(mention) || mention.split(/\s+/).includes(words),
  );
  // "tell Ingrid … and ask Bauer GmbH …": a firm with a name of its own is not the person who is told.
  const isFirm = addressee.kind === "company" && /^\p{Lu}/u.test(addressee.text);
  return isReader ||
    (addressee.kind !== "name" && !isFirm && reader.isPerson && reader.name !== "" && addressee.kind !== "group")
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
