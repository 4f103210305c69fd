// Reads what a sentence says about the mail that a rule is for: "newsletters from acme.com that I have not opened for a month".
import type { RuleCondition } from "@intellibox/contract/endpoints/mail-rule-fields";
import { kindWords } from "./kind-words.ts";
import {
  addressed,
  age,
  attachment,
  judged,
  language,
  senders,
  size,
  testOf,
  texts,
  writers,
} from "./make-condition.ts";
import { type Marked, mark, type Part, unmarked } from "./sentence-parts.ts";

export type ReadConditions = {
  conditions: RuleCondition[];
  /** Conditions after "not" or "without". */
  negated: RuleCondition[];
  /** All of them are joined by "or". */
  isAny: boolean;
  /** Some are joined by "or" and some by "and", which one rule cannot say. */
  isMixed: boolean;
  /** Two different ones are joined by "and", or follow each other. */
  isJoinedByAnd: boolean;
  /** Words that were not understood. */
  rest: string;
};

/** A pattern of the text, and the condition that it gives; undefined if it gives none after all. */
type Reader = [RegExp, (found: RegExpMatchArray, parts: Part[]) => RuleCondition | RuleCondition[] | undefined];

/** Stands for a condition that was read. The next code units stand for the next conditions. */
const firstDone = 0xf000;
const mostDone = 200;
const done = "[\\uF000-\\uF0C8]";
const doneMark = (index: number) => String.fromCharCode(firstDone + Math.min(index, mostDone));

/**
 * How each condition is joined to the next: a comma before a later "or" is an "or". "Receipts or invoices" is one condition and has
 * no joint.
 */
function jointsOf(left: string, found: RuleCondition[][]): ("or" | "and")[] {
  const [, ...pieces] = left.split(new RegExp(`(?=${done})`));
  const joints: ("or" | "and" | "comma")[] = [];
  let one = found[(left.match(done)?.[0].charCodeAt(0) ?? 0) - firstDone];
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    if (next === undefined) break;
    const other = found[next.charCodeAt(0) - firstDone];
    const [before, after] = [one?.[0], other?.[0]];
    one = other;
    if (before && after && canJoin(before, after)) continue;
    const between = piece.slice(1);
    joints.push(/\bor\b/i.test(between) ? "or" : /^\s*,\s*$/.test(between) ? "comma" : "and");
  }
  const lastOr = joints.lastIndexOf("or");
  return joints.map((joint, index) => (joint === "comma" ? (index < lastOr ? "or" : "and") : joint));
}

export function readConditions(text: string, { parts }: Marked): ReadConditions {
  let left = ` ${plainNegations(text)} `;
  const found: RuleCondition[][] = [];
  for (const [pattern, make] of readers)
    left = left.replace(pattern, (...match: unknown[]) => {
      const words = match.filter((one): one is string => typeof one === "string" || one === undefined);
      const condition = make(words.slice(0, -1) as RegExpMatchArray, parts);
      if (!condition || found.length >= mostDone) return words[0] ?? "";
      return ` ${doneMark(found.push([condition].flat()) - 1)} `;
    });
  const joints = jointsOf(left, found);
  const isNegated = new Set<number>();
  left = left.replace(negation, (_, marks: string) => {
    for (const one of marks.match(new RegExp(done, "g")) ?? []) isNegated.add(one.charCodeAt(0) - firstDone);
    return ` ${marks} `;
  });
  const plain = found.filter((_, index) => !isNegated.has(index)).flat();
  const turned = found.filter((_, index) => isNegated.has(index)).flat();
  const conditions = merged([...plain, ...turned.flatMap((one) => opposite(one) ?? [])]);
  // "From a@x.test or y.test" is one of two conditions.
  const isSplit = found.some((one, index) => one.length > 1 && !isNegated.has(index));
  const isOr = (joints.includes("or") || isSplit) && conditions.length > 1;
  const isWhole = !joints.includes("and") && (!isSplit || found.length - isNegated.size === 1 || joints.includes("or"));
  return {
    conditions,
    negated: merged(turned.filter((one) => !opposite(one))),
    isAny: isOr && isWhole,
    isMixed: isOr && !isWhole,
    isJoinedByAnd: joints.includes("and"),
    rest: restOf(left, parts),
  };
}

