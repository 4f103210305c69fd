import type { Plan } from "@intellibox/contract/endpoints/plans";

/** Filters the plans in the browser, since the server returns all of them. */
export function filterPlans(plans: Plan[], { q = "", status = "" }: { q?: string; status?: string }) {
  const wanted = q.trim().toLowerCase();
  return plans.filter((plan) => {
    const text = [plan.code, plan.name, ...plan.features].join("\n").toLowerCase();
    return (!wanted || text.includes(wanted)) && (!status || plan.status === status);
  });
}
