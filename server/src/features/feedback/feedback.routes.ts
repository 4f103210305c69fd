import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { feedbackFigures, giveFeedback } from "./feedback.ts";

export const feedbackRoutes = [
  on(api.feedback.give, (scope, { params, body }) => giveFeedback(scope, params.id, body)),
  on(api.feedback.figures, (scope, { query }) => feedbackFigures(scope, query)),
];
