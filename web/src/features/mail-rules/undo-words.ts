import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { mailRules } from "@intellibox/contract/endpoints/mail-rules";
import { t } from "@intellibox/contract/text/t";

/** The result of an undo, with reasons for entries that were left. */
export function undoneInWords({ undone, left }: ResponseOf<typeof mailRules.undo>) {
  const words = t(
    "{undone, plural, =0 {Nothing was undone.} one {# action was undone.} other {# actions were undone.}}",
    {
      undone,
    },
  );
  const reasons = [...new Set(left.map(({ reason }) => reason))];
  return [words, ...reasons].join(" ");
}
