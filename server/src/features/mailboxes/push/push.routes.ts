import { pushNotifications } from "#lib/counters.ts";
import { invalid, notFound, unauthenticated } from "#lib/errors.ts";
import { onRaw } from "#http/route.ts";
import type { World } from "#scope.ts";
import { webhookPath } from "./channels.ts";
import { type ReceivedPush, receivePush } from "./receive.ts";

/** Public, because providers have no account here. Each call is verified. */
export const pushRoutes = (world: World) => [
  onRaw({ method: "POST", path: webhookPath, access: "public" }, async (visitor, request, reply) => {
    const { validationToken, token } = request.query as Record<string, unknown>;
    if (typeof validationToken === "string") return reply.type("text/plain; charset=utf-8").send(echo(validationToken));
    const received = await receivePush(world, {
      body: request.body,
      authorization: request.headers.authorization ?? "",
      token: typeof token === "string" ? token : "",
    });
    for (const outcome of received.outcomes) pushNotifications.inc({ provider: received.provider, outcome });
    const refused = received.outcomes.filter((outcome) => outcome !== "accepted");
    if (refused.length > 0)
      visitor.log.info(
        { provider: received.provider, refused, address: visitor.address },
        "a notification was refused",
      );
    refuse(received);
    return reply.status(202).send();
  }),
];

const longestToken = 2_000;

/** Microsoft validates the webhook: we return its token (learn.microsoft.com/graph/change-notifications-delivery-webhooks). */
function echo(validationToken: string): string {
  if (validationToken.length > longestToken) throw invalid("The token is too long");
  return validationToken;
}

/**
 * Refuses a call only if none of its notifications is valid. Repeated deliveries are normal. And Google slows down all deliveries
 * if a call is refused because its account is no longer connected.
 */
function refuse({ provider, outcomes }: ReceivedPush) {
  if (outcomes.some((outcome) => outcome === "accepted" || outcome === "replayed")) return;
  if (outcomes.includes("malformed")) throw invalid("This is no notification");
  if (outcomes.includes("forged")) throw unauthenticated("This notification is not from the provider");
  if (provider === "outlook") throw notFound("Subscription");
}
