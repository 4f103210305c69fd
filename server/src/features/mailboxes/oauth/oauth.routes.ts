import { api } from "@intellibox/contract/api";
import type { ConnectError } from "@intellibox/contract/endpoints/mailboxes";
import type { OauthProvider } from "#outside/oauth.ts";
import { on, onRaw } from "#http/route.ts";
import type { World } from "#scope.ts";
import { endCookie } from "./attempts.ts";
import { finishOauth } from "./finish-oauth.ts";
import { startOauth } from "./start-oauth.ts";
import { readState } from "./state.ts";

export const oauthRoutes = (world: World) => [
  on(api.mailboxes.startGmail, async (scope, { answerWith }) => {
    const { url, cookie } = await startOauth(scope, "gmail");
    answerWith(200, { "set-cookie": cookie });
    return { url };
  }),
  on(api.mailboxes.startOutlook, async (scope, { answerWith }) => {
    const { url, cookie } = await startOauth(scope, "outlook");
    answerWith(200, { "set-cookie": cookie });
    return { url };
  }),
  callback(world, "gmail"),
  callback(world, "outlook"),
];

/** Public, because the provider redirects the browser here without a session token. The signed state and the cookie identify it. */
const callback = (world: World, provider: OauthProvider) =>
  onRaw(
    { method: "GET", path: `/api/mail/connect/${provider}/callback`, access: "public" },
    async (visitor, request, reply) => {
      const query = new URLSearchParams(request.url.split("?").slice(1).join("?"));
      const cookies = String(request.headers.cookie ?? "");
      const finished = await finishOauth(world, { provider, query, cookies }).catch((error: unknown) => {
        visitor.log.error({ err: error }, "an account was not connected");
        return { error: "unavailable" as ConnectError };
      });
      const outcome: Record<string, string> =
        "connected" in finished ? { connected: finished.connected } : { connect_error: finished.error, provider };
      const attempt = readState(world.sealer, query.get("state") ?? "");
      if (attempt) reply.header("set-cookie", endCookie(attempt.id));
      return reply
        .headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" })
        .redirect(`/inbox?${new URLSearchParams({ tab: "connections", ...outcome })}`, 303);
    },
  );
