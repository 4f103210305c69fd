import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { createKey, getCurrentKey, listKeys, renameKey, revokeKey } from "./api-keys.ts";

const calls = api.apiKeys;

export const apiKeyRoutes = [
  on(calls.current, getCurrentKey),
  on(calls.list, (scope) => listKeys(scope, "person")),
  on(calls.create, (scope, { body }) => createKey(scope, "person", body)),
  on(calls.rename, (scope, { params, body }) => renameKey(scope, "person", params.id, body.name)),
  on(calls.revoke, (scope, { params }) => revokeKey(scope, "person", params.id)),
  on(calls.listOfCompany, (scope) => listKeys(scope, "company")),
  on(calls.createOfCompany, (scope, { body }) => createKey(scope, "company", body)),
  on(calls.renameOfCompany, (scope, { params, body }) => renameKey(scope, "company", params.id, body.name)),
  on(calls.revokeOfCompany, (scope, { params }) => revokeKey(scope, "company", params.id)),
];
