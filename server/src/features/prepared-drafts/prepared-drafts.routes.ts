import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { dropPreparedDraft } from "./drop-prepared-draft.ts";

export const preparedDraftRoutes = [
  on(api.preparedDrafts.drop, (scope, { params }) => dropPreparedDraft(scope, params.id)),
];
