import type { FastifyInstance } from "fastify";
import { docsPage, docsPolicy } from "./docs-page.ts";
import { type OpenApiDocument, openApiDocument } from "./openapi.ts";

export function serveDocs(app: FastifyInstance) {
  // Generating it takes more than half of the time that the routes take to set up, so it waits for the first reader.
  let document: OpenApiDocument | undefined;
  const generated = () => {
    document ??= openApiDocument();
    return document;
  };
  app.get("/api/openapi.json", async () => generated());
  app.get("/api/docs", async (_request, reply) =>
    reply.header("content-security-policy", docsPolicy).type("text/html; charset=utf-8").send(docsPage(generated())),
  );
}
