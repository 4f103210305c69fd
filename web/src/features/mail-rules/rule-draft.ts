import {
  type RuleAction,
  type RuleCondition,
  type RuleContent,
  ruleContent,
} from "@intellibox/contract/endpoints/mail-rule-fields";
import { inWords } from "@intellibox/contract/refusal-words";
import { type PlainAction, plainActions, type TextField, textFields } from "@intellibox/contract/rules/mail-rules";
import { newKey } from "#lib/http/keys.ts";
import "#lib/jitless-zod.ts";
import type { ConditionField } from "./rule-words.ts";

/** A condition or an action in the form. The key stays with it while others are added, removed and moved. */
export type DraftPart<Value> = { key: string; value: Value };

/** The form of a rule, which may still be incomplete. */
export type RuleDraft = Omit<RuleContent, "when" | "unless" | "actions"> & {
  when: DraftPart<RuleCondition>[];
  unless: DraftPart<RuleCondition>[];
  actions: DraftPart<RuleAction>[];
};

const part = <Value>(value: Value): DraftPart<Value> => ({ key: newKey(), value });

export const draftOf = (rule: RuleContent): RuleDraft => ({
  ...ruleContentOf(rule),
  when: rule.when.map(part),
  unless: rule.unless.map(part),
  actions: rule.actions.map(part),
});

export const emptyDraft = (): RuleDraft => ({
  name: "",
  mailboxIds: [],
  match: "all",
  when: [newCondition()],
  unless: [],
  actions: [newAction()],
});

export const newCondition = () => part(conditionOf("from"));
export const newAction = () => part(actionOf("move"));

export const isTextField = (field: ConditionField): field is TextField => textFields.some((name) => name === field);
/** The fields that hold addresses. */
export const isAddressField = (field: ConditionField) =>
  isTextField(field) && !["list", "subject", "body"].includes(field);

/** A condition about another field. Texts that were typed stay. */
export function conditionOf(field: ConditionField, before?: RuleCondition): RuleCondition {
  if (isTextField(field)) {
    const { test, values } = before && "values" in before ? before : { test: "contains" as const, values: [] };
    return { field, test: test === "domain" && !isAddressField(field) ? "contains" : test, values };
  }
  switch (field) {
    case "attachment":
      return { field, type: "any" };
    case "size":
      return { field, test: "over", kilobytes: 5000 };
    case "unreadDays":
      return { field, days: 3 };
    case "kind":
      return { field, kinds: [] };
    case "language":
      return { field, languages: [] };
    case "importance":
      return { field, important: true };
    case "knownSender":
      return { field, known: true };
    default:
      return { field: "assistant", question: "" };
  }
}

const isPlain = (name: RuleAction["do"]): name is PlainAction => plainActions.some((plain) => plain === name);

/** Another action. A folder that was typed stays. */
export function actionOf(name: RuleAction["do"], before?: RuleAction): RuleAction {
  if (isPlain(name)) return { do: name };
  switch (name) {
    case "label":
    case "move":
      return { do: name, folder: before && "folder" in before ? before.folder : "" };
    case "snooze":
      return { do: name, until: "tomorrow" };
    case "forward":
      return { do: name, to: "" };
    case "draftReply":
      return { do: name, intent: "" };
    case "sendTemplate":
      return { do: name, templateId: "" };
    case "addToPlan":
      return { do: name, plan: "" };
    default:
      return { do: "webhook", url: "https://" };
  }
}

const valuesOf = <Value>(parts: readonly DraftPart<Value>[]) => parts.map(({ value }) => value);

export const contentOf = (draft: RuleDraft): RuleContent => ({
  ...draft,
  when: valuesOf(draft.when),
  unless: valuesOf(draft.unless),
  actions: valuesOf(draft.actions),
});

/** Errors by the path of their field: `when.0.values`. */
export type DraftErrors = Readonly<Record<string, string>>;

export function checkDraft(draft: RuleDraft): { content: RuleContent } | { errors: DraftErrors } {
  const { success, data, error } = ruleContent.safeParse(contentOf(draft), { error: inWords });
  if (success) return { content: data };
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[path.join(".")] ??= message;
  return { errors };
}

/** The first error of a part: of itself, or of a field in it. */
export const errorOf = (errors: DraftErrors, path: string) =>
  Object.entries(errors).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1];

/** Whether two drafts say the same. Keys do not matter. */
export const isSame = (one: RuleDraft, other: RuleDraft) =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));

/** Moves an entry by one place. */
export function moved<Item>(items: readonly Item[], from: number, by: 1 | -1): Item[] {
  const to = from + by;
  const list = [...items];
  const [item] = list.splice(from, 1);
  if (item === undefined || to < 0 || to > list.length) return [...items];
  list.splice(to, 0, item);
  return list;
}

/** The part of a stored rule that a person writes. */
export const ruleContentOf = ({ name, mailboxIds, match, when, unless, actions }: RuleContent): RuleContent => ({
  ...{ name, mailboxIds, match, when, unless, actions },
});
