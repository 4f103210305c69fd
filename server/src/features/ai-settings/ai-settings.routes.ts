import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { getAiSettings, updateAiSettings } from "./ai-settings.ts";
import { getCompanyAi, updateCompanyAi } from "./company-ai.ts";
import { findLocal, listCompanyModels, listOwnersModels } from "./model-lists.ts";
import { testEmbedding } from "./test-embedding.ts";
import { testModel } from "./test-model.ts";

export const aiSettingsRoutes = [
  on(api.aiSettings.get, getAiSettings),
  on(api.aiSettings.update, (scope, { body }) => updateAiSettings(scope, body)),
  on(api.aiSettings.test, (scope, { body }) => testModel(scope, body.prompt)),
  on(api.aiSettings.testEmbedding, testEmbedding),
  on(api.aiSettings.models, (scope, { body }) => listOwnersModels(scope, body)),
  on(api.aiSettings.findLocal, (scope, { query }) => findLocal(scope, query.host)),
  on(api.companyAi.get, getCompanyAi),
  on(api.companyAi.update, (scope, { body }) => updateCompanyAi(scope, body)),
  on(api.companyAi.test, (scope, { body }) => testModel(scope, body.prompt)),
  on(api.companyAi.testEmbedding, testEmbedding),
  on(api.companyAi.models, (scope, { body }) => listCompanyModels(scope, body)),
];
