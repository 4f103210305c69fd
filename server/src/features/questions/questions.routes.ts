import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { askMail } from "./ask.ts";

export const questionRoutes = [on(api.questions.ask, (scope, { body, emit }) => askMail(scope, body, emit))];
