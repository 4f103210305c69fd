import type { FastifyInstance } from "fastify";
import { docsPage, docsPolicy } from "./docs-page.ts";
import { openApiDocument } from "./openapi.ts";

export function serveDocs(app: FastifyInstance) {
  const document = openApiDocument();
  const page = docsPage(document);
  app.get("/api/openapi.json", async () => document);
  app.get("/api/docs", async (_request, reply) =>
    reply.header("content-security-policy", docsPolicy).type("text/html; charset=utf-8").send(page),
  );
}
