import type { MatchedRuleContent } from "#features/mail-facts/rule-mail.ts";
import type { RuleRow } from "../rule-rows.ts";

export type MatchedRow = MatchedRuleContent & { row: RuleRow };

/** A stored rule as matching needs it. */
export const asMatched = (row: RuleRow): MatchedRow => {
  const { id, state, mailboxIds, match, actions } = row;
  return { ...{ id, state, mailboxIds, match, actions, row }, when: row.conditions, unless: row.exceptions };
};
