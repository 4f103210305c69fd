import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { decideRequest } from "./decide-request.ts";
import { requestPolicy, setRequestPolicy } from "./mailbox-approval.ts";
import { createRequest, listRequests } from "./requests.ts";

export const requestRoutes = [
  on(api.requests.mine, (scope) => scope.tx((tx) => listRequests(tx, { userId: scope.user.id }))),
  on(api.requests.create, (scope, { body }) => createRequest(scope, body)),
  on(api.requests.decide, (scope, { params, body }) => decideRequest(scope, params.id, body.decision)),
  on(api.requests.policy, (scope) => scope.tx((tx) => requestPolicy(tx, scope.tenantId))),
  on(api.requests.setPolicy, (scope, { body }) => setRequestPolicy(scope, body)),
];
