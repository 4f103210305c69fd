import type { Plan } from "@intellibox/contract/endpoints/plans";
import { previewFeatures } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { Check } from "lucide-react";
import { rupees } from "#lib/format.ts";
import { rich } from "#lib/rich.ts";
import { quotaText } from "./quota-text.ts";

type Previewed = Pick<Plan, "name" | "monthlyPriceINR" | "emailQuota" | "maxUsers" | "features">;

/** The plan as a company would see it: price, limits and the first six features. */
export function PlanPreview({ plan }: { plan: Previewed }) {
  const shown = plan.features.slice(0, previewFeatures);
  const more = plan.features.length - shown.length;
  return (
    <section
      aria-label={t("Preview of {name}", { name: plan.name || t("the plan") })}
      className="flex max-w-xl flex-col gap-2.5"
    >
      <p className="text-sm text-text-2">
        {rich(
          "<price>{amount}</price> per month · {emails} emails a month · up to {users} users",
          { price: (words) => <span className="text-lg font-semibold text-text">{words}</span> },
          { amount: rupees(plan.monthlyPriceINR || 0), emails: quotaText(plan.emailQuota), users: plan.maxUsers || 0 },
        )}
      </p>
      {shown.length === 0 && <p className="text-sm text-text-3">{t("No features listed.")}</p>}
      <ul className="grid gap-1.5 text-sm text-text-2 sm:grid-cols-2">
        {shown.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden="true" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{feature}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-xs text-text-3">{t("and {more} more", { more })}</p>}
    </section>
  );
}
