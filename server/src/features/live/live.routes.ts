import type { LiveEvent } from "@intellibox/contract/events";
import { openEventStream } from "#http/event-stream.ts";
import { onRaw } from "#http/route.ts";
import type { Scope, World } from "#scope.ts";
import { isSessionActive } from "#features/auth/sessions.ts";

/**
 * `GET /api/events`: a stream of server-sent events for this user, from all processes. Proxies and browsers close a silent
 * connection, so it carries a comment at an interval.
 */
export const liveRoutes = ({ events, stopping }: Pick<World, "events" | "stopping">, heartbeatMs = 20_000) => [
  onRaw({ method: "GET", path: "/api/events", access: "signed-in", mail: false }, (scope, request, reply) => {
    const stream = openEventStream(reply);
    // HEAD has no body, so nothing would ever end the connection.
    if (request.method === "HEAD") {
      stream.end();
      return reply;
    }
    // The caller left while the session was checked. `abort` does not fire again, so a subscription would never end.
    if (scope.signal.aborted) return reply;
    const { tenantId, id: userId } = scope.user;
    const { mailClosed } = scope.user;
    const unsubscribe = events.subscribe({ tenantId, userId }, (event) => {
      if (!mailClosed || beyondMail.has(event.kind)) stream.send(event.kind, event.data);
    });
    const heartbeat = setInterval(async () => {
      // Ends the stream of a user who was signed out, deactivated or suspended. A failed check does not end it.
      if (await isSignedIn(scope).catch(() => true)) stream.comment("still here");
      else stream.end();
    }, heartbeatMs);
    stream.comment("connected");
    const endForStop = () => {
      // Spread, so that the browsers of all users do not connect to the next process at one moment.
      stream.retryAfter(500 + Math.random() * 2500);
      stream.end();
    };
    if (stopping.aborted) endForStop();
    stopping.addEventListener("abort", endForStop);
    scope.signal.addEventListener("abort", () => {
      stopping.removeEventListener("abort", endForStop);
      clearInterval(heartbeat);
      unsubscribe();
    });
    return reply;
  }),
];

/** The events for a session that may not read mail. */
const beyondMail = new Set<LiveEvent["kind"]>(["settings", "approvals"]);

const isSignedIn = async (scope: Scope) => {
  const { tenantId, sessionId: id } = scope.user;
  return id !== undefined && scope.tx((tx) => isSessionActive(tx, { tenantId, id }, scope.now()));
};
