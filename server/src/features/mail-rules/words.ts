import { describeCondition } from "@intellibox/contract/rules/describe-mail-rule";
import type { RuleHit } from "#db/tables/mail-rules.ts";
import type { StoredAddress } from "#db/tables/messages.ts";

/** Sentences for the reader: the conditions that a mail fulfilled. */
export const reasonsOf = (hits: RuleHit[]): string[] =>
  hits.map(({ condition, value, reason }) => {
    // Of many texts, the one that hit.
    const shown = "values" in condition && value !== undefined ? { ...condition, values: [value] } : condition;
    return reason ? `${describeCondition(shown)} (${reason})` : describeCondition(shown);
  });

export const senderText = ({ name, address }: StoredAddress) => (name ? `${name} <${address}>` : address);
