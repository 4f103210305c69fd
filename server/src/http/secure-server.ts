import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { TlsFiles } from "#lib/tls-files.ts";

/** HTTP/2, and HTTP/1.1 with the same limits for older clients. Returns `object`, so that Fastify's type does not depend on it. */
export const secureServer = (tls: TlsFiles): object => ({
  http2: true,
  https: {
    ...tls,
    allowHTTP1: true,
    requireHostHeader: false,
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    settings: { maxConcurrentStreams: 128 },
  },
});

/** An HTTP/2 session waits for its streams to end, and live event streams never do. */
export function closeConnectionsAtEnd(app: FastifyInstance) {
  const open = new Set<Socket>();
  app.server.on("secureConnection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("preClose", async () => {
    for (const socket of open) socket.destroy();
  });
}
