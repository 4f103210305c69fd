import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";

/** Not among the routes of the system, which workers serve too. */
export const operatorRoutes = [on(api.system.operator, ({ config }) => config.operator)];
