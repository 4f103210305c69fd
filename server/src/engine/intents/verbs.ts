import type { Act } from "./clause.ts";

/** The place of the reader after a verb of communication: "tell X", "explain to X", "follow up with X". */
type ReaderPlace = "object" | "to" | "with" | "from" | "none";

export type VerbRule = {
  act: Act;
  reader: ReaderPlace[];
  /** The verb can only be an order to the writer, never an action of the reader. */
  isSpeech?: boolean;
};

const rules: [string, VerbRule][] = [
  ["tell inform notify alert brief", { act: "tell", reader: ["object"], isSpeech: true }],
  ["advise warn", { act: "tell", reader: ["object"], isSpeech: true }],
  ["update", { act: "tell", reader: ["object"] }],
  ["ask", { act: "ask", reader: ["object"], isSpeech: true }],
  ["beg", { act: "request", reader: ["object"], isSpeech: true }],
  ["check enquire inquire", { act: "ask", reader: ["with"] }],
  ["request demand", { act: "request", reader: ["object", "from"] }],
  ["remind", { act: "remind", reader: ["object"], isSpeech: true }],
  ["thank", { act: "thank", reader: ["object"], isSpeech: true }],
  ["apologize", { act: "apologize", reader: ["to"], isSpeech: true }],
  ["mention add note", { act: "mention", reader: ["to"] }],
  [
    "say state stress emphasize emphasise highlight underline write reiterate",
    { act: "mention", reader: ["to"], isSpeech: true },
  ],
  ["explain clarify describe", { act: "explain", reader: ["to"], isSpeech: true }],
  ["offer", { act: "offer", reader: ["object", "to"] }],
  ["invite", { act: "invite", reader: ["object"], isSpeech: true }],
  ["decline reject refuse", { act: "decline", reader: ["from"] }],
  ["accept", { act: "accept", reader: ["from"] }],
  ["confirm", { act: "confirm", reader: ["to", "with"] }],
  ["propose suggest recommend", { act: "propose", reader: ["to", "with"] }],
  ["congratulate", { act: "congratulate", reader: ["object"], isSpeech: true }],
  ["complain", { act: "complain", reader: ["to"], isSpeech: true }],
  ["announce", { act: "announce", reader: ["to"], isSpeech: true }],
  ["introduce", { act: "introduce", reader: ["to"] }],
  ["welcome", { act: "welcome", reader: ["object"], isSpeech: true }],
  ["wish", { act: "wish", reader: ["object"], isSpeech: true }],
  ["chase nudge", { act: "follow-up", reader: ["object"], isSpeech: true }],
  ["promise", { act: "promise", reader: ["object"], isSpeech: true }],
  ["assure reassure", { act: "assure", reader: ["object"], isSpeech: true }],
  ["urge encourage", { act: "urge", reader: ["object"], isSpeech: true }],
  ["send forward share attach enclose", { act: "send", reader: ["object", "to", "with"] }],
  ["cancel postpone reschedule", { act: "cancel", reader: ["with"] }],
  ["refer", { act: "intend", reader: ["to"] }],
  ["resign", { act: "resign", reader: ["to"] }],
  ["apply", { act: "apply", reader: ["none"] }],
  [
    "order book reserve buy purchase rent hire schedule arrange organize organise register enrol enroll subscribe unsubscribe borrow sell renew extend negotiate discuss meet visit dispute object appeal report raise exchange claim terminate end quit withdraw transfer change place nominate pitch promote try talk speak catch join set appoint",
    { act: "intend", reader: ["with", "from"] },
  ],
  [
    "fix repair call reply respond answer bring submit sign pay ship deliver provide clean stop replace remember come wear park install complete fill review prepare upload download click arrive save contact return refund let give move push shift delay get make approve correct resend hold keep check acknowledge help process finish pick collect use register expect excuse forgive pardon",
    { act: "instruct", reader: ["none"] },
  ],
];

const table = new Map(rules.flatMap(([words, rule]) => words.split(" ").map((word) => [word, rule] as const)));

/** The rule of a verb in its base form. */
export const verbRule = (word: string): VerbRule | undefined => table.get(word);

/** "asking" → "ask", "apologising" → "apologize", "telling" → "tell"; undefined if no known verb results. */
export function baseOfGerund(word: string): string | undefined {
  const stem = /^(\p{L}{2,})ing$/iu.exec(word)?.[1]?.toLowerCase();
  if (!stem) return undefined;
  return [stem, `${stem}e`, stem.replace(/(.)\1$/, "$1"), stem.replace(/is$/, "ize"), stem.replace(/iz$/, "ize")].find(
    (base) => table.has(base),
  );
}

