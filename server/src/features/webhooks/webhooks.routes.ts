import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { listDeliveries, redeliver, sendTestEvent } from "./deliveries.ts";
import { createWebhook, listWebhooks, removeWebhook, replaceSecret, updateWebhook } from "./webhooks.ts";

const { webhooks: own, companyWebhooks: shared } = api;

export const webhookRoutes = [
  on(own.list, (scope) => listWebhooks(scope, "person")),
  on(own.create, (scope, { body }) => createWebhook(scope, "person", body)),
  on(own.update, (scope, { params, body }) => updateWebhook(scope, "person", params.id, body)),
  on(own.remove, (scope, { params }) => removeWebhook(scope, "person", params.id)),
  on(own.replaceSecret, (scope, { params }) => replaceSecret(scope, "person", params.id)),
  on(own.test, (scope, { params }) => sendTestEvent(scope, "person", params.id)),
  on(own.deliveries, (scope, { params, query }) => listDeliveries(scope, "person", params.id, query)),
  on(own.redeliver, (scope, { params }) => redeliver(scope, "person", params)),
  on(shared.list, (scope) => listWebhooks(scope, "company")),
  on(shared.create, (scope, { body }) => createWebhook(scope, "company", body)),
  on(shared.update, (scope, { params, body }) => updateWebhook(scope, "company", params.id, body)),
  on(shared.remove, (scope, { params }) => removeWebhook(scope, "company", params.id)),
  on(shared.replaceSecret, (scope, { params }) => replaceSecret(scope, "company", params.id)),
  on(shared.test, (scope, { params }) => sendTestEvent(scope, "company", params.id)),
  on(shared.deliveries, (scope, { params, query }) => listDeliveries(scope, "company", params.id, query)),
  on(shared.redeliver, (scope, { params }) => redeliver(scope, "company", params)),
];
