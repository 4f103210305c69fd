import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { applyAction } from "./apply-action.ts";
import { undoAction } from "./undo-action.ts";

export const actionRoutes = [
  on(api.actions.apply, (scope, { body }) => applyAction(scope, body)),
  on(api.actions.undo, (scope, { params }) => undoAction(scope, params.id)),
];
