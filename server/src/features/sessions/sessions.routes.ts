import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { getFactorRules, listPeopleFactors, saveFactorRules } from "./factor-rules.ts";
import { endOneSession, endOtherSessions, listSessions } from "./list-sessions.ts";
import { getSessionLimits, saveSessionLimits } from "./session-limits.ts";

export const sessionRoutes = [
  on(api.sessions.list, listSessions),
  on(api.sessions.end, (scope, { params }) => endOneSession(scope, params.id)),
  on(api.sessions.endOthers, endOtherSessions),
  on(api.sessions.limits, (scope, { params }) => getSessionLimits(scope, params.id)),
  on(api.sessions.saveLimits, (scope, { params, body }) => saveSessionLimits(scope, params.id, body)),
  on(api.factorRules.get, (scope, { params }) => getFactorRules(scope, params.id)),
  on(api.factorRules.save, (scope, { params, body }) => saveFactorRules(scope, params.id, body)),
  on(api.factorRules.people, (scope, { params, query }) => listPeopleFactors(scope, params.id, query.q)),
];
