import { anyPattern } from "#lib/at-first-use.ts";
import { contentStems } from "#engine/text/words.ts";
import { base64Text, cellsOf, reversed, rot13, spaced, unbroken } from "./disguises.ts";
import { isForeignOrder, isOrder } from "./machine-orders.ts";
import { orderScore } from "./order-score.ts";

/**
 * Finds sentences that address the assistant and not the reader. They cause a warning, and are marked in prompts or left out: the protection is the fence, the
 * lack of tools and the cleaned answer, which hold even if a sentence is missed here.
 */
const answer = "(?:answer|reply|response|respond|output|message|summary|draft|text|translation)";
const assistant = "(?:ai|a\\.i\\.|assistant|chat ?bot|bot|llm|language model|gpt|gemini|copilot|claude|model|agent)";
const prior =
  "(?:previous|prior|above|earlier|preceding|all|any|your|these|those|other|system|existing|original|given|safety)";
const rules =
  "(?:instructions?|directions?|rules?|prompts?|guidelines?|commands?|orders?|context|constraints?|polic(?:y|ies)|restrictions?)";

const isDoubtful = anyPattern(
  [
    // Revoke the assistant's instructions.
    `\\b(?:ignore|disregard|forget|override|bypass|neglect|skip|drop|discard)\\b.{0,40}\\b${prior}\\b.{0,40}\\b${rules}\\b`,
    `\\b(?:ignore|disregard|forget) (?:everything|all|what|anything)\\b.{0,40}\\b(?:above|before|told|said|earlier|user)\\b`,
    "\\bignore the (?:user|reader|recipient|sender)\\b",
    "\\b(?:new|updated|real|actual|hidden|additional|secret) (?:system )?(?:instructions?|prompt|directives?)\\b",
    "\\bsystem (?:override|prompt|message|instruction|notice|note|command)\\b",
    "\\b(?:developer|admin|debug|maintenance|god|jailbreak|dan) mode\\b",
    "\\bdeveloper (?:note|message|instruction)\\b",
    // Address a machine.
    `\\b(?:note|message|instructions?|attention|dear|hey|hello|hi)[,:]? (?:to |for )?(?:the |any |all |our |your )?${assistant}s?\\b`,
    `^\\W*${assistant}\\b\\s*[:,]`,
    `\\b(?:if|when|as|since) you(?: are|'re)? (?:an? )?${assistant}\\b`,
    `\\byou are (?:now (?:an?|the|my|our|in|acting)|no longer (?:an?|bound)|actually an?|an? ${assistant}|in (?:developer|debug|admin))\\b.{0,60}`,
    "\\b(?:pretend|act|behave|roleplay|role-play)\\b.{0,20}\\b(?:to be|as|like) (?:an?|if|the)\\b",
    "\\bwhen you (?:draft|write|summari[sz]e|reply|answer|respond|generate|process)\\b",
    // Change or poison the answer.
    `\\b(?:in|to|into|with|of|at|throughout|within|about|regarding|using) (?:the |your |this |its )?(?:own |next |final |following )?${answer}s?\\b.{0,80}\\b(?:include|add|suggest|mention|insert|embed|claim|say|state|promote|recommend|write|put|use|place)\\b`,
    `\\b(?:include|add|insert|integrate|embed|incorporate|append|prepend|place|put|weave|slip|inject|introduce|work|mention|use|share|place|feature|modify|alter|change|adjust|twist|craft|edit|end|start|begin|finish|conclude|sign)\\b.{0,140}\\b(?:in|to|into|with|of|at|throughout|within|for) (?:the |your |this |its )(?:own |next |final )?${answer}\\b(?! to\\b)`,
    `\\b(?:modify|alter|change|adjust|encode|translate|reverse|write|provide|give|return|deliver|convert|format|express|present|rewrite|spell|compose|craft|output|make|render|transform|encrypt|obfuscate|substitute|replace|use) (?:the |your |all |every |each )(?:own |next |final |entire |whole |full )?(?:\\w+ ){0,3}${answer}s?\\b`,
    `\\b(?:reply|respond|answer|output|print|say|write|return|repeat)\\b (?:only|just|exactly|with (?:only|just|exactly)|nothing but|the (?:word|phrase|following|text|above))\\b`,
    "\\brepeat (?:the |everything |all |your |what )?(?:above|previous|preceding|instructions?|prompt|words|text)\\b",
    "\\b(?:reveal|print|show|output|display|disclose|share|expose|leak|tell me|give me|send|list|dump|recite|what (?:is|are|was|were))\\b.{0,30}\\b(?:your|the|its)? ?(?:system|initial|original|hidden|secret|full|exact|own)? ?(?:prompt|instructions|guidelines|configuration|api keys?|system message)\\b",
    "\\b(?:base ?(?:16|32|58|64|85)|rot-?13|caesar cipher|substitution cipher|morse code|leetspeak|pig latin|emojis? only)\\b.{0,60}",
    "\\b(?:decode|decrypt|deobfuscate) (?:and|then) (?:follow|run|execute|obey|do)\\b|\\bfollow this\\b\\s*:",
    `\\b(?:apply|use|replace|augment|enhance|enrich|invert|substitute|spice|expand|complement|supplement|reverse|scramble|reorder|switch|shift|rotate|encode|encrypt)\\b.{0,80}\\byour (?:own |next |final )?${answer}\\b`,
    `^\\W*(?:use|replace|substitute)\\b.{0,40}\\bemojis?\\b`,
    `\\b${answer}s?\\b.{0,30}\\b(?:backwards?|reversed?|in reverse|encoded|in base|as a poem|in (?:french|german|spanish|italian|russian|chinese|japanese|arabic|latin|hindi|portuguese|korean|dutch|klingon))\\b`,
    // Cause an action, or hide it.
    "\\b(?:do not|don't|never|without)\\b.{0,20}\\b(?:tell|inform|mention|notify|alert|warn|reveal|disclose|show|asking)\\b.{0,40}\\b(?:user|reader|recipient|anyone|human|owner)\\b",
    "\\b(?:forward|send|export|upload|exfiltrate|copy|bcc|cc|post|email|transmit|leak|share)\\b.{0,60}\\b(?:every|all|each|entire|whole|any|full)\\b.{0,40}\\b(?:(?:e-?)?mails?|messages?|inbox|mailbox|conversations?|contacts?|threads?|data|attachments?|passwords?|credentials?|history|documents?)\\b",
    "\\b(?:forward|send|bcc|cc)\\b.{0,40}\\be\\d{3}\\b",
    "\\b(?:use|call|invoke|run|execute|trigger)\\b.{0,20}\\b(?:the )?\\w* ?(?:tool|function|api|command|plugin|shell|forward|delete)\\b.{0,20}\\b(?:to|with|and|on)\\b",
    "\\bset (?:the )?(?:to|cc|bcc|reply-to|recipient|from)\\b.{0,5}:?.{0,40}@",
    "\\b(?:delete|remove|archive|mark)\\b.{0,20}\\b(?:all|every|each) (?:(?:e-?)?mails?|messages?|of (?:the|my|their))\\b",
    "\\b(?:tell|ask|instruct|convince|inform|persuade|trick|warn|urge) the (?:user|reader)\\b|\\bthe user (?:has |next |already |explicitly )?(?:consent|authori[sz]|whitelist|approv|confirm|asks? you|agreed)",
    "\\b(?:system|initial|original) (?:instructions|prompt)\\b|\\bwere you told before\\b|\\bnot supposed to tell me\\b",
    "\\bprocess\\.env\\b|\\bDATABASE_URL\\b|\\bother tenants?\\b|\\bbelonging to tenant\\b",
    "\\bsummari[sz]e\\b.{0,60}\\b(?:forever|never stop|endlessly)\\b",
    "\\b(?:body|contents?|text) of (?:any|every|all) e-?mails? (?:you have|from)\\b",
  ],
  "imu",
);

