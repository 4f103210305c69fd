import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { createPlan, listPlans, removePlan, updatePlan } from "./plans.ts";

export const planRoutes = [
  on(api.plans.list, (scope) => listPlans(scope)),
  on(api.plans.create, (scope, { body }) => createPlan(scope, body)),
  on(api.plans.update, (scope, { params, body }) => updatePlan(scope, params.id, body)),
  on(api.plans.remove, (scope, { params }) => removePlan(scope, params.id)),
];
