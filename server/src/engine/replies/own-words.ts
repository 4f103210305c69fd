import { isImperative } from "../actions/verbs.ts";
import { asSentence, repair } from "../drafts/grammar.ts";
import { withoutMedium } from "../intents/bare-decision.ts";
import { isUnsaid } from "../knowledge/known-topic.ts";
import { sentencesOf, splitTyped } from "../text/sentences.ts";

/** The user's instruction as sentences to the reader of the reply. */
export type OwnWords = {
  text: string;
  /** A sentence was kept as the user typed it, because it was not understood as an instruction. */
  isFramed: boolean;
  /** The words thank the reader themselves. */
  thanks: boolean;
};

const them = "(?:him|her|them|the (?:client|customer|sender|supplier|team)|\\p{Lu}\\p{L}+)";

/** These are given, not sent. */
const given =
  /^(?:(?:some|a (?:bit|little)|(?:an?|one|two|three|\d+)(?: more)?|more|extra|another|the|their|his|her) )*(?:(?:few|additional|extra|more) )*(?:time|days?|weeks?|months?|hours?|chance|extension|access|permission|advice|guidance|feedback|support|help|discount|notice|clarity|room|slot|call|ring)\b/i;

type Rule = [RegExp, (match: RegExpExecArray) => string];
const rules: Rule[] = [
  [/^(?:no|decline|say no),? because (.+)$/i, ([, why = ""]) => `Unfortunately, I have to decline, because ${why}.`],
  [
    /^(?:can't|cannot|won't|will|am|have to|need to|would) .+$/i,
    ([all]) => `I ${all.charAt(0).toLowerCase()}${all.slice(1)}`,
  ],
  [
    /^(?:please )?(?:keep it|make it|be|use|write)\b.{0,40}\b(?:short|brief|polite|friendly|formal|firm|nice|kind|concise|warm)\W*$/i,
    () => "",
  ],
  [new RegExp(`^(?:tell|inform|let) ${them}(?: know)?(?: that)? (.+)$`, "iu"), ([, said = ""]) => aboutReader(said)],
  [
    /^(?:say|reply|answer|write|explain|mention|add|state|point out|note)(?: that)? (.+)$/i,
    ([, said = ""]) => spoken(said),
  ],
  [
    new RegExp(`^ask (?:${them} )?(if|whether|when|what|how|who|where|which|why) (.+)$`, "iu"),
    ([, word = "", rest = ""]) =>
      `Could you tell me ${word.toLowerCase() === "if" ? "whether" : word.toLowerCase()} ${readerSide(rest)}?`,
  ],
  [
    new RegExp(`^ask (?:${them} )?for (.+)$`, "iu"),
    ([, thing = ""]) => `Could you please ${given.test(thing) ? "give" : "send"} me ${withThe(thing)}?`,
  ],
  [new RegExp(`^ask ${them} to (.+)$`, "iu"), ([, task = ""]) => `Could you please ${readerSide(task)}?`],
  [
    /^(?:propose|suggest|offer) (.+?)(?: instead)?$/i,
    ([, what = ""]) => `Would ${what} work for you${/instead$/i.test(what) ? "" : " instead"}?`,
  ],
  [new RegExp(`^thank ${them}$`, "iu"), () => "Thank you."],
  [new RegExp(`^thank (?:${them} )?(?:for )?(.+)$`, "iu"), ([, what = ""]) => `Thank you for ${readerSide(what)}.`],
  [/^(?:apologi[sz]e|say sorry) (?:for|about) (.+)$/i, ([, what = ""]) => `I apologize for ${what}.`],
  [
    /^(?:decline|say no|refuse|reject)(?:(?: politely)?,? (?:because|as|since) (.+))?$/i,
    ([, why]) => `Unfortunately, I have to decline${why ? `, because ${why}` : ""}.`,
  ],
  [/^(?:accept|say yes|agree|confirm)(?:,? but (.+))?$/i, ([, but]) => (but ? `Yes, but ${but}.` : "Yes, I agree.")],
  [/^(?:confirm|accept) (.+)$/i, ([, what = ""]) => `I confirm ${withThe(what)}.`],
];

/** An instruction about style in front of the words: "keep it short: yes". */
const style =
  /^(?:please )?(?:keep it|make it|be|very)?\s*(?:short|brief|polite|friendly|formal|firm|concise)(?: and \p{L}+)?\s*[:,–-]\s+/iu;

/** "Tell him what a raft costs", "send them our opening hours": the user wants it told, and does not say it. */
const told = new RegExp(
  `^(?:please )?(tell|inform|let|give|send|explain|mention|say|write)(?: to)?(?: ${them})?(?: know)?(?: about)? ((?:what|when|where|how|whether|if|our|my|the)\\b .+)$`,
  "iu",
);

