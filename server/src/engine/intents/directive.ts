import type { Token } from "../text/parts-of-speech.ts";
import { type AddresseeOptions, addresseeAt, isPluralNoun } from "./addressee.ts";
import type { Act, Addressee, Clause, ContentForm } from "./clause.ts";
import { isFirstName } from "./first-names.ts";
import { trailingReader } from "./trailing-reader.ts";
import { baseOfGerund, verbRule, withSingleVerb } from "./verbs.ts";
import { finiteVerb, isDateWord, isNominal, isVerbal, lowerOf, textOf, wordsIn } from "./words.ts";

const whWord = /^(?:if|whether|when|what|how|who|where|which|why|whose|whom)$/;

/**
 * Whether a word that is a verb or a noun names a thing here: "lift B out of order", "claim 77-3092 of Ms Peake", "call sheet
 * changed", "hedge 40m".
 */
export function isThingAt(tokens: Token[], at: number): boolean {
  const [word, next, after] = tokens.slice(at, at + 3);
  if (!word || !next || verbRule(lowerOf(word))?.isSpeech || !/^\p{Ll}+$/u.test(word.text)) return false;
  const isEnd = after === undefined || !(isNominal(after) && /^\p{Ll}/u.test(after.text)) || isDateWord(after.text);
  if (/^\p{Lu}\d{0,2}$/u.test(next.text) && next.text !== "I" && isEnd) return true;
  if (/^(?=.*\d)[\p{L}\d]*[-/][\p{L}\d/-]+$/u.test(next.text) && !isDateWord(next.text) && isEnd) return true;
  if (verbRule(lowerOf(word)) === undefined && /^\d/.test(next.text)) return true;
  // A noun and a participle after it, without an object: "call sheet tomorrow changed".
  if (next.pos !== "NOUN" || isPluralNoun(next.text)) return false;
  const said = tokens.slice(at + 2, at + 5).find((token) => !isDateWord(token.text) && token.pos !== "ADV");
  return (
    said !== undefined &&
    ((said.pos === "VERB" && /(?:ed|en)$/.test(said.text) && !isNominal(tokens[tokens.indexOf(said) + 1])) ||
      (said.pos === "AUX" && !/^(?:be|have|do)$/.test(lowerOf(said))))
  );
}

