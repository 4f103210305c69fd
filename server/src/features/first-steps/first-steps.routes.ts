import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { dismissFirstSteps, getFirstSteps } from "./first-steps.ts";

export const firstStepRoutes = [
  on(api.firstSteps.get, getFirstSteps),
  on(api.firstSteps.update, (scope, { body }) => dismissFirstSteps(scope, body.isDismissed)),
];
