import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { forgetDraft, getDraft, keepDraft } from "./drafts.ts";

export const draftRoutes = [
  on(api.drafts.get, (scope, { params }) => getDraft(scope, params.about)),
  on(api.drafts.keep, (scope, { params, body }) => keepDraft(scope, params.about, body)),
  on(api.drafts.forget, (scope, { params, query }) => forgetDraft(scope, params.about, query.basedOn)),
];