function toldTopic(sentence: string): { topic: string; isOpen: boolean } | undefined {
  const [, verb = "", topic = ""] = told.exec(sentence) ?? [];
  const isClause = !/^(?:our|my|the)\b/i.test(topic);
  if (!topic || (!isClause && !isUnsaid(topic))) return undefined;
  // Other verbs are answered by the rules if nothing is known.
  const isOpen = isClause && !/^if\b/i.test(topic) && /^(?:tell|inform|let|explain)$/i.test(verb);
  return { topic, isOpen };
}

/** Orders that name the reader by a pronoun, or that only a writer gets. */
const reader = them.replace("\\p{Lu}", "(?-i:\\p{Lu})");
const orders = new RegExp(
  `^(?:please )?(?:ask ${reader}\\b(?! for\\b)|(?:tell|thank|remind|offer|invite|congratulate|inform|wish|assure|promise|let|give) ${reader}\\b|(?:apologi[sz]e|congratulate|say sorry)\\b)`,
  "iu",
);

type Sources = {
  /** Says a topic that the words only name. */
  known?: (topic: string) => string | undefined;
  /** Says an instruction to the reader, or returns undefined if it is not certain what it means. */
  say?: (instruction: string) => string | undefined;
};

/** Instructions become sentences; everything else is the user's own sentence. Numbers, names and dates stay as typed. */
export function ownWords(words: string, { known = () => undefined, say = () => undefined }: Sources = {}): OwnWords {
  const isPlain = orders.test(words) && !sentencesOf(words).some((sentence) => toldTopic(sentence) !== undefined);
  const instructed = isPlain ? say(words) : undefined;
  if (instructed) return { text: instructed, isFramed: false, thanks: /^thank/i.test(instructed) };
  let isFramed = false;
  const answers = new Set<string>();
  const sentences = sentencesOf(words)
    .flatMap(splitTyped)
    .flatMap((sentence) =>
      sentence.split(
        /,?\s+(?:and|then)\s+(?=(?:ask|tell|say|propose|suggest|thank|offer|apologi[sz]e|decline|confirm)\b)|[;]\s+|,\s+(?=(?:ask|tell|say|propose|suggest|thank|apologi[sz]e)\b)|(?<=^(?:decline|accept|say no|say yes|agree|refuse))(?: politely)?[,:]\s+(?!(?:because|as|since|but)\b)/i,
      ),
    )
    .map((sentence) =>
      withoutMedium(
        sentence
          .trim()
          .replace(/[.;,\s]+$/, "")
          .replace(style, ""),
      ),
    )
    .filter(Boolean)
    .map((sentence) => {
      const unsaid = toldTopic(sentence);
      const answer = unsaid && (known(unsaid.topic) ?? (unsaid.isOpen ? `[Fill in: ${unsaid.topic}]` : undefined));
      if (answer) answers.add(answer);
      if (answer) return answer;
      for (const [sign, make] of rules) {
        const match = sign.exec(sentence);
        if (match) return make(match);
      }
      // "Send the plan by Friday" tells the writer what to promise; "Please send …" is said to the reader.
      if (isImperative(sentence) && !/\?$/.test(sentence))
        return `I will ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
      isFramed ||=
        !/^(?:i|we|you|yes|no|it|the|this|that|please|thank|thanks|sorry|my|our|your|unfortunately|let's|could|can|would|sure|ok|okay|happy)\b/i.test(
          sentence,
        );
      return sentence;
    })
    .filter(Boolean)
    .map((sentence) => (answers.has(sentence) || /^\s*[-*]/.test(sentence) ? sentence : asSentence(repair(sentence))));
  const text = sentences.join(" ");
  return { text, isFramed, thanks: /^(?:thank|thanks)\b/i.test(text) };
}

/** "she can start" and "they can start" are said to the reader: "you can start". */
const aboutReader = (said: string) =>
  spoken(said)
    .replace(/^(?:he|she|they)\b/i, "you")
    .replace(/\b(?:is|was)\b/, (verb) => verb);
const spoken = (said: string) =>
  said.replace(/^(?:yes|no)\b,?\s*(?=\p{L})/iu, (answer) => `${answer.trim().replace(/,$/, "")}, `);
const readerSide = (text: string) =>
  text
    .replace(/\b(?:they|he|she)\b/gi, "you")
    .replace(/\b(?:their|his)\b/gi, "your")
    .replace(/\byou (?:has|is)\b/g, (part) => (part.endsWith("has") ? "you have" : "you are"));
const withThe = (thing: string) =>
  /^(?:the|a|an|his|her|their|my|our|your|this|that|these|those|some|more|all|any|(?:two|three|four|five|ten|another|one)\b|\d|[A-Z])/.test(
    thing,
  )
    ? readerSide(thing)
    : `the ${readerSide(thing)}`;
