import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./openapi.ts";

/** `/api/openapi.json`, and a page that shows it. */
export async function serveDocs(app: FastifyInstance) {
  const document = openApiDocument();
  app.get("/api/openapi.json", async () => document);
  await app.register(scalar, {
    routePrefix: "/api/docs",
    configuration: {
      content: document,
      theme: "default",
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      agent: { disabled: true },
    },
    hooks: {
      // Its page starts itself with an inline script; it shows our own document and nothing of a user's.
      onRequest: (_request, reply, done) => {
        reply.header(
          "content-security-policy",
          "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:",
        );
        done();
      },
    },
  });
}
