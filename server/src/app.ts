import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import { keyPrefix } from "@intellibox/contract/rules/key-scopes";
import { t } from "@intellibox/contract/text/t";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from "fastify";
import { AppError, notFound } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import { openSharedUse } from "#db/shared-use.ts";
import { serveDocs } from "#http/docs.ts";
import { handleError } from "#http/error-handler.ts";
import { largeBytes, UnreadBody } from "#http/large-calls.ts";
import { serveMetrics } from "#http/metrics.ts";
import { type Gatekeeper, mountRoutes } from "#http/mount.ts";
import { stopInOrder } from "#http/orderly-stop.ts";
import { parseJson } from "#http/parse-json.ts";
import { sharedRateLimits } from "#http/rate-limit-store.ts";
import type { Route } from "#http/route.ts";
import { secureServer } from "#http/secure-server.ts";
import { addSecurityHeaders } from "#http/security-headers.ts";
import { traceCalls } from "#http/trace-calls.ts";
import { handleUnreadable, serveWebApp } from "#http/web-app.ts";
import type { World } from "#scope.ts";
import { actionRoutes } from "#features/actions/actions.routes.ts";
import { aiSettingsRoutes } from "#features/ai-settings/ai-settings.routes.ts";
import { apiKeyRoutes } from "#features/api-keys/api-keys.routes.ts";
import { keyCallerFinder } from "#features/api-keys/find-key-caller.ts";
import { assistantRoutes } from "#features/assistant/assistant.routes.ts";
import { actingRecorder } from "#features/audit/acting.ts";
import { auditRoutes } from "#features/audit/audit.routes.ts";
import { authRoutes } from "#features/auth/auth.routes.ts";
import { factorRoutes } from "#features/auth/factors/factors.routes.ts";
import { callerFinder } from "#features/auth/find-caller.ts";
import { briefingRoutes } from "#features/briefing/briefing.routes.ts";
import { dashboardRoutes } from "#features/dashboards/dashboards.routes.ts";
import { draftRoutes } from "#features/drafts/drafts.routes.ts";
import { emailLogRoutes } from "#features/email-logs/email-logs.routes.ts";
import { erasureRoutes } from "#features/erasures/erasures.routes.ts";
import { exportRoutes } from "#features/exports/exports.routes.ts";
import { feedbackRoutes } from "#features/feedback/feedback.routes.ts";
import { firstStepRoutes } from "#features/first-steps/first-steps.routes.ts";
import { folderRoutes } from "#features/folders/folders.routes.ts";
import { followUpRoutes } from "#features/follow-ups/follow-ups.routes.ts";
import { inboxRoutes } from "#features/inbox/inbox.routes.ts";
import { invitationRoutes } from "#features/invitations/invitations.routes.ts";
import { knowledgeRoutes } from "#features/knowledge/knowledge.routes.ts";
import { liveRoutes } from "#features/live/live.routes.ts";
import { mailDangerRoutes } from "#features/mail-dangers/mail-dangers.routes.ts";
import { mailMergeRoutes } from "#features/mail-merges/mail-merges.routes.ts";
import { mailRuleRoutes } from "#features/mail-rules/mail-rules.routes.ts";
import { mailServerRoutes } from "#features/mail-servers/mail-servers.routes.ts";
import { mailboxRoutes } from "#features/mailboxes/mailboxes.routes.ts";
import { oauthRoutes } from "#features/mailboxes/oauth/oauth.routes.ts";
import { pushRoutes } from "#features/mailboxes/push/push.routes.ts";
import { mcpRoutes } from "#features/mcp/mcp.routes.ts";
import { notificationRoutes } from "#features/notifications/notifications.routes.ts";
import { outboxRoutes } from "#features/outbox/outbox.routes.ts";
import { ownMailRoutes } from "#features/outbox/own-mail.routes.ts";
import { peopleRoutes as addressBookRoutes } from "#features/people/people.routes.ts";
import { planRoutes } from "#features/plans/plans.routes.ts";
import { preparedDraftRoutes } from "#features/prepared-drafts/prepared-drafts.routes.ts";
import { priorityRoutes } from "#features/priorities/priorities.routes.ts";
import { proposalRoutes } from "#features/proposals/proposals.routes.ts";
import { questionRoutes } from "#features/questions/questions.routes.ts";
import { requestRoutes } from "#features/requests/requests.routes.ts";
import { retentionRoutes } from "#features/retention/retention.routes.ts";
import { rewritingRoutes } from "#features/rewriting/rewriting.routes.ts";
import { scimRoutes } from "#features/scim/scim.routes.ts";
import { senderRoutes } from "#features/senders/senders.routes.ts";
import { sessionRoutes } from "#features/sessions/sessions.routes.ts";
import { setupRoutes } from "#features/setup/setup.routes.ts";
import { snoozeRoutes } from "#features/snooze/snooze.routes.ts";
import { ssoRoutes } from "#features/sso/sso.routes.ts";
import { summaryRoutes } from "#features/summaries/summaries.routes.ts";
import { suppressionRoutes } from "#features/suppressions/suppressions.routes.ts";
import { openInstallationMetrics } from "#features/system/installation-metrics.ts";
import { operatorRoutes } from "#features/system/operator.routes.ts";
import { systemRoutes } from "#features/system/system.routes.ts";
import { templateRoutes } from "#features/templates/templates.routes.ts";
import { tenantRoutes } from "#features/tenants/tenants.routes.ts";
import { trackingRoutes } from "#features/tracking/tracking.routes.ts";
import { userRoutes } from "#features/users/users.routes.ts";
import { voiceRoutes } from "#features/voices/voices.routes.ts";
import { webhookRoutes } from "#features/webhooks/webhooks.routes.ts";

