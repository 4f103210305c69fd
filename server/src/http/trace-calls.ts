// A span for each call. It has the route's pattern, not the address, which may hold a search or a token.
import type { FastifyInstance } from "fastify";
import type { OpenSpan } from "#lib/span.ts";
import { beginSpan } from "#lib/trace.ts";
import type { World } from "#scope.ts";

declare module "fastify" {
  interface FastifyRequest {
    span: OpenSpan | undefined;
  }
}

/** Frequent calls that say nothing about the work of the product. */
const silent = new Set(["/api/health", "/api/ready", "/metrics"]);

export function traceCalls(app: FastifyInstance, { config }: Pick<World, "config">) {
  if (!config.tracing) return;
  app.decorateRequest("span", undefined);
  app.addHook("onRequest", (request, _reply, next) => {
    if (silent.has(request.routeOptions.url ?? "")) return next();
    // Only a proxy of the installation may continue a trace. A stranger's header would mix its calls with other traces.
    const given = config.trustProxy ? request.headers.traceparent : undefined;
    const attributes = { "http.request.method": request.method, "intellibox.request_id": request.id };
    const traceparent = typeof given === "string" ? given : undefined;
    request.span = beginSpan({ name: request.method, kind: "server", attributes }, traceparent);
    return request.span ? request.span.enter(next) : next();
  });
  // The body's events run outside of the span.
  app.addHook("preValidation", (request, _reply, next) => (request.span ? request.span.enter(next) : next()));
  app.addHook("onResponse", async ({ span, method, routeOptions }, { statusCode }) => {
    const route = routeOptions.url;
    span?.end({
      name: route ? `${method} ${route}` : method,
      attributes: { "http.route": route, "http.response.status_code": statusCode },
      failed: statusCode >= 500,
    });
  });
}
