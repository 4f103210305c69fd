import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { readBriefing } from "./briefing.ts";

export const briefingRoutes = [on(api.briefings.get, (scope, { query }) => readBriefing(scope, query))];
