import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import type { World } from "#scope.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { readBriefing } from "./briefing.ts";
import { readBriefingMail, saveBriefingMail, sendBriefingNow } from "./briefing-mail.ts";

const { briefings } = api;

export const briefingRoutes = (world: World) => [
  on(briefings.get, (scope, { query }) => readBriefing(scope, query)),
  on(briefings.mail, readBriefingMail),
  on(briefings.saveMail, (scope, { body }) => saveBriefingMail(scope, body)),
  on(briefings.sendMail, (scope, { body }) => sendBriefingNow(scope, outboundSenderOf(world), body)),
];
