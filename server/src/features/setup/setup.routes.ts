import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { setUp } from "./set-up.ts";

export const setupRoutes = [on(api.setup.setUp, (visitor, { body }) => setUp(visitor, body))];
