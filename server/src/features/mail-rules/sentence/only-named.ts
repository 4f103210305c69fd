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
    if (target === undefined || isNamed(said, target.toLowerCase())) return true;
    removed.push(target);
    return false;
  });
  return { rule: actions.length > 0 ? { ...rule, actions } : null, removed };
}

/** As a whole: `a@b.co` is not named by `a@b.com`, and `b@c.test` not by `a.b@c.test`. A full stop may end the sentence. */
function isNamed(said: string, target: string): boolean {
  for (let at = said.indexOf(target); at >= 0; at = said.indexOf(target, at + 1)) {
    const isBegun = /(?:^|[\s"'“”‘’<([,;:])$/.test(said.slice(0, at));
    const isEnded = /^[.!?:]*(?:$|[\s"'“”‘’>)\],;])/.test(said.slice(at + target.length));
    if (isBegun && isEnded) return true;
  }
  return false;
}

function targetOf(action: RuleAction): string | undefined {
  if (action.do === "forward") return action.to;
  if (action.do === "webhook") return action.url;
  return action.do === "sendTemplate" ? action.templateId : undefined;
}
