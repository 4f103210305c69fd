import { type RuleCondition, type RuleContent, ruleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import { maxActions, maxConditions } from "@intellibox/contract/rules/mail-rules";
import { tame } from "../text/tame.ts";
import { attachmentNamed, senders } from "./make-condition.ts";
import { readActions } from "./read-actions.ts";
import { type ReadConditions, readConditions } from "./read-conditions.ts";
import { type Marked, markParts, unmarked } from "./sentence-parts.ts";

/** A remark for the reader of the rule. `text` is a part of the sentence. */
export type RuleNote = {
  kind:
    | "notUnderstood"
    | "noCondition"
    | "noAction"
    | "draftOnly"
    | "assumedSender"
    | "assumedMatter"
    | "assumedUnread"
    | "negated"
    | "onlyExceptions"
    | "unnamedPerson"
    | "notRead"
    | "actsOnMore"
    | "twoRules"
    | "notEnglish";
  text?: string;
};
export type ReadRule = { rule: RuleContent | null; notes: RuleNote[] };

/**
 * Makes a rule from an English sentence such as "Archive newsletters I have not opened for a month". Words that it does not
 * understand are reported, never ignored.
 */
export function readRule(sentence: string): ReadRule {
  const marked = withFields(markParts(plainSigns(tame(sentence, 500))));
  const { main, except } = divide(marked.text);
  const told = readActions({ text: main, parts: marked.parts });
  const notes: RuleNote[] = told.unread.map((text) => ({ kind: "notUnderstood", text }));
  if (told.isDraftOnly) notes.push({ kind: "draftOnly" });
  const asked = readConditions(told.about, marked);
  const when = withRest(asked.conditions, asked.rest, notes);
  if (
    /\b(?:older than|after)\b/i.test(told.about) &&
    asked.conditions.some(({ field }) => field === "unreadDays") &&
    !/unread|open|read\b/i.test(told.about)
  )
    notes.push({ kind: "assumedUnread" });
  const excepted = except ? exceptions(except, marked, notes) : [];
  const unless = [...asked.negated, ...excepted];
  const isLost = except !== "" && excepted.length === 0;
  const isNever = !asked.isAny && unless.some((one) => when.some((other) => isSame(one, other)));
  const isMany = isSeveral(told.abouts, marked);
  const refusal =
    isLost || isNever
      ? { kind: "negated" as const }
      : refusalOf({ main, asked, notes, isMany: isMany || isSplit(told.actions), unless, unnamed: unnamedIn(marked) });
  if (refusal || told.actions.length === 0 || when.length === 0) {
    const unread = notes.filter(({ kind }) => kind === "notUnderstood");
    return {
      rule: null,
      notes: [...unread, refusal ?? { kind: told.actions.length === 0 ? "noAction" : "noCondition" }],
    };
  }
  const rule = ruleContent.safeParse({
    name: nameOf(sentence),
    match: asked.isAny ? "any" : "all",
    when: when.slice(0, maxConditions),
    unless: unless.slice(0, maxConditions),
    actions: inOrder(told.actions).slice(0, maxActions),
  });
  return rule.success ? { rule: rule.data, notes } : { rule: null, notes: [...notes, { kind: "noCondition" }] };
}

const verbs = "archive|delete|trash|star|flag|mark|label|tag|move|file|put|snooze|forward|draft|reply|notify";
/** "All but invoices", "everything from acme.com but newsletters". */
const allBut = new RegExp(
  `\\b((?:all|any|every|everything|anything|everyone|everybody|anyone|anybody)\\b[^,;]{0,80}?)\\s+but\\s+(?!(?:not|keep|leave|do|don't|only|it|they|is|are|has|have|with|without|also|if|when|no|never|always|${verbs})\\b)`,
  "giu",
);

/** Signs that people write for words. */
const plainSigns = (sentence: string) =>
  sentence
    .replace(/\s*(?:[-=]>|→|⇒|➡\uFE0F?)\s*/gu, "; ")
    .replace(allBut, "$1 except ")
    .replace(/\s*\(\s*/g, ", ")
    .replaceAll(")", " ")
    .replace(/\bw\/\s*/gi, "with ")
    .replace(
      /\b(?:as long as|so long as|provided(?: that)?|providing|on condition that|if and only if|only (?:if|when))\b/gi,
      "if",
    )
    .replace(/\b((?:all|everything|anything))\s+(?:bar|save|minus)\s+/gi, "$1 except ")
    .replace(/,\s*([^,;]{1,80}?)\s+(?:excluded|excepted)\s*$/i, " except $1");

/** "from: ann@x.test", as in a search. Not within quotation marks, which are marks here. */
const withFields = ({ text, parts }: Marked): Marked => ({
  text: text.replace(/\b(from|subject)\s*:\s*/gi, "$1 is ").replace(/\b(to|cc)\s*:\s*/gi, "$1 "),
  parts,
});

/** A form that says the opposite of the sentence, or a part of it only, would be worse than none. */
function refusalOf({
  main,
  asked,
  notes,
  isMany,
  unless,
  unnamed,
}: {
  main: string;
  asked: ReadConditions;
  notes: RuleNote[];
  isMany: boolean;
  unless: RuleCondition[];
  unnamed: string;
}): RuleNote | undefined {
  const count = (pattern: RegExp) => main.match(pattern)?.length ?? 0;
  if (count(/(?!\p{Script=Latin})\p{L}/gu) > count(/\p{L}/gu) / 5) return { kind: "notEnglish" };
  if (isMany || asked.isMixed || secondRule.test(main)) return { kind: "twoRules" };
  const isMixed = asked.isAny && asked.negated.length > 0;
  const isLeft = notes.some(({ kind, text = "" }) => kind !== "draftOnly" && leftNegation.test(text));
  if (isMixed || isLeft) return { kind: "negated" };
  if (unnamed) return { kind: "unnamedPerson", text: unnamed };
  // "Older than a month and read" is not "unread for a month".
  if (
    asked.conditions.some(({ field }) => field === "unreadDays") &&
    /\b(?:read|opened|seen|answered)\b/i.test(asked.rest)
  )
    return { kind: "notRead" };
  return asked.conditions.length === 0 && !asked.rest && unless.length > 0 ? { kind: "onlyExceptions" } : undefined;
}

/** Mail goes to one place: "archive mail from Ann or, if it is big, delete it" describes two. */
function isSplit(actions: RuleContent["actions"]): boolean {
  const places = new Set(
    actions
      .filter(({ do: name }) => ["archive", "move", "trash", "snooze"].includes(name))
      .map((action) => JSON.stringify(action)),
  );
  const names = actions.map(({ do: name }) => name);
  return places.size > 1 && (names.includes("trash") || names.filter((name) => name === "move").length > 1);
}

/** "From my boss", "mentions my name": the words stand for others that only the user knows. A name or an address may follow them. */
function unnamedIn({ text }: Marked): string {
  for (const [, words = "", next = ""] of text.matchAll(unnamedWords))
    if (!/[\p{Lu}\uE000-\uE064]/u.test(next) && !/^my (?:e-?)?mails?\b/i.test(words)) return words;
  return "";
}
const unnamedWords = new RegExp(
  "\\b(?:from|by|mentions?|mentioning|contains?|containing|includes?|including|says?|unless|except)\\s+" +
    "(my\\s+(?!(?:contacts|colleagues|co-?workers|teammates|team|people|address book|known)\\b)\\p{Ll}+" +
    "(?:\\s+(?!(?:to|into|in|under|as|and|or|if|when|unless|except|with|without|about|that|which|who|is|are|has|have|not|for|on|at|but)\\b)\\p{Ll}+){0,2})" +
    "(?:\\s+(\\S))?",
  "gu",
);

const isSame = (one: RuleCondition, other: RuleCondition) => JSON.stringify(one) === JSON.stringify(other);

/** "Archive Slack notifications and delete Jira notifications": each action names other mail. */
function isSeveral(abouts: string[], marked: Marked): boolean {
  const named = abouts.flatMap((about) => {
    const { conditions, negated, rest } = readConditions(about, marked);
    const isNamed = conditions.length + negated.length > 0 || isName(rest);
    return isNamed ? JSON.stringify([conditions, negated, rest]) : [];
  });
  return new Set(named).size > 1;
}
const leftNegation = /\b(?:not|no|never|without|non|nor|neither|n['’]t|dont|isnt|arent|doesnt)\b|n['’]t\b/i;
/**
 * "… to A and mail from Bob to B", "… as A and from Bob as B", "… from A and star mail from Bob", "… but star those", "otherwise archive
 * it", "archive the rest".
 */
const secondRule = new RegExp(
  [
    `\\b(?:from|about|with)\\b.*(?:,|;|\\band\\b|\\bthen\\b)\\s*(?:${verbs})\\s+(?:(?:the|all|any|every)\\s+)?(?:e-?mails?|mails?|messages?|those|ones|everything|anything|stuff)\\s+(?:from|about|with)\\b`,
    "\\b(?:the rest|everything else|anything else|all (?:the )?others)\\s*(?:$|[.,;]|to\\b|into\\b|in\\b|as\\b|of (?:it|them|the)\\b)",
    "\\b(?:to|into|in|as|under)\\s+\\S+(?:\\s+\\S+)?\\s*(?:,|\\band\\b|;)\\s*(?:(?:the|all|any)\\s+)?(?:e-?mails?|mails?|messages?|those|ones|everything|anything|stuff)\\s+(?:from|about|to|with)\\b.*\\s(?:to|into|in|as|under)\\s",
    "\\b(?:to|into|as)\\s+\\S+(?:\\s+\\S+)?\\s*(?:,\\s*)?\\band\\s+(?:from|about|with)\\b.*\\s(?:to|into|as)\\s",
    `\\bbut\\s+(?:${verbs})\\b`,
    `\\bbut\\s+(?:if|when)\\b.*\\b(?:${verbs})\\s+(?:it|them|those|these)\\b`,
    `\\bor\\s+(?:${verbs})\\s+(?:it|them|those|these)\\b`,
    "\\b(?:otherwise|or else)\\b",
  ].join("|"),
  "i",
);

const exceptionWords =
  "unless|(?:except(?:ing)?|(?:with the )?exception of|(?:apart|aside) from|besides|barring|save(?: for)?|minus|omitting|leaving out|not (?:including|counting))(?:\\s+(?:for|if|when|those|the ones|ones))?|but (?:not|keep|leave|don't \\p{L}+|do not \\p{L}+)(?:\\s+(?:if|when|those|the ones|ones|mails?|e-?mails?|anything|everything))?|excluding|other than";

/** The exception may stand first, last, or before the action. */
function divide(text: string): { main: string; except: string } {
  const first = new RegExp(`^(?:${exceptionWords})\\s+([^,]+),\\s*(.+)$`, "iu").exec(text);
  if (first) return { except: first[1] ?? "", main: first[2] ?? "" };
  const later = new RegExp(`^(.*?),?\\s+(?:${exceptionWords})\\s+(.+)$`, "iu").exec(text);
  if (!later) return { main: text, except: "" };
  const [, before = "", rest = ""] = later;
  const [except = "", ...after] = rest.split(new RegExp(`,\\s*(?=(?:then\\s+)?(?:${verbs}|tell)\\b)`, "i"));
  return { main: [before, ...after].join(", "), except };
}

function exceptions(text: string, marked: Marked, notes: RuleNote[]): RuleCondition[] {
  const { conditions, negated, rest, isJoinedByAnd } = readConditions(text, marked);
  // One exception is enough, so "unless it is from Ana and has a PDF" has no place in a rule either.
  if (isJoinedByAnd) return [];
  // "Unless it is not from Ana" has no place in a rule.
  if (negated.length > 0) notes.push({ kind: "notUnderstood", text: `not ${unmarked(text, marked.parts).trim()}` });
  else if (conditions.length === 0 && !rest)
    notes.push({ kind: "notUnderstood", text: unmarked(text, marked.parts).trim() });
  return withRest(conditions, rest, notes);
}

/** A name that is left over is taken for the sender, and other words alone for what the mail is about. Both are said. */
function withRest(conditions: RuleCondition[], rest: string, notes: RuleNote[]): RuleCondition[] {
  if (!rest) return conditions;
  const named = namedAlone(rest);
  if (named) {
    if (named.some(({ field }) => field === "from")) notes.push({ kind: "assumedSender", text: rest });
    return [...conditions, ...named];
  }
  if (isName(rest)) {
    notes.push({ kind: "assumedSender", text: rest });
    return [...conditions, { field: "from", test: "contains", values: [rest] }];
  }
  if (conditions.length === 0 && !isNoMatter.test(rest)) {
    notes.push({ kind: "assumedMatter", text: rest });
    return [{ field: "assistant", question: `It is about ${rest}`.slice(0, 300) }];
  }
  notes.push({ kind: "notUnderstood", text: rest });
  return conditions;
}

/** An address, "my contacts" or "PDFs" without a word such as "from" or "with". */
function namedAlone(rest: string): RuleCondition[] | undefined {
  const { text, parts } = markParts(rest);
  if (
    /^[\uE000-\uE064](?:[\s,;&]|\bor\b|\band\b|[\uE000-\uE064])*$/.test(text) &&
    parts.every(({ kind }) => isAddress.has(kind))
  )
    return senders(text, parts);
  if (/^(?:contacts|colleagues|co-?workers|teammates)$/i.test(rest)) return [{ field: "knownSender", known: true }];
  const attached = attachmentNamed(rest);
  return attached && [attached];
}
const isAddress = new Set<string>(["address", "domain"]);

const isName = (rest: string) =>
  /^\p{Lu}[\p{L}\p{N}.&-]*(?: \p{Lu}[\p{L}\p{N}.&-]*){0,2}$/u.test(rest) && !isNoMatter.test(rest);

/** Words about times, sizes, marks, headers or the program itself, which no matter of a mail is named by. */
const isNoMatter =
  /^(?:(?:every|any|no)(?:one|body)|no one|nothing|none|accounts?|mailbox(?:es)?|trash|bin|spam|junk|folders?|rules?)$|\b(?:older|newer|before|after|since|until|between|than|received|sent on|where|whose|only|assigned|mentioned|addressed|cc|cc'd|bcc|ignore|disregard|forget|instructions?|weekends?|weekdays?|today|yesterday|january|february|march|april|june|july|august|september|october|november|december|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|daily|weekly|monthly|internal|external|outside|inside|starred|flagged|unread|read|opened|answered|replied|forwarded|first|last|latest|newest|oldest|starts?|starting|begins?|beginning|ends?|ending|sent|ago|at night|named|whose|contains?|containing)\b|@|\d{4}|\d\s*[km]b\b/i;

/** Marks come before the actions that take a mail away, and `stop` is last. Each action once. */
function inOrder(actions: RuleContent["actions"]): RuleContent["actions"] {
  const rank = ({ do: name }: RuleContent["actions"][number]) =>
    name === "stop" ? 2 : ["archive", "move", "trash", "snooze"].includes(name) ? 1 : 0;
  const texts = actions.map((action) => JSON.stringify(action));
  return actions
    .filter((_, at) => texts.indexOf(texts[at] ?? "") === at)
    .toSorted((one, other) => rank(one) - rank(other));
}

function nameOf(sentence: string): string {
  const words = sentence
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.!?]+$/, "");
  const cut = words.length <= 60 ? words : `${words.slice(0, 60).replace(/\s+\S*$/, "")}…`;
  return cut.slice(0, 1).toUpperCase() + cut.slice(1);
}
