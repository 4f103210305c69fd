import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { snoozeMessages, unsnoozeMessages } from "./snooze.ts";

const { snooze } = api;

export const snoozeRoutes = [
  on(snooze.snooze, (scope, { body }) => snoozeMessages(scope, body.ids, body.until)),
  on(snooze.unsnooze, (scope, { body }) => unsnoozeMessages(scope, body.ids)),
];
