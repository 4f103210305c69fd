import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { createUser } from "./create-user.ts";
import { getUser, listUsers } from "./list-users.ts";
import { getProfile, updateProfile } from "./profile.ts";
import { readInvitationList } from "./read-list.ts";
import { resetFactors } from "./reset-factors.ts";
import { releaseMail, resetPassword } from "./reset-password.ts";
import { removeUser, updateUser } from "./users.ts";

export const userRoutes = [
  on(api.users.list, (scope, { query }) => listUsers(scope, query)),
  on(api.users.get, (scope, { params }) => getUser(scope, params.id)),
  on(api.users.readList, (scope, { body }) => readInvitationList(scope, body)),
  on(api.users.create, (scope, { body }) => createUser(scope, body)),
  on(api.users.update, (scope, { params, body }) => updateUser(scope, params.id, body)),
  on(api.users.remove, (scope, { params }) => removeUser(scope, params.id)),
  on(api.users.resetPassword, (scope, { params }) => resetPassword(scope, params.id)),
  on(api.factorRules.reset, (scope, { params }) => resetFactors(scope, params.id)),
  on(api.users.releaseMail, (scope, { params, body }) => releaseMail(scope, params.id, body.reason)),
  on(api.users.profile, getProfile),
  on(api.users.updateProfile, (scope, { body }) => updateProfile(scope, body)),
];
