import type { FastifyInstance } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import type { Config } from "#lib/config.ts";

/** Pages may run only our own scripts and load nothing from other origins. */
const securityOptions = ({ publicUrl }: Config): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Menus and columns are positioned with style attributes.
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
  // Only if the operator set an https address: otherwise it would lock out users of plain http.
  strictTransportSecurity: publicUrl?.startsWith("https:") ? { maxAge: 31_536_000 } : false,
  referrerPolicy: { policy: "no-referrer" },
  crossOriginEmbedderPolicy: false,
});

/** Dictation needs the microphone. No other device feature is allowed, for our pages or for frames in them. */
const permissions = [
  "microphone=(self)",
  ...["accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "midi", "payment"],
  ...["screen-wake-lock", "serial", "usb", "xr-spatial-tracking"],
].map((feature) => (feature.includes("=") ? feature : `${feature}=()`));

/**
 * Also forbids caching of every answer. Routes whose answers may be cached (files of the web app, pictures) override it. Without
 * `@fastify/helmet`, which reads the options again for each call.
 */
export function addSecurityHeaders(app: FastifyInstance, config: Config) {
  const addHeaders = helmet(securityOptions(config));
  const own = { "cache-control": "no-store", "permissions-policy": permissions.join(", ") };
  app.addHook("onRequest", (request, reply, next) => {
    reply.headers(own);
    addHeaders(request.raw, reply.raw, (error) => next(error as Error | undefined));
  });
}