/** Phrases that mean a single verb. They are replaced before a clause is read. */
const phrases: [RegExp, string][] = [
  [
    /^let (.{1,60}?) know (?!(?:that|if|whether|when|what|how|who|where|which|why|about|of|re|regarding|by|asap|soon|please|and|to|not)\b)(?=[\p{L}\d])/iu,
    "tell $1 that ",
  ],
  [/^let (.{1,60}?) know\b/i, "tell $1"],
  [/^give (.{1,40}?) (?:an? )?(?:quick |short )?(?:heads[ -]?up|notice|warning) (?:that|about)\b/i, "tell $1 that"],
  [/^give (.{1,40}?) an? (?:\p{L}+ )?update (?:on|about)\b/iu, "update $1 on"],
  [/^make (?:it )?(?:very )?clear (?:to (.{1,40}?) )?that\b/i, "say that"],
  [/^(?:say|explain|write) to (.{1,40}?) (?=that\b)/i, "tell $1 "],
  [/^(?:point out|bring up)(?: that)?\b/i, "mention that"],
  [/^say (?:sorry|we(?:'re| are) sorry|I(?:'m| am) sorry)\b/i, "apologize"],
  [/^say (?:thanks|thank you|thankyou|a big thank you)(?: to)?\b/i, "thank"],
  [/^(?:send|express|give|convey) (?:\p{L}+ ){0,2}thanks(?: to)?\b/iu, "thank"],
  [/^say happy (\p{L}+) to (\S+)/iu, "wish $2 a happy $1"],
  [/^say (?:hi|hello) to\b/i, "greet"],
  [
    /^(?:tell|say to) (\S+(?: \p{Lu}\S+)?) (?=good luck\b|happy \p{L}|all the best\b|merry \p{L}|best wishes\b|get well\b)/iu,
    "wish $1 ",
  ],
  [/^recommend (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?) (?=for|as)/u, "say that I recommend $1 "],
  [/^(?:say no to|turn down|pass on)\b/i, "decline"],
  [/^(?:say yes to|agree to|sign off on)\b/i, "accept"],
  [
    /^(?:follow(?:ing)?[ -]?up|check(?:ing)? in|circl(?:e|ing) back|touch(?:ing)? base|check(?:ing)? back)(?: with (.{1,40}?))? (?:on|about|regarding|re|for|after|to see)\b/i,
    "nudge $1 about",
  ],
  [
    /^(?:follow(?:ing)?[ -]?up|check(?:ing)? in|circl(?:e|ing) back|touch(?:ing)? base|check(?:ing)? back) with ([^,.;:]{1,40})$/i,
    "nudge $1",
  ],
  [
    /^(?:follow(?:ing)?[ -]?up|check(?:ing)? in|circl(?:e|ing) back|touch(?:ing)? base|check(?:ing)? back)$/i,
    "nudge about",
  ],
  [/^check with (.{1,40}?) (?=(?:if|whether|when|what|how|who|where|why|which)\b)/i, "ask $1 "],
  [/^find out\b|^see (?=if|whether)|^verify (?=if|whether)/i, "check "],
  [/^(?:send|express|offer|give|convey)(?: \p{L}+){0,3} (?:condolences|sympath(?:y|ies))\b/iu, "condolences"],
  [/^(?:send|express|offer|give|convey)(?: \p{L}+){0,2} congratulations\b/iu, "congratulations"],
  [/^(?:send|express|offer|give|issue)(?: \p{L}+){0,3} apolog(?:y|ies)\b/iu, "apologize"],
  [/^(?:call off)\b/i, "cancel"],
  [/^set up\b/i, "arrange"],
  [/^(?:get in touch with|reach out to|contact) (?=.{1,60}\b(?:to|and|about|regarding|because|for)\b)/i, "write to "],
  [/^(?:send|issue|give)(?: out)? (.{1,40}?) (?:an? )?(?:\p{L}+ )?reminder\b/iu, "remind $1"],
  [/^(?:send|issue|give)(?: out)? (?:an? )?(?:\p{L}+ )?reminder to\b/iu, "remind"],
  [/^(?:send|issue|give)(?: out)? (?:an? |the )?invit(?:e|ation)s? to (.{1,40}?) (?:to|for)\b/i, "invite $1 to"],
  [
    /^request (?!(?:an? |the |more |further )?(?:\p{L}+ )?(?:access|admission|permission|changes?|entry|approval|transfer|extension|invitation|introduction|repairs?|visit|answer|reply|response|amendments?)\b)(?=.{1,40}? to \p{Ll})/iu,
    "ask ",
  ],
  // Verbs that make a person do something become a request: "push her to sign".
  [
    /^(?:push|press|get|need|want|have|persuade|convince|pressure|instruct|order|implore|nudge|require|expect|motivate|force|allow|authori[sz]e|enable|help)(?= (?:him|her|them) to \p{Ll})/iu,
    "ask",
  ],
  [
    /^(?:push|press|get|persuade|convince|pressure|instruct|implore|require|motivate) (?=(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)? to \p{Ll})/u,
    "ask ",
  ],
  [/^make sure (?=(?:he|she|they) )/i, "say please make sure that "],
  [/^(?:give|grant|allow) (him|her|them) (?=(?:till|until) )/i, "say you have "],
  [/^(?:tell|remind) (.{1,40}?) (?:again )?not to forget to\b/i, "remind $1 to"],
  [/^don't forget to\b/i, "remember to"],
];

/** The clause with its phrase verb as one verb: "let HR know I am ill" → "tell HR I am ill". */
export function withSingleVerb(text: string): string {
  for (const [phrase, verb] of phrases) {
    const match = phrase.exec(text);
    if (match)
      return text
        .replace(phrase, () => verb.replace("$1", match[1] ?? "").replace("$2", match[2] ?? ""))
        .replace(/ {2,}/g, " ")
        .trim();
  }
  return text;
}
