import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { choosePart, countUnread, readPriority } from "./priorities.ts";

const { priorities } = api;

export const priorityRoutes = [
  on(priorities.get, (scope, { params }) => readPriority(scope, params.id)),
  on(priorities.choose, (scope, { params, body }) => choosePart(scope, params.id, body.part)),
  on(priorities.unread, countUnread),
];
