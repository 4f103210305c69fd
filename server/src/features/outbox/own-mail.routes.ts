import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import type { World } from "#scope.ts";
import { reschedule, sendNow } from "./change-own-mail.ts";
import { discard } from "./discard-mail.ts";
import { outboundSenderOf } from "./outbound-sender.ts";
import { listOutbox, listSent, summarizeOutbox } from "./own-mail.ts";
import { readOwnFile, readOwnMail } from "./read-own-mail.ts";

const { ownMail } = api;

export const ownMailRoutes = (world: World) => [
  on(ownMail.outbox, (scope, { query }) => scope.tx((tx) => listOutbox(tx, scope, query))),
  on(ownMail.summary, (scope) => scope.tx((tx) => summarizeOutbox(tx, scope))),
  on(ownMail.sent, (scope, { query }) => scope.tx((tx) => listSent(tx, scope, query))),
  on(ownMail.read, (scope, { params }) => readOwnMail(scope, params.id)),
  on(ownMail.file, (scope, { params }) => readOwnFile(scope, params.id, params.part)),
  on(ownMail.sendNow, async (scope, { params, answerWith }) => {
    const answer = await sendNow(scope, outboundSenderOf(world), params.id);
    if (answer.status === "queued") answerWith(202);
    return answer;
  }),
  on(ownMail.reschedule, (scope, { params, body }) => reschedule(scope, params.id, body.sendAt)),
  on(ownMail.discard, (scope, { params }) => discard(scope, params.id)),
];
