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
