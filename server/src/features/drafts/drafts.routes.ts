import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { forgetDraft, getDraft, keepDraft } from "./drafts.ts";
import { listDrafts } from "./list-drafts.ts";
import { readMailDraft } from "./read-mail-draft.ts";

export const draftRoutes = [
  on(api.drafts.list, (scope) => listDrafts(scope)),
  on(api.drafts.readMail, (scope, { params }) => readMailDraft(scope, params.id)),
  on(api.drafts.get, (scope, { params }) => getDraft(scope, params.about)),
  on(api.drafts.keep, (scope, { params, body }) => keepDraft(scope, params.about, body)),
  on(api.drafts.forget, (scope, { params, query }) => forgetDraft(scope, params.about, query.basedOn)),
];
