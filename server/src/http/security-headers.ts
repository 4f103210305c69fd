import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
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

/** Dictation needs the microphone. Nothing else of the device is asked for, by us or by what is shown within our pages. */
const permissions = [
  "microphone=(self)",
  ...["accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "midi", "payment"],
  ...["screen-wake-lock", "serial", "usb", "xr-spatial-tracking"],
].map((feature) => (feature.includes("=") ? feature : `${feature}=()`));

/** On every answer. Whatever may be kept (the files of the web app, pictures) says so itself. */
export function addPrivacyHeaders(app: FastifyInstance) {
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers({ "cache-control": "no-store", "permissions-policy": permissions.join(", ") });
  });
}
