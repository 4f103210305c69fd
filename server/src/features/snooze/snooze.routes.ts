import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { muteThreads } from "./mute.ts";
import { snoozeMessages, unsnoozeMessages } from "./snooze.ts";

const { snooze } = api;

export const snoozeRoutes = [
  on(snooze.snooze, (scope, { body }) => snoozeMessages(scope, body.ids, body.until)),
  on(snooze.unsnooze, (scope, { body }) => unsnoozeMessages(scope, body.ids)),
  on(snooze.mute, (scope, { body }) => muteThreads(scope, body.ids, body.muted)),
];
