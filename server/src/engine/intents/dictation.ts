import type { Token } from "../text/parts-of-speech.ts";
import { isBullet, sentencesOf, splitTyped } from "../text/sentences.ts";
import { addresseeAt } from "./addressee.ts";
import type { Addressee, Clause } from "./clause.ts";
import { isOrderAt, isThingAt, readDirective } from "./directive.ts";
import { readNounOpening } from "./noun-opening.ts";
import { isApposed } from "./split-clauses.ts";
import { readStatement } from "./statement.ts";
import { isDirection } from "./style.ts";
import { verbRule } from "./verbs.ts";
import { finiteVerb, isSubjectPronoun, isVerbal, lowerOf, textOf, wordsIn } from "./words.ts";

// In a longer intent the writer has mostly written the mail already.
const longIntent = 30;

/** Whether an intent is long prose, whose sentences are kept. The engine then composes none of its own. */
export const isDictation = (intent: string) =>
  intent.split(/\s+/).length > longIntent &&
  !intent.split("\n").some(isBullet) &&
  // A heading, a telegram or an order that is not only speech is composed.
  !/^[^.?!]*:\s/.test(intent) &&
  !/(?:^|[.;] )(?:answer|reason|explain|agenda|options?)\s*:/i.test(intent) &&
  !/^(?:please )?(?:forward|send|request|attach|share|complaint|refer)\b/i.test(intent) &&
  !/(?:^|\s)\(?1[.)]\s.*\s\(?2[.)]\s/s.test(intent);

/**
 * The clauses of a long intent: orders to the writer ("ask him for the PO") are read as such, and every other sentence stays as the
 * writer typed it.
 */
export function readDictation(text: string): (Clause & { isListed: boolean })[] {
  return text
    .split("\n")
    .flatMap((line) => sentencesOf(line))
    .flatMap((sentence) => splitTyped(sentence))
    .flatMap((sentence) => sentence.split(/;\s+/))
    .flatMap((sentence) => segmentsOf(sentence.trim()))
    .flatMap((segment, i) => (i === 0 ? readOpening(segment) : undefined) ?? readSegment(segment))
    .filter(
      ({ content, act }) =>
        act !== "dictated" ||
        (/[\p{L}\d]/u.test(content) && !silence.test(content) && !(content.length < 60 && isDirection(content))),
    )
    .map((clause) => ({ ...clause, isListed: false }));
}

