// Prometheus metrics. Labels never hold names, addresses or content.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { equalInConstantTime } from "#lib/constant-time.ts";
import { counters } from "#lib/counters.ts";
import { forbidden, unauthenticated } from "#lib/errors.ts";
import type { World } from "#scope.ts";

/** `installation` returns metrics that features measure. */
export function serveMetrics(
  app: FastifyInstance,
  { config, db }: Pick<World, "config" | "db">,
  installation: () => Promise<string>,
) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long calls take",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: "database_connections",
    help: "Connections of this process's pool, and calls that wait for one",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "total" }, db.pool.totalCount);
      this.set({ state: "idle" }, db.pool.idleCount);
      this.set({ state: "waiting" }, db.pool.waitingCount);
    },
  });
  app.addHook("onResponse", async (request, reply) => {
    // The route's pattern, not the URL: each id would create a new time series.
    const route = request.routeOptions.url ?? "none";
    calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (request, reply) => {
    admit(request, config.metricsToken);
    const parts = await Promise.all([registry.metrics(), counters.metrics(), installation()]);
    return reply.type(registry.contentType).send(parts.join("\n"));
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
