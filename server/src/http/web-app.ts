import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import { t } from "@intellibox/contract/text/t";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "#lib/errors.ts";
import { pageLanguage } from "#lib/languages.ts";
import { handleError } from "./error-handler.ts";

const built = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** Paths for programs, not people: an unknown one is answered with 404, not with the web app. */
const programPath = /^\/(?:api|assets|mcp|scim|\.well-known)(?:\/|$)/;

const pathOf = ({ url }: FastifyRequest) => url.split(/[?#]/, 1)[0] ?? "/";
const asksForPage = (request: FastifyRequest) =>
  ["GET", "HEAD"].includes(request.method) && !programPath.test(pathOf(request));

/** Fastify refuses a URL that it cannot decode before it looks for a route. A person is redirected to the start page. */
export const handleUnreadable = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  asksForPage(request) ? reply.redirect("/") : handleError(error, request, reply);

/** Serves the files of the built web app, JSON errors for programs, and the page in the reader's language for every other path. */
export async function serveWebApp(app: FastifyInstance, root = built) {
  const isBuilt = existsSync(`${root}/index.html`);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      // A route for each file of the build. A wildcard would refuse "/" to clients that accept no compression.
      wildcard: false,
      globIgnore: ["index*.html", "preloads*.json", "**/*.{br,gz}"],
      // The build writes a compressed copy of each asset.
      preCompressed: true,
      // Otherwise a range that is out of bounds would be refused; no client needs a part of a script.
      acceptRanges: false,
      setHeaders: (reply, path) => {
        // Vite puts a hash of the content into these names, so the content of a name never changes.
        const isImmutable = path.includes("/assets/");
        reply.header("cache-control", isImmutable ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }
  const preloadsIn = readOnce(preloadLinks);
  app.setNotFoundHandler((request, reply) => {
    if (!asksForPage(request)) throw notFound(t("Page not found"));
    if (!isBuilt) return reply.code(503).type("text/plain").send("The web app has not been built. Run: npm run build");
    const language = pageLanguage(request.headers);
    const ending = language === "en" ? "" : `.${language}`;
    reply.header("vary", "accept-language, cookie");
    const links = preloadsIn(`${root}/preloads${ending}.json`).get(pathOf(request));
    if (links) reply.header("link", links);
    return reply.sendFile(`index${ending}.html`);
  });
}

/** For each page the header that lets the browser load the page's scripts together with the first script. */
function preloadLinks(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map();
  const preloads: Record<string, string[]> = JSON.parse(readFileSync(file, "utf8"));
  return new Map(
    Object.entries(preloads).map(([path, scripts]) => [
      path,
      scripts.map((script) => `<${script}>; rel=modulepreload`).join(", "),
    ]),
  );
}

function readOnce<Content>(read: (file: string) => Content) {
  const known = new Map<string, Content>();
  return (file: string) => {
    const content = known.get(file) ?? read(file);
    known.set(file, content);
    return content;
  };
}