/** Prompt and answer markers of other programs. */
const marker =
  /\[\/?INST\]|<<\/?SYS>>|<\|(?:im_start|im_end|system|user|assistant|endoftext)\|?>|^\W{0,4}(?:system|assistant|developer)\W{0,3}:|\[(?:system|assistant|admin|developer)\b.{0,20}\]|^\W{0,6}(?:system|assistant)\b[^.\n]{0,20}\W{2,}$|^\W{0,6}instructions?\s*:|^#{2,} ?(?:system|instruction|assistant)|!\[[^\]]{0,80}\]\(https?:|"(?:tool|function)"\s*:\s*"|\}\]?,\s*"(?:summary|actions)"\s*:|<\/?(?:system|instructions?|prompt|assistant|mail|email|thread)\b[^>]{0,80}>|\b(?:assistant|system)\s*:\s*(?:sure|ok|okay|understood|of course|certainly)\b/imu;

/** A task for a machine in the middle of a mail: people do not ask a colleague for a haiku or the sentiment of a tweet. */
const machineTask =
  /^(?:please )?(?:can you )?(?:write|provide|show me how to|generate|create|give me|help me with|analy[sz]e|determine|classify|recommend|suggest) .{0,60}\b(?:python|javascript|bash|shell|regex|sql|haiku|poem|joke|riddle|limerick|lyrics|recipe|sentiment|mood of this|a command to|a script (?:to|that)|schedule a task)\b/iu;

