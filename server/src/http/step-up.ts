import { proofMinutes } from "@intellibox/contract/rules/second-factor";
import { t } from "@intellibox/contract/text/t";
import { AppError } from "#lib/errors.ts";
import type { Person } from "#scope.ts";

/**
 * Refuses a caller whose last proof is too old. An `Endpoint` with `stepUp` does it by itself; call it for a part of a call only, such
 * as a change of the role in a form that has other fields too.
 */
export function refuseOldProof({ provedAt }: Pick<Person, "provedAt">, now: Date) {
  const age = provedAt ? now.getTime() - provedAt.getTime() : Number.POSITIVE_INFINITY;
  if (age > proofMinutes * 60_000)
    throw new AppError(
      "step_up_required",
      t("Confirm that it is you, with your password or a second factor, and try again"),
    );
}
