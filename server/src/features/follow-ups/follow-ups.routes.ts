import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import type { World } from "#scope.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { dismissFollowUp, listFollowUps, postponeFollowUp, sendFollowUp } from "./follow-ups.ts";

export const followUpRoutes = (world: World) => [
  on(api.followUps.list, (scope, { query }) => scope.tx((tx) => listFollowUps(tx, scope, query))),
  on(api.followUps.send, async (scope, { params, answerWith }) => {
    const answer = await sendFollowUp(scope, outboundSenderOf(world), params.id);
    if (answer.status === "queued") answerWith(202);
    return answer;
  }),
  on(api.followUps.postpone, (scope, { params, body }) => postponeFollowUp(scope, params.id, body)),
  on(api.followUps.dismiss, (scope, { params }) => dismissFollowUp(scope, params.id)),
];