/** Whether a verb in its base form at a position is an order to the writer or the reader, not a noun. */
export function isOrderAt(tokens: Token[], at: number, { speechOnly = false } = {}): boolean {
  const token = tokens[at];
  if (!token) return false;
  const word = lowerOf(token);
  const rule = verbRule(word);
  if (
    /^(?:him|her|them)$/.test(lowerOf(tokens[at + 1])) &&
    withSingleVerb(fromHere(tokens, at)) !== fromHere(tokens, at)
  )
    return true;
  if (!rule)
    return (
      /^(?:let|say|give|follow|turn|make|point|find|send|express|push|press|get|need|want|have|persuade|convince|pressure|instruct|order|implore|require|expect|motivate|force|allow|authorize|authorise|enable|grant)$/.test(
        word,
      ) && withSingleVerb(fromHere(tokens, at)) !== fromHere(tokens, at)
    );
  if (speechOnly && !rule.isSpeech) return false;
  if (isThingAt(tokens, at)) return false;
  const next = tokens[at + 1];
  if (!next) return rule.act !== "instruct" && rule.act !== "intend" && token.pos === "VERB";
  const follower = lowerOf(next);
  // "we alert 30 days before": a verb of telling needs somebody to tell.
  if (
    /^(?:tell|remind|congratulate|assure|urge|invite|wish|welcome)$/.test(rule.act) &&
    (next.pos === "NUM" || next.pos === "ADV")
  )
    return false;
  if (
    rule.act === "cancel" &&
    !(isNominal(next) || next.pos === "DET" || next.pos === "PRON" || next.pos === "ADJ" || next.pos === "VERB")
  )
    return false;
  if (rule.act === "cancel" && /^(?:anytime|any)$/.test(follower)) return false;
  if (word === "offer" && follower === "by") return false;
  // "transfer request for officer Diaz approved": two nouns.
  if (
    /^(?:request|order|report|notice|form|fee|date|list|agreement|contract|plan|slip|confirmation|offer|price|time|period|policy|desk|team)$/.test(
      follower,
    ) &&
    !rule.isSpeech &&
    token.pos !== "VERB"
  )
    return false;
  if (
    /^(?:transfer|change|order|purchase|return|refund|claim|book|visit|report|rent|sign|review|delivery|call) (?:request|order|notice|form|fee|list|agreement|policy)$/.test(
      `${word} ${follower}`,
    )
  )
    return false;
  if (/^(?:budget|costs?|bill|shop|kit)$/.test(follower)) return false;
  // "offer was 62k", "order of chairs", "request from Tom": a noun.
  if (word !== "resign" && (next.pos === "AUX" || /^(?:of|from|is|was|has)$/.test(follower))) return false;
  if (/^(?:order|report|book|claim|call|invoice|return|change|update|note|check|place|share)$/.test(word)) {
    // "order 8841" is a thing, "order 20 chairs" an order.
    if (next.pos === "NUM" && !isNominal(tokens[at + 2])) return false;
    if (next.pos === "VERB" || follower === "for" || next.pos === "PUNCT") return word === "call" || word === "check";
  }
  // "shift B may leave at 10": a subject with its verb.
  if (
    !rule.isSpeech &&
    token.pos !== "VERB" &&
    tokens
      .slice(at + 1, at + 4)
      .some(
        (each, i) =>
          each.pos === "AUX" && !tokens.slice(at + 1, at + 1 + i).some(({ pos }) => pos === "SCONJ" || pos === "PRON"),
      )
  )
    return false;
  if (next.pos === "PUNCT" && !/^["'“(]$/.test(next.text)) return token.pos === "VERB";
  // A finite verb later without another subject makes the word a noun: "request for leave was denied".
  return token.pos === "VERB" || rule.isSpeech === true || !isVerbal(next);
}

const fromHere = (tokens: Token[], at: number) =>
  tokens
    .slice(at, at + 14)
    .map(({ text }) => text)
    .join(" ");

/** The clause that an order to the writer describes, or undefined if the text is no order. */
export function readDirective(given: string): Clause | undefined {
  const text = withSingleVerb(
    given.replace(/^(\p{L}+) (?:politely|kindly|nicely|gently|firmly|briefly|clearly|formally|please) (?=\S)/iu, "$1 "),
  );
  const tokens = wordsIn(text);
  const first = lowerOf(tokens[0]);
  const gerund = baseOfGerund(first);
  const base = verbRule(first)
    ? first
    : gerund && !/^(?:instruct|intend|cancel)$/.test(verbRule(gerund)?.act ?? "")
      ? gerund
      : undefined;
  if (first === "greet") return { act: "wish", form: "none", content: "", source: given };
  if (
    base === "thank" &&
    /^(?:you|u)$/.test(lowerOf(tokens[1])) &&
    /^(?:note|letter|card|e-?mail|mail|message)$/.test(lowerOf(tokens[2]))
  )
    return undefined;
  if (base === undefined || (base === first && !isOrderAt(tokens, 0))) return undefined;
  const rule = verbRule(base);
  if (!rule) return undefined;
  let at = 1;
  let addressee: Addressee | undefined;
  const take = (options: AddresseeOptions) => {
    const found = addresseeAt(text, tokens, at, options);
    if (!found) return;
    ({ addressee, next: at } = found);
    // "ask the university press for 20 copies": a noun before the content that the tagger took for something else.
    const rest = tokens[at];
    if (
      rest &&
      /^(?:NOUN|VERB|ADJ)$/.test(rest.pos) &&
      /^\p{Ll}+$/u.test(rest.text) &&
      /^(?:for|if|whether|when|what|how|about|:)$/.test(lowerOf(tokens[at + 1])) &&
      addressee.kind !== "pronoun" &&
      /^(?:the|our|my)\s/i.test(addressee.text)
    ) {
      addressee = { text: `${addressee.text} ${rest.text}`, kind: addressee.kind === "name" ? "name" : "role" };
      at += 1;
    }
  };
  const link = lowerOf(tokens[at]);
  // "tell me when it is done", "send us the file": the reader is to act.
  if (/^(?:me|us)$/.test(link) && !/^(?:apologize|wish)$/.test(rule.act))
    return { act: "instruct", form: "to", content: text.replace(/[.,;:!]+$/, ""), source: given };
  if (rule.reader.includes("object") && !(rule.act === "offer" || rule.act === "send" || rule.act === "request"))
    take({
      isDative: rule.act === "wish",
      isBeforeClause: rule.act === "tell" || rule.act === "remind",
      keepsOf: /^(?:remind|inform|notify|warn)/.test(base),
      keepsOn: base === "congratulate",
    });
  else if (rule.reader.includes("object")) takeDative();
  if (!addressee && rule.reader.includes("to") && link === "to") takeAfter("to");
  if (!addressee && rule.reader.includes("with") && link === "with") takeAfter("with");
  // "the guests of the wedding on Saturday for the power cut": what stands before "for" belongs to the group.
  if (
    addressee?.kind === "group" &&
    /^(?:apologize|thank|congratulate)$/.test(rule.act) &&
    /^(?:on|in|at|from|who|with|of)$/.test(lowerOf(tokens[at]))
  ) {
    const marker = tokens.findIndex((token, i) => i > at && i <= at + 6 && /^(?:for|that|about)$/.test(lowerOf(token)));
    if (marker > 0) {
      addressee = { ...addressee, text: `${addressee.text} ${textOf(text, tokens, at, marker)}` };
      at = marker;
    }
  }
  const clause = contentOf(text, tokens, at, {
    act: rule.act,
    base,
    hasAddressee: addressee !== undefined,
    source: given,
  });
  if (!addressee) ({ addressee, clause: clause.content } = trailingReader(clause, rule.reader));
  // "ask if the Hendersons got the tickets": those who are asked.
  const asked =
    clause.act === "ask" && !addressee
      ? /^(?:if|whether) (the \p{Lu}\p{Ll}+s|(?:Mr|Mrs|Ms|Dr|Prof)\.? \p{Lu}[\p{L}-]+)(?= \p{Ll})/u.exec(
          clause.content,
        )?.[1]
      : undefined;
  if (asked) addressee = { text: asked, kind: /^the /.test(asked) ? "company" : "name" };
  return { ...clause, addressee };

  function takeAfter(word: string) {
    if (lowerOf(tokens[at]) !== word || isVerbal(tokens[at + 1])) return;
    at += 1;
    const before = at;
    take({});
    if (at === before) at -= 1;
  }
  /** "offer Tom a discount": a person before a noun phrase. */
  function takeDative() {
    // "offer her two tickets": what she gets, not what she has.
    const found = addresseeAt(text, tokens, at, { isDative: tokens[at + 1]?.pos === "NUM" });
    const after = tokens[found?.next ?? at];
    const isPerson = found && (found.addressee.kind !== "role" || /^(?:the|my|our)/i.test(found.addressee.text));
    const beginsThing =
      after &&
      (after.pos === "DET" ||
        after.pos === "NUM" ||
        /^[\d€$£]/.test(after.text) ||
        after.pos === "PRON" ||
        after.pos === "ADJ" ||
        // The tagger takes these for adverbs: "offer Tom free shipping".
        /^(?:free|early|full|extra|more|double|half|further)$/.test(lowerOf(after)) ||
        (after.pos === "NOUN" && found?.addressee.kind === "pronoun"));
    if (found && isPerson && beginsThing) ({ addressee, next: at } = found);
  }
}

type Frame = { act: Act; base: string; hasAddressee: boolean; source: string };

/** Reads what follows the verb and its reader. */
function contentOf(text: string, tokens: Token[], from: number, { act, base, hasAddressee, source }: Frame): Clause {
  let at = from;
  while (
    /^(?:again|also|politely|please|kindly|nicely|gently|firmly|urgently|directly|truthfully|honestly|frankly|openly|clearly|straight|quickly|formally|:|back|once|more)$/.test(
      lowerOf(tokens[at]),
    ) &&
    at < tokens.length - 1
  )
    at++;
  const word = lowerOf(tokens[at]);
  const rest = (n: number) => textOf(text, tokens, at + n).replace(/[.,;:!]+$/, "");
  const made = (kind: Act, form: ContentForm, content: string): Clause => ({ act: kind, form, content, source });
  const whole = () =>
    textOf(text, tokens, 0)
      .replace(/[.,;:!]+$/, "")
      .replace(/^\p{L}+/u, base);
  if (act === "instruct" || act === "intend" || act === "cancel" || act === "resign" || act === "apply")
    return made(act, "to", whole());
  if (!tokens[at] || tokens[at]?.pos === "PUNCT") return made(act, "none", "");
  if (
    word === "that" &&
    ((hasAddressee && tokens[at]?.pos === "SCONJ" && tokens.length > at + 3) ||
      tokens.slice(at + 1).some((token) => isVerbal(token) || /['’](?:m|re|ve|ll|d|s)$/.test(token.text)))
  )
    return made(act === "mention" || act === "explain" ? "tell" : act, "that", rest(1));
  // "apologize to the Tanners because their room was not cleaned"
  if (act === "apologize" && /^(?:because|as|since)$/.test(word) && finiteVerb(tokens, at + 1) >= 0)
    return made(act, "that", rest(1));
  // "until when she wants it", "by what date"
  const isAfterPreposition =
    /^(?:until|till|by|from|since|at|on|in|with|to)$/.test(word) && whWord.test(lowerOf(tokens[at + 1]));
  if (whWord.test(word) || (isAfterPreposition && act === "ask")) {
    if (act === "tell" || act === "explain" || act === "mention") return made("explain", "whether", rest(0));
    return made(act === "confirm" || act === "request" ? "ask" : act, "whether", rest(0));
  }
  const isNegated = word === "not" && lowerOf(tokens[at + 1]) === "to";
  if (
    isNegated ||
    (word === "to" &&
      tokens[at + 1] &&
      tokens[at + 1]?.pos !== "DET" &&
      tokens[at + 1]?.pos !== "PROPN" &&
      tokens[at + 1]?.pos !== "NUM" &&
      act !== "welcome")
  ) {
    const verbPhrase = isNegated ? `not ${rest(2)}` : rest(1);
    const isNoun =
      tokens[at + 1]?.pos === "NOUN" && tokens[at + 2]?.pos !== "DET" && !isVerbal(tokens[at + 1]) && act === "invite";
    if (isNoun) return made(act, "thing", rest(1));
    if (act === "ask" && !hasAddressee) return made("ask", "whether", `whether I can ${verbPhrase}`);
    if (act === "ask" || act === "request") return made("request", "to", verbPhrase);
    if (act === "tell") return made(/^(?:advise|warn)$/.test(base) ? "urge" : "request", "to", verbPhrase);
    return made(act, "to", verbPhrase);
  }
  if (act === "invite" && (word === "to" || word === "for"))
    return made(act, word === "to" ? "thing" : "about", rest(word === "to" ? 1 : 0));
  if (
    /^(?:about|regarding|concerning|re|over)$/.test(word) ||
    (word === "of" && (act === "remind" || act === "tell")) ||
    (word === "on" && (act === "tell" || act === "follow-up" || act === "congratulate"))
  )
    return made(act, "about", rest(1));
  if (word === "for") {
    // "ask for Bill at gate 2": whom the reader asks for.
    if (
      base === "ask" &&
      isFirstName(tokens[at + 1]?.text ?? "") &&
      /^\p{Lu}/u.test(tokens[at + 1]?.text ?? "") &&
      /^(?:at|in|on)$/.test(lowerOf(tokens[at + 2]))
    )
      return made("instruct", "to", `ask for ${rest(1)}`);
    if (act === "ask" || act === "request") return made("request", "thing", rest(1));
    return made(act, act === "follow-up" || act === "remind" ? "about" : "thing", rest(1));
  }
  if (word === "to" && act === "welcome") return made(act, "thing", rest(1));
  if (
    finiteVerb(tokens, at) >= 0 &&
    /^(?:tell|mention|explain|remind|confirm|assure|announce|promise|complain|propose|apologize)$/.test(act)
  )
    return made(act === "mention" || act === "explain" ? "tell" : act, "that", rest(0));
  return made(act, "thing", rest(0));
}
