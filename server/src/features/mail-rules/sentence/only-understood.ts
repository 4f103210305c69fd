import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { ReadRule } from "#engine/mail-rules/read-rule.ts";

/**
 * Refuses a rule that deletes mail or sends it on if a part of its sentence was not understood: that part may have said which mail
 * to leave alone. Other rules are shown with the note.
 */
export function onlyUnderstood({ rule, notes }: ReadRule): ReadRule {
  const isUnderstood = notes.every(({ kind }) => kind !== "notUnderstood");
  return !rule || isUnderstood || !rule.actions.some(isGrave)
    ? { rule, notes }
    : { rule: null, notes: [...notes, { kind: "actsOnMore" }] };
}

const isGrave = ({ do: name }: RuleContent["actions"][number]) =>
  name === "trash" || name === "forward" || name === "webhook" || name === "sendTemplate";
