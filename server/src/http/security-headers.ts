import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { Config } from "#lib/config.ts";

/** What the browser may do with our pages: run our own scripts, and load nothing from anywhere else. */
export const securityHeaders = ({ publicUrl }: Config): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Positions of menus and columns are set by style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameSrc: ["'self'"],
      workerSrc: ["'self'", "blob:"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // Only where the operator says that the address is https: on plain http it would lock people out.
  strictTransportSecurity: publicUrl?.startsWith("https:") ? { maxAge: 31_536_000 } : false,
  referrerPolicy: { policy: "no-referrer" },
  crossOriginEmbedderPolicy: false,
});
