// The program's log: structured, one line an event, with no secret in it.
import pino, { type Logger } from "pino";

export type Log = Logger;

/** Names under which a secret could travel; their values never reach the log, at any of the depths we log at. */
const secretNames = [
  "password", "currentPassword", "newPassword", "token", "refreshToken", "accessToken", "apiKey", "secret", "authorization", "cookie", "passwordHash", "sealed", "set-cookie",
]; // biome-ignore format: a list reads better in one piece

const paths = secretNames.flatMap((name) =>
  ["", "*.", "*.*.", "*.*.*."].map((depth) =>
    name.includes("-") ? `${depth.slice(0, -1)}["${name}"]` : `${depth}${name}`,
  ),
);

export const openLog = (level: string, destination?: pino.DestinationStream): Log =>
  pino(
    { level, redact: { paths, censor: "[secret]" }, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
