import { type RuleCondition, type RuleContent, ruleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import { maxActions, maxConditions } from "@intellibox/contract/rules/mail-rules";
import { tame } from "../text/tame.ts";
import { readActions } from "./read-actions.ts";
import { readConditions } from "./read-conditions.ts";
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
    | "assumedUnread";
  text?: string;
};
export type ReadRule = { rule: RuleContent | null; notes: RuleNote[] };

/**
 * Makes a rule from an English sentence such as "Archive newsletters I have not opened for a month". Words that it does not
 * understand are reported, never ignored.
 */
export function readRule(sentence: string): ReadRule {
  const marked = markParts(tame(sentence, 500));
  const { main, except } = divide(marked.text);
  const told = readActions({ text: main, parts: marked.parts });
  const notes: RuleNote[] = told.unread.map((text) => ({ kind: "notUnderstood", text }));
  if (told.isDraftOnly) notes.push({ kind: "draftOnly" });
  const asked = readConditions(told.about, marked);
  const when = withRest(asked.conditions, asked.rest, notes);
  if (/\bolder than\b/i.test(told.about) && !/unread|open|read\b/i.test(told.about))
    notes.push({ kind: "assumedUnread" });
  const unless = except ? exceptions(except, marked, notes) : [];
  if (told.actions.length === 0 || when.length === 0) {
    const unread = notes.filter(({ kind }) => kind === "notUnderstood");
    return { rule: null, notes: [...unread, { kind: told.actions.length === 0 ? "noAction" : "noCondition" }] };
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

const exceptionWords =
  "unless|except(?:ing)?(?:\\s+(?:for|if|when|those|the ones|ones))?|but not(?:\\s+(?:if|when|those|the ones))?|excluding|other than";

/** The exception may stand first, last, or before the action. */
function divide(text: string): { main: string; except: string } {
  const first = new RegExp(`^(?:${exceptionWords})\\s+([^,]+),\\s*(.+)$`, "i").exec(text);
  if (first) return { except: first[1] ?? "", main: first[2] ?? "" };
  const later = new RegExp(`^(.*?),?\\s+(?:${exceptionWords})\\s+(.+)$`, "i").exec(text);
  if (!later) return { main: text, except: "" };
  const [, before = "", rest = ""] = later;
  const [except = "", ...after] = rest.split(
    /,\s*(?=(?:then\s+)?(?:archive|delete|trash|star|flag|mark|label|tag|move|file|put|snooze|forward|draft|reply|notify|tell)\b)/i,
  );
  return { main: [before, ...after].join(", "), except };
}

function exceptions(text: string, marked: Marked, notes: RuleNote[]): RuleCondition[] {
  const { conditions, rest } = readConditions(text, marked);
  if (conditions.length === 0 && !rest)
    notes.push({ kind: "notUnderstood", text: unmarked(text, marked.parts).trim() });
  return withRest(conditions, rest, notes);
}

/** A name that is left over is taken for the sender, and other words alone for what the mail is about. Both are said. */
function withRest(conditions: RuleCondition[], rest: string, notes: RuleNote[]): RuleCondition[] {
  if (!rest) return conditions;
  const isName = /^\p{Lu}[\p{L}\p{N}.&-]*(?: \p{Lu}[\p{L}\p{N}.&-]*){0,2}$/u.test(rest);
  if (isName) {
    notes.push({ kind: "assumedSender", text: rest });
    return [...conditions, { field: "from", test: "contains", values: [rest] }];
  }
  if (conditions.length === 0) {
    notes.push({ kind: "assumedMatter", text: rest });
    return [{ field: "assistant", question: `It is about ${rest}`.slice(0, 300) }];
  }
  notes.push({ kind: "notUnderstood", text: rest });
  return conditions;
}

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
