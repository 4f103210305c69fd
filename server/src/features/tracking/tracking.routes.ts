import { onRaw } from "#http/route.ts";
import { followLink, noteOpen } from "./engagement.ts";

/** One transparent pixel (GIF89a). */
const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

export const trackingRoutes = [
  onRaw({ method: "GET", path: "/t/o/:token", access: "public" }, async (visitor, request, reply) => {
    const { token } = request.params as { token: string };
    // The picture is served even if recording the open fails.
    if (request.method === "GET") {
      await noteOpen(visitor, token).catch((error) => visitor.log.warn({ err: error }, "an open was not recorded"));
    }
    return reply
      .headers({
        "cache-control": "no-store, max-age=0",
        "cross-origin-resource-policy": "cross-origin",
        "content-type": "image/gif",
      })
      .send(pixel);
  }),
  onRaw({ method: "GET", path: "/t/c/:token", access: "public" }, async (visitor, request, reply) => {
    const { token } = request.params as { token: string };
    const url = await followLink(visitor, token, { counts: request.method === "GET" });
    reply.header("cache-control", "no-store");
    if (!url) return reply.status(404).type("text/plain; charset=utf-8").send("This link is not known here.");
    // Percent-encoded, because a header cannot carry every character of a written address.
    return reply.redirect(new URL(url).href, 302);
  }),
];
