/** A signed-in ImapFlow, and its errors in our words. It never logs: what ImapFlow would log holds mail. */
import { ImapFlow, type ImapFlowError, type ImapFlowOptions } from "imapflow";
import { checkLiteral, guardedLookup } from "#lib/egress.ts";
import { type MailServer, tlsOptions } from "#outside/mail-server.ts";
import { asMailboxError, MailboxError, wrongPassword } from "./mailbox.ts";

/** One message may have this size; the rest of an answer is small beside it. */
export const maxMessageBytes = 64 << 20;

type ClientOptions = Pick<
  ImapFlowOptions,
  "verifyOnly" | "connectionTimeout" | "greetingTimeout" | "socketTimeout" | "disableAutoEnable"
>;

/** A client not yet connected, with its `error` already listened to: unheard, it would end the process. */
export function createImapClient(server: MailServer, options: ClientOptions = {}): ImapFlow {
  const client = new ImapFlow({
    host: checkLiteral(server.host, server),
    port: server.port,
    secure: server.secure,
    auth: { user: server.username, pass: server.password },
    // ImapFlow hands these to net.connect as well, so the look-up guards plain connections too.
    tls: { ...tlsOptions(server), lookup: guardedLookup(server) },
    logger: false,
    qresync: true,
    // Binary fetches cost the server three times as much.
    disableBinary: true,
    disableAutoIdle: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // The default of five minutes is how long a hanging server would hold a sync.
    socketTimeout: 75_000,
    maxLineLength: 32 << 20,
    maxLiteralSize: maxMessageBytes,
    maxResponseSize: maxMessageBytes + (64 << 20),
    ...options,
  });
  client.on("error", () => undefined);
  return client;
}

export async function connectImap(server: MailServer, options?: ClientOptions): Promise<ImapFlow> {
  try {
    const client = createImapClient(server, options);
    await client.connect();
    return client;
  } catch (error) {
    throw imapError(error);
  }
}

/** RFC 5530: refusals that pass by themselves. */
const passing = new Set(["UNAVAILABLE", "INUSE", "LIMIT", "OVERQUOTA", "SERVERBUG", "CONTACTADMIN"]);
const tooLarge = new Set(["LiteralTooLarge", "ResponseTooLarge", "DownloadOverflow"]);
const lost = new Set([
  "NoConnection",
  "EConnectionClosed",
  "StateLogout",
  "ClosedAfterConnectText",
  "ClosedAfterConnectTLS",
]);

export function imapError(error: unknown): MailboxError {
  if (!(error instanceof Error) || error instanceof MailboxError) return asMailboxError(error);
  const {
    code = "",
    serverResponseCode = "",
    authenticationFailed,
    responseText,
    mailboxMissing,
    reason,
  } = error as Raised;
  if (passing.has(serverResponseCode) || code === "ETHROTTLE")
    return new MailboxError("throttled", `The server is busy: ${said(responseText ?? error.message)}`, {
      cause: error,
    });
  if (authenticationFailed) return wrongPassword(error);
  if (mailboxMissing || serverResponseCode === "NONEXISTENT")
    return new MailboxError("gone", "The folder is no longer there.", { cause: error });
  if (tooLarge.has(code)) return new MailboxError("too_large", "The message is too large.", { cause: error });
  if (reason && /too many|limit/i.test(reason))
    return new MailboxError("throttled", `The server is busy: ${said(reason)}`, { cause: error });
  if (lost.has(code)) return new MailboxError("unreachable", "The server ended the connection.", { cause: error });
  if (responseText) return new MailboxError("protocol", `The server refused: ${said(responseText)}`, { cause: error });
  return asMailboxError(error);
}

type Raised = ImapFlowError & { mailboxMissing?: boolean; reason?: string };
const said = (words: string) => words.replace(/[\r\n]+/g, " ").slice(0, 200);
