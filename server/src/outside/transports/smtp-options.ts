import type { Socket } from "node:net";
import { checkLiteral, openSocket } from "#lib/egress.ts";
import { type MailServer, maySignInPlain, tlsOptions } from "#outside/mail-server.ts";
import type { SMTPConnectionOptions } from "#outside/nodemailer.ts";

type SocketDone = (error: Error | null, socket?: { connection: Socket }) => void;

/** nodemailer's options for a mail server. It gets an open socket, so that it never resolves a name or connects itself. */
export function smtpOptions(server: MailServer, onSocket?: (socket: Socket) => void) {
  return {
    host: checkLiteral(server.host, server),
    port: server.port,
    secure: server.secure,
    requireTLS: !server.secure && !maySignInPlain(server),
    tls: tlsOptions(server),
    ...(server.username ? { auth: { user: server.username, pass: server.password } } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    logger: false,
    getSocket(_options: unknown, done: SocketDone) {
      openSocket({ ...server, timeoutMs: 10_000 }).then(
        (connection) => {
          onSocket?.(connection);
          done(null, { connection });
        },
        (error: Error) => done(error),
      );
    },
  } satisfies SMTPConnectionOptions & Record<string, unknown>;
}
