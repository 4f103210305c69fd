import type { LiveEvent } from "@intellibox/contract/events";
import { openEventStream } from "#http/event-stream.ts";
import { onRaw } from "#http/route.ts";
import type { Scope, World } from "#scope.ts";
import { sessionLives } from "#features/auth/sessions.ts";

/**
 * `GET /api/events`: what happens to this user, as it happens, from whichever process it happened in. Proxies and browsers give
 * up on a silent connection; a comment every so often keeps it.
 */
export const liveRoutes = (events: World["events"], heartbeatMs = 20_000) => [
  onRaw({ method: "GET", path: "/api/events", access: "signed-in", mail: false }, (scope, request, reply) => {
    const stream = openEventStream(reply);
    // Only the head is asked for: nothing would ever end the connection.
    if (request.method === "HEAD") {
      stream.end();
      return reply;
    }
    // Whoever left while we looked who it is hears nothing: their going is not told again.
    if (scope.signal.aborted) return reply;
    const { tenantId, id: userId } = scope.user;
    const { mailClosed } = scope.user;
    const unsubscribe = events.subscribe({ tenantId, userId }, (event) => {
      if (!mailClosed || beyondMail.has(event.kind)) stream.send(event.kind, event.data);
    });
    const heartbeat = setInterval(async () => {
      // Whoever was signed out, deactivated or suspended meanwhile hears no more. Not knowing is no reason to cut them off.
      if (await isSignedIn(scope).catch(() => true)) stream.comment("still here");
      else stream.end();
    }, heartbeatMs);
    stream.comment("connected");
    scope.signal.addEventListener("abort", () => {
      clearInterval(heartbeat);
      unsubscribe();
    });
    return reply;
  }),
];

/** What somebody whose mail is closed hears of. */
const beyondMail = new Set<LiveEvent["kind"]>(["settings", "approvals"]);

const isSignedIn = async (scope: Scope) => {
  const { tenantId, sessionId: id } = scope.user;
  return id !== undefined && scope.tx((tx) => sessionLives(tx, { tenantId, id }, scope.now()));
};
