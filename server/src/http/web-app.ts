import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "#lib/errors.ts";
import { handleError } from "./error-handler.ts";

const built = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** Below these addresses programs ask, not people: what is not there is not there, and no page stands in for it. */
const forPrograms = /^\/(?:api|assets|\.well-known)(?:\/|$)/;

const asksForPage = ({ method, url }: FastifyRequest) =>
  ["GET", "HEAD"].includes(method) && !forPrograms.test(url.split(/[?#]/, 1)[0] ?? "/");

/** An address that cannot even be decoded is refused before there is a route: a person is led to the start. */
export const handleUnreadable = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  asksForPage(request) ? reply.redirect("/") : handleError(error, request, reply);

/** Serves the built web app: its files as they are, JSON refusals for programs, and index.html for every other address. */
export async function serveWebApp(app: FastifyInstance, root = built) {
  const there = existsSync(`${root}/index.html`);
  if (there) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      // A route for each file that the build left. A wildcard would refuse "/" to whoever accepts no compression.
      wildcard: false,
      globIgnore: ["index.html", "**/*.{br,gz}"],
      // The build leaves a compressed copy beside each asset.
      preCompressed: true,
      // A part of a script is of no use; without this a range that is out of bounds would be refused.
      acceptRanges: false,
      setHeaders: (reply, path) => {
        // Vite puts a hash of the content into these names, so they never change.
        const forever = path.includes("/assets/");
        reply.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!asksForPage(request)) throw notFound("Page");
    if (!there) return reply.code(503).type("text/plain").send("The web app has not been built. Run: npm run build");
    return reply.sendFile("index.html");
  });
}