const peopleRoutes = (world: World): Route[] => [
  ...authRoutes,
  ...factorRoutes,
  ...sessionRoutes,
  ...ssoRoutes,
  ...apiKeyRoutes,
  ...proposalRoutes(world),
  ...mcpRoutes(world),
  ...scimRoutes,
  ...setupRoutes,
  ...operatorRoutes,
  ...assistantRoutes,
  ...questionRoutes,
  ...rewritingRoutes,
  ...tenantRoutes,
  ...planRoutes,
  ...userRoutes,
  ...mailServerRoutes,
  ...aiSettingsRoutes,
  ...feedbackRoutes,
  ...emailLogRoutes,
  ...auditRoutes,
  ...liveRoutes(world),
  ...mailboxRoutes,
  ...inboxRoutes,
  ...priorityRoutes,
  ...invitationRoutes(world),
  ...mailDangerRoutes,
  ...snoozeRoutes,
  ...senderRoutes(world),
  ...addressBookRoutes,
  ...folderRoutes,
  ...actionRoutes,
  ...oauthRoutes(world),
  ...pushRoutes(world),
  ...outboxRoutes(world),
  ...ownMailRoutes(world),
  ...draftRoutes,
  ...templateRoutes,
  ...voiceRoutes,
  ...webhookRoutes,
  ...knowledgeRoutes,
  ...followUpRoutes(world),
  ...mailMergeRoutes(world),
  ...mailRuleRoutes(world),
  ...suppressionRoutes,
  ...trackingRoutes,
  ...summaryRoutes,
  ...dashboardRoutes,
  ...briefingRoutes(world),
  ...preparedDraftRoutes,
  ...firstStepRoutes,
  ...notificationRoutes(world),
  ...requestRoutes,
  ...exportRoutes,
  ...erasureRoutes,
  ...retentionRoutes,
];

type Options = {
  /** The folder of the built web app. */
  webRoot?: string;
  /** Called for every route. */
  onRoute?: (route: RouteOptions) => void;
};

export async function buildApp(world: World, { webRoot, onRoute }: Options = {}) {
  const { config, log } = world;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: () => newId(),
    // Trusts only the proxy directly in front: a client can forge the entries further left in X-Forwarded-For.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    // Limits slow clients, with enough time for the largest upload.
    connectionTimeout: 0,
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    // `stopInOrder` closes them, and answers calls until then.
    forceCloseConnections: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // A health probe may send only a request line. No answer depends on the Host header.
    http: { requireHostHeader: false },
    bodyLimit: 1024 * 1024,
    frameworkErrors: handleUnreadable,
    ...(config.tls && secureServer(config.tls)),
  });
  stopInOrder(app, world.beginStop);
  if (onRoute) app.addHook("onRoute", onRoute);
  traceCalls(app, world);
  app.setErrorHandler(handleError);
  acceptJsonOnly(app);
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions, caller } = request;
    const line = {
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: caller?.id,
      tenant: caller?.tenantId,
    };
    request.log.debug(line, "answered");
  });
  addSecurityHeaders(app, config);
  await app.register(multipart);
  await app.register(rateLimit, {
    global: false,
    hook: "preHandler",
    store: sharedRateLimits({ use: world.once(openSharedUse) }),
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.ceil(ttl / 1000);
      return new AppError(
        "rate_limited",
        t("Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}.", { seconds }),
        {
          retryAfter: seconds,
        },
      );
    },
  });
  serveMetrics(app, world, world.once(openInstallationMetrics));
  const servesPeople = config.role !== "worker";
  const routes = [...systemRoutes(world), ...(servesPeople ? peopleRoutes(world) : [])];
  const findBySession = callerFinder(world.db);
  const findByKey = keyCallerFinder(world.db, log, () => world.outside.now());
  const findCaller: Gatekeeper["findCaller"] = (token, about) =>
    token.startsWith(keyPrefix) ? findByKey(token, about.address) : findBySession(token, about);
  const requestCounts = world.once(openSharedUse);
  mountRoutes(app, world, { findCaller, recordActing: actingRecorder(), requestCounts }, routes);
  if (servesPeople) {
    serveDocs(app);
    await serveWebApp(app, webRoot);
  } else {
    app.setNotFoundHandler(() => {
      throw notFound(t("Page not found"));
    });
  }
  return app;
}

/** Accepts only JSON, and forms if the endpoint does. An empty body is allowed: some clients send the content type on every call. */
function acceptJsonOnly(app: FastifyInstance) {
  app.removeContentTypeParser(["text/plain", "application/json"]);
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    if (body.length > largeBytes && request.routeOptions.config.readsLargeBodies) return new UnreadBody(body);
    return parseJson(body.toString("utf8"));
  });
  // Mail programs and browsers send the fields of RFC 8058, which say nothing more than the address does.
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (request, _body, done) =>
    request.routeOptions.config.acceptsForms
      ? done(null, undefined)
      : done(new AppError("unsupported", t("Send JSON (content-type: application/json)"))),
  );
  app.addContentTypeParser(
    "application/scim+json",
    { parseAs: "string" },
    async (_request: FastifyRequest, body: string) => (body === "" ? undefined : parseJson(body)),
  );
  // Microsoft sends this type with an empty body to validate a webhook.
  app.addContentTypeParser("text/plain", { parseAs: "string" }, (_request, body, done) =>
    body === ""
      ? done(null, undefined)
      : done(new AppError("unsupported", t("Send JSON (content-type: application/json)"))),
  );
}