// "don't tell him the price yet" is for the writer.
const silence =
  /^(?:but |and |so |please )*(?:do not|don['’]?t|never|no need to) (?:tell|say|mention|reveal|disclose|let (?:him|her|them|you) know)\b/i;

/** A first sentence that names its reader in whatever way: "condolences to Mrs Hallett, …", "confirm to Ms Berg that …". */
function readOpening(text: string): Clause[] | undefined {
  const [head = text, ...rest] = splices(text);
  const clause = readDirective(head) ?? readNounOpening(head);
  if (!clause?.addressee || clause.addressee.kind === "pronoun" || isTelling(clause)) return undefined;
  return [{ ...clause, source: head }, ...rest.flatMap((sentence) => readSegment(sentence))];
}

const isTelling = ({ act, form }: Clause) =>
  (/^(?:tell|mention|explain|announce|assure)$/.test(act) && form === "that") || act === "ask" || act === "request";

const joiner = /^(?:and|but|also|then|plus|so|please|just|,|-|–|—)$/;

/** A sentence cut where an order to the writer begins. */
function segmentsOf(sentence: string): string[] {
  if (sentence.length > 900) return [sentence];
  const tokens = wordsIn(sentence);
  const cuts: [number, number][] = [[0, 0]];
  for (let i = 1; i < tokens.length; i++) {
    if (!/^(?:and|but|also|then|plus|,|-|–|—)$/.test(lowerOf(tokens[i]))) continue;
    let next = i + 1;
    while (joiner.test(lowerOf(tokens[next]))) next++;
    if (isWriterOrderAt(tokens, next)) {
      cuts.push([i, next]);
      i = next;
    }
  }
  return cuts.map(([, from], i) => textOf(sentence, tokens, from, cuts[i + 1]?.[0] ?? tokens.length));
}

/** A verb of speech with somebody to speak to, or with what is to be said. */
function isWriterOrderAt(tokens: Token[], at: number): boolean {
  if (!isOrderAt(tokens, at, { speechOnly: true }) || /^(?:him|her|them|it|is|was)$/.test(lowerOf(tokens[at - 1])))
    return false;
  const rule = verbRule(lowerOf(tokens[at]));
  if (!rule) return true;
  return !/^(?:me|us|you|your|my|our)$/.test(lowerOf(tokens[at + 1])) && !isSubjectPronoun(tokens[at - 1]);
}

const spoken =
  /^(?:tell|ask|remind|thank|apologize|mention|explain|request|offer|invite|congratulate|assure|urge|propose|decline|accept|confirm|announce|welcome|wish|follow-up|complain|condole)$/;

function readSegment(given: string): Clause[] {
  const text = given
    .replace(/^(?:(?:ok|okay|so|and|also|then|well|anyway|please|just)[, ]+)+(?=\S)/i, (words) =>
      /also/i.test(words) ? "also " : "",
    )
    .trim();
  const order = /\?$/.test(text) && !/^(?:also )?ask\b/i.test(text) ? undefined : orderIn(text.replace(/^also /i, ""));
  const [, enclosed, rest] = /^((?:[\p{L}\d]+ ){1,6}(?:attached|enclosed)), (.+)$/su.exec(text) ?? [];
  if (!order && enclosed && rest) return [statementOf(enclosed), ...readSegment(rest)];
  return order ?? splices(text).map((sentence) => statementOf(sentence));
}

const dictated = (content: string, addressee?: Addressee): Clause => ({
  act: "dictated",
  form: "none",
  content,
  source: content,
  ...(addressee ? { addressee } : {}),
});

/** A sentence as it is; notes without a subject get the writer's, and what the reader is to do gets a "please". */
function statementOf(sentence: string): Clause {
  if (keeps.test(sentence)) return { act: "instruct", form: "to", content: sentence, source: sentence };
  const tokens = wordsIn(sentence);
  const [first, second] = tokens;
  const word = lowerOf(first);
  if (/^let(?:['’]?s| us)\b/i.test(sentence)) return dictated(sentence);
  if (isNote.test(sentence)) return readStatement(sentence) ?? dictated(sentence);
  const isAction =
    (first?.pos === "VERB" || verbRule(word)?.act === "instruct") &&
    word === first?.lemma &&
    !/ing$/.test(word) &&
    !verbRule(word)?.isSpeech &&
    !opensQuestion.test(sentence) &&
    !isThingAt(tokens, 0);
  // "New rota attached" and "training ok" leave their verb out.
  if (
    !isAction &&
    tokens.length <= 6 &&
    finiteVerb(tokens) < 0 &&
    /(?:attached|enclosed|ok|okay|fine)$/i.test(sentence)
  )
    return readStatement(sentence) ?? dictated(sentence);
  // "reefer 4471 stuck at the gate" leaves its verb out.
  if (!isAction && finiteVerb(tokens) < 0) return readStatement(sentence) ?? dictated(sentence);
  if (!isAction || !second || second.pos === "PUNCT" || isVerbal(second) || hasSubject(tokens))
    return dictated(sentence);
  const own = /^(?:intend|cancel|resign|apply|send)$/.test(verbRule(word)?.act ?? "")
    ? readDirective(sentence)
    : undefined;
  return own ?? dictated(`please ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
}
/** "Work stops at five": a noun and its verb. */
const hasSubject = (tokens: Token[]) => {
  const verb = finiteVerb(tokens);
  return verb >= 0 && verb < 4;
};
const isNote =
  /^(?:need|want|require) (?!(?:I|we|you|he|she|they|it|there)\b)|^(?:looking|hoping|waiting|can['’]t|cannot|won['’]t|haven['’]t|didn['’]t|will|would) (?!(?:I|we|you|he|she|they|it|there|the)\b)/i;

const onlyWrites =
  /^(?:(?:can|could) you |please |I (?:want|need|have|would like|['’]d like) to )?(?:write|reply|answer|get back|respond|e-?mail|mail|message|complain)(?: something)?(?: to)? (.+)$/i;

/** An order to the writer and, as sentences of their own, the statements that follow it. */
function orderIn(text: string): Clause[] | undefined {
  // "I want to complain to the hotel." only names the reader.
  const named = onlyWrites.exec(text.replace(/[.!,:]+$/, ""))?.[1];
  const words = named ? wordsIn(named) : [];
  const found = named ? addresseeAt(named, words, 0) : undefined;
  if (found && found.next >= words.length)
    return [{ act: "tell", form: "none", content: "", source: text, addressee: found.addressee }];
  const first = lowerOf(wordsIn(text.slice(0, 40))[0]);
  const isSaid = /^(?:tell|inform|notify|let|say|mention|remind|explain|assure|write|announce|warn|advise)$/.test(
    first,
  );
  const [head = text, ...rest] = isSaid ? [text] : splices(text);
  const [order = head, ...more] =
    first === "ask" ? head.split(/,? and (?=(?:whether|if|when|what|how|who|where|which) )/i) : [head];
  const clause = readDirective(order.replace(/\?+$/, ""));
  if (!clause || !spoken.test(clause.act)) return undefined;
  const after = [...more.map((question) => `ask ${question}`), ...rest].flatMap((sentence) => readSegment(sentence));
  // "ask the caterer can they do 85"
  if (clause.act === "ask" && opensQuestion.test(clause.content))
    return [...splices(clause.content).map((part) => dictated(part, clause.addressee)), ...after];
  // The words after "tell X that" are dictated, so their sentences stay as they are.
  if (/^(?:tell|mention|explain|announce|assure)$/.test(clause.act) && clause.form === "that")
    return splices(clause.content.replace(/\b(and|but) that (?=\p{L}+ )/gu, "$1 ")).map((part) =>
      dictated(part, clause.addressee),
    );
  return [{ ...clause, source: order }, ...after];
}

const subordinate =
  /^(?:if|when|once|because|since|as|after|before|while|although|unless|until|in|on|for|with|from|at)\b/i;

/** "It can't, the permit starts on the 14th" is two sentences, joined by a comma only. */
function splices(sentence: string): string[] {
  const tokens = wordsIn(sentence);
  const parts: string[] = [];
  let from = 0;
  for (let i = 1; i < tokens.length - 2; i++) {
    if (!/^(?:,|-|–|—)$/.test(tokens[i]?.text ?? "") || isApposed(tokens, i)) continue;
    const next = tokens[i + 1];
    const verb = finiteVerb(tokens, i + 1);
    const isClause =
      verb >= 0 &&
      (isSubjectPronoun(next) ||
        /^(?:the|our|my|his|her|their|your)$/.test(lowerOf(next)) ||
        // "…, next time will have consequences"
        (tokens[i]?.text === "," &&
          tokens[verb]?.pos === "AUX" &&
          /^(?:NOUN|PROPN|ADJ|NUM)$/.test(next?.pos ?? "") &&
          !tokens.slice(i + 1, verb).some(({ text }) => /^(?:and|or|which|who|,)$/i.test(text))));
    const before = textOf(sentence, tokens, from, i);
    const end = tokens.findIndex((token, k) => k > i && token.text === ",");
    const piece = textOf(sentence, tokens, i + 1, end < 0 ? tokens.length : end);
    // "…, panel loved his portfolio", "…, Igor sick": a noun with its verb, or a note that leaves the verb out.
    const isNote =
      tokens[i]?.text === "," &&
      ((verb > i && isPastAfterNoun(tokens, i + 1, verb)) ||
        (finiteVerb(wordsIn(piece)) < 0 && isState(piece)) ||
        keeps.test(piece));
    const isQuestion =
      /^(?:could|can|would|will|do|does|did|is|are|has|have|should|who|what|when|where|how|which)$/.test(lowerOf(next));
    const isAsked =
      isQuestion &&
      (isSubjectPronoun(tokens[i + 2]) || /^(?:the|our|my|his|her|their|your|pays?|is)$/.test(lowerOf(tokens[i + 2])));
    if (
      (!isClause && !isAsked && !isNote) ||
      (finiteVerb(wordsIn(before)) < 0 && !isOrderAt(tokens, from) && readStatement(before) === undefined) ||
      (subordinate.test(before) && !before.includes(","))
    )
      continue;
    parts.push(before);
    from = i + 1;
  }
  parts.push(textOf(sentence, tokens, from));
  return parts.filter(Boolean);
}

/** "keep him on file": what the writer will do. */
const keeps = /^(?:keep (?:him|her|them|you) (?:on (?:file|our list|the list)|in mind|posted|informed|updated))\b/i;

/** A note without its verb that can be completed. */
function isState(piece: string): boolean {
  if (
    /^(?:(?!need)\p{Ll}+ed|must|will|would|can|could|don['’]t|do not|did|got|has|have|had|made|took|sent|paid)\b/iu.test(
      piece,
    )
  )
    return false;
  const made = readStatement(piece);
  return made !== undefined && made.content !== piece.replace(/[.,;]+$/, "");
}

/** A noun phrase and, right after it, a verb in the past: "panel loved", "role went". */
function isPastAfterNoun(tokens: Token[], from: number, verb: number): boolean {
  const said = tokens[verb];
  return (
    verb > from &&
    verb <= from + 4 &&
    said?.pos === "VERB" &&
    said.text.toLowerCase() !== said.lemma &&
    !/(?:s|ing)$/.test(said.text) &&
    tokens.slice(from, verb).every(({ pos }) => /^(?:NOUN|PROPN|ADJ|NUM)$/.test(pos))
  );
}

const opensQuestion =
  /^(?:(?:and|also|but|so) )?(?:could|can|would|will|do|does|did|is|are|has|have|should|may) (?:I|we|you|he|she|they|it|there|that|this|the|our|my|your|his|her|their|someone|anyone)\b|^(?:(?:and|also|but|so) )?(?:what|when|where|who|which|how|why)(?:['’]s|\s(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|pays?|far|much|many|long)\b)/i;

/** A kept sentence with its capital and its mark. */
export function asDictated(content: string): string {
  const text = content.trim().replace(/[\s,;:–—-]+$/u, "");
  return opensQuestion.test(text) && !/[.?!]$/.test(text) ? `${text}?` : text;
}
