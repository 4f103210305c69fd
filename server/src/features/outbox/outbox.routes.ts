import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import type { World } from "#scope.ts";
import { cancelMail } from "./cancel-mail.ts";
import { getOutcome } from "./get-outcome.ts";
import { outboundSenderOf } from "./outbound-sender.ts";
import { readRequest } from "./request.ts";
import { retryMail } from "./retry-mail.ts";
import { sendMail } from "./send-mail.ts";

export const outboxRoutes = (world: World) => [
  on(api.outbox.send, async (scope, call) => {
    const answer = await sendMail(scope, outboundSenderOf(world), readRequest(call, scope.now()));
    if (answer.status === "queued") call.answerWith(202);
    return answer;
  }),
  on(api.outbox.outcome, (scope, { params }) => scope.tx((tx) => getOutcome(tx, scope, params.messageId))),
  on(api.outbox.cancel, (scope, { params }) => cancelMail(scope, params.messageId)),
  on(api.outbox.retry, async (scope, { params, answerWith }) => {
    const answer = await retryMail(scope, outboundSenderOf(world), params.id);
    if (answer.status === "queued") answerWith(202);
    return answer;
  }),
];
