// Prometheus figures. Says how much and how fast, never who or what.
import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
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
    // The route's pattern, not the address: ids would make a series each.
    const route = request.routeOptions.url ?? "none";
    calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (request, reply) => {
    admit(request, config.metricsToken);
    const connections = `# TYPE database_connections gauge\ndatabase_connections{state="total"} ${db.pool.totalCount}\ndatabase_connections{state="waiting"} ${db.pool.waitingCount}\n`;
    return reply.type(registry.contentType).send((await registry.metrics()) + (await counters.metrics()) + connections);
  });
}

/** What proxies add to a request, each in its own way. */
const passedOn = /^(x-forwarded-|forwarded$|x-real-ip$|via$)/;

/** With a token set, only that token; without one, only this machine, and nothing that a proxy passed on. */
function admit(request: FastifyRequest, token: string | undefined) {
  if (token) {
    const given = Buffer.from(request.headers.authorization?.replace(/^Bearer /i, "") ?? "");
    const expected = Buffer.from(token);
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw unauthenticated("A metrics token is needed");
    return;
  }
  const from = request.socket.remoteAddress ?? "";
  const isLocal = from === "::1" || from.startsWith("127.") || from.startsWith("::ffff:127.");
  if (!isLocal || Object.keys(request.headers).some((name) => passedOn.test(name)))
    throw forbidden("Metrics answer on this machine only");
}
