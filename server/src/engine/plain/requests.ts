import { indefinite, withArticle, withObject } from "../drafts/grammar.ts";
import { verbRule } from "../intents/verbs.ts";
import { finiteVerb, lowerOf, wordsIn } from "../intents/words.ts";
import { capitalize } from "../text/words.ts";

export const asSaid = (text: string) => `${capitalize(text.replace(/[\s.,;:]+$/, ""))}.`;

/** The object of a verb stands before the first comma: only that part gets an article. */
const withOwnObject = (verbPhrase: string, give: (text: string) => string) => {
  const [, object = "", rest = ""] =
    /^(.*?)((?:, | (?:before|by|until|from|for|to|on|at|with|in|and) | \(| - ).*)?$/su.exec(verbPhrase) ?? [];
  return give(object) + rest;
};

// "order 25kg rye": a quantity and a thing. "order 8841 delayed" has a number.
const ordersThings =
  /^order (?=(?:\d{1,3} ?(?:x|kg|g|t|l|m|cm|pcs|boxes|bags|packs|pallets|sets|crates|rolls|litres|metres|tons)?\b|an? |some |more |new )[ \d]*\p{L}?)(?!\d+ (?:is|was|has|not|still|arrived|delayed|late|missing))/iu;
const performed: [RegExp, (we: string, object: string) => string][] = [
  [ordersThings, (we, object) => `${we} would like to order ${object.replace(/ \+ /g, " and ")}`],
  [
    /^(?:decline|reject|refuse|turn down) /i,
    (we, object) => `unfortunately, ${we} cannot accept ${withOwnObject(object, withArticle)}`,
  ],
  [/^accept /i, (we, object) => `${we} would like to accept ${withOwnObject(object, withArticle)}`],
  [/^offer (?!valid|ends|expires|is|for|of|from|by|on|stands)/i, (we, object) => `${we} can offer you ${object}`],
  [/^(?:propose|suggest) /i, (we, object) => `${we} would like to suggest ${withOwnObject(object, indefinite)}`],
  [
    /^invite (?:you )?(?:to )?/i,
    (we, object) => `${we} would like to invite you to ${withOwnObject(object, withArticle)}`,
  ],
  [
    /^regret (?:that )?/i,
    (we, object) =>
      finiteVerb(wordsIn(object)) > 0
        ? `${we} regret that ${object}`
        : `${we} regret ${withOwnObject(object, withArticle)}`,
  ],
  [
    /^confirm (?!back|by|asap|whether|if|receipt|that|your|date)/i,
    (we, object) => `${we} would like to confirm ${withOwnObject(object, withArticle)}`,
  ],
];

/** "reject the offer", "offer 5 %": what a mail does by saying it. */
export function performedBy(text: string, we: string): string | undefined {
  for (const [order, say] of performed) {
    const object = text.replace(order, "");
    if (object !== text && object.trim() !== "") return asSaid(say(we, object));
  }
  return undefined;
}

/** "ask if they deliver", "ask for a date", "ask 4 size": a question or a request of the writer. */
export function askedBy(text: string, me: string): string | undefined {
  const [, rest = ""] =
    /^(?:please )?ask (?:(?:him|her|them|you|everyone) )?(?:(?:nicely|politely|again) )?(.+)$/i.exec(text) ?? [];
  if (rest === "") return undefined;
  const [, thing] = /^(?:for|4|about) (.+)$/i.exec(rest) ?? [];
  if (/^about /i.test(rest)) return `Could you please tell ${me} about ${withOwnObject(thing ?? "", withArticle)}?`;
  if (thing)
    return `Could you please send ${me} ${withOwnObject(thing.replace(/ \+ (?=\p{Ll})/gu, " and "), withArticle)}?`;
  if (/^to \p{Ll}/u.test(rest)) return `Could you please ${rest.slice(3)}?`;
  return /^(?:if|whether|when|what|which|who|where|why|how)\b/i.test(rest)
    ? `Could you please tell ${me} ${rest}?`
    : undefined;
}

/** "need a quote", "want someone today", "need this by Thursday". */
export function neededBy(text: string, we: string): string | undefined {
  const [, subject = "", adverb = "", needed = ""] =
    /^((?:I|we) )?((?:still |also |urgently |just |only )*)(?:need|require)s? (?!to\b)(.+)$/i.exec(text) ?? [];
  const who = subject.trim() || we;
  if (needed !== "") {
    const isTime = /^(?:by|before|until|on|asap|as soon|urgently|today|tomorrow|back)\b/i.test(needed);
    return asSaid(`${who} ${adverb}need ${isTime ? `this ${needed}` : withOwnObject(needed, indefinite)}`);
  }
  const [, felt] =
    /^((?:agree|disagree|hope|think|believe|prefer|expect|owe|appreciate|object|appeal|look forward|waiting (?:for|since|on|to)|attached)\b.+)$/i.exec(
      text,
    ) ?? [];
  if (felt && /^waiting/i.test(felt)) return asSaid(`${we === "I" ? "I am" : "we are"} ${felt}`);
  if (felt && /^attached (?!is|are|find)/i.test(felt)) return asSaid(`${we} have ${felt}`);
  if (felt && !/^attached/i.test(felt) && !/^(?:object|appeal|hope) (?:is|was|to be)\b/i.test(felt))
    return asSaid(`${we} ${felt}`);
  const [, wanter = "", wanted] = /^((?:I|we) )?(?:want|would like)s? (.+)$/i.exec(text) ?? [];
  return wanted ? asSaid(`${wanter.trim() || we} would like ${withOwnObject(wanted, indefinite)}`) : undefined;
}

/** "pls send the form", "stop production", "dont park there": what the reader is to do. */
export function orderedBy(text: string, isReaderKnown: boolean): string | undefined {
  const isPolite = /^(?:please|kindly)\b,? ?/i.test(text) || /,? please$/i.test(text);
  const bare = text.replace(/^(?:please|kindly)\b,? ?/i, "").replace(/,? please$/i, "");
  if (isPolite && /^(?:can|could|would) you\b/i.test(bare)) return `${capitalize(bare)}?`;
  if (/^(?:do not|don['’]?t|never) \p{Ll}/u.test(bare))
    return asSaid(`please ${bare.replace(/^don['’]?t/i, "do not")}`);
  const [, everyone, deed] = /^(every(?:one|body)|all|you(?: all)?) to (\p{Ll}.+)$/iu.exec(bare) ?? [];
  if (everyone && deed) return asSaid(`please ${withOwnObject(deed, withObject)}`);
  const [first] = wordsIn(bare);
  // Nobody is named: a verb that the rules do not know may be an order to the writer.
  const isKnown = isPolite || isReaderKnown || verbRule(lowerOf(first))?.act === "instruct";
  if (!isKnown || !isOrdered(bare, isPolite)) return undefined;
  return asSaid(`please ${withOwnObject(`${lowerOf(first)}${bare.slice(first?.end ?? 0)}`, withObject)}`);
}

export const alsoNouns =
  /^(?:order|call|book|change|report|review|quote|contract|balance|stock|return|cost|charge|request|visit|service|supply|plan|test|part|water|phone|work|cover|repair|refund|move|update|deposit|transfer|transport|delivery|start|cut|form|name|mail|need|offer|open|close|clean|fire|fit|complete|present|set|display|launch|follow|welcome|exam|exit|share|post|hire|rent|drop|pick|check|sign|store|ship|record|release|rate|switch|time|train|trip|use|wait|watch|invoice|insurance|remains|lease|park|play|show|claim|recall|case|ticket|answer|reply|merge|freeze|reset|hand|pass|rise|drive|walk|ride|run|talk|look|stay|taste|sample|notice|process|progress|project|file|scan|copy|print|email|text|message|group|team|staff|man|crew|board|bill|bank|fund|cap|limit|budget|price|discount|value|account|benefit|profit|loss|gain|label)$/;

/** Whether a text begins with a verb in its base form and what it acts on. */
export function isOrdered(text: string, isPolite: boolean): boolean {
  const tokens = wordsIn(text);
  const [first, second] = tokens;
  if (!first || !second || /^\p{Lu}{2}/u.test(first.text)) return false;
  const word = lowerOf(first);
  const rule = verbRule(word);
  const isBase =
    (first.pos === "VERB" && first.lemma === word) ||
    (rule !== undefined && !rule.isSpeech) ||
    /^(?:bring|come|use|keep|ring|label|leave|wear|park|fill|send|check|stop|charge|apply|reply|be)$/.test(word);
  if (
    rule?.isSpeech ||
    !isBase ||
    /^(?:have|do|get|need|want|can|will|is|agree|disagree|object|appeal|hope|think|believe|know|own|owe|miss|love|like|hate|prefer|expect|appreciate|regret|intend|plan|look)$/.test(
      word,
    )
  )
    return false;
  if (isPolite) return true;
  // "order 5590", "delivery Leeds", "review is due", "call sheet change": a thing.
  if (/^(?:of|from|is|was|are|were|has|will|by|:|,)$/.test(lowerOf(second)) || second.pos === "AUX") return false;
  if (word === "be") return /^(?:on|at|here|there|ready|careful|back|early)$/.test(lowerOf(second));
  if (!alsoNouns.test(word)) return true;
  // "stop the print": a determiner shows the verb. "refund 318.40 or credit": an amount.
  return /^(?:the|a|an|my|our|your|all|this|these|it|them|me|us|both|each|every)$/.test(lowerOf(second));
}

const gives =
  /^(?:waive|refund|credit|compensate|reimburse|reduce|give|grant|extend|replace|offer|send|resend|deliver|exchange|repair|fix|collect) (?!me|us|by|before|asap|it back|them back)/i;

/** "but waive the fee" after a refusal or an apology, "refund it to your card": what the writer does for the reader. */
export const givenBy = (text: string, we: string, before: string): string | undefined =>
  gives.test(text) &&
  (/\bto your (?:card|account|bank|address)\b/i.test(text) ||
    /\b(?:sorry|apologi[sz]e|cannot accept|have to decline|regret)\b/i.test(before))
    ? asSaid(`${we} will ${text.charAt(0).toLowerCase()}${text.slice(1)}`)
    : undefined;
