import { api } from "@intellibox/contract/api";
import { type SsoFailure, ssoCallbackPath, ssoCallbackPathOf } from "@intellibox/contract/rules/sso";
import { AppError } from "#lib/errors.ts";
import { on, onRaw } from "#http/route.ts";
import { rememberDevice } from "#features/auth/known-device.ts";
import { endCookie } from "./attempts.ts";
import { publicDoorsOf } from "./doors.ts";
import { answerSso, finishSso } from "./finish-sso.ts";
import { makeScimToken, removeScimToken } from "./scim-token.ts";
import { addDomain, confirmDomain, removeDomain, verifyDomain } from "./sso-domains.ts";
import { getSso, removeSso, saveSso } from "./sso-settings.ts";
import { startSso } from "./start-sso.ts";
import { testIssuer } from "./test-issuer.ts";

export const ssoRoutes = [
  on(api.sso.doors, ({ config }) => ({ doors: publicDoorsOf(config) })),
  on(api.sso.start, async (visitor, { body, answerWith }) => {
    const { url, cookie } = await startSso(visitor, body);
    answerWith(200, { "set-cookie": cookie });
    return { url };
  }),
  on(api.sso.finish, async (visitor, { body, answerWith }) => {
    const session = await finishSso(visitor, body.code);
    answerWith(200, { "set-cookie": [rememberDevice(visitor, session.user._id), endCookie(body.code)] });
    return session;
  }),
  on(api.sso.get, (scope, { params }) => getSso(scope, params.id)),
  on(api.sso.save, (scope, { params, body }) => saveSso(scope, params.id, body)),
  on(api.sso.remove, (scope, { params }) => removeSso(scope, params.id)),
  on(api.sso.test, (scope, { params, body }) => testIssuer(scope, params.id, body.issuer)),
  on(api.sso.addDomain, (scope, { params, body }) => addDomain(scope, params.id, body.domain)),
  on(api.sso.verifyDomain, (scope, { params }) => verifyDomain(scope, params.id, params.domain)),
  on(api.sso.confirmDomain, (scope, { params }) => confirmDomain(scope, params.id, params.domain)),
  on(api.sso.removeDomain, (scope, { params }) => removeDomain(scope, params.id, params.domain)),
  on(api.sso.makeScimToken, (scope, { params }) => makeScimToken(scope, params.id)),
  on(api.sso.removeScimToken, (scope, { params }) => removeScimToken(scope, params.id)),
  callbackAt(ssoCallbackPath),
  callbackAt(ssoCallbackPathOf(":company")),
];

/** Public, because the provider redirects the browser here. The state and the cookie identify the attempt. */
function callbackAt(path: string) {
  return onRaw({ method: "GET", path, access: "public", perMinute: 60 }, async (visitor, request, reply) => {
    const query = new URLSearchParams(request.url.split("?").slice(1).join("?"));
    const { company } = request.params as { company?: string };
    const answer = await answerSso(visitor, query, company).catch((error: unknown): SsoFailure => {
      // Another window has linked the account at the same time; the next attempt finds it.
      if (error instanceof AppError && error.code === "conflict") return "state";
      visitor.log.error({ err: error }, "a sign-in by a provider failed");
      return "unavailable";
    });
    const cookies = [endCookie(query.get("state") ?? ""), ...(typeof answer === "string" ? [] : [answer.cookie])];
    // In the fragment, which browsers do not send. The code is of no use without the cookie.
    const outcome: Record<string, string> = typeof answer === "string" ? { error: answer } : { code: answer.token };
    return reply
      .headers({ "cache-control": "no-store", "referrer-policy": "no-referrer", "set-cookie": cookies })
      .redirect(`/sso#${new URLSearchParams(outcome)}`, 303);
  });
}
