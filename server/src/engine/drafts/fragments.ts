import { withArticle } from "./grammar.ts";

// The first word is a known verb or adjective here, so its capital does not mark a name.
const decapitalize = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const timeAgo =
  "(?=(?:\\d+|a|one|two|three|four|few)\\s+(?:days?|weeks?|months?|years?)\\s+ago|last\\b|yesterday|on\\b|about\\b|this\\b|\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))";

/** Notes that lack only their subject, and the sentence of each. "I" is the writer, "it" the topic of the mail. */
const elliptic: [RegExp, (text: string) => string][] = [
  // "can't come today sick" needs a conjunction before its reason.
  [
    /^(?:can't|cannot|won't|unable to) .+?,?\s+(?:sick|ill|unwell)$/i,
    (text) => text.replace(/^(.+?),?\s+(sick|ill|unwell)$/i, "I $1 because I am $2"),
  ],
  [
    /^(?:can|could|will|would|may|might|must|should|have|had|am|was|can't|cannot|won't|couldn't|haven't|didn't|don't)\s+(?!be\b)\p{L}/iu,
    (text) => `I ${decapitalize(text)}`,
  ],
  [/^(?:met|spoke|talked|discussed|agreed)\b.+/i, (text) => `We ${decapitalize(text)}`],
  [
    new RegExp(`^(?:bought|ordered|received|paid|sent|returned)\\s+(?:it\\s+)?${timeAgo}`, "i"),
    (text) =>
      `I ${decapitalize(text)
        .replace(/^(\S+)\s+(?:it\s+)?/, "$1 it ")
        .replace(/ it (\d{1,2}(?:st|nd|rd|th)? \p{L}{3})/u, " it on $1")}`,
  ],
  [
    /^(?:interviewed|attended|visited|worked|applied|called|emailed|wrote|moved|joined|started|took|got|studied|graduated)\s+[\p{L}\d].*/iu,
    (text) => `I ${decapitalize(text)}`,
  ],
  [
    /^(?:hope|wish|prefer|expect|assume|think|believe|understand|apologi[sz]e)\b.+/i,
    (text) => `I ${decapitalize(text)}`,
  ],
  [/^called twice$/i, (text) => `I ${decapitalize(text)}`],
  [/^turning \d+/i, (text) => `You are ${decapitalize(text)}`],
  [
    /^(?:team|family|whole team|entire team) (?:misses|loves|sends|says|wishes|hopes)\b/i,
    (text) => `The ${decapitalize(text)}`,
  ],
  [
    /^(?:liked|loved|love|like|enjoyed|appreciated|accepted|bought|ordered|received|sent|finished|completed|missed|forgot|lost|found|tried|read|saw|learned|signed|paid|booked|submitted|reviewed|prepared|expected)\s+\S.*/iu,
    (text) =>
      text.replace(
        /^(\S+)\s+(.+)$/s,
        (_, verb: string, object: string) => `I ${verb.toLowerCase()} ${withArticle(object)}`,
      ),
  ],
  [
    /^(?:still )?(?:very |so |really )?(?:grateful|happy|sorry|interested|available|unable|excited|sick|unwell|ill|busy|away|disappointed|ready|glad|sad|proud|free (?:on|at|until|from|after|before|this|next|all|any|mon|tue|wed|thu|fri))\b/i,
    (text) => `I am ${decapitalize(text)}`,
  ],
  [
    /^(?:looking for|looking forward|hoping|waiting|planning|travell?ing|moving|working|going|leaving)\b.+/i,
    (text) => `I am ${decapitalize(text)}`,
  ],
  [
    /^(?:arrived|broke|stopped|failed|is|was|does|doesn't|isn't|wasn't|never|takes|costs|includes|starts|ends|saves|integrates|runs|works|fits)\s+(?!no\b)\S/iu,
    (text) => `It ${decapitalize(text)}`,
  ],
  [
    /^(?:been|broken|out of order|down|missing|late)\s+(?:for|since|\d)/iu,
    (text) => (/^been/i.test(text) ? `It has ${decapitalize(text)}` : `It has been ${decapitalize(text)}`),
  ],
];

/** The whole sentence, if the fragment lacks only its subject. */
export function completed(text: string): string | undefined {
  return elliptic.find(([test]) => test.test(text))?.[1](text);
}
