import type { RuleAction, RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";

/**
 * Removes actions that send mail or data to a target that the user did not write. A model may invent one, or take it from
 * somewhere else.
 */
export function onlyNamed(rule: RuleContent, sentence: string): { rule: RuleContent | null; removed: string[] } {
  const said = sentence.normalize("NFKC").toLowerCase();
  const removed: string[] = [];
  const actions = rule.actions.filter((action) => {
    const target = targetOf(action);
    if (target === undefined || said.includes(target.toLowerCase())) return true;
    removed.push(target);
    return false;
  });
  return { rule: actions.length > 0 ? { ...rule, actions } : null, removed };
}

function targetOf(action: RuleAction): string | undefined {
  if (action.do === "forward") return action.to;
  if (action.do === "webhook") return action.url;
  return action.do === "sendTemplate" ? action.templateId : undefined;
}
