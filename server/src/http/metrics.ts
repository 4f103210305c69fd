// Prometheus metrics. Labels never hold names, addresses or content.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { equalInConstantTime } from "#lib/constant-time.ts";
import { counters } from "#lib/counters.ts";
import { forbidden, unauthenticated } from "#lib/errors.ts";
import type { World } from "#scope.ts";

export function serveMetrics(app: FastifyInstance, { config, db }: Pick<World, "config" | "db">) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long calls take",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    // The route's pattern, not the URL: each id would create a new time series.
    const route = request.routeOptions.url ?? "none";
    calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (request, reply) => {
    admit(request, config.metricsToken);
    const connections = `# TYPE database_connections gauge\ndatabase_connections{state="total"} ${db.pool.totalCount}\ndatabase_connections{state="waiting"} ${db.pool.waitingCount}\n`;
    return reply.type(registry.contentType).send((await registry.metrics()) + (await counters.metrics()) + connections);
  });
}

/** Headers that proxies add. */
const proxyHeader = /^(x-forwarded-|forwarded$|x-real-ip$|via$)/;

/** Requires the token if one is set. Without one, allows only this machine, and no request that came through a proxy. */
function admit(request: FastifyRequest, token: string | undefined) {
  if (token) {
    const given = request.headers.authorization?.replace(/^Bearer /i, "") ?? "";
    if (!equalInConstantTime(given, token)) throw unauthenticated("A metrics token is needed");
    return;
  }
  const from = request.socket.remoteAddress ?? "";
  const isLocal = from === "::1" || from.startsWith("127.") || from.startsWith("::ffff:127.");
  if (!isLocal || Object.keys(request.headers).some((name) => proxyHeader.test(name)))
    throw forbidden("Metrics answer on this machine only");
}
