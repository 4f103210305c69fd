import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { TlsFiles } from "#lib/tls-files.ts";

/** HTTP/2, and HTTP/1.1 with the same limits for those who know no other. To the rest of the program they are the same. */
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

/** A session of HTTP/2 waits for its streams to end, and live streams do not. */
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
