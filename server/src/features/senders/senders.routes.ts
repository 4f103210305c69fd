import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import type { World } from "#scope.ts";
import { unsubscribe } from "#features/inbox/unsubscribe.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { archiveSenders, blockSenders, listBlocked, unsubscribeSenders } from "./change-senders.ts";
import { listSenders } from "./list-senders.ts";

const { senders } = api;

export const senderRoutes = (world: World) => [
  on(senders.unsubscribe, (scope, { params }) => unsubscribe(scope, outboundSenderOf(world), params.id)),
  on(senders.list, (scope, { query }) => listSenders(scope, query)),
  on(senders.unsubscribeAll, (scope, { body }) => unsubscribeSenders(scope, outboundSenderOf(world), body.addresses)),
  on(senders.archive, (scope, { body }) => archiveSenders(scope, body.addresses)),
  on(senders.block, (scope, { body }) => blockSenders(scope, body.addresses, body.blocked)),
  on(senders.blocked, listBlocked),
];
