import { addresseeAt, isPluralNoun } from "./addressee.ts";
import type { Clause } from "./clause.ts";
import { completed } from "./completed.ts";
import { finiteVerb, isDateWord, isNominal, isVerbal, lowerOf, wordsIn } from "./words.ts";

export const ownActs =
  /^(?:ordered|bought|applied|submitted|sent|paid|met|called|booked|received|got|spoke|tried|asked|reported|signed|returned|emailed|wrote|took|saw|read|found|lost|visited|finished|completed|liked|loved|enjoyed|accepted|forgot|left|moved|worked|had|made|talked|checked|attached|missed|waited|requested|filed)$/i;
const feeling =
  /^(?:still |very |so |really |not )*(?:grateful|happy|sorry|interested|available|unable|able|excited|sick|unwell|ill|busy|away|on call|on leave|on holiday|on duty|in hospital|off sick|disappointed|glad|sad|proud|keen|willing|afraid|pleased|delighted|concerned|worried|unhappy)\b/i;

/** A statement of the user; a subject that hurried notes leave out is "I". Undefined if the text has no verb for it. */
export function readStatement(given: string): Clause | undefined {
  const text = given.replace(/[.,;]+$/, "");
  const state = (content: string): Clause => ({ act: "state", form: "that", content, source: given });
  const tokens = wordsIn(text);
  const [first, second] = tokens;
  const word = lowerOf(first);
  if (!first || !second) return undefined;
  // "8 am at the depot" has no verb.
  if (/^\d{1,2}(?:[.:]\d\d)? ?(?:am|pm)\b/i.test(text) && finiteVerb(tokens, 2) < 0) return undefined;
  const whole = completed(text);
  if (whole !== undefined) return state(whole);
  if (/^\p{L}[\p{L} ]{0,24}:\s/u.test(text)) return undefined;
  if (/^[^,]{2,12} \p{Ll}+ \d[^,]{0,20} (?:ok|okay|fine)$/iu.test(text) && finiteVerb(tokens) < 0)
    return state(`the ${text.replace(/^the /i, "").replace(/ (?:ok|okay|fine)$/i, "")} is fine`);
  if (/^(?:need|require|want)$/.test(word) && second.pos !== "AUX") {
    const verb = /^want/.test(word) ? "would like" : word.replace(/s$/, "");
    const rest = text.slice(second.start);
    return { ...state(`I ${verb} ${rest}`), addressee: sourceOf(text, tokens) };
  }
  if (
    /^(?:can|can't|cannot|could|couldn't|will|won't|would|wouldn't|have|haven't|had|am|must|hope|hoped|don't|didn't|shall)$/.test(
      word,
    ) &&
    !/^(?:you|we|I|they|he|she|it|not)$/i.test(second.text)
  )
    // "invoice received, will be paid on Friday": a thing is paid, not the writer.
    return state(
      `${isDoneTo.test(text) || /^(?:will|won't|cannot|can't|must|shall) (?:not |never )?(?:happen|occur)\b/i.test(text) ? "it" : "I"} ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
    );
  if (/^(?:needed|required) (?:by|before|until|till|on|for|within|from|asap|today|tomorrow|this|next)\b/i.test(text))
    return state(`This is ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  if (/^(?:locked out|logged out|stuck|blocked|signed off|without \p{L}+)\b.*\b(?:since|for)\b/iu.test(text))
    return state(`I have been ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  if (feeling.test(text)) return state(`I am ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  if (
    /^(?:looking|hoping|waiting|planning|travell?ing|working|writing|moving|leaving|relocating|retiring|expecting)$/.test(
      word,
    )
  )
    return state(`I am ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  const hasObject =
    second.pos === "DET" ||
    second.pos === "NUM" ||
    second.pos === "PRON" ||
    (isNominal(second) && !isDateWord(second.text));
  // "left one repaired": a side.
  const isSide = /^left (?:one|side|hand|ear|eye|leg|arm|wheel|door|window|shoe|wing|half|part|lane)\b/i.test(text);
  if (hasObject && !isSide && ownActs.test(first.text))
    return state(`I ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  const isMissing = withBe(text, tokens);
  if (isMissing !== undefined) return state(isMissing);
  // "lift C is out of order": the tagger takes the thing for a verb.
  if (
    finiteVerb(tokens) >= 0 ||
    /^\p{Ll}{3,} (?:\p{Lu}\d{0,2}|\d[\d/-]*) (?:is|are|was|were|will|has|have|can)\b/u.test(text)
  )
    return state(text);
  const [, thing, value] = valued.exec(text) ?? [];
  if (thing && value) return state(`the ${thing.toLowerCase()} is ${value}`);
  if (/^nothing to do with\b/i.test(text)) return state(`it has ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  // "if you already paid you should ignore this mail"
  if (/^(?:if|unless|when|once|because|since|as|after|before|until|although|while)$/.test(word))
    return tokens.filter(isVerbal).length >= 2 ? state(text) : undefined;
  return undefined;
}

// "start date 1 August", "new price €90 per night"
const valued =
  /^(?:the |our )?((?:(?:new|start|starting|end|closing|due|delivery|arrival|departure|move-in|final|first|last|total|net|unit|asking|meeting|release|launch|event|travel|next|agreed|revised|original|current|door|dial-in|entry|monthly|annual|minimum|maximum) ){0,2}(?:deadline|notice period|notice(?=:? \d)|price|date|total|amount|budget|venue|topic|start|address|phone|cost|fee|deposit|location|place|duration|limit|minimum|maximum|rent|salary|code|room|rate))(?::| is)? (?!(?:drops?|rises?|goes|falls|depends|includes|stays|remains|will|can|must|should|may|would|could|went|rose|fell|has|had|meeting|review|call|plan|talks?|round|list|increase|rise|changes?|cut|code|line|sheet|holder|moves?|is|are|was|has|date|time|price)\b)(?=[\d€$£₹]|\p{Lu}|(?:about|around|by|at|on|end|noon|tomorrow|next)\b)(.+)$/iu;

const isDoneTo =
  /^(?:will|can|must|would|could|cannot|can't|won't|shall) be (?:paid|sent|done|made|delivered|shipped|transferred|replaced|repaired|collected|posted|refunded|booked|fixed|signed|returned|installed|ordered|settled)\b/i;

/** "heating broken since Sunday" → "heating has been broken since Sunday". */
function withBe(text: string, tokens: ReturnType<typeof wordsIn>): string | undefined {
  let at = 0;
  while (
    tokens[at]?.pos === "DET" ||
    /^(?:my|our|your|its)$/.test(lowerOf(tokens[at])) ||
    (isNominal(tokens[at]) && !states.test(tokens[at]?.text ?? "")) ||
    (at > 0 && /^(?:in|of|for|at)$/.test(lowerOf(tokens[at])) && isNominal(tokens[at + 1])) ||
    (tokens[at]?.pos === "ADJ" && isNominal(tokens[at + 1]) && !states.test(tokens[at]?.text ?? ""))
  )
    at++;
  const head = tokens[at - 1];
  // "my Friday late for your Saturday early": shifts, not a state.
  if (head && isDateWord(head.text) && /^(?:my|your|our)$/.test(lowerOf(tokens[0]))) return undefined;
  const isNegated = lowerOf(tokens[at]) === "not";
  const predicate = tokens[isNegated ? at + 1 : at];
  // "flight LX318 cancelled"
  const isNamed = /^(?:\p{Lu}{1,4}-?\d+|\d{3,}[\d/-]*)$/u.test(head?.text ?? "") && tokens[at - 2]?.pos === "NOUN";
  if (!predicate || !head || !isNominal(head) || (head.pos === "NUM" && !isNamed) || at > 7) return undefined;
  if (
    /^(?:days?|weeks?|months?|hours?|minutes?|years?|more|no|goes|comes|moves|starts|ends|leaves|runs|ships)$/i.test(
      head.text,
    ) ||
    tokens[0]?.text.toLowerCase() === "no"
  )
    return undefined;
  const after = tokens[isNegated ? at + 2 : at + 1];
  // A participle with an object is a past tense: "the shop closed the account".
  const isPredicate =
    states.test(predicate.text) &&
    (!after ||
      after.pos === "ADP" ||
      after.pos === "ADV" ||
      (after.pos === "NUM" && !isCounted(tokens, after)) ||
      after.pos === "SCONJ" ||
      isDateWord(after.text) ||
      /^[(,]$/.test(after.text));
  if (!isPredicate) return undefined;
  const link = tokens.findIndex((token, i) => i > 0 && i < at && /^(?:in|of|for|at)$/.test(lowerOf(token)));
  const isMany = isPluralNoun((link > 0 ? tokens[link - 1] : head)?.text ?? "");
  const isLasting = /\b(?:since|for (?:\d+|an?|two|three|several|many|over|more))\b/i.test(text.slice(predicate.end));
  const be = isLasting ? (isMany ? "have been" : "has been") : isMany ? "are" : "is";
  if (/^(?:moved|changed|arrived|expired|failed)$/i.test(predicate.text) && !isNegated)
    return `${text.slice(0, head.end)} ${isMany ? "have" : "has"} ${text.slice(predicate.start)}`;
  return `${text.slice(0, head.end)} ${be} ${text.slice((isNegated ? tokens[at] : predicate)?.start)}`;
}

/** "damaged 2 cars": a number of things is an object. */
function isCounted(tokens: ReturnType<typeof wordsIn>, number: ReturnType<typeof wordsIn>[number]): boolean {
  const next = tokens[tokens.indexOf(number) + 1];
  return (
    next?.pos === "NOUN" && !isDateWord(next.text) && !/^(?:days?|weeks?|months?|hours?|years?|am|pm)$/i.test(next.text)
  );
}

// Words that tell the state of a thing in notes that leave "is" out.
const states =
  /^(?:attached|enclosed|received|included|closed|needed|required|booked|cancelled|canceled|postponed|affected|approved|rejected|missing|confirmed|scheduled|planned|blocked|unpaid|signed|broken|damaged|lost|delayed|sold|down|off|out|ok|okay|open|free|full|ready|available|unavailable|overdue|late|wrong|empty|faulty|dead|stuck|incomplete|obligatory|mandatory|optional|welcome|done|finished|pending|due|paid|provided|guaranteed|covered|allowed|permitted|forbidden|changed|sick|ill|unwell|absent|up|back|over|refused|suspended|invited|short|due)$/i;

/** "the report from Amit": the person from whom something is needed. */
function sourceOf(text: string, tokens: ReturnType<typeof wordsIn>) {
  const at = tokens.findIndex((token, i) => i > 1 && lowerOf(token) === "from");
  const found = at < 0 ? undefined : addresseeAt(text, tokens, at + 1);
  return found?.addressee.kind === "pronoun" ? undefined : found?.addressee;
}
