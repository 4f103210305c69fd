import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { readDangers } from "./read-dangers.ts";

export const mailDangerRoutes = [on(api.mailDangers.get, (scope, { params }) => readDangers(scope, params.id))];
