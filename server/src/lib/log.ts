// The program's log: JSON, one line for each event, without secrets and without mail.
import pino, { type Logger } from "pino";
import { maskText, serializeError } from "./log-error.ts";

export type Log = Logger;

/** Names of fields that may hold secrets. Their values are redacted, down to the depth of objects that we log. */
const secretNames = [
  "password", "currentPassword", "newPassword", "token", "refreshToken", "accessToken", "apiKey", "secret", "authorization", "cookie", "passwordHash", "sealed", "set-cookie",
]; // biome-ignore format: a list reads better in one piece

const paths = secretNames.flatMap((name) =>
  ["", "*.", "*.*.", "*.*.*."].map((depth) =>
    name.includes("-") ? `${depth.slice(0, -1)}["${name}"]` : `${depth}${name}`,
  ),
);

type Call = { method: string; routeOptions: { url?: string } };

export const openLog = (level: string, destination?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      redact: { paths, censor: "[secret]" },
      serializers: {
        err: serializeError,
        error: (error: unknown) => (typeof error === "string" ? maskText(error) : serializeError(error)),
        // Fastify's own would log the address of a call, which may have a search or a token in it.
        req: ({ method, routeOptions }: Partial<Call>) => ({ method, route: routeOptions?.url }),
        res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
      },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
