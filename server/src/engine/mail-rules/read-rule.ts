import { type RuleCondition, type RuleContent, ruleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import { maxActions, maxConditions } from "@intellibox/contract/rules/mail-rules";
import { tame } from "../text/tame.ts";
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
  const refusal = isLost || isNever ? { kind: "negated" as const } : refusalOf({ main, asked, notes, isMany, unless });
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
    .replace(/\bw\/\s*/gi, "with ");

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
}: {
  main: string;
  asked: ReadConditions;
  notes: RuleNote[];
  isMany: boolean;
  unless: RuleCondition[];
}): RuleNote | undefined {
  const count = (pattern: RegExp) => main.match(pattern)?.length ?? 0;
  if (count(/(?!\p{Script=Latin})\p{L}/gu) > count(/\p{L}/gu) / 5) return { kind: "notEnglish" };
  if (isMany || secondRule.test(main)) return { kind: "twoRules" };
  const isMixed = asked.isAny && asked.negated.length > 0;
  const isLeft = notes.some(({ kind, text = "" }) => kind !== "draftOnly" && leftNegation.test(text));
  if (isMixed || isLeft) return { kind: "negated" };
  return asked.conditions.length === 0 && !asked.rest && unless.length > 0 ? { kind: "onlyExceptions" } : undefined;
}

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
    "\\b(?:otherwise|or else)\\b",
  ].join("|"),
  "i",
);

const exceptionWords =
  "unless|except(?:ing)?(?:\\s+(?:for|if|when|those|the ones|ones))?|but (?:not|keep|leave|don't \\p{L}+|do not \\p{L}+)(?:\\s+(?:if|when|those|the ones|ones|mails?|e-?mails?|anything|everything))?|excluding|other than";

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
  const { conditions, negated, rest } = readConditions(text, marked);
  // "Unless it is not from Ana" has no place in a rule.
  if (negated.length > 0) notes.push({ kind: "notUnderstood", text: `not ${unmarked(text, marked.parts).trim()}` });
  else if (conditions.length === 0 && !rest)
    notes.push({ kind: "notUnderstood", text: unmarked(text, marked.parts).trim() });
  return withRest(conditions, rest, notes);
}

/** A name that is left over is taken for the sender, and other words alone for what the mail is about. Both are said. */
function withRest(conditions: RuleCondition[], rest: string, notes: RuleNote[]): RuleCondition[] {
  if (!rest) return conditions;
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

const isName = (rest: string) =>
  /^\p{Lu}[\p{L}\p{N}.&-]*(?: \p{Lu}[\p{L}\p{N}.&-]*){0,2}$/u.test(rest) && !isNoMatter.test(rest);

/** Words about times, sizes, marks, headers or the program itself, which no matter of a mail is named by. */
const isNoMatter =
  /\b(?:older|newer|before|after|since|until|between|than|received|sent on|where|whose|only|assigned|mentioned|addressed|cc|cc'd|bcc|ignore|disregard|forget|instructions?|weekends?|weekdays?|today|yesterday|january|february|march|april|june|july|august|september|october|november|december|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|daily|weekly|monthly|internal|external|outside|inside|starred|flagged|unread|read|opened|answered|replied|forwarded|first|last|latest|newest|oldest)\b|\d{4}|\d\s*[km]b\b/i;

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
