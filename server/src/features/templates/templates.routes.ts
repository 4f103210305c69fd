import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { removeTemplate, restoreTemplate } from "./remove-templates.ts";
import { countUse, createTemplate, getTemplate, listTemplates, updateTemplate } from "./templates.ts";

export const templateRoutes = [
  on(api.templates.list, listTemplates),
  on(api.templates.get, (scope, { params }) => getTemplate(scope, params.id)),
  on(api.templates.create, (scope, { body }) => createTemplate(scope, body)),
  on(api.templates.update, (scope, { params, body }) => updateTemplate(scope, params.id, body)),
  on(api.templates.remove, (scope, { params, query }) => removeTemplate(scope, params.id, query.basedOn)),
  on(api.templates.restore, (scope, { params }) => restoreTemplate(scope, params.id)),
  on(api.templates.use, (scope, { params }) => countUse(scope, params.id)),
];
