import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { eraseTenant, eraseUser, tenantErasure, userErasure } from "./start-erasure.ts";

const { dataTasks } = api;

export const erasureRoutes = [
  on(dataTasks.userErasure, (scope, { params }) => userErasure(scope, params.id)),
  on(dataTasks.eraseUser, (scope, { params, body }) => eraseUser(scope, params.id, body)),
  on(dataTasks.tenantErasure, (scope, { params }) => tenantErasure(scope, params.id)),
  on(dataTasks.eraseTenant, (scope, { params, body }) => eraseTenant(scope, params.id, body)),
];