/** Bounds the text that each pattern scans. */
export const maxSentence = 600;
const maxSentences = 3000;

const hasPattern = (sentence: string) => !isLetterToPeople(sentence) && (isOrder(sentence) || isDoubtful(sentence));

const isClear = (sentence: string) => marker.test(sentence) || machineTask.test(sentence) || isForeignOrder(sentence);

/** How sure it is that a sentence speaks to a machine. A pattern decides unless the model finds a letter to a person. */
const certaintyOf = (sentence: string): "sure" | "possible" | undefined => {
  const score = orderScore(sentence);
  if (score >= 0 || (score >= leastWithPattern && hasPattern(sentence)) || isClear(sentence)) return "sure";
  return score >= leastInPair ? "possible" : undefined;
};
const leastWithPattern = -4;
/** Two possible orders in a row are an order that is spread over sentences. */
const leastInPair = -0.6;

/** Phrases that people write to each other, although they look like orders to a machine. */
const toPeople = [
  /\b(?:reply|respond|answer) only if\b/i,
  /\b(?:include|quote|state|add|mention|give|indicate|confirm)\b.{0,40}\b(?:your|the) (?:\p{L}+ )?(?:number|name|address|reference|date|details|phone|availability)\b.{0,30}\bin (?:your|the) (?:reply|answer|response)\b/iu,
  /\b(?:system|developer|error) message (?:on|in|of|from|says|that|was|is|about)\b/i,
  /\b(?:act|serve) as (?:an? |the )?(?:witness|chair|deputy|interpreter|contact|host|guide|referee|moderator|guarantor|stand-in|substitute)\b/i,
  // An offer or a report: an order has no such subject.
  /\b(?:I|we|he|she|they|who)(?:['’](?:ll|d))?(?: (?!you\b)\p{L}+){0,3} (?:act|behave)s? (?:as|like)\b/iu,
  /\byou are now an? (?!\p{L}* ?(?:assistant|ai|bot|model|hacker|unrestricted|uncensored))(?:\p{L}+ )?(?:member|owner|customer|client|partner|subscriber|user|participant|manager|admin|moderator|citizen|shareholder)\b/iu,
  /^\W*(?:hello|hi|hey|dear) (?:claude|gemini|alexa)\b[^,.!:]{0,20}[,.!]?\s*(?:thank|thanks|i|we|hope|good|the|it|our|my|please find|$)/i,
  /\b(?:use|take|copy) the text (?:below|above|attached)\b/i,
  /\b(?:ticket|account|order|appointment|case|booking|subscription)\b.{0,40}\b(?:closed|confirmed|open|ready)\b|\bthe user has confirmed (?:the|his|her) (?:appointment|order|booking)\b/i,
  /\bplease (?:mark|delete|archive|forward|send) (?:all|every) (?:\p{L}+ )?(?:mails?|messages?|e-?mails?|invoices?)\b(?!.{0,80}@)/iu,
  /\b(?:do not|don't) tell anyone the (?:code|pin|password)\b/i,
  /\bsend every message about\b/i,
  /^\W*please (?:mention|include|add|state|confirm|note)\b[^"“”]{0,80}\bin your (?:summary|reply|answer|response)\b(?!.*https?:)/i,
  /\b(?:switch|set|put|turn) (?:the|your) (?:machine|printer|device|router|oven|server|press|pump|unit)\b/i,
  /\b(?:instructions|configuration|guidelines|directions) (?:for|of|sheets?|files?|on|from|in|manual) (?!you\b|the (?:ai|assistant|model|bot)\b)/i,
  /\bsystem (?:note|notice|message) (?:on|in)\b/i,
  /^\W*(?:please )?(?:copy|send|upload|share) (?:all|the whole|the entire|every) (?:the )?(?:documents?|history|data|files)\b(?!.*(?:@|mail))/i,
];
const isLetterToPeople = (sentence: string) =>
  sentence.length < 200 &&
  toPeople.some((sign) => sign.test(sentence)) &&
  !/\b(?:ignore|disregard|forget|override|your instructions?|system prompt|a\.?i\.?|assistant|llm)\b/i.test(sentence);

/** Letters of other alphabets, and digits, that look like Latin letters inside a Latin word. */
const others = [..."аеорсухіѕјһԁαοινρκτАВЕКМНОРСТХІЅΑΒΕΗΙΚΜΝΟΡΤΧ013457@$"];
const latin = [..."aeopcyxisjhdaoivpktABEKMHOPCTXISABEHIKMNOPTXoieastas"];
const lookalikes = new Map(others.map((sign, at) => [sign, latin[at] ?? sign]));

const foldLookalikes = (sentence: string) =>
  sentence.replace(/[\p{L}\p{N}@$]+/gu, (word) =>
    /[a-z]/i.test(word) ? [...word].map((sign) => lookalikes.get(sign) ?? sign).join("") : word,
  );

/** At least four single letters in a row, with blanks or signs between them: "i g n o r e", "i.g.n.o.r.e". */
const spacedLetters = /(?<![\p{L}\p{N}])[\p{L}\p{N}@$](?:[\s._*|/·•~-]{1,4}[\p{L}\p{N}@$](?![\p{L}\p{N}])){3,}/gu;

/** Words of the patterns above, to find the word boundaries in letters without gaps between words. */
const orderWords =
  /ignore|disregard|forget|override|bypass|everything|previous|prior|above|earlier|preceding|existing|original|system|safety|instructions?|directions?|rules|prompts?|guidelines|commands|orders|context|reveal|repeat|reply|respond|answer|output|forward|send|delete|emails?|messages?|inbox|mailbox|contacts|passwords?|assistant|all|any|your|the|only|with|every/gi;

/** Joins letters that were spaced out to slip past a filter. */
const joinSpacedLetters = (text: string) =>
  text.replace(spacedLetters, (run) => {
    const gaps = run.match(/[\s._*|/·•~-]+/gu) ?? [];
    const letterGap = Math.min(...gaps.slice(0, 10_000).map((gap) => gap.length));
    // A longer gap than the one between letters ends a word.
    if (gaps.some((gap) => gap.length > letterGap || gap.includes("\n")))
      return run
        .replace(/[\s._*|/·•~-]+/gu, (gap) => (gap.includes("\n") ? "\n" : gap.length > letterGap ? " " : ""))
        .replace(gluedWords, splitWords);
    return splitWords(run.replace(/[\s._*|/·•~-]+/gu, ""));
  });

/** Longer than a word: a repeated order has no gap between its last word and its first. */
const gluedWords = /[\p{L}\p{N}@$]{15,}/gu;
const splitWords = (letters: string) => foldLookalikes(letters).replace(orderWords, " $& ");

export const maxFound = 20;

/** The sentences of a text that give orders to a machine, also if they are spaced out, encoded, reversed or broken over lines. */
export function suspectSentences(text: string, most = maxFound): string[] {
  const plain = text.slice(0, 400_000).normalize("NFKC");
  const found = ordersIn(plain, most);
  const readings = [joinSpacedLetters(plain), spaced(plain), cellsOf(plain), base64Text(plain)];
  for (const reading of readings) if (reading && reading !== plain) found.push(...ordersIn(reading, most));
  const head = plain.slice(0, 40_000);
  // Other readings of plain text are gibberish or other sentences: only the clearest orders count in them.
  found.push(...clearOrdersIn(rot13(head)), ...clearOrdersIn(head.split("\n").map(reversed).join("\n")));
  if (found.length === 0) found.push(...clearOrdersIn(unbroken(head)), ...strayTasks(head));
  return distinct(found).slice(0, most);
}

const clearOrder =
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|all|your|system)\b.{0,30}\b(?:instructions?|rules?|prompts?|guidelines?|commands?)\b|\b(?:reply|respond|answer) (?:only|just|exactly)\b(?! if\b| to\b)|\b(?:reveal|print|repeat) your (?:system )?(?:prompt|instructions)\b/i;

const clearOrdersIn = (text: string) => sentencesOf(text).filter((sentence) => clearOrder.test(sentence));

const generalTask =
  /^(?:please )?(?:what (?:are|is|were|movies|books|films|foods|countries)\b|how (?:do|can|could|should) (?:i|one)\b|how (?:have|has|did|does)\b|provide (?:a|an|the|me)\b|describe\b|analy[sz]e\b|recommend\b|suggest\b|list\b|explain\b|compare\b|write (?:a|an|me)\b|generate\b|create (?:a|an)\b|give me (?:a|an|some|five|ten|three)\b|tell me (?:about|a)\b|who (?:was|won|invented|wrote)\b|calculate\b|outline\b|name (?:five|ten|three|some)\b|compose (?:a|an)\b|discuss\b|identify (?:the|some)\b)/i;
const aboutThisMail =
  /\b(?:you|your|yours|our|ours|we|us|this|these|it|they|them|he|she|his|her|attached|attachment|meeting|invoice|order|contract|project|status|deadline|agenda|draft|below|above|me know|\p{L}+day|tomorrow|tonight|slides?|report|website|newsletter|flyer|note)\b/iu;

/**
 * Questions and tasks of general knowledge that have nothing to do with the rest of the mail. People do not ask a colleague for the
 * benefits of renewable energy between two lines of a receipt.
 */
function strayTasks(text: string): string[] {
  const sentences = sentencesOf(text).slice(0, 80);
  if (sentences.length < 3) return [];
  const asked = sentences.filter(
    (sentence) =>
      generalTask.test(sentence) &&
      sentence.length < 160 &&
      !aboutThisMail.test(sentence.replace(/\bthis weekend\b/i, "")),
  );
  // A mail that asks several such things is about them.
  if (asked.length === 0 || asked.length > 2) return [];
  return asked.filter((sentence) => {
    const own = contentStems(sentence);
    const rest = new Set(
      contentStems(
        sentences
          .filter((other) => other !== sentence)
          .join(" ")
          .slice(0, 20_000),
      ),
    );
    return own.length >= 3 && rest.size >= 8 && !own.some((stemmed) => rest.has(stemmed));
  });
}

/** One warning for one order, although several readings found it. */
const distinct = (found: string[]) => {
  const seen = new Set<string>();
  return found.filter((sentence) => {
    const key = sentence.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
};

function ordersIn(text: string, most: number): string[] {
  const found: string[] = [];
  let possible: string | undefined;
  for (const sentence of sentencesOf(text)) {
    const folded = foldLookalikes(sentence);
    const plain = certaintyOf(sentence);
    const certainty = plain === "sure" || folded === sentence ? plain : (certaintyOf(folded) ?? plain);
    if (certainty && (certainty === "sure" || possible)) {
      if (possible && possible !== found.at(-1)) found.push(possible);
      found.push(sentence);
    }
    possible = certainty && sentence;
    if (found.length >= most) break;
  }
  return found;
}

/** The gap between two sentences. */
export const sentenceGap = /\n+|(?<=[.!?]["')\]]?)\s+/u;

function sentencesOf(text: string) {
  return text
    .split(sentenceGap)
    .slice(0, maxSentences)
    .map((sentence) => sentence.trim().slice(0, maxSentence))
    .filter((sentence) => sentence.length > 3);
}
