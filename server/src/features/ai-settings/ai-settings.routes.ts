import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { getAiSettings, updateAiSettings } from "./ai-settings.ts";
import { testModel } from "./test-model.ts";

export const aiSettingsRoutes = [
  on(api.aiSettings.get, getAiSettings),
  on(api.aiSettings.update, (scope, { body }) => updateAiSettings(scope, body)),
  on(api.aiSettings.test, (scope, { body }) => testModel(scope, body.prompt)),
];
