import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { createKnowledge, getKnowledge, listKnowledge, updateKnowledge } from "./knowledge.ts";
import { uploadFile } from "./read-files.ts";
import { removeKnowledge, restoreKnowledge } from "./remove-knowledge.ts";
import { searchKnowledge } from "./search-knowledge.ts";

export const knowledgeRoutes = [
  on(api.knowledge.list, listKnowledge),
  on(api.knowledge.search, (scope, { query }) => searchKnowledge(scope, query.q)),
  on(api.knowledge.get, (scope, { params }) => getKnowledge(scope, params.id)),
  on(api.knowledge.create, (scope, { body }) => createKnowledge(scope, body)),
  on(api.knowledge.upload, (scope, { body, files }) => uploadFile(scope, files, body)),
  on(api.knowledge.update, (scope, { params, body }) => updateKnowledge(scope, params.id, body)),
  on(api.knowledge.remove, (scope, { params, query }) => removeKnowledge(scope, params.id, query.basedOn)),
  on(api.knowledge.restore, (scope, { params }) => restoreKnowledge(scope, params.id)),
];
