import { addresseeAt, isPluralNoun } from "./addressee.ts";
import type { Clause } from "./clause.ts";
import { finiteVerb, isDateWord, isNominal, isVerbal, lowerOf, wordsIn } from "./words.ts";

const ownActs =
  /^(?:ordered|bought|applied|submitted|sent|paid|met|called|booked|received|got|spoke|tried|asked|reported|signed|returned|emailed|wrote|took|saw|read|found|lost|visited|finished|completed|liked|loved|enjoyed|accepted|forgot|left|moved|worked|had|made|talked|checked|attached|missed|waited|requested|filed)$/i;
const feeling =
  /^(?:still |very |so |really |not )*(?:grateful|happy|sorry|interested|available|unable|able|excited|sick|unwell|ill|busy|away|disappointed|glad|sad|proud|keen|willing|afraid|pleased|delighted|concerned|worried|unhappy)\b/i;

/** A statement of the user; a subject that hurried notes leave out is "I". Undefined if the text has no verb for it. */
export function readStatement(given: string): Clause | undefined {
  const text = given.replace(/[.,;]+$/, "");
  const state = (content: string): Clause => ({ act: "state", form: "that", content, source: given });
  const tokens = wordsIn(text);
  const [first, second] = tokens;
  const word = lowerOf(first);
  if (!first || !second) return undefined;
  if (/^\p{L}[\p{L} ]{0,24}:\s/u.test(text)) return undefined;
  if (/^(?:need|needs|require|want|wants)$/.test(word) && second.pos !== "AUX") {
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
    return state(`I ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  if (/^(?:needed|required) (?:by|before|until|till|on|for|within|from|asap|today|tomorrow|this|next)\b/i.test(text))
    return state(`It is ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  if (feeling.test(text)) return state(`I am ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  if (/^(?:looking|hoping|waiting|planning|travell?ing|working|writing)$/.test(word))
    return state(`I am ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  const hasObject =
    second.pos === "DET" ||
    second.pos === "NUM" ||
    second.pos === "PRON" ||
    (isNominal(second) && !isDateWord(second.text));
  if (hasObject && ownActs.test(first.text)) return state(`I ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  if (finiteVerb(tokens) >= 0) return state(text);
  // "if you already paid you should ignore this mail"
  if (/^(?:if|unless|when|once|because|since|as|after|before|until|although|while)$/.test(word))
    return tokens.filter(isVerbal).length >= 2 ? state(text) : undefined;
  const completed = withBe(text, tokens);
  return completed === undefined ? undefined : state(completed);
}

/** "heating broken since Sunday" → "heating has been broken since Sunday". */
function withBe(text: string, tokens: ReturnType<typeof wordsIn>): string | undefined {
  let at = 0;
  while (tokens[at]?.pos === "DET" || isNominal(tokens[at]) || (tokens[at]?.pos === "ADJ" && isNominal(tokens[at + 1])))
    at++;
  const predicate = tokens[at];
  const head = tokens[at - 1];
  if (
    !predicate ||
    !head ||
    !isNominal(head) ||
    /^(?:days?|weeks?|months?|hours?|minutes?|years?)$/i.test(head.text) ||
    head.pos === "NUM" ||
    at > 5
  )
    return undefined;
  const isParticiple =
    predicate.pos === "VERB" &&
    /(?:ed|en|wn|lt|nt|ost|ung|ut)$/i.test(predicate.text) &&
    predicate.text.toLowerCase() !== predicate.lemma;
  const isState = predicate.pos === "ADJ" && (at === tokens.length - 1 || tokens[at + 1]?.pos === "ADP");
  if (!isParticiple && !isState) return undefined;
  const isMany = isPluralNoun(head.text);
  const isLasting = /\b(?:since|for (?:\d+|an?|two|three|several|many|over|more))\b/i.test(text.slice(predicate.end));
  const be = isLasting ? (isMany ? "have been" : "has been") : isMany ? "are" : "is";
  return `${text.slice(0, head.end)} ${be} ${text.slice(predicate.start)}`;
}

/** "the report from Amit": the person from whom something is needed. */
function sourceOf(text: string, tokens: ReturnType<typeof wordsIn>) {
  const at = tokens.findIndex((token, i) => i > 1 && lowerOf(token) === "from");
  const found = at < 0 ? undefined : addresseeAt(text, tokens, at + 1);
  return found?.addressee.kind === "pronoun" ? undefined : found?.addressee;
}
