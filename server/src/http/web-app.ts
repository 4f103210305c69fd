import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { notFound } from "#lib/errors.ts";

const built = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** Serves the built web app: files as they are, index.html for any page, JSON refusals below /api. */
export async function serveWebApp(app: FastifyInstance, root = built) {
  const there = existsSync(`${root}/index.html`);
  if (there) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      // The build leaves a compressed copy beside each asset.
      preCompressed: true,
      setHeaders: (reply, path) => {
        // Vite puts a hash of the content into these names, so they never change.
        const forever = path.includes("/assets/");
        reply.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      ["GET", "HEAD"].includes(request.method) &&
      !request.url.startsWith("/api") &&
      !/\.\w{2,5}$/.test(request.url.split("?")[0] ?? "");
    if (!isPage) throw notFound("Page");
    if (!there) return reply.type("text/plain").send("The web app has not been built. Run: npm run build");
    return reply.sendFile("index.html");
  });
}
