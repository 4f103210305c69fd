import { openEventStream } from "#http/event-stream.ts";
import { onRaw } from "#http/route.ts";
import type { World } from "#scope.ts";

/** Proxies and browsers give up on a silent connection; a comment every so often keeps it. */
const heartbeatMs = 20_000;

/** `GET /api/events`: what happens to this user, as it happens, from whichever process it happened in. */
export const liveRoutes = (events: World["events"]) => [
  onRaw({ method: "GET", path: "/api/events", access: "signed-in" }, (scope, _request, reply) => {
    const stream = openEventStream(reply);
    const { tenantId, id: userId } = scope.user;
    const unsubscribe = events.subscribe({ tenantId, userId }, (event) => stream.send(event.kind, event.data));
    const heartbeat = setInterval(() => stream.comment("still here"), heartbeatMs);
    stream.comment("connected");
    scope.signal.addEventListener("abort", () => {
      clearInterval(heartbeat);
      unsubscribe();
    });
    return reply;
  }),
];