/** "Isn't a", "without" and "doesn't have" begin with "not". */
const plainNegations = (text: string) =>
  text
    .replace(/\b(?:that'?s|it'?s|they'?re)\s+not\b/gi, "not")
    .replace(/\b(?:is|are|was|were|does|do|did)(?:n['’]?t| not)\b/gi, "not")
    .replace(/\bwithout(?:\s+any)?\s+/gi, "not with ")
    .replace(/\b(?:with|has|have|having)\s+no\s+/gi, "not with ")
    .replace(/\bnot\s+(?:with\s+)?(?:have|has|contain|include)\s+/gi, "not with ");

/** "Not" before one condition, or before several that are joined by "or". */
const negation = new RegExp(
  `\\b(?:not|never|non)\\b[\\s-]+(?:(?:an?|the|any|be|in|of|either|mails?|e-?mails?|messages?|those|ones)\\s+)*(${done}(?:\\s*,?\\s*(?:or|nor)\\s*(?:an?\\s+|the\\s+)?${done})*)`,
  "gi",
);

/** Some conditions have an opposite; the others become exceptions. */
function opposite(condition: RuleCondition): RuleCondition | undefined {
  if (condition.field === "importance") return { ...condition, important: !condition.important };
  if (condition.field === "knownSender") return { ...condition, known: !condition.known };
  return undefined;
}

// A list of values: parts, or words up to the next clause.
const plain =
  "(?!(?:and|or|nor|not|that|which|who|with|without|when|if|in|is|are|has|have|to|from|about|i|older|unread|larger|bigger|smaller|sent|containing|mentioning|where|whose|unless|except|but|for|into|as|mentions?|contains?|includes?|says?|writes?|sends?|arrives?|comes?|come|asks?|needs?|should|must|because|then|then,|me|it|them|whenever|every|each|any|all)\\b)[^\\s,;()\uF000-\uF0C8\uE000-\uE064]+";
const joint = "(?:,(?:\\s*(?:or|and)\\b)?|\\bor\\b|\\band\\b|/|&)";
const item = `(?:(?:the|my|our|either)\\s+(?:\\p{Ll}+\\s+(?=${mark}))?)?(?:${mark}|${plain}(?:\\s+${plain}){0,3})`;
const list = `(${item}(?:\\s*${joint}\\s*(?:from\\s+)?(?!(?:that|which|with|i|has|have|is|are|the subject|subject)\\b)${item}){0,9})`;
/** A list of quotations, addresses and domains only. */
const exact = `(${mark}(?:\\s*(?:${joint}\\s*)?${mark}){0,19})`;
const tests =
  "(is exactly|equals|is|contains?|containing|includes?|including|mentions?|mentioning|has|have|says?|starts? with|starting with|begins? with|beginning with|ends? with|ending (?:with|in)|=|:)";
const words = "(?:(?:the|any of the)\\s+)?(?:(?:words?|text|phrases?|terms?)\\s+)?";
/** "The file name contains" is not about the text of the mail. */
const notOf =
  "(?<!\\b(?:names?|address(?:es)?|headers?|attachments?|files?|domains?|folders?|labels?|lists?|recipients?|bcc)\\s+)\\b";
const mails = "(?:e-?mails?|mails?|messages?)";
const tongue =
  "(?:english|german|french|spanish|italian|portuguese|dutch|hindi|arabic|chinese|japanese|korean|russian)";

const readers: Reader[] = [
  // Age
  [
    /(?:(?:that|which|and)\s+)?(?:(?:i|we)\s+)?(?:have\s+|has\s+|had\s+|are\s+|is\s+|was\s+|were\s+|did\s+)?(?:been\s+)?(?:(?:haven't|hasn't|have not|didn't|did not|not|never|n't)\s+(?:been\s+)?(?:read|opened?|looked at|touched)|unread|unopened|still unread)(?:\s+(?:them|it|yet))?\s*(?:and\s+)?(?:for|in|within|after|since|over|older than|more than|at least)?\s*(?:for\s+|the\s+|the last\s+|the past\s+|more than\s+|over\s+|at least\s+|last\s+)*((?:an?|one|two|three|four|five|six|seven|ten|\d{1,3})\s+)?(days?|weeks?|months?|quarters?|years?|fortnights?)(?:\s+old)?/gi,
    ([, count, unit]) => age(count, unit),
  ],
  [
    /(?:(?:that|which)\s+)?(?:(?:are|is)\s+)?(?:older than|more than|(?<=\b(?:newsletters?|(?:e-?)?mails?|messages?|notifications?|alerts?|receipts?|invoices?|promotions?|ads|them|it)\s+)after)\s+((?:an?|one|two|three|four|five|six|seven|ten|\d{1,3})\s+)?(days?|weeks?|months?|quarters?|years?)(?:\s+old)?/gi,
    ([, count, unit]) => age(count, unit),
  ],
  // Size
  [
    /(?:(?:that|which)\s+)?(?:(?:are|is)\s+)?(?:larger|bigger|greater|more|heavier|over|above|exceeding)\s*(?:than\s+)?(\d{1,6}(?:\.\d+)?)\s*(kb|kib|mb|mib|gb|k|m)\b/gi,
    ([, count, unit]) => size("over", count, unit),
  ],
  [
    /(?:(?:that|which)\s+)?(?:(?:are|is)\s+)?(?:smaller|less|lighter|under|below)\s*(?:than\s+)?(\d{1,6}(?:\.\d+)?)\s*(kb|kib|mb|mib|gb|k|m)\b/gi,
    ([, count, unit]) => size("under", count, unit),
  ],
  [
    /(?:(?:that|which)\s+)?(?:(?:are|is|of)\s+)?at least\s+(\d{1,6}(?:\.\d+)?)\s*(kb|kib|mb|mib|gb|k|m)\b/gi,
    ([, count, unit]) => size("over", count, unit),
  ],
  [
    /(?:(?:that|which)\s+)?(?:(?:are|is|of)\s+)?(\d{1,6}(?:\.\d+)?)\s*(kb|kib|mb|mib|gb)\s+(?:or|and)\s+(?:more|larger|bigger|above|over)\b/gi,
    ([, count, unit]) => size("over", count, unit),
  ],
  [
    /(?:(?:that|which)\s+)?(?:(?:are|is|of)\s+)?(?:at most|up to)\s+(\d{1,6}(?:\.\d+)?)\s*(kb|kib|mb|mib|gb|k|m)\b/gi,
    ([, count, unit]) => size("under", count, unit),
  ],
  // Subject
  [
    new RegExp(
      `(?:(?:with|whose|where|when|if|has|have|that have|having)\\s+)?(?:(?:the|a|its)\\s+)?(?:subject|title)(?:\\s+lines?|s)?\\s+(?:that\\s+)?${tests}\\s+${words}${list}`,
      "giu",
    ),
    ([, test, values], parts) => texts("subject", testOf(test), values, parts),
  ],
  [
    new RegExp(
      `(?:(?:with|that have|which have|having|has|have|that contain|contains?|containing|including|mentioning|that mention)\\s+)?${words}${exact}\\s+in\\s+(?:the|its)\\s+(?:subject|title)(?:\\s+line)?`,
      "giu",
    ),
    ([, values], parts) => texts("subject", "contains", values, parts),
  ],
  [
    new RegExp(`(?:with|having|has|have)\\s+(?:the\\s+|a\\s+)?(?:subject|title)(?:\\s+lines?)?\\s+${exact}`, "giu"),
    ([, values], parts) => texts("subject", "contains", values, parts),
  ],
  [
    new RegExp(`(?:with|containing|having)\\s+${list}\\s+in\\s+(?:the|its)\\s+(?:subject|title)(?:\\s+line)?`, "giu"),
    ([, values], parts) => texts("subject", "contains", values, parts),
  ],
  // Mailing list
  [
    new RegExp(`(?:from|to|on|of|sent to)\\s+(?:the\\s+)?(?:mailing\\s+)?lists?\\s+${list}`, "giu"),
    ([, values], parts) => texts("list", "contains", values, parts),
  ],
  // Known and unknown senders
  [
    /(?:from|by|sent by)\s+(?:somebody|someone|people|anyone|anybody|senders?|persons?)\s+(?:(?:who|that|whom)\s+)?(?:i\s+(?:don't|do not|never)\s+know|(?:is|are)\s+not\s+(?:in|one of)\s+my\s+(?:contacts|people|address book)|not in my (?:contacts|people|address book)|(?:i have|i've)\s+never\s+(?:written|replied)\s+to)/gi,
    () => ({ field: "knownSender", known: false }),
  ],
  [
    /(?:from|by|sent by)\s+(?:unknown\s+(?:senders?|people|addresses)|strangers?|non-?contacts|(?:senders?|people)\s+outside\s+my\s+contacts)/gi,
    () => ({ field: "knownSender", known: false }),
  ],
  [
    /(?:from|by|sent by)\s+(?:(?:people|somebody|someone|anyone|senders?)\s+(?:(?:that|who|whom)\s+)?(?:i\s+know|in\s+my\s+(?:contacts|people|address book)|i\s+have\s+written\s+to)|(?:my\s+)?(?:contacts|colleagues|coworkers|co-workers|teammates|team)|(?:my\s+)?known\s+(?:senders?|people|contacts))/gi,
    () => ({ field: "knownSender", known: true }),
  ],
  [
    /(?:the\s+)?senders?\s+(?:is\s+|are\s+)?(not\s+)?(?:in|among|one of)\s+my\s+(?:contacts|people|address book)/gi,
    ([, not]) => ({ field: "knownSender", known: !not }),
  ],
  // Attachments
  [
    /(?:(?:with|that have|which have|that has|having|has|have|containing|that contain|contains|contain|carrying)\s+)?(?:(?:an?|any|attached)\s+)*(pdfs?|excel|spreadsheets?|xlsx?|csv|word(?:\s+(?:docs?|documents?))?|docx?|documents?|powerpoint|presentations?|slides|images?|pictures?|photos?|jpe?gs?|zips?|archives?|calendar|ics)\s+(?:files?\s+)?(?:attachments?|files?|attached|invoice attached)\b/gi,
    ([, type]) => attachment(type),
  ],
  [
    /(?:with|that have|which have|that has|having|has|have|containing)\s+(?:(?:an?|attached)\s+)*(pdf|spreadsheet|document|presentation|image|picture|photo|zip)s?\b/gi,
    ([, type]) => attachment(type),
  ],
  [
    /(?:(?:with|that have|which have|that has|having|has|have|containing|carrying|there(?:'s| is| are))\s+)(?:(?:an?|any|some|file)\s+)*(?:attachments?|attached files?|files? attached)\b/gi,
    () => ({ field: "attachment", type: "any" }),
  ],
  // Addresses
  [
    new RegExp(
      `(?:(?:with|whose|where|when|if)\\s+)?(?:(?:the|a|its)\\s+)?(?:sender(?:['’]?s)?(?:\\s+(?:names?|address(?:es)?))?|from address|from|from field|name of the sender)\\s+${tests}\\s+${list}`,
      "giu",
    ),
    ([, test, values], parts) => senders(values, parts, testOf(test)),
  ],
  [
    new RegExp(
      `(?:(?:that|which)\\s+(?:come|comes|are|is)\\s+)?(?:i\\s+(?:get|receive)\\s+)?(?:from|sent by|sent from|coming from)\\s+(?:anyone\\s+at\\s+|anybody\\s+at\\s+|everyone\\s+at\\s+|people\\s+at\\s+|(?:the\\s+|any\\s+)?domains?\\s+|addresses\\s+at\\s+)?(?!(?:an?\\s+|any\\s+|the\\s+)?mailing\\s+lists?\\b)${list}`,
      "giu",
    ),
    ([whole, values], parts) => senders(values, parts, /\b(?:at|domains?)\s/i.test(whole ?? "") ? "domain" : undefined),
  ],
  [
    new RegExp(`(?:on\\s+)?cc(?:'d|ed)?\\s*(?:to|is|contains|:)?\\s+${exact}`, "giu"),
    ([, values], parts) => addressed("cc", values, parts),
  ],
  [
    new RegExp(`(?:(?:that|which)\\s+(?:are|is|were|was)\\s+)?(?:sent\\s+to|addressed\\s+to|to)\\s+${exact}`, "giu"),
    ([, values], parts) => addressed("recipient", values, parts),
  ],
  // "When Jo writes"
  [
    new RegExp(
      `(?:my\\s+[\\p{L}]+\\s+)?${list}\\s+(?:(?:writes?|sends?|contacts?|answers?|replies)(?:\\s+(?:to\\s+)?(?:me|us))?|(?:e-?mails?|mails)\\s+(?:me|us))(?:\\s+(?:a|an)\\s+(?:mail|email|message))?(?=\\s|$|,|;)`,
      "giu",
    ),
    ([, values], parts) => writers(values, parts),
  ],
  // Language
  [
    new RegExp(
      `(?:(?:that|which)\\s+(?:are|is)\\s+)?(?:written\\s+)?in\\s+(${tongue}(?:\\s*${joint}\\s*${tongue}){0,12})\\b`,
      "gi",
    ),
    ([, names]) => language(names),
  ],
  [
    new RegExp(`\\b(${tongue}(?:\\s*${joint}\\s*${tongue}){0,12})(?:-language)?\\s+(?=${mails}|newsletters?)`, "giu"),
    ([, names]) => language(names),
  ],
  // Importance
  [
    /(?:(?:that|which)\s+(?:are|is)\s+)?(?:marked\s+(?:as\s+)?)?(?:important|urgent|(?:of\s+)?high[ -](?:priority|importance))(?=\s|$|,)/gi,
    () => ({ field: "importance", important: true }),
  ],
  // Words of the mail
  [
    new RegExp(
      `${notOf}(?:(?:that|which)\\s+)?(?:(?:the\\s+)?(?:body|text|content|message|mail|email|it)\\s+)?(?:mentions?|mentioning|contains?|containing|includes?|including|says?|saying|with the words?|with the phrase|has the words?)\\s+${words}${exact}(?:\\s+(?:in\\s+)?(?:the\\s+|its\\s+)?(?:body|text|anywhere))?`,
      "giu",
    ),
    ([, values], parts) => texts("body", "contains", values, parts),
  ],
  [
    new RegExp(
      `${notOf}(?:(?:that|which)\\s+)?(?:(?:the\\s+)?(?:body|text|content|it)\\s+)?(?:mentions?|mentioning|contains?|containing|with the words?|has the words?)\\s+${words}${list}`,
      "giu",
    ),
    ([, values], parts) => texts("body", "contains", values, parts),
  ],
  // Kinds
  ...kindWords.map(
    ([kind, pattern]): Reader => [
      new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "giu"),
      () => ({ field: "kind", kinds: [kind] }),
    ],
  ),
  // Conditions that only the assistant can judge
  [
    /(?:(?:that|which|who)\s+(?:are\s+|is\s+)?)?(about|regarding|concerning|related to|asking|ask|asks|requesting|requests?|look like|looks like|sound like|sounds like|complain|complains|complaining|need|needs|want|wants)\s+([^,;\uF000-\uF0C8]{2,120})/giu,
    ([, verb, matter], parts) => judged(verb ?? "", unmarked(matter ?? "", parts)),
  ],
];

/** "Newsletters and notifications" means both kinds of mail, and "from a@x.test or b@y.test" both senders. */
function merged(found: RuleCondition[]): RuleCondition[] {
  const out: RuleCondition[] = [];
  for (const condition of found) {
    if (out.some((other) => JSON.stringify(other) === JSON.stringify(condition))) continue;
    const same = out.find((other) => canJoin(other, condition));
    if (same?.field === "kind" && condition.field === "kind")
      same.kinds = [...new Set([...same.kinds, ...condition.kinds])];
    else if (same && "values" in same && "values" in condition)
      same.values = [...new Set([...same.values, ...condition.values])];
    else out.push(condition);
  }
  return out;
}
const canJoin = (one: RuleCondition, other: RuleCondition) =>
  one.field === other.field &&
  (one.field === "kind" || ("values" in one && "values" in other && one.test === other.test));

const idle =
  /^(?:e-?mails?|mails?|messages?|everything|anything|all|any|every|each|my|our|the|a|an|that|which|are|is|was|were|i|we|get|gets|receive|received|arrives?|arriving|comes?|coming|in|new|incoming|those|these|it|its|they|them|when|whenever|if|once|for|of|me|and|or|as|also|so|mail's|stuff|things?|ones?|then|there|be|has|have|with|from|to|on|than|other|such|too|just|but|please|immediately|automatically|always|inbox|they're|it's|i'm|you're|now|asap|someone|somebody|anyone|anybody|everyone|everybody|people|person|writes?|sends?|wrote)$/i;

function restOf(left: string, parts: Part[]): string {
  const words = unmarked(left.replace(new RegExp(done, "g"), " "), parts)
    .replace(/[,;:.!?()]+(?=\s|$)|(?<=\s)[()]+/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  return words.some((one) => !idle.test(one)) ? trimIdle(words).join(" ") : "";
}

function trimIdle(words: string[]): string[] {
  const first = words.findIndex((one) => !idle.test(one));
  const last = words.findLastIndex((one) => !idle.test(one));
  return words.slice(first, last + 1);
}
